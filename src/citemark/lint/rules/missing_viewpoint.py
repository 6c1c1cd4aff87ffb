"""A viewpoint that no cited source stands for.

What it does
    Flags each of ``viewpoints`` that is not the ``viewpoint`` of a cited source. A
    record names one, or a list of them, under that key; case does not matter. Without
    that setting the rule has nothing to say. The finding stands on the first marker
    that was resolved, or at the start of an answer without any.

Why is this bad
    A contested question is answered from one side only.

Fix safety
    There is no fix: the missing side has to be written first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule
from citemark.loaders import show
from citemark.source import Source
from citemark.sources import fetch
from citemark.spans import Span


@dataclass(frozen=True, slots=True)
class Settings:
    """Whose view is wanted."""

    viewpoints: tuple[str, ...] = ()
    """The viewpoints of which each is to be cited."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each viewpoint that is missing."""
    wanted = ctx.settings(Settings).viewpoints
    if not wanted or ctx.sources is None:
        return
    ids = [reference.source_id for reference in ctx.resolution.references]
    found = fetch(ctx.sources, ids).values()
    present = {name for source in found for name in _viewpoints(source)}
    citations = ctx.resolution.citations
    span = Span(citations[0].start, citations[0].end) if citations else Span(0, 0)
    for name in dict.fromkeys(wanted):
        if _plain(name) not in present:
            message = (
                f"Unexpected lack of the viewpoint {show(name)}, "
                "expected a citation of a source that has it"
            )
            yield Finding(codes.MISSING_VIEWPOINT, message, span.start, span.end)


def _viewpoints(source: Source) -> Iterator[str]:
    """Yield the viewpoints of *source*; a value of another kind is none."""
    given = source.extra.get("viewpoint")
    for name in given if isinstance(given, list | tuple) else (given,):
        if isinstance(name, str):
            yield _plain(name)


def _plain(name: str) -> str:
    return name.strip().casefold()


_SETTINGS = {"missing-viewpoint": {"viewpoints": ["tenants", "landlords"]}}
_SOURCES = (
    {"source_id": "a", "title": "Tenants' union", "viewpoint": "tenants"},
    {"source_id": "b", "title": "Owners' club", "viewpoint": ["landlords", "banks"]},
)

RULE = Rule(
    code=codes.MISSING_VIEWPOINT,
    summary="Each wanted viewpoint is cited.",
    check=check,
    examples=(
        Example(
            bad="Rents are too high.\ue200cite\ue202a\ue201",
            sources=_SOURCES,
            rules=_SETTINGS,
        ),
        Example(
            good="Rents are too high.\ue200cite\ue202a\ue201\n\n"
            "Building is dear.\ue200cite\ue202b\ue201",
            sources=_SOURCES,
            rules=_SETTINGS,
        ),
    ),
    default=False,
    settings=Settings,
)
