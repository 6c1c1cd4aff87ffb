"""Runs the rules over an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from citemark.answer import clean_answer, find_markers
from citemark.codespans import code_spans
from citemark.diagnostic import Diagnostic, Finding, diagnose
from citemark.discover import discover
from citemark.document.document import Document, parse
from citemark.document.parser import build_parser
from citemark.lint.rule import LintContext, Rule
from citemark.model import Marker
from citemark.options import Options
from citemark.resolve import resolve
from citemark.sources import Sources
from citemark.spans import LINE_END_RE, Span


def lint(
    answer: str, sources: Sources = None, *, options: Options | None = None
) -> list[Diagnostic]:
    r"""Return everything there is to say about *answer*, without rendering it.

    >>> [d.code for d in lint("As shown in [3].")]
    ['CM013']

    Raises:
        SourceError: a source record is unusable.
        ConfigError: an option has an impossible value.
    """
    options = options or Options()
    source = clean_answer(answer)
    document = parse(build_parser(options), source, find_markers(source, options))
    findings = [*document.findings]
    findings += resolve(document.markers, document.order, sources, options).findings
    findings += run_rules(document)
    return list(diagnose(findings, document.source))


def run_rules(document: Document) -> Iterator[Finding]:
    """Yield the findings of all rules."""
    prose = _between(_prose(document), document.markers)
    context = LintContext(document, tuple(prose))
    for rule in discover("citemark.lint.rules", "RULE", Rule).values():
        if isinstance(rule, Rule):
            yield from rule.check(context)


def _prose(document: Document) -> Iterator[Span]:
    """Yield the stretches of the source that are neither code nor raw HTML."""
    source = document.source
    starts = [0, *(match.end() for match in LINE_END_RE.finditer(source))]
    lines = [source[start:end] for start, end in pairwise([*starts, len(source)])]
    hidden = {
        number
        for token in document.tokens
        if token.type in ("fence", "code_block", "html_block") and token.map
        for number in range(*token.map)
    }
    for number, line in enumerate(lines):
        if number in hidden:
            continue
        begin = starts[number]
        done = 0
        for code in code_spans(line):
            yield Span(begin + done, begin + code.start)
            done = code.end
        yield Span(begin + done, begin + len(line))


def _between(stretches: Iterable[Span], markers: Sequence[Marker]) -> Iterator[Span]:
    """Yield what of *stretches* is outside *markers*; both ascend."""
    at = 0
    for stretch in stretches:
        begin = stretch.start
        while at < len(markers) and markers[at].start < stretch.end:
            yield Span(begin, max(begin, markers[at].start))
            begin = max(begin, markers[at].end)
            if begin > stretch.end:
                break
            at += 1
        if begin < stretch.end:
            yield Span(begin, stretch.end)
