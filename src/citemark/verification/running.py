"""One answer taken through every check, in order."""

from __future__ import annotations

from citemark.answer import clean_answer, find_markers
from citemark.document.document import parse
from citemark.document.parser import shared_parser
from citemark.errors import ConfigError
from citemark.options import Options
from citemark.sources import Sources, known_in
from citemark.verification.checks import Asked, check_sentence
from citemark.verification.citations import check_citations
from citemark.verification.coverage import measure_coverage
from citemark.verification.diversity import measure_diversity
from citemark.verification.judge import Judge
from citemark.verification.judging import judged
from citemark.verification.language import base_language
from citemark.verification.needs import language_of
from citemark.verification.passages import Library
from citemark.verification.report import VerificationReport
from citemark.verification.sentences import sentences_of

_RULE = "few-authoritative-hosts"


def run_checks(
    answer: str,
    sources: Sources,
    *,
    question: str | None,
    options: Options,
    judge: Judge | None,
) -> VerificationReport:
    """Return the report on *answer*; see `citemark.verify`."""
    source = clean_answer(answer)
    markers = find_markers(source, options, known_in(sources))
    document = parse(shared_parser(options), source, markers)
    library = Library(document.markers, sources)
    language = language_of(source, options.language)
    sentences = [
        check_sentence(
            Asked(
                each,
                library.targets(each.covering),
                language,
                base_language(options.language) or None,
                library.searches,
            )
        )
        for each in sentences_of(document, options.language, options.reach)
    ]
    if judge is not None:
        sentences = judged(sentences, judge)
    citations = tuple(check_citations(document.markers, library, options))
    urls = {name: each.url for name, each in library.sources.items()}
    return VerificationReport(
        answer=source,
        citations=citations,
        sentences=tuple(sentences),
        needs=measure_coverage(
            sentences,
            citations,
            reach=options.reach,
            language=options.language,
            question=question,
        ),
        diversity=measure_diversity(
            [each.source_id for each in citations], urls, _authoritative(options)
        ),
    )


def _authoritative(options: Options) -> tuple[str, ...]:
    """Return the hosts that the linter's rule about them is set to, so that both agree.

    Raises:
        ConfigError: they are no list of texts.
    """
    hosts = options.rules.get(_RULE, {}).get("authoritative_hosts", ())
    if isinstance(hosts, (list, tuple)) and all(
        isinstance(each, str) for each in hosts
    ):
        return tuple(hosts)
    msg = f"Options.rules[{_RULE!r}]: expected a list of hosts, got {hosts!r}"
    raise ConfigError(msg)
