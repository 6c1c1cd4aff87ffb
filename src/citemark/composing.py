"""An answer put together from claims: their texts, each with the marker of its sources.

**Why** the text is made first and then rendered like any other: placement, policy and
outputs are those of answers. The markers are made here and never searched for, so that
no source ID and no text of a claim can pass for one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt

from citemark.answer import Draft, clean_answer, with_private_use
from citemark.dialect import scan_markers
from citemark.document.document import Document, parse
from citemark.model import Citation, Marker, MarkerKind
from citemark.options import Options
from citemark.render.escape import escape_markdown
from citemark.syntax import Syntax

START, DELIMITER, STOP = "\ue200", "\ue202", "\ue201"
_FAMILY = "cite"
_NOT_IN_ID_RE = re.compile(r"[^A-Za-z0-9_-]")
_PROBE = "x"
_PARAGRAPH_TOKENS = 3
_LISTS = ("bullet_list_open", "ordered_list_open")
_BLANK_LINES_RE = re.compile(r"\A(?:[ \t]*[\r\n])+")
# Line ends; a single one only ends the line.
_BREAK = 2
_MARKUP_AT_END = "*_~`)\"'"
# Scripts whose sentences follow each other without a space.
_CLOSED_UP_RE = re.compile(
    "[\u3000-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff9f"
    "\U00020000-\U0003ffff]"
)
_Kind = Literal["paragraph", "list", "block"]


class ClaimText(NamedTuple):
    """A claim as it was given."""

    text: str
    source_ids: Sequence[str]


class _Piece(NamedTuple):
    """A claim as it is printed: its text around the place of its marker."""

    head: str
    tail: str
    ids: Sequence[str]
    kind: _Kind
    begins: bool
    """Whether a paragraph begins with it."""
    ends: bool


@dataclass(frozen=True, slots=True)
class Composed:
    """The text of all claims, and where each of them begins."""

    text: str
    markers: tuple[Marker, ...]
    starts: tuple[int, ...]
    marked: tuple[int, ...]
    """The claims that held marker characters, which were taken out."""

    def draft(self, claims: dict[str, object], *, is_insufficient: bool) -> Draft:
        """Return the answer, ready to be rendered."""
        return Draft(
            text=self.text,
            markers=self.markers,
            claims=claims,
            is_insufficient=is_insufficient,
        )

    def claim_at(self, offset: int) -> int:
        """Return the index of the claim that *offset* is in."""
        return max(bisect_right(self.starts, offset) - 1, 0)


def compose(claims: Sequence[ClaimText], md: MarkdownIt, options: Options) -> Composed:
    """Return the text of *claims*, each an island: none changes how another is read."""
    cleaned = [_cleaned(claim.text, options) for claim in claims]
    marked = tuple(at for at, (_, was_marked) in enumerate(cleaned) if was_marked)
    pieces = [
        _piece(md, text, claim.source_ids)
        for (text, _), claim in zip(cleaned, claims, strict=True)
    ]
    joints = [_joint(left, right) for left, right in pairwise(pieces)]
    composed = _joined(pieces, joints, marked)
    if parse(md, composed.text, composed.markers).findings:
        # What one of them opens, such as a code span, another one closes.
        composed = _joined(pieces, ["\n\n"] * len(joints), marked)
    return composed


def _cleaned(text: str, options: Options) -> tuple[str, bool]:
    """Return *text* without markers, whole ones and parts, and whether it had any."""
    text = clean_answer(text)
    markers = scan_markers(text, "openai", Syntax())
    found = bool(markers)
    if options.private_use == "drop":
        markers = with_private_use(text, markers)
    pieces, done = [], 0
    for marker in markers:
        pieces.append(text[done : marker.start])
        done = marker.end
    return "".join([*pieces, text[done:]]), found


def _piece(md: MarkdownIt, given: str, ids: Sequence[str]) -> _Piece:
    """Find a place for the marker of a claim at which it changes nothing."""
    text = _BLANK_LINES_RE.sub("", given, 1).rstrip()
    for head, tail in _places(md, text):
        kind = _kind(md, head, tail)
        if kind is not None:
            break
    else:
        head, tail, kind = escape_markdown(text), "", "paragraph"
    return _Piece(
        head=head.lstrip() if kind == "paragraph" else head,
        tail=tail,
        ids=ids if text else (),
        kind=kind,
        begins=given[: -len(given.lstrip()) or None].count("\n") >= _BREAK,
        ends=given[len(given.rstrip()) :].count("\n") >= _BREAK,
    )


def _places(md: MarkdownIt, text: str) -> Iterator[tuple[str, str]]:
    """Yield where the marker of *text* can stand: at its end, in its last cell, below.

    A code block that was not closed is closed first.
    """
    yield text, ""
    cell, pipe, rest = text.rpartition("|")
    if pipe and not rest:
        yield cell.rstrip(), f" {pipe}"
    yield f"{text}\n\n", ""
    fences = [token.markup for token in md.parse(text) if token.type == "fence"]
    if fences:
        yield f"{text}\n{fences[-1]}\n\n", ""


def _kind(md: MarkdownIt, head: str, tail: str) -> _Kind | None:
    """Return what a claim is with its marker; None where that cannot stand there."""
    marker = _marker(len(head), ("a",))
    text = f"{head}{marker.raw}{tail}\n\n{_PROBE}"
    document = parse(md, text, [marker])
    if document.findings or len(document.order) != 1 or not _is_apart(document):
        return None
    types = [token.type for token in document.tokens[:-_PARAGRAPH_TOKENS]]
    if len(types) == _PARAGRAPH_TOKENS and types[0] == "paragraph_open":
        return "paragraph"
    return "list" if types[0] in _LISTS else "block"


def _is_apart(document: Document) -> bool:
    """Say whether what follows a claim is a paragraph of its own."""
    last = document.tokens[-_PARAGRAPH_TOKENS:]
    ends = len(last) == _PARAGRAPH_TOKENS and last[0].level == 0
    return ends and last[1].content == _PROBE


def _joint(left: _Piece, right: _Piece) -> str:
    """Return what stands between two claims."""
    if left.ends or right.begins:
        return "\n\n"
    if left.kind == right.kind == "list":
        return "\n"
    if left.kind == right.kind == "paragraph":
        end = left.head.rstrip(_MARKUP_AT_END)[-1:]
        return "" if _CLOSED_UP_RE.match(end) else " "
    return "\n\n"


def _joined(
    pieces: Sequence[_Piece], joints: Sequence[str], marked: tuple[int, ...]
) -> Composed:
    """Put text and markers of all claims together."""
    texts: list[str] = []
    markers: list[Marker] = []
    starts: list[int] = []
    at = 0
    for piece, joint in zip(pieces, (*joints, ""), strict=False):
        starts.append(at)
        parts = [piece.head]
        if piece.ids:
            markers.append(_marker(at + len(piece.head), piece.ids))
            parts.append(markers[-1].raw)
        parts += piece.tail, joint
        texts += parts
        at += sum(map(len, parts))
    return Composed("".join(texts), tuple(markers), tuple(starts), marked)


def _marker(start: int, ids: Sequence[str]) -> Marker:
    """Return a marker of the sources *ids* that begins at *start*."""
    # As what is read it has to look like one; what it means is in `citations`.
    shown = [_NOT_IN_ID_RE.sub("_", name) for name in ids]
    raw = f"{START}{_FAMILY}" + "".join(f"{DELIMITER}{name}" for name in shown) + STOP
    lengths = (len(name) + 1 for name in shown)
    ends = list(accumulate(lengths, initial=start + 1 + len(_FAMILY)))[1:]
    return Marker(
        start=start,
        end=start + len(raw),
        raw=raw,
        kind=MarkerKind.CITATION,
        family=_FAMILY,
        citations=tuple(
            Citation(name, None, None, end - len(look), end)
            for name, look, end in zip(ids, shown, ends, strict=True)
        ),
    )
