"""What is checked of a citation alone: whether it leads where it says it does."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from citemark import codes
from citemark.dates import is_after
from citemark.describe import describe
from citemark.diagnostic import Severity
from citemark.loaders import show
from citemark.model import Citation, Marker, MarkerKind
from citemark.options import Options
from citemark.source import Source
from citemark.verification.passages import Library, is_usable, written
from citemark.verification.report import Check, CitationCheck, Outcome

_HASH_RE = re.compile(r"(?:sha-?256[:=])?([0-9a-f]{64})", re.IGNORECASE)
_PLACEHOLDERS = frozenset({"untitled", "no title", "document", "none", "null", "title"})


class Result(NamedTuple):
    """What came of one check of a source."""

    name: str
    outcome: Outcome
    message: str = ""
    severity: Severity | None = None


def check_citations(
    markers: Sequence[Marker], library: Library, options: Options
) -> Iterator[CitationCheck]:
    """Yield each citation of *markers* with what was checked of it."""
    cited = [
        (ordinal, marker)
        for ordinal, marker in enumerate(markers)
        if marker.kind is MarkerKind.CITATION
    ]
    known: dict[str, list[Result]] = {}
    for ordinal, marker in cited[: options.limits.markers]:
        for citation in marker.citations:
            name = citation.source_id
            if name in known:
                results = list(map(_said, known[name]))
            else:
                results = list(_source(library.sources.get(name), name, options))
                known[name] = results
                results = results.copy()
            if name in library.sources and citation.locator is not None:
                results.append(_locator(marker, citation, library))
            yield CitationCheck(
                source_id=name,
                locator=written(citation),
                ordinal=ordinal,
                start=citation.start,
                end=citation.end,
                checks=tuple(
                    Check(
                        name=each.name,
                        outcome=each.outcome,
                        start=citation.start,
                        end=citation.end,
                        text=name,
                        message=each.message,
                        severity=each.severity,
                        source_ids=(name,),
                    )
                    for each in results
                ),
            )


def _said(result: Result) -> Result:
    """Return *result* for another citation: what is wrong with a source is said once.

    A citation that leads nowhere is wrong each time.
    """
    is_once = result.severity is Severity.WARNING
    return result._replace(severity=None) if is_once else result


def _source(source: Source | None, name: str, options: Options) -> Iterator[Result]:
    """Yield what is checked of a source, wherever it is cited."""
    if source is None:
        message = f"unknown source ID {show(name)}"
        yield Result("id_validity", Outcome.FAILED, message, Severity.ERROR)
        return
    yield Result("id_validity", Outcome.PASSED)
    shown = show(name)
    if is_usable(source):
        yield Result("source_status", Outcome.PASSED)
    else:
        state = source.status if source.status != "current" else "not to be cited"
        message = f"source {shown} is {state}"
        yield Result("source_status", Outcome.FAILED, message, Severity.ERROR)
    yield _url(source, options)
    yield _title(source, options)
    yield _hash(source)
    yield _modified(source)


def _failed(name: str, message: str) -> Result:
    return Result(name, Outcome.FAILED, message, Severity.WARNING)


def _url(source: Source, options: Options) -> Result:
    if not source.url:
        return Result("url_policy", Outcome.UNCHECKED)
    most = options.limits.url_chars
    reason = options.url_policy.check(source.url, max_chars=most).reason
    if reason is None:
        return Result("url_policy", Outcome.PASSED)
    message = f"the URL of source {show(source.source_id)} {reason}"
    return _failed("url_policy", message)


def _title(source: Source, options: Options) -> Result:
    described = describe(source, 1, options)
    title = described.title.casefold()
    addresses = {(described.host or "").casefold(), (source.url or "").casefold()}
    if not described.titled:
        what = "has no title"
    elif title in _PLACEHOLDERS or title in addresses:
        what = f"has only {show(described.title)} for a title"
    else:
        return Result("title_present", Outcome.PASSED)
    return _failed("title_present", f"source {show(source.source_id)} {what}")


def _hash(source: Source) -> Result:
    """Hold the hash against the text; that of a document says nothing of a part."""
    given = _HASH_RE.fullmatch((source.content_hash or "").strip())
    if given is None or source.text is None or source.chunk_id is not None:
        return Result("content_hash", Outcome.UNCHECKED)
    data = source.text.encode("utf-8", "surrogatepass")
    if hashlib.sha256(data).hexdigest() == given[1].lower():
        return Result("content_hash", Outcome.PASSED)
    message = f"the text of source {show(source.source_id)} does not have its hash"
    return _failed("content_hash", message)


def _modified(source: Source) -> Result:
    modified, retrieved = source.modified_at or "", source.retrieved_at or ""
    is_modified = is_after(modified, retrieved)
    if is_modified is None:
        return Result("unmodified_since", Outcome.UNCHECKED)
    if not is_modified:
        return Result("unmodified_since", Outcome.PASSED)
    message = (
        f"source {show(source.source_id)} was modified on {show(modified)[1:-1]}, "
        f"after it was retrieved on {show(retrieved)[1:-1]}"
    )
    return _failed("unmodified_since", message)


def _locator(marker: Marker, citation: Citation, library: Library) -> Result:
    """Hold the locator against the text of the source, and against the grammar."""
    result = partial(Result, "locator_validity")
    place, problem = library.place(citation)
    if problem is not None:
        code, message = problem
        if code is codes.LOCATOR_WITHOUT_TEXT:
            return result(Outcome.UNCHECKED)
        severity = Severity.ERROR if place.is_lost else Severity.WARNING
        return result(Outcome.FAILED, message, severity)
    for found in marker.findings:
        inside = citation.start <= found.start and found.end <= citation.end
        if inside and found.code is codes.REVERSED_LOCATOR:
            return result(Outcome.FAILED, found.message, Severity.WARNING)
    is_known = place.lines is not None
    return result(Outcome.PASSED if is_known else Outcome.UNCHECKED)
