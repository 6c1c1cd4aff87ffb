"""Runs the rules over an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.diagnostic import Diagnostic, Finding, diagnose
from citemark.discover import discover
from citemark.document.document import Document, parse
from citemark.document.parser import build_parser
from citemark.dialect import scan_markers
from citemark.lint.rule import LintContext, Rule
from citemark.options import Options
from citemark.resolve import resolve
from citemark.sources import Sources
from citemark.spans import Span

_BACKTICKS_RE = re.compile("`+")


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
    markers = scan_markers(answer, options.dialect, options.families)
    document = parse(build_parser(options), answer, markers)
    findings = [*document.findings]
    findings += resolve(document.markers, document.order, sources, options).findings
    findings += run_rules(document)
    return list(diagnose(findings, document.source))


def run_rules(document: Document) -> Iterator[Finding]:
    """Yield the findings of all rules."""
    context = LintContext(document, tuple(_prose(document)))
    for rule in discover("citemark.lint.rules", "RULE", Rule).values():
        if isinstance(rule, Rule):
            yield from rule.check(context)


def _prose(document: Document) -> Iterator[Span]:
    """Yield the stretches of the source that are neither code nor raw HTML."""
    source = document.source
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
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
        for code in _code_spans(line):
            yield Span(begin + done, begin + code.start)
            done = code.end
        yield Span(begin + done, begin + len(line))


def _code_spans(line: str) -> Iterator[Span]:
    """Yield the code spans of one line: from a run of backticks to the next as long."""
    runs = list(_BACKTICKS_RE.finditer(line))
    closing: dict[int, int] = {}
    seen: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = len(runs[index][0])
        if length in seen:
            closing[index] = seen[length]
        seen[length] = index
    index = 0
    while index < len(runs):
        end = closing.get(index)
        if end is None:
            index += 1
        else:
            yield Span(runs[index].start(), runs[end].end())
            index = end + 1
