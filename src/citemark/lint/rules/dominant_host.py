"""One host that holds most of the citations.

What it does
    Flags an answer with at least three citations, where more than ``share`` of them go
    to one host. Citations of sources without a host count among all, for no host. The
    finding stands on the first marker that cites the host.

Why is this bad
    An answer that leans on one publisher repeats its view, and its mistakes.

Fix safety
    There is no fix: other sources have to be found first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.hosts import LEAST, bare_host, check_share
from citemark.lint.rule import Example, Rule


@dataclass(frozen=True, slots=True)
class Settings:
    """How much one host may hold."""

    share: float = 0.5
    """The largest share of the citations."""

    def __post_init__(self) -> None:
        """Refuse what is no share."""
        check_share(self.share)


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield one finding where a host holds too much."""
    citations = ctx.resolution.citations
    if len(citations) < LEAST:
        return
    hosts = {
        reference.number: bare_host(reference)
        for reference in ctx.resolution.references
    }
    counts = Counter(hosts[citation.number] for citation in citations)
    del counts[""]
    for host, count in counts.most_common(1):
        if count > len(citations) * ctx.settings(Settings).share:
            first = next(each for each in citations if hosts[each.number] == host)
            message = (
                f"Unexpected {count} of {len(citations)} citations from {host}, "
                "expected more of other hosts"
            )
            yield Finding(codes.DOMINANT_HOST, message, first.start, first.end)


_ANSWER = (
    "High at six.\ue200cite\ue202a\ue201\n\nLow at noon.\ue200cite\ue202b\ue201\n\n"
    "Spring tide on Monday.\ue200cite\ue202c\ue201"
)

RULE = Rule(
    code=codes.DOMINANT_HOST,
    summary="No host holds more than half of the citations.",
    check=check,
    examples=(
        Example(
            bad=_ANSWER,
            sources=(
                {"source_id": "a", "url": "https://tides.example/1"},
                {"source_id": "b", "url": "https://tides.example/2"},
                {"source_id": "c", "url": "https://harbour.example/"},
            ),
        ),
        Example(
            good=_ANSWER,
            sources=(
                {"source_id": "a", "url": "https://tides.example/1"},
                {"source_id": "b", "url": "https://moon.example/2"},
                {"source_id": "c", "url": "https://harbour.example/"},
            ),
        ),
    ),
    default=False,
    settings=Settings,
)
