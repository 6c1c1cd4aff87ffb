"""The answer before anything else: made clean, and searched for its markers."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.dialect import Known, scan_markers
from citemark.marking import Citing
from citemark.model import Marker, MarkerKind
from citemark.options import Options
from citemark.text import drop_marker_characters

# Marker characters are private too, and no business of this.
_PRIVATE_RE = re.compile("[\ue000-\ue1ff\ue207-\uf8ff]+")
# Those of a dialect that is not read: no output shows them.
_STRAY_RE = re.compile("[\ue200-\ue206]+")
_STRAY = "Unexpected marker character outside a marker"
_SURROGATES = dict.fromkeys(range(55296, 57344), "�")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An answer that is clean, its markers found or made."""

    text: str
    markers: Sequence[Marker]
    claims: Mapping[str, object] | None = None
    """What it was put together from, as plain data, if it was."""
    is_insufficient: bool = False
    """True where the model said that the sources are not enough for an answer."""
    cited: Mapping[str, object] | None = None
    """The text and the citations that it was woven from, as plain data, if it was."""
    listed: Sequence[Citing] = ()
    """What is cited without a place in the text: sources that are only listed."""
    findings: tuple[Finding, ...] = ()
    """What was found when it was put together."""
    moves: Sequence[tuple[int, int]] = ()
    """Where it was woven: an offset of the text without markers, and by how much what
    comes after it has moved."""


def draft(answer: str, options: Options, known: Known | None = None) -> Draft:
    """Return *answer* made clean, with its markers; see `find_markers`."""
    text = clean_answer(answer)
    return Draft(text=text, markers=find_markers(text, options, known))


def clean_answer(text: str) -> str:
    r"""Replace what no output may hold; offsets stay as they are.

    >>> clean_answer("a\ud800b\x00")
    'a\ufffdb\ufffd'
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.translate(_SURROGATES)
    return text.replace("\x00", "\ufffd")


def drop_unshown(text: str, options: Options) -> str:
    r"""Return *text*, which has no markers any more, as readers of HTML see it.

    >>> drop_unshown("a\ue200b\uf8ffc", Options())
    'abc'
    """
    if text.isascii():
        return text
    text = drop_marker_characters(text)
    return _PRIVATE_RE.sub("", text) if options.private_use == "drop" else text


def find_markers(
    answer: str, options: Options, known: Known | None = None
) -> list[Marker]:
    """Return everything in *answer* that no reader may see, in order.

    *known* says which sources exist, to dialects that others write by chance; without
    it there is none.
    """
    exists = known or _nothing
    markers = scan_markers(answer, options.dialect, options.syntax, exists)
    markers = _unclaimed(answer, markers, _STRAY_RE)
    if options.private_use == "drop":
        return with_private_use(answer, markers)
    return markers


def known_by(markers: Iterable[Marker]) -> Known:
    """Know the sources that *markers* name: what was read as a marker stays one."""

    def known(ids: Iterable[str]) -> Container[str]:
        del ids
        return {each.source_id for marker in markers for each in marker.citations}

    return known


def _nothing(ids: Iterable[str]) -> Container[str]:
    """Know no source at all."""
    del ids
    return ()


def with_private_use(text: str, markers: list[Marker]) -> list[Marker]:
    """Return *markers* and, between them, the other private-use characters of *text*.

    No font agrees on what they look like: readers see boxes.
    """
    return _unclaimed(text, markers, _PRIVATE_RE)


def _unclaimed(
    text: str, markers: list[Marker], pattern: re.Pattern[str]
) -> list[Marker]:
    """Return *markers* and what *pattern* finds between them."""
    if text.isascii():
        return markers
    found: list[Marker] = []
    done = 0
    for marker in markers:
        found += _strays(text, done, marker.start, pattern)
        found.append(marker)
        done = marker.end
    found += _strays(text, done, len(text), pattern)
    return found


def _strays(
    text: str, start: int, end: int, pattern: re.Pattern[str]
) -> Iterator[Marker]:
    """Yield the runs of characters of no marker from *start* to *end*."""
    if text[start:end].isascii():
        return
    for match in pattern.finditer(text, start, end):
        start, end = match.span()
        code, message = codes.STRAY_MARKER_CHARACTER, _STRAY
        if pattern is _PRIVATE_RE:
            code = codes.PRIVATE_USE_CHARACTER
            message = f"Unexpected private-use character U+{ord(match[0][0]):04X}"
        found = Finding(code, message, start, end)
        yield Marker(
            start=start, end=end, raw=match[0], kind=MarkerKind.STRAY, findings=(found,)
        )
