"""Short ways to write markers and to read what they resolve to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citemark.locator import Lines
from citemark.model import Citation, Marker, MarkerKind
from citemark.options import Options
from citemark.resolution import Resolution
from citemark.resolve import resolve
from citemark.sources import Sources

HANDBOOK = {
    "id": "turn0file0",
    "title": "Staff handbook",
    "url": "https://example.org/handbook",
}
TRAVEL = {
    "id": "turn0file1",
    "title": "Travel rules",
    "url": "https://example.org/travel",
}
WEATHER = {
    "id": "turn0search0",
    "title": "Weather desk",
    "url": "https://example.org/weather",
}
ALL = [HANDBOOK, TRAVEL, WEATHER]
NOTES = {
    "id": "s",
    "title": "Notes",
    "url": "https://example.org/notes",
    "text": "line 1\nline 2\nline 3\nline 4\nline 5\n",
}
LOCATOR_RE = re.compile(r"L(\d+)(?:-L(\d+))?")


def marker(written: str, start: int) -> Marker:
    """Read ``A L1-L2 B`` as a marker of two citations that begins at *start*."""
    citations: list[Citation] = []
    at, name, name_at = start + 6, "", 0
    for field in written.split():
        end = at + len(field)
        found = LOCATOR_RE.fullmatch(field)
        if found:
            first = int(found[1])
            locator = Lines(first, int(found[2] or first))
            if citations and citations[-1].raw_locator is None:
                citations.pop()
            citations.append(Citation(name, locator, field, name_at, end))
        else:
            name, name_at = field, at
            citations.append(Citation(name, None, None, at, end))
        at = end + 1
    return Marker(
        start=start,
        end=at,
        raw=written,
        kind=MarkerKind.CITATION,
        family="cite",
        citations=tuple(citations),
    )


def markers_of(written: Sequence[str]) -> list[Marker]:
    return [marker(each, 100 * number) for number, each in enumerate(written)]


def resolved(
    *written: str, sources: Sources = ALL, options: Options | None = None
) -> Resolution:
    markers = markers_of(written)
    return resolve(markers, range(len(markers)), sources, options or Options())


def numbers(resolution: Resolution) -> dict[int, list[int]]:
    return {
        ordinal: [noteref.number for noteref in noterefs]
        for ordinal, noterefs in resolution.noterefs.items()
    }


def messages(resolution: Resolution) -> list[tuple[str, str]]:
    return [(found.code.code, found.message) for found in resolution.findings]


def listed(resolution: Resolution) -> list[tuple[int, str]]:
    return [(each.number, each.source_id) for each in resolution.references]
