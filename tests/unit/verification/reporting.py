"""Reports for tests: answers parsed for real, their citations taken as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citemark.answer import clean_answer, find_markers
from citemark.document.document import Document, parse
from citemark.document.parser import build_parser
from citemark.options import Options
from citemark.source import Source
from citemark.sources import SourceRegistry
from citemark.spans import line_bounds
from citemark.verification.judge import Judge
from citemark.verification.judging import judged
from citemark.verification.report import (
    Check,
    CitationCheck,
    Coverage,
    Outcome,
    Passage,
    SentenceCheck,
    VerificationReport,
)
from citemark.verification.sentences import sentences_of

Records = Sequence[Mapping[str, object]]
_OPTIONS = Options()


def report_of(
    answer: str,
    records: Records,
    *,
    judge: Judge | None = None,
    needs: Coverage | None = None,
) -> VerificationReport:
    """Return a report on *answer* with its passages, and no check but of the IDs."""
    source = clean_answer(answer)
    document = parse(build_parser(_OPTIONS), source, find_markers(source, _OPTIONS))
    registry = SourceRegistry(records)
    sentences = [
        SentenceCheck(
            sentence=each,
            passages=tuple(_passages(document, each.covering, registry)),
        )
        for each in sentences_of(document)
    ]
    return VerificationReport(
        answer=source,
        citations=tuple(_citations(document, registry)),
        sentences=tuple(judged(sentences, judge) if judge else sentences),
        needs=needs or Coverage(),
    )


def _citations(document: Document, registry: SourceRegistry) -> list[CitationCheck]:
    return [
        CitationCheck(
            source_id=citation.source_id,
            locator=str(citation.locator) if citation.locator else None,
            ordinal=ordinal,
            start=citation.start,
            end=citation.end,
            checks=(
                Check(
                    name="id_validity",
                    outcome=Outcome.PASSED
                    if citation.source_id in registry
                    else Outcome.FAILED,
                    start=citation.start,
                    end=citation.end,
                    text=citation.source_id,
                ),
            ),
        )
        for ordinal, marker in enumerate(document.markers)
        for citation in marker.citations
    ]


def _passages(
    document: Document, ordinals: Sequence[int], registry: SourceRegistry
) -> list[Passage]:
    found: list[Passage] = []
    for ordinal in ordinals:
        for citation in document.markers[ordinal].citations:
            source = registry.get(citation.source_id)
            if source is not None:
                found.append(_passage(source, citation.raw_locator))
    return found


def _passage(source: Source, locator: str | None) -> Passage:
    text = source.text or ""
    if locator is None:
        return Passage(source.source_id, None, text, whole=True)
    first, _, last = locator.replace("L", "").partition("-")
    starts, ends = line_bounds(text)
    start, end = starts[int(first) - 1], ends[int(last or first) - 1]
    return Passage(source.source_id, locator, text[start:end], start)
