"""The safety policy for links and images, applied to the finished tokens.

Decided on tokens, never on text: reference-style images and links, autolinks and
linkified URLs all end as the same two tokens. An image URL can carry data away without
a click, so by default no image is fetched: it becomes a link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it.token import Token

from citemark.options import Options
from citemark.urls import check_url

_RASTER = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif")


@dataclass(frozen=True, slots=True)
class ImageVerdict:
    """What becomes of an image: shown from *src*, or linked to *link*, or its text."""

    src: str | None = None
    link: str | None = None
    host: str | None = None


def link_target(token: Token, options: Options) -> str | None:
    """Return where a ``link_open`` may lead; None refuses the link."""
    href = str(token.attrs.get("href", ""))
    if len(href) > options.limits.url_chars:
        return None
    return _allowed(href, options.link_schemes)


@lru_cache(1_024)
def _allowed(href: str, schemes: tuple[str, ...]) -> str | None:
    # An answer names the same few pages again and again, and is judged twice.
    return check_url(href, schemes=schemes).url


def judge_image(token: Token, options: Options) -> ImageVerdict:
    """Return what the policy makes of an ``image`` token."""
    src = str(token.attrs.get("src", ""))
    if options.image_url is not None:
        mapped = options.image_url(src)
        checked = check_url(mapped, schemes=("https", "http")) if mapped else None
        if checked is not None and checked.url:
            return ImageVerdict(src=checked.url)
    checked = check_url(
        src, schemes=("https", "http"), max_chars=options.limits.url_chars
    )
    allowed = (
        options.images == "allow"
        and checked.url is not None
        and checked.url.startswith("https:")
        and checked.host in options.image_hosts
        and "?" not in checked.url
        and checked.url.partition("#")[0].lower().endswith(_RASTER)
    )
    if allowed:
        return ImageVerdict(src=checked.url)
    return ImageVerdict(link=checked.url, host=checked.host)


def image_text(token: Token, verdict: ImageVerdict, *, linked: bool) -> str:
    """Return the words that stand for an image: its text and, in a link, the host."""
    text = " ".join(_alternative(token.children or []).split())
    if linked or not verdict.link or not verdict.host:
        return text or verdict.host or ""
    return f"{text} ({verdict.host})" if text else verdict.host


def _alternative(children: Sequence[Token]) -> str:
    return "".join(
        _alternative(child.children or []) if child.type == "image" else child.content
        for child in children
        if child.type not in ("html_inline", "citation_ref")
    )


def apply_policy(tokens: Sequence[Token], options: Options) -> list[Token]:
    """Return *tokens* with refused links unwrapped and images judged."""
    return [
        token.copy(children=_judged(token.children, options))
        if token.type == "inline"
        and token.children
        and _changes(token.children, options)
        else token
        for token in tokens
    ]


def _changes(children: Sequence[Token], options: Options) -> bool:
    """Say whether the policy has anything to change: most links may stay."""
    return any(
        child.type == "image"
        or (
            child.type == "link_open"
            and link_target(child, options) != child.attrs.get("href")
        )
        for child in children
    )


def _judged(children: Sequence[Token], options: Options) -> list[Token]:
    result: list[Token] = []
    stack: list[bool] = []
    for child in children:
        if child.type == "link_open":
            target = link_target(child, options)
            stack.append(target is not None)
            if target is not None:
                result.append(child.copy(attrs={**child.attrs, "href": target}))
        elif child.type == "link_close":
            if not stack or stack.pop():
                result.append(child)
        elif child.type == "image":
            result += _image(child, options, linked=any(stack))
        else:
            result.append(child)
    return result


def _image(token: Token, options: Options, *, linked: bool) -> list[Token]:
    verdict = judge_image(token, options)
    if verdict.src is not None:
        return [token.copy(attrs={**token.attrs, "src": verdict.src})]
    text = Token("text", "", 0, content=image_text(token, verdict, linked=linked))
    if linked or verdict.link is None:
        return [text]
    opened = Token("link_open", "a", 1, attrs={"href": verdict.link})
    return [opened, text, Token("link_close", "a", -1)]
