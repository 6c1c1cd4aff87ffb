"""Two cited sources that are one and the same.

What it does
    Flags the first marker that cites a source with the URL, the content hash or the
    text of a source that was cited before. URLs are compared without scheme, ``www.``,
    default port, fragment and the slash at their end; a fragment that is a route
    (``#/``, ``#!``) counts. Two sources that have a ``chunk_id`` each, and not the same
    one, may share URL and hash: they are parts of one document.

Why is this bad
    The list of sources shows one page under several numbers, so that the answer seems
    better supported than it is.

Fix safety
    There is no fix: which record is the better one is a question for the registry.

Known limits
    Query parameters that only track visitors make two URLs of one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.hosts import bare_host
from citemark.lint.rule import Example, Rule
from citemark.loaders import show
from citemark.model import Reference
from citemark.source import Source
from citemark.sources import fetch
from citemark.spans import Span
from citemark.url_policy import canonical_url

_WHOLE = ""
_Key = tuple[str, str, str | None]
"""What two sources may share: its kind, the thing itself, and which part of it."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each cited source that repeats one cited before."""
    references = ctx.resolution.references
    if ctx.sources is None or not references[1:]:
        return
    hosts = Counter(bare_host(reference) for reference in references)
    shared = {
        each.source_id
        for each in references
        if each.host and hosts[bare_host(each)] > 1
    }
    found = fetch(ctx.sources, [each.source_id for each in references])
    seen: dict[_Key, Reference] = {}
    # References have the order in which they are first cited.
    for reference in sorted(references, key=lambda each: each.noterefs[0].index):
        source = found[reference.source_id]
        page = (
            canonical_url(source.url or "") or "" if source.source_id in shared else ""
        )
        key = next((key for key in _wanted(source, page) if key in seen), None)
        if key is not None:
            yield _finding(ctx, reference, seen[key], key[0])
        for offered in _offered(source, page):
            seen.setdefault(offered, reference)


def _finding(
    ctx: LintContext, reference: Reference, first: Reference, what: str
) -> Finding:
    """Report that *reference* repeats *first*."""
    place, related = (
        ctx.markers[each.noterefs[0].ordinal] for each in (reference, first)
    )
    message = (
        f"Unexpected source {show(reference.source_id)} with the {what} of source "
        f"{show(first.source_id)}, expected one source for both"
    )
    return Finding(
        codes.DUPLICATE_SOURCE,
        message,
        place.start,
        place.end,
        related=(Span(related.start, related.end),),
    )


def _wanted(source: Source, page: str) -> Iterator[_Key]:
    """Yield the keys under which a source that *source* repeats can be found."""
    for what, thing in _of_document(source, page):
        if source.chunk_id:
            yield what, thing, source.chunk_id
            yield what, thing, _WHOLE
        else:
            yield what, thing, None
    yield from _text(source)


def _offered(source: Source, page: str) -> Iterator[_Key]:
    """Yield the keys under which *source* can be found."""
    for what, thing in _of_document(source, page):
        yield what, thing, source.chunk_id or _WHOLE
        yield what, thing, None
    yield from _text(source)


def _of_document(source: Source, page: str) -> Iterator[tuple[str, str]]:
    """Yield what the parts of one document share, and two documents never."""
    if page:
        yield "URL", page
    if source.content_hash:
        yield "content hash", source.content_hash


def _text(source: Source) -> Iterator[_Key]:
    """Yield what even two parts of one document never share."""
    if source.text and not source.text.isspace():
        yield "text", source.text, None


_FIRST = {"source_id": "turn0search0", "title": "Tides", "url": "https://a.example/t"}

RULE = Rule(
    code=codes.DUPLICATE_SOURCE,
    summary="Each source is cited under one ID.",
    check=check,
    examples=(
        Example(
            bad="High at six.\ue200cite\ue202turn0search0\ue201\n\n"
            "Low at noon.\ue200cite\ue202turn1search4\ue201",
            sources=(
                _FIRST,
                {
                    "source_id": "turn1search4",
                    "title": "Tides",
                    "url": "http://www.a.example/t/",
                },
            ),
        ),
        Example(
            good="High at six.\ue200cite\ue202turn0search0\ue201\n\n"
            "Low at noon.\ue200cite\ue202turn1search4\ue201",
            sources=(
                _FIRST,
                {
                    "source_id": "turn1search4",
                    "title": "Harbour",
                    "url": "https://a.example/harbour",
                },
            ),
        ),
    ),
)
