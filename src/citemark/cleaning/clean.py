"""Recovers the citations that leaked residue meant, and removes what is left of it.

**Why** in passes: what was around a removed piece may be residue itself. A text that
has still some after a few of them was made to have it, by no service, and stays as it
is; so whatever comes out is clean, or what went in, and time is linear.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter
from typing import Literal

from citemark.cleaning.excise import excise
from citemark.cleaning.find import Found, find_residue
from citemark.sources import Sources, open_sources
from citemark.spans import Edit, apply_edits

_MOST_PASSES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Residue:
    """What was found at one place of the answer: ``answer[start:end]``.

    Offsets are code points, half-open. ``source_ids`` are the IDs that it names, or
    those of the sources that it was recovered as; none where it names none.
    """

    kind: str
    start: int
    end: int
    raw: str
    source_ids: tuple[str, ...]
    outcome: Literal["recovered", "removed"]
    text: str
    """What stands there now: a marker, the words that were within, or nothing."""

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain data."""
        return {
            "kind": self.kind,
            "start": self.start,
            "end": self.end,
            "raw": self.raw,
            "source_ids": list(self.source_ids),
            "outcome": self.outcome,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """An answer without residue, and what was found in it, in order."""

    text: str
    findings: tuple[Residue, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Kind → how often it was found, the most frequent first."""
        return dict(Counter(each.kind for each in self.findings).most_common())

    def to_dict(self) -> dict[str, object]:
        """Return counts and findings as plain data."""
        findings = [each.to_dict() for each in self.findings]
        return {"counts": self.counts, "findings": findings}

    def __str__(self) -> str:
        """Return the text."""
        return self.text


def clean(answer: str, sources: Sources = None) -> Cleaned:
    r"""Turn leaked residue of citations into markers, or remove it.

    Where one of *sources* has an ID, a title or a URL that the residue names, it
    becomes a marker, for `render` to show. All other residue goes, and the blanks that
    it leaves. Code, formulas, addresses, tags and complete markers stay as they are,
    and so does everything that is no residue, byte for byte. Cleaning again changes
    nothing.

    >>> clean("It rose.citeturn0search3 Then:contentReference[oaicite:1]").text
    'It rose. Then'
    >>> cleaned = clean("It rose.citeturn0file0L2", [{"source_id": "turn0file0"}])
    >>> cleaned.text
    'It rose.\ue200cite\ue202turn0file0\ue202L2\ue201'
    >>> cleaned.counts, cleaned.findings[0].outcome
    ({'undelimited': 1}, 'recovered')

    Raises:
        SourceError: a source record is unusable.
    """
    store = open_sources(sources)
    text = answer
    origin = _Origin()
    findings: list[Residue] = []
    for _ in range(_MOST_PASSES):
        found = find_residue(text, store)
        if not found:
            findings.sort(key=attrgetter("start", "end"))
            return Cleaned(text=text, findings=tuple(findings))
        findings += (_residue(answer, each, origin) for each in found)
        edits = excise(text, found)
        text = apply_edits(text, edits)
        origin = origin.before(edits)
    return Cleaned(text=answer, findings=())


def _residue(answer: str, found: Found, origin: _Origin) -> Residue:
    start, end = origin.of(found.start), origin.of(found.end - 1) + 1
    cited = dict.fromkeys(source_id for source_id, _ in found.cited)
    named = dict.fromkeys(each.ids[0] for each in found.named if each.ids)
    return Residue(
        kind=found.kind.name,
        start=start,
        end=end,
        raw=answer[start:end],
        source_ids=tuple(cited or named),
        outcome="recovered" if cited else "removed",
        text=found.replacement,
    )


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where the characters of an edited text were in the answer."""

    passes: tuple[tuple[Sequence[int], Sequence[int]], ...] = ()
    """For each pass, where edits end in its text, and how far off that is."""

    def before(self, edits: Iterable[Edit]) -> _Origin:
        """Return the origin of the text that *edits* make of this one."""
        edits = list(edits)
        shifts = list(
            accumulate(
                each.span.end - each.span.start - len(each.text) for each in edits
            )
        )
        ends = [
            each.span.end - shift for each, shift in zip(edits, shifts, strict=True)
        ]
        return _Origin((*self.passes, (ends, [0, *shifts])))

    def of(self, offset: int) -> int:
        """Return where the character at *offset* was, unless an edit has put it in."""
        for ends, shifts in reversed(self.passes):
            offset += shifts[bisect_right(ends, offset)]
        return offset
