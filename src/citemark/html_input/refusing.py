"""What the safety policy refuses of an HTML text, with its exact place."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

from bs4 import BeautifulSoup
from markdown_it.token import Token

from citemark import codes
from citemark.diagnostic import Code, Finding
from citemark.document.policy import judge_image, link_target
from citemark.html_input.lexing import Lexeme, attributes
from citemark.html_input.tree import Element, walk
from citemark.options import Options
from citemark.render.policies import ALLOWED_TAGS
from citemark.render.weave import MAX_DEPTH

# The frame of a document is ours; what its head says is for programs.
_FRAME = frozenset({"body", "head", "html"})
_SHOWN_CHARACTERS = 20


def image_token(tag: Lexeme) -> Token:
    """Return the image of an ``<img>`` as Markdown would have made it."""
    given = {each.name: unescape(each.value) for each in attributes(tag)}
    text = given.get("alt", "")
    attrs: dict[str, str | int | float] = {"src": given.get("src", ""), "alt": text}
    children = [Token("text", "", 0, content=text)]
    return Token("image", "img", 0, attrs=attrs, children=children, content=text)


def refusals(tree: BeautifulSoup, options: Options) -> Iterator[Finding]:
    """Yield findings for what a reader will miss of *tree*."""
    depth = head = 0
    is_deep = False
    for kind, node in walk(tree):
        if not isinstance(node, Element):
            continue
        step = 1 if kind == "open" else -1
        head += step * (node.name == "head")
        depth += step * (node.name in ALLOWED_TAGS)
        if kind == "close" or head or node.name in _FRAME:
            continue
        refused = _refused(node.opening, options)
        if depth > MAX_DEPTH and not is_deep:
            is_deep = True
            message = (
                f"Unexpected nesting of more than {MAX_DEPTH} elements, shown flat"
            )
            refused = codes.NESTING_TOO_DEEP, message
        if refused is not None:
            yield Finding(*refused, node.opening.start, node.opening.end)


def _refused(tag: Lexeme, options: Options) -> tuple[Code, str] | None:
    """Return what there is to say of an element, if it may not be there."""
    if tag.name == "img":
        if judge_image(image_token(tag), options).src is not None:
            return None
        message = "Unexpected image, it is not fetched but linked to"
        return codes.IMAGE_REFUSED, message
    if tag.name not in ALLOWED_TAGS:
        name = tag.name[:_SHOWN_CHARACTERS]
        message = f"Unexpected HTML element <{name}>, it is not shown"
        return codes.RAW_HTML_REFUSED, message
    targets = [each.value for each in attributes(tag) if each.name == "href"]
    if tag.name == "a" and targets:
        link = Token("link_open", "a", 1, attrs={"href": unescape(targets[0])})
        if link_target(link, options) is None:
            message = "Unexpected link target, only its text is shown"
            return codes.LINK_REFUSED, message
    return None
