"""Sources that come from a few hosts only.

What it does
    Flags an answer with at least three references that have a host, where the number of
    different hosts is lower than ``share`` of those references. ``www.`` makes no other
    host. The finding stands on the first marker that was resolved.

Why is this bad
    Pages of one publisher do not confirm each other.

Fix safety
    There is no fix: other sources have to be found first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.hosts import LEAST, bare_host, check_share
from citemark.lint.rule import Example, Rule


@dataclass(frozen=True, slots=True)
class Settings:
    """How many hosts are enough."""

    share: float = 0.5
    """Different hosts, as a share of the references."""

    def __post_init__(self) -> None:
        """Refuse what is no share."""
        check_share(self.share)


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield one finding where the hosts are few."""
    hosts = [
        bare_host(reference)
        for reference in ctx.resolution.references
        if reference.host
    ]
    wanted = ceil(len(hosts) * ctx.settings(Settings).share)
    count = len(set(hosts))
    if len(hosts) >= LEAST and count < wanted:
        first = ctx.resolution.citations[0]
        message = (
            f"Unexpected {len(hosts)} references from {count} "
            f"host{'s' * (count > 1)}, expected at least {wanted} hosts"
        )
        yield Finding(codes.FEW_HOSTS, message, first.start, first.end)


_ANSWER = (
    "High at six.\ue200cite\ue202a\ue201\n\nLow at noon.\ue200cite\ue202b\ue201\n\n"
    "Spring tide on Monday.\ue200cite\ue202c\ue201"
)

RULE = Rule(
    code=codes.FEW_HOSTS,
    summary="References come from several hosts.",
    check=check,
    examples=(
        Example(
            bad=_ANSWER,
            sources=(
                {"source_id": "a", "url": "https://tides.example/1"},
                {"source_id": "b", "url": "https://tides.example/2"},
                {"source_id": "c", "url": "https://tides.example/3"},
            ),
        ),
        Example(
            good=_ANSWER,
            sources=(
                {"source_id": "a", "url": "https://tides.example/1"},
                {"source_id": "b", "url": "https://tides.example/2"},
                {"source_id": "c", "url": "https://harbour.example/"},
            ),
        ),
    ),
    default=False,
    settings=Settings,
)
