"""Runs the rules over an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from citemark.answer import clean_answer, find_markers
from citemark.diagnostic import Applicability, Diagnostic, Finding, diagnose
from citemark.document.compare import Rereader
from citemark.document.document import parse
from citemark.document.parser import shared_parser
from citemark.lint.context import LintContext
from citemark.lint.honest import honest_fixes
from citemark.lint.selection import Selection, select_rules
from citemark.options import Options
from citemark.resolve import resolve
from citemark.sources import Sources, known_in, open_sources

_CACHED = 32


def lint(
    answer: str, sources: Sources = None, *, options: Options | None = None
) -> list[Diagnostic]:
    r"""Return everything there is to say about *answer*, without rendering it.

    *options* select the rules (``preset``, ``select``, ``ignore``, ``rules``). Without
    *sources* the rules about sources have nothing to say. Codes of family CM4 belong to
    rendering: they say what its policy refuses.

    >>> [d.code for d in lint("As shown in [3].")]
    ['CM013']

    Raises:
        SourceError: a source record is unusable.
        ConfigError: an option has an impossible value.
    """
    options = options or Options()
    context, selection = read(answer, sources, options)
    return list(diagnose(run_rules(context, selection), context.source))


def read(
    answer: str, sources: Sources, options: Options
) -> tuple[LintContext, Selection]:
    """Return *answer* as rules see it, and the rules to run."""
    selection = select_rules(options)
    source = clean_answer(answer)
    store = open_sources(sources)
    markers = find_markers(source, options, known_in(store))
    document = parse(shared_parser(options), source, markers)
    context = LintContext(
        document=document,
        resolution=resolve(document.markers, document.order, store, _quiet(options)),
        sources=None if sources is None else store,
        options=options,
        configured=selection.settings,
    )
    return context, selection


@lru_cache(_CACHED)
def _quiet(options: Options) -> Options:
    """Return *options* for a resolution that raises nothing and cuts no excerpt."""
    return replace(
        options, strict=False, on_unresolved="drop", excerpt="none", lead_chars=0
    )


def run_rules(context: LintContext, selection: Selection) -> Iterator[Finding]:
    """Yield the findings of the selected rules, with the fixes that are honest."""
    found = [each for rule in selection.rules for each in rule.check(context)]
    fixes = {id(each.fix): each.fix for each in found if each.fix is not None}
    proven = context.proven
    doubtful = [
        fix
        for key, fix in fixes.items()
        if fix.applicability >= Applicability.SAFE and key not in proven
    ]
    if not doubtful:
        yield from found
        return
    honest = honest_fixes(doubtful, Rereader(context.document, context.options))
    refused = set(map(id, doubtful)) - honest
    for each in found:
        yield replace(each, fix=None) if id(each.fix) in refused else each
