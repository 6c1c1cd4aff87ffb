"""A citation of a source that the registry does not have.

What it does
    Flags a source ID that is not among the sources given, and names the one that is
    most like it. Without sources it is silent.

Why is this bad
    The model invented the ID, or mixed up two of them: the claim has no source that
    anyone could check. No number is given to it, and the reference is dropped.

Fix safety
    Unsafe. Where one known ID, and no other, is like it and has the same numbers in it,
    the ID is corrected. Otherwise the citation goes, since IDs that differ in a number
    name different sources; the claim then stands without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches

from citemark import codes
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.known import by_marker, without
from citemark.lint.rule import Example, Rule
from citemark.model import Citation
from citemark.sources import SourceRegistry, SourceStore
from citemark.spans import Edit, Span

_NUMBER_RE = re.compile(r"[0-9]+")
# Looking for a similar ID is dear: only a few times, and among so many.
_MOST_NAMES = 20
_MOST_IDS = 500
_MOST_ID_CHARS = 64
_SIMILAR = 0.85


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each citation of an unknown source."""
    speller: _Speller | None = None
    for marker, found in by_marker(ctx, codes.UNKNOWN_SOURCE):
        speller = speller or _Speller(ctx.sources)
        meant = {at: speller.meant(marker.citations[at].source_id) for _, at in found}
        removal = without(ctx, marker, [at for at in meant if meant[at] is None])
        fixes: dict[int, Fix] = {}
        for finding, at in found:
            cited, name = marker.citations[at], meant[at]
            if name is not None and cited.start not in fixes:
                # An ID is written once, however many places of it are cited.
                fixes[cited.start] = _renamed(cited, name)
            yield replace(finding, fix=fixes.get(cited.start, removal))


def _renamed(cited: Citation, name: str) -> Fix:
    span = Span(cited.start, cited.start + len(cited.source_id))
    return Fix(f"Cite {name}", (Edit(span, name),), Applicability.UNSAFE)


class _Speller:
    """Finds the known ID that an unknown one was meant for, within a budget."""

    def __init__(self, sources: SourceStore | None) -> None:
        # Other stores do not say what they hold.
        ids = sources.ids if isinstance(sources, SourceRegistry) else ()
        self._known: dict[tuple[str, ...], list[str]] = {}
        for each in ids:
            if len(ids) <= _MOST_IDS and len(each) <= _MOST_ID_CHARS:
                self._known.setdefault(_numbers(each), []).append(each)
        self._meant: dict[str, str | None] = {}

    def meant(self, name: str) -> str | None:
        """Return the one ID that is like *name* and has the same numbers in it."""
        if name not in self._meant:
            if len(name) > _MOST_ID_CHARS or len(self._meant) >= _MOST_NAMES:
                return None
            known = self._known.get(_numbers(name), ())
            near = get_close_matches(name, known, 2, _SIMILAR)
            self._meant[name] = near[0] if len(near) == 1 else None
        return self._meant[name]


def _numbers(name: str) -> tuple[str, ...]:
    """Return the numbers in *name*: where they differ, so do the sources."""
    return tuple(_NUMBER_RE.findall(name))


RULE = Rule(
    code=codes.UNKNOWN_SOURCE,
    summary="A citation names a source of the registry.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0_search0\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                },
                {
                    "source_id": "turn0search1",
                    "title": "Pilot",
                    "url": "https://pilot.example",
                },
            ),
        ),
        Example(
            bad="Open daily \ue200cite\ue202turn0search7\ue201.",
            good="Open daily.",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                },
                {
                    "source_id": "turn0search1",
                    "title": "Pilot",
                    "url": "https://pilot.example",
                },
            ),
        ),
        Example(
            bad="Open.\ue200cite\ue202turn0search0\ue202turn9news4\ue202L1\ue201",
            good="Open.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                },
                {
                    "source_id": "turn0search1",
                    "title": "Pilot",
                    "url": "https://pilot.example",
                },
            ),
        ),
        Example(good="Open.\ue200cite\ue202turn9news4\ue201"),
    ),
)
