"""The core rule that gives every marker its place among the finished tokens.

After the inline parse a reference may stand inside emphasis or a link, and markers in
code, definitions and fences have not been shown at all. Here references leave what
they may not be inside of, and the ordinals still missing are attributed by their lines.
Every ordinal ends as a ``citation_ref`` token, as text, or (strays) as nothing.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from citemark import codes
from citemark.diagnostic import Code, Finding
from citemark.document.env import EnvKey
from citemark.document.html_blocks import (
    inside_elements,
    is_invisible,
    leave_elements,
)
from citemark.document.inline import REF
from citemark.document.layout import LAYOUT, Layout
from citemark.document.settle import (
    OPENING,
    drop_empty,
    hoist,
    is_settled,
    leave_html,
    note_shown_html,
    settle_spaces,
)
from citemark.model import Marker

FINDINGS: EnvKey[list[Finding]] = EnvKey("citemark.findings")
KEEP_IN_HTML: EnvKey[bool] = EnvKey("citemark.keep_in_html")
"""Filled by a renderer that places the references of raw HTML blocks itself."""

_CODE_BLOCKS = {
    "fence": codes.MARKER_IN_CODE_BLOCK,
    "code_block": codes.MARKER_IN_CODE_BLOCK,
    "math_block": codes.MARKER_IN_MATH,
    "math_block_label": codes.MARKER_IN_MATH,
    "amsmath": codes.MARKER_IN_MATH,
    "html_block": codes.MARKER_IN_HTML,
}
_TAG_START_RE = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*[\s/>]")
_MAX_LEAD = 256
_PLACES = {
    codes.MARKER_IN_EMPHASIS: ("inside emphasis", "after it"),
    codes.MARKER_IN_CODE_SPAN: ("inside inline code", "after it"),
    codes.MARKER_IN_CODE_BLOCK: ("inside a code block", "in the paragraph before"),
    codes.MARKER_ON_FENCE: ("on the line of a code fence", "in the paragraph before"),
    codes.MARKER_IN_LINK: ("inside link text", "after the link"),
    codes.MARKER_IN_URL: ("inside a URL", "after the link"),
    codes.MARKER_IN_IMAGE: ("inside image text", "after the image"),
    codes.MARKER_IN_HTML: ("inside an HTML tag", "after it"),
    codes.MARKER_IN_MATH: ("inside math", "after it"),
    codes.MARKER_IN_DEFINITION: ("in a definition", "in the text"),
    codes.MARKER_OUTSIDE_CELL: ("outside a table cell", "in the cell"),
    codes.MARKER_BREAKS_BLOCK: ("where it breaks a block", "in its text"),
}


def finding_of(marker: Marker, code: Code) -> Finding:
    """Return the finding that *marker* stands where it may not."""
    where, wanted = _PLACES[code]
    message = f"Unexpected marker {where}, expected it {wanted}"
    return Finding(code, message, marker.start, marker.end)


def place_rule(state: StateCore) -> None:
    """Run the placement over the tokens of one parse."""
    layout = LAYOUT.get(state.env)
    if layout is None:
        return
    keep = KEEP_IN_HTML.get(state.env) is not None
    placement = _Placement(
        layout, state.tokens, keep_in_html=keep, html=bool(state.md.options["html"])
    )
    state.tokens = placement.run()
    FINDINGS.put(state.env, placement.findings)


@dataclass(slots=True)
class _Leaf:
    """A token with content of its own, and the source lines it covers."""

    index: int
    token: Token
    first: int
    end: int


@dataclass(slots=True)
class _Placement:
    """The work on one document: who is shown, who is missing, what is inserted."""

    layout: Layout
    tokens: list[Token]
    keep_in_html: bool
    html: bool
    findings: list[Finding] = field(default_factory=list)
    shown: set[int] = field(default_factory=set)
    leaves: list[_Leaf] = field(default_factory=list)
    inserted: dict[int, list[Token]] = field(default_factory=dict)
    """Index of a token → blocks of references that go right after it."""

    def run(self) -> list[Token]:
        for index, token in enumerate(self.tokens):
            self._visit(index, token)
        for ordinal in range(len(self.layout.markers)):
            if ordinal not in self.shown:
                self._attribute(ordinal)
        for leaf in self.leaves:
            if leaf.token.type == "inline" and _has_refs(leaf.token):
                children = leaf.token.children or []
                if not self.html and _TAG_START_RE.match(leaf.token.content):
                    note_shown_html(children)
                leaf.token.children = self._settle(children)
        return self._joined()

    def _visit(self, index: int, token: Token) -> None:
        """Note a leaf, and which ordinals it shows."""
        if token.map is None and token.type != "inline":
            return
        if token.type == "inline":
            self._clean_children(token.children or ())
        elif self._keeps_references(token):
            self._keep_cited(token)
        elif token.nesting or token.hidden:
            return
        first, end = token.map or (0, 0)
        self.leaves.append(_Leaf(index, token, first, end))
        if not self._keeps_references(token) and (
            token.type in _CODE_BLOCKS or self.layout.opener in token.info
        ):
            self._empty_code(index, token)

    def _keeps_references(self, token: Token) -> bool:
        """Whether references stay in *token*: a raw HTML block that will be shown."""
        return (
            token.type == "html_block"
            and self.keep_in_html
            and not is_invisible(token.content, self.layout)
        )

    def _keep_cited(self, token: Token) -> None:
        """Leave only markers that may become references in a raw HTML block."""

        def kept(match: re.Match[str]) -> str:
            ordinal = int(match[1])
            self.shown.add(ordinal)
            marker = self.layout.markers[ordinal]
            if not marker.citations:
                return html.escape(marker.text)
            if ordinal in inside or self.layout.slots[ordinal].code is not None:
                self.findings.append(finding_of(marker, codes.MARKER_IN_HTML))
            return match[0]

        inside = set(inside_elements(token.content, self.layout))
        content = leave_elements(token.content, self.layout, self._without)
        token.content = self.layout.placeholder.sub(kept, content)

    def _clean_children(self, children: Sequence[Token]) -> None:
        """Take placeholders out of attributes, code and alternative texts.

        And note the ordinals that are shown.
        """
        opener = self.layout.opener
        for child in children:
            for name, value in child.attrs.items():
                if isinstance(value, str) and opener in value:
                    child.attrs[name] = self._without(value)
            if child.type == REF:
                self.shown.add(child.meta["ordinal"])
                continue
            if opener in child.content:
                child.content = self._without(child.content)
                child.meta["emptied"] = not child.content.strip()
            if child.children and any(part.type == REF for part in child.children):
                child.children = self._plain(child.children)

    def _plain(self, children: Sequence[Token]) -> list[Token]:
        """Return an image's alternative text without the references in it."""
        kept = settle_spaces(children)
        return [child for child in kept if child.type != REF]

    def _without(self, text: str) -> str:
        """Return *text* without placeholders and the space each of them leaves."""
        return _gaps_re(self.layout).sub(_one_space, text)

    def _empty_code(self, index: int, token: Token) -> None:
        """Move the markers of a code block out of it."""
        code = _CODE_BLOCKS.get(token.type, codes.MARKER_IN_CODE_BLOCK)
        for text, found in ((token.info, codes.MARKER_ON_FENCE), (token.content, code)):
            for ordinal in self.layout.ordinals(text):
                self._join_before(index, ordinal, found)
        token.info = self._without(token.info).strip()
        if self.layout.opener in token.content:
            token.content = "".join(
                self._code_line(line)
                for line in token.content.splitlines(keepends=True)
            )

    def _code_line(self, line: str) -> str:
        if self.layout.opener not in line:
            return line
        kept = self._without(line.rstrip("\n"))
        return kept + "\n" * line.endswith("\n") if kept.strip() else ""

    def _join_before(self, index: int, ordinal: int, code: Code) -> None:
        """Put a reference at the end of the paragraph before token *index*.

        Without one it gets a paragraph of its own behind the token.
        """
        self.shown.add(ordinal)
        ref = _ref(ordinal, code)
        before = self.tokens[index - 1] if index else None
        level = self.tokens[index].level
        if (
            before is not None
            and before.type == "paragraph_close"
            and before.level == level
        ):
            inline = self.tokens[index - 2]
            inline.children = [*(inline.children or []), ref]
        else:
            self._paragraph_after(index, ref)

    def _paragraph_after(self, index: int, ref: Token) -> None:
        blocks = self.inserted.setdefault(index, [])
        if blocks:
            children = blocks[1].children
            blocks[1].children = [*(children or []), ref]
            return
        at = max(index, 0)
        token = self.tokens[at] if self.tokens else Token("", "", 0)
        # No lines of its own: what is removed with it would be the block's.
        opened = Token("paragraph_open", "p", 1, level=token.level, block=True)
        inline = Token(
            "inline", "", 0, level=token.level + 1, map=token.map, block=True
        )
        inline.children = [ref]
        closed = Token("paragraph_close", "p", -1, level=token.level, block=True)
        blocks += opened, inline, closed

    def _attribute(self, ordinal: int) -> None:
        """Find a place for an ordinal that no token shows, by its source line."""
        slot = self.layout.slots[ordinal]
        code = slot.code or codes.MARKER_IN_DEFINITION
        at = bisect_right(self.leaves, slot.line, key=lambda leaf: leaf.first) - 1
        if code is codes.MARKER_OUTSIDE_CELL and at >= 0:
            at = self._cell(at, ordinal)
        leaf = self.leaves[at] if at >= 0 else None
        if leaf is None:
            self._paragraph_after(-1, _ref(ordinal, code))
            self.shown.add(ordinal)
        elif leaf.token.type == "inline":
            self._join_line(leaf, slot.line, ordinal, code)
        elif leaf.first <= slot.line < leaf.end or leaf.token.type in _CODE_BLOCKS:
            self._join_before(leaf.index, ordinal, code)
        else:
            self.shown.add(ordinal)
            self._paragraph_after(leaf.index, _ref(ordinal, code))

    def _cell(self, at: int, ordinal: int) -> int:
        """Return the first cell of the row for a marker before its first pipe."""
        slot = self.layout.slots[ordinal]
        line = self.leaves[at].first
        end = self.layout.markers[ordinal].start
        leads = self.layout.source[max(0, end - _MAX_LEAD) : end]
        if line == slot.line and not leads.rpartition("\n")[2].strip("> \t-*+"):
            while at and self.leaves[at - 1].first == line:
                at -= 1
        return at

    def _join_line(self, leaf: _Leaf, line: int, ordinal: int, code: Code) -> None:
        """Put a reference at the end of one source line of an inline token."""
        self.shown.add(ordinal)
        children = list(leaf.token.children or [])
        breaks = [
            index
            for index, child in enumerate(children)
            if child.type in ("softbreak", "hardbreak")
        ]
        wanted = line - leaf.first
        at = breaks[wanted] if 0 <= wanted < len(breaks) else len(children)
        ref = _ref(ordinal, code)
        if code is codes.MARKER_IN_MATH and self._ends_line(ordinal):
            # No block of math after all: the marker never left its place.
            ref.meta["in_place"] = True
        children.insert(at, ref)
        leaf.token.children = children

    def _ends_line(self, ordinal: int) -> bool:
        """Whether a marker was not shifted, and only markers follow on its line."""
        markers = self.layout.markers
        if self.layout.is_shifted(ordinal):
            return False
        end = markers[ordinal].end
        while ordinal + 1 < len(markers) and markers[ordinal + 1].start == end:
            ordinal += 1
            end = markers[ordinal].end
        return not self.layout.source[end : end + 1].strip("\r\n")

    def _settle(self, children: list[Token]) -> list[Token]:
        """Move references out of spans, tidy the spaces, drop what shows nothing."""
        settled = [
            self._worded(child) if child.type == REF else child for child in children
        ]
        if not is_settled(settled):
            settled = drop_empty(hoist(leave_html(settled), self._cites))
        shown: list[Token] = []
        for child in settle_spaces(settled):
            if child.type != REF:
                shown.append(child)
                continue
            marker = self.layout.markers[child.meta["ordinal"]]
            if marker.citations:
                self._report(child, marker)
                shown.append(child)
        return shown

    def _worded(self, token: Token) -> Token:
        """Return the text that a widget displays in place of its reference."""
        text = self.layout.markers[token.meta["ordinal"]].text
        return Token("text", "", 0, content=text) if text else token

    def _cites(self, token: Token) -> bool:
        return bool(self.layout.markers[token.meta["ordinal"]].citations)

    def _report(self, ref: Token, marker: Marker) -> None:
        code = ref.meta["code"] or self.layout.slots[ref.meta["ordinal"]].code
        if code is not None and "in_place" not in ref.meta:
            ref.meta["code"] = code
            self.findings.append(finding_of(marker, code))

    def _joined(self) -> list[Token]:
        """Return the tokens with the inserted paragraphs in their places."""
        if not self.inserted:
            return self.tokens
        joined: list[Token] = self._inserted_at(-1)
        for index, token in enumerate(self.tokens):
            joined.append(token)
            joined += self._inserted_at(index)
        return joined

    def _inserted_at(self, index: int) -> list[Token]:
        blocks = self.inserted.get(index, [])
        if blocks:
            blocks[1].children = self._settle(blocks[1].children or [])
            if not blocks[1].children:
                return []
        return blocks


def _ref(ordinal: int, code: Code | None) -> Token:
    return Token(REF, "", 0, meta={"ordinal": ordinal, "code": code, "joined": True})


def _has_refs(token: Token) -> bool:
    return any(child.type == REF for child in token.children or ())


def _gaps_re(layout: Layout) -> re.Pattern[str]:
    placeholder = layout.placeholder.pattern.replace("(", "(?:")
    return re.compile(rf"([ \t]*)(?:{placeholder}[ \t]*?)+([ \t]*)(?=(.|\n|\Z))")


def _one_space(gap: re.Match[str]) -> str:
    """Of the white space on both sides of a marker, keep what still separates."""
    before, after, following = gap[1], gap[2], gap[3]
    if gap.start() == 0 or not following.strip():
        return ""
    if after or not (following.isalnum() or following in OPENING):
        return after
    return before[:1]
