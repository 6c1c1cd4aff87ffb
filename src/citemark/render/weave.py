"""Weaves our own HTML and the answer's into one well-nested text for a sanitizer.

Raw tags open and close only inside the element of ours that they stand in: a forgotten
``</b>`` ends with its paragraph. What the policy refuses is left out here already.

Our own tags may carry what no answer may (ids, classes, checkboxes). Such a tag goes
through the sanitizer as a carrier whose id nobody can guess, and is put back after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from citemark.render.escape import escape_attribute, escape_text
from citemark.render.policies import LINK_REL
from citemark.render.raw import Tag, Text, read_html
from citemark.render.tokens import Piece, Raw
from citemark.sanitizer import Policy

VOID = frozenset(["br", "hr", "img", "input", "wbr"])
MAX_DEPTH = 50
"""How deep raw HTML nests; what is deeper loses its tags."""
# What raw HTML may open in one block and close in a later one.
_SPANNING = frozenset(
    [
        "blockquote",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "figure",
        "li",
        "ol",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
# An opening tag that ends the ones before it, as in browsers.
_ENDS: dict[str, frozenset[str]] = {
    "li": frozenset({"li"}),
    "p": frozenset({"p"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "rt": frozenset({"rt", "rp"}),
    "rp": frozenset({"rt", "rp"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "tr": frozenset({"td", "th", "tr"}),
    "tbody": frozenset({"td", "th", "tr", "thead", "tbody"}),
    "tfoot": frozenset({"td", "th", "tr", "thead", "tbody"}),
}
_OWN_TAG_RE = re.compile(r"<(/?)([a-z][a-z0-9]*)([^<>]*)>")
_OWN_ATTRIBUTE_RE = re.compile(r' ([a-z-]+)="([^"]*)"')


class Weaver:
    """Weaves the pieces of one answer. *nonce* starts the ids of carriers."""

    def __init__(self, policy: Policy, nonce: str) -> None:
        """Start with nothing open."""
        self.carried: list[tuple[str, str]] = []
        """Name and attributes of the tags behind the carriers, by number."""
        self._policy = policy
        self._tags = policy.tags
        self._nonce = nonce
        self._out: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._raw_depth = 0
        self._links = 0
        self._after_pre = False

    def weave(self, pieces: Iterable[Piece]) -> str:
        """Return all of *pieces* as one text."""
        for piece in pieces:
            if isinstance(piece, Raw):
                self._raw(piece)
            else:
                self._own(piece)
        while self._open:
            self._pop()
        return "".join(self._out)

    def leaves_open(self, html: str) -> bool:
        """Go on with a block of raw HTML; say whether an element reaches behind it."""
        self._raw(Raw(html, block=True))
        return bool(self._open)

    def _own(self, html: str) -> None:
        done = 0
        for match in _OWN_TAG_RE.finditer(html):
            self._out.append(html[done : match.start()])
            done = match.end()
            closes, name, attributes = match.groups()
            if closes:
                self._close_own()
            else:
                self._open_own(name, attributes)
        self._out.append(html[done:])

    def _open_own(self, name: str, attributes: str) -> None:
        carrier = name
        if name not in self._tags or not self._passes(name, attributes):
            number = len(self.carried)
            self.carried.append((name, attributes))
            if name not in self._tags:
                carrier = "br" if name in VOID else "span"
            attributes = f' id="{self._nonce}{number}"'
        self._out.append(f"<{carrier}{attributes}>")
        if name not in VOID:
            self._push(carrier, own=True)

    def _passes(self, name: str, attributes: str) -> bool:
        """Tell whether a tag of ours is one that an answer could have, too.

        A link out always goes to the sanitizer as it is: it has to stand its test.
        """
        return all(
            (attribute == "href" and not value.startswith("#"))
            or self._policy.value(name, attribute, unescape(value)) is not None
            for attribute, value in _OWN_ATTRIBUTE_RE.findall(attributes)
        )

    def _close_own(self) -> None:
        """Close our innermost element, and raw ones that were left open in it."""
        while self._open and not self._pop():
            continue

    def _raw(self, piece: Raw) -> None:
        for event in read_html(piece.html, self._policy.drop):
            if isinstance(event, Text):
                self._text(event.text)
            elif isinstance(event, Tag):
                self._open_raw(event)
            else:
                self._close_raw(event.name)
        if piece.block:
            self._end_block()

    def _text(self, text: str) -> None:
        if self._after_pre:
            # Parsers drop one line end here, each time anew.
            text = text.lstrip("\n")
            self._after_pre = False
        self._out.append(escape_text(text))

    def _open_raw(self, tag: Tag) -> None:
        name = tag.name
        if name == "img":
            self._text(tag.attributes.get("alt", ""))
        if name not in self._tags or (name == "a" and self._links):
            return
        attributes = self._attributes(tag)
        if name in VOID:
            self._out.append(f"<{name}{attributes}>")
            return
        if self._raw_depth == MAX_DEPTH or (name == "a" and "href" not in attributes):
            return
        ended = _ENDS.get(name, frozenset())
        while self._open and not self._open[-1][1] and self._open[-1][0] in ended:
            self._pop()
        self._out.append(f"<{name}{attributes}>")
        self._push(name, own=False)
        self._after_pre = name == "pre"

    def _attributes(self, tag: Tag) -> str:
        kept = {
            attribute: value
            for attribute, given in tag.attributes.items()
            if (value := self._policy.value(tag.name, attribute, given)) is not None
        }
        if "href" in kept:
            kept["rel"] = LINK_REL
        return "".join(
            f' {attribute}="{escape_attribute(value)}"'
            for attribute, value in kept.items()
        )

    def _close_raw(self, name: str) -> None:
        """Close a raw element, if one is open inside our innermost element."""
        at = len(self._open) - 1
        while at >= 0 and not self._open[at][1]:
            if self._open[at][0] == name:
                while len(self._open) > at:
                    self._pop()
                return
            at -= 1

    def _end_block(self) -> None:
        """Close what must not reach into the next block."""
        at = len(self._open)
        while at and not self._open[at - 1][1]:
            at -= 1
        while at < len(self._open) and self._open[at][0] in _SPANNING:
            at += 1
        while len(self._open) > at:
            self._pop()

    def _push(self, name: str, *, own: bool) -> None:
        self._open.append((name, own))
        self._raw_depth += not own
        self._links += name == "a"
        self._after_pre = False

    def _pop(self) -> bool:
        """Close the innermost element and tell whether it was ours."""
        name, own = self._open.pop()
        self._raw_depth -= not own
        self._links -= name == "a"
        self._after_pre = False
        self._out.append(f"</{name}>")
        return own
