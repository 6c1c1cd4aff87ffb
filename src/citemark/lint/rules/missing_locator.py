"""A citation without a locator, of a source that has lines to point to.

What it does
    Flags each citation that names a source but no place in it, where the source has a
    text of more than ``min_lines`` lines. Sources that are unknown, refused or without
    text are left to other rules.

Why is this bad
    A reader who wants to check the claim has to search the whole source for it, and
    what is shown of the source is its beginning, whatever was meant.

Fix safety
    There is no fix: only the author of the answer knows which lines were meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule
from citemark.loaders import show
from citemark.sources import fetch


@dataclass(frozen=True, slots=True)
class Settings:
    """What calls for a locator."""

    min_lines: int = 1
    """Sources with more lines than this do."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each citation that could have a locator and has none."""
    if ctx.sources is None:
        return
    least = ctx.settings(Settings).min_lines
    cited = [reference.source_id for reference in ctx.resolution.references]
    found = fetch(ctx.sources, cited)
    has_lines = "lines" in ctx.options.locators
    expected = {
        name: f"Unexpected citation of {show(name)} without a locator, expected "
        + (f"some of its {len(source.lines)} lines" if has_lines else "a place in it")
        for name, source in found.items()
        if len(source.lines) > least and ctx.options.locators
    }
    for ordinal in ctx.document.order:
        marker = ctx.markers[ordinal]
        for citation in marker.citations:
            message = expected.get(citation.source_id)
            if citation.raw_locator is None and message:
                place = marker if len(marker.citations) == 1 else citation
                yield Finding(codes.MISSING_LOCATOR, message, place.start, place.end)


_HANDBOOK = {
    "source_id": "turn0file0",
    "title": "Staff handbook",
    "text": "Remote work: three days a week.\nMore days need an approval.\n",
}

RULE = Rule(
    code=codes.MISSING_LOCATOR,
    summary="A citation names the lines it relies on.",
    check=check,
    examples=(
        Example(
            bad="Three days are fine.\ue200cite\ue202turn0file0\ue201",
            sources=(_HANDBOOK,),
        ),
        Example(
            good="Three days are fine.\ue200cite\ue202turn0file0\ue202L1\ue201",
            sources=(_HANDBOOK,),
        ),
    ),
    default=False,
    settings=Settings,
)
