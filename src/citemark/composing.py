"""An answer put together from claims: their texts, each with the marker of its sources.

**Why** the text is made first and then rendered like any other: placement, policy and
outputs are those of answers. The markers are made here and never searched for, so that
no source ID and no text of a claim can pass for one. What is put together is read again
and compared with what each claim says alone: whatever differs is put apart, and then
shown as text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from citemark.answer import Draft, clean_answer, with_private_use
from citemark.dialect import scan_markers
from citemark.document.document import Document, parse
from citemark.document.env import Env
from citemark.isolation import is_contained, readings, starts_no_block
from citemark.marking import Citing, make_marker
from citemark.model import Marker
from citemark.options import Options
from citemark.render.escape import escape_markdown
from citemark.syntax import Syntax

_PROBE = "x"
_PARAGRAPH_TOKENS = 3
_LISTS = ("bullet_list_open", "ordered_list_open")
_BLANK_LINES_RE = re.compile(r"\A(?:[ \t]*[\r\n])+")
_INDENT_RE = re.compile(r"\A {1,3}(?=\S)")
_APART = "\n\n"
_ATTEMPTS = 5
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
    reading: str
    """What is read of it alone, see `readings`."""
    defines: bool
    """Whether it defines links or footnotes, for all of the text."""


@dataclass(frozen=True, slots=True)
class Composed:
    """The text of all claims, and where each of them begins."""

    text: str
    markers: tuple[Marker, ...]
    starts: tuple[int, ...]
    marked: tuple[int, ...] = ()
    """The claims that held marker characters, which were taken out."""
    empty: tuple[int, ...] = ()
    """Those of them that held nothing else."""

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
    pieces = [
        _piece(md, text, claim.source_ids)
        for (text, _), claim in zip(cleaned, claims, strict=True)
    ]
    leads = _leads(pieces)
    composed = _joined(pieces, leads)
    for attempt in range(_ATTEMPTS):  # pragma: no branch - the last leaves but text
        changed = _changed(md, composed, pieces)
        if not changed:
            break
        if attempt > 0:
            leads = _apart(leads, changed)
        for at in _suspects(attempt, changed, pieces):
            pieces[at] = _escaped(md, cleaned[at][0], claims[at].source_ids)
        composed = _joined(pieces, leads)
    return replace(
        composed,
        marked=tuple(at for at, (_, was_marked) in enumerate(cleaned) if was_marked),
        empty=tuple(at for at, piece in enumerate(pieces) if not piece.head),
    )


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
    text = _dedented(_BLANK_LINES_RE.sub("", given, 1).rstrip())
    ids = ids if text else ()
    for head, tail in _places(md, text):
        piece = _placed(md, given, head, tail, ids)
        if piece is not None:
            return piece
    return _escaped(md, given, ids)


def _dedented(text: str) -> str:
    """Return *text* with its first line not indented, so that no list takes it in."""
    indent = _INDENT_RE.match(text)
    return re.sub(rf"(?m)^ {{1,{indent.end()}}}", "", text) if indent else text


def _escaped(md: MarkdownIt, given: str, ids: Sequence[str]) -> _Piece:
    """Return a claim that is shown as text."""
    text = escape_markdown(given)
    document = parse(md, text, ())
    return _Piece(
        head=text,
        tail="",
        ids=ids if text else (),
        kind="paragraph",
        begins=_begins(given),
        ends=_begins(given[::-1]),
        reading="".join(readings(document.tokens, None).values()),
        defines=False,
    )


def _begins(given: str) -> bool:
    """Say whether a blank line stands before what was *given*."""
    return given[: -len(given.lstrip()) or None].count("\n") >= _BREAK


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


def _placed(
    md: MarkdownIt, given: str, head: str, tail: str, ids: Sequence[str]
) -> _Piece | None:
    """Return a claim with its marker in a place; None where that cannot stand there."""
    marker = make_marker(len(head), [Citing("a")])
    text = f"{head}{marker.raw}{tail}{_APART}{_PROBE}"
    document = parse(md, text, [marker])
    if document.findings or len(document.order) != 1 or not _is_apart(document):
        return None
    tokens = document.tokens[:-_PARAGRAPH_TOKENS]
    if not is_contained(tokens):
        return None
    kind = _kind(tokens)
    layout = document.layout
    if not ids:
        # Without a marker, what is empty is read otherwise.
        tokens, layout = parse(md, f"{head}{tail}", ()).tokens, None
    return _Piece(
        head=head.lstrip() if kind == "paragraph" else head,
        tail=tail,
        ids=ids,
        kind=kind,
        begins=_begins(given),
        ends=_begins(given[::-1]),
        reading="".join(readings(tokens, layout).values()),
        defines=_defines(document.env),
    )


def _defines(env: Env) -> bool:
    """Say whether a text that was parsed defines links or footnotes."""
    footnotes = env.get("footnotes") or {}
    return bool(env.get("references") or footnotes.get("refs"))


def _kind(tokens: Sequence[Token]) -> _Kind:
    """Return what a claim is: what may share a block with others, or a block."""
    if len(tokens) == _PARAGRAPH_TOKENS and tokens[0].type == "paragraph_open":
        return "paragraph" if starts_no_block(tokens[1]) else "block"
    return "list" if tokens[0].type in _LISTS else "block"


def _is_apart(document: Document) -> bool:
    """Say whether what follows a claim is a paragraph of its own."""
    last = document.tokens[-_PARAGRAPH_TOKENS:]
    ends = len(last) == _PARAGRAPH_TOKENS and last[0].level == 0
    return ends and last[1].content == _PROBE


def _leads(pieces: Sequence[_Piece]) -> list[str]:
    """Return what stands before each claim; before the first, nothing."""
    leads: list[str] = []
    left: _Piece | None = None
    for piece in pieces:
        leads.append(_joint(left, piece) if left and piece.head else "")
        left = piece if piece.head else left
    return leads


def _joint(left: _Piece, right: _Piece) -> str:
    """Return what stands between two claims."""
    if left.ends or right.begins:
        return _APART
    if left.kind == right.kind == "list":
        return "\n"
    if left.kind == right.kind == "paragraph":
        end = left.head.rstrip(_MARKUP_AT_END)[-1:]
        return "" if _CLOSED_UP_RE.match(end) else " "
    return _APART


def _suspects(
    attempt: int, changed: AbstractSet[int], pieces: Sequence[_Piece]
) -> Iterable[int]:
    """Return the claims to show as text, more with every *attempt*."""
    if attempt == 0:
        return [at for at, piece in enumerate(pieces) if piece.defines]
    # To be put apart may be enough. And what opens stands before what it changes.
    firsts = [at for at in changed if at - 1 not in changed]
    return ((), firsts, changed, range(len(pieces)))[attempt - 1]


def _apart(leads: Sequence[str], changed: AbstractSet[int]) -> list[str]:
    """Return *leads* with the *changed* claims in blocks of their own."""
    return [
        _APART if lead and {at, at - 1} & changed else lead
        for at, lead in enumerate(leads)
    ]


def _changed(md: MarkdownIt, composed: Composed, pieces: Sequence[_Piece]) -> set[int]:
    """Return the claims that are not read as they are alone."""
    document = parse(md, composed.text, composed.markers)
    read = readings(document.tokens, document.layout)
    changed = {composed.claim_at(found.start) for found in document.findings}
    group: list[int] = []
    ordinal = 0
    for at, piece in enumerate(pieces):
        group.append(at)
        is_last = at == len(pieces) - 1
        if not (piece.ids or is_last):
            continue
        # Nothing tells apart what stands before the same reference.
        alone = "".join(pieces[each].reading for each in group)
        found = read.get(ordinal if piece.ids else None, "")
        if is_last and piece.ids:
            found += read.get(None, "")
        if alone != found:
            changed.update(group)
        ordinal += bool(piece.ids)
        group = []
    return changed


def _joined(pieces: Sequence[_Piece], leads: Sequence[str]) -> Composed:
    """Put text and markers of all claims together."""
    texts: list[str] = []
    markers: list[Marker] = []
    starts: list[int] = []
    at = 0
    for piece, lead in zip(pieces, leads, strict=True):
        starts.append(at + len(lead))
        parts = [lead, piece.head]
        if piece.ids:
            markers.append(
                make_marker(starts[-1] + len(piece.head), list(map(Citing, piece.ids)))
            )
            parts.append(markers[-1].raw)
        parts.append(piece.tail)
        texts += parts
        at += sum(map(len, parts))
    return Composed("".join(texts), tuple(markers), tuple(starts))
