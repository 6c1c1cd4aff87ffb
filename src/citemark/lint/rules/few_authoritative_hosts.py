"""Citations that mostly go to hosts without authority.

What it does
    Flags an answer where at most half of the citations go to ``authoritative_hosts`` or
    to hosts below them (``gov`` holds for ``data.gov``). Without that setting the rule
    has nothing to say. The finding stands on the first marker that was resolved.

Why is this bad
    OpenAI's guide asks for more than half of the citations to come from sources that
    are widely accepted as authoritative; which those are, only the application knows.

Fix safety
    There is no fix: better sources have to be found first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.hosts import is_listed
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule
from citemark.urls import host_named


@dataclass(frozen=True, slots=True)
class Settings:
    """Which hosts are authoritative."""

    authoritative_hosts: tuple[str, ...] = ()
    """Hosts or parent domains, such as ``who.int`` or ``gov``."""

    def __post_init__(self) -> None:
        """Refuse what is no host."""
        for host in self.authoritative_hosts:
            if host_named(host) is None:
                msg = f"authoritative_hosts: expected a host or domain, got {host!r}"
                raise ValueError(msg)


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield one finding where the authoritative hosts have too little."""
    names = map(host_named, ctx.settings(Settings).authoritative_hosts)
    wanted = frozenset(filter(None, names))
    citations = ctx.resolution.citations
    if not wanted or not citations:
        return
    accepted = {
        reference.number
        for reference in ctx.resolution.references
        if is_listed(reference.host or "", wanted)
    }
    count = sum(citation.number in accepted for citation in citations)
    if count * 2 <= len(citations):
        message = (
            f"Unexpected {count} of {len(citations)} citations from authoritative "
            "hosts, expected more than half"
        )
        yield Finding(
            codes.FEW_AUTHORITATIVE_HOSTS, message, citations[0].start, citations[0].end
        )


_SETTINGS = {"few-authoritative-hosts": {"authoritative_hosts": ["gov", "who.int"]}}
_SOURCES = (
    {"source_id": "a", "url": "https://health.gov/iron"},
    {"source_id": "b", "url": "https://blog.example/iron"},
)

RULE = Rule(
    code=codes.FEW_AUTHORITATIVE_HOSTS,
    summary="More than half of the citations go to authoritative hosts.",
    check=check,
    examples=(
        Example(
            bad="Adults need 8 mg.\ue200cite\ue202a\ue201\n\n"
            "Lentils have it.\ue200cite\ue202b\ue201",
            sources=_SOURCES,
            rules=_SETTINGS,
        ),
        Example(
            good="Adults need 8 mg.\ue200cite\ue202a\ue201",
            sources=_SOURCES,
            rules=_SETTINGS,
        ),
    ),
    default=False,
    settings=Settings,
)
