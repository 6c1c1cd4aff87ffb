"""Times the linter: against plain Markdown rendering, rule by rule, and as size grows.

Prints medians over interleaved repetitions and ratios pair by pair, which hold while
the machine's speed drifts. Run it as ``python -m tests.bench.lint``, with ``linear`` or
``rules`` behind it for one half.
"""

from __future__ import annotations

import gc
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import process_time
from timeit import Timer

from markdown_it import MarkdownIt

from citemark import SourceRegistry, lint
from citemark.answer import find_markers
from citemark.document.document import parse
from citemark.document.parser import build_parser
from citemark.lint.context import LintContext
from citemark.lint.engine import read, run_rules
from citemark.lint.rule import Rule
from citemark.lint.selection import select_rules
from citemark.options import Options
from citemark.resolve import resolve
from tests.bench.pipeline import make_answer, make_sources
from tests.cases.support import cite

ROUNDS = 100
GOAL = 0.35
MARKERS = 5_000
MEGABYTE = 1 << 20
_ALL = Options(preset="all")
_MARK = cite("turn0file0", "L1")

INPUTS: dict[str, Callable[[int], str]] = {
    "clean answer": lambda n: "\n\n".join([make_answer()] * (n // 250)),
    "one paragraph": lambda n: f"Word {_MARK} " * n,
    "only markers": lambda n: f"Word{_MARK * n}",
    "in bold": lambda n: f"**word{_MARK}** " * n,
    "in code": lambda n: f"`word{_MARK}` " * n,
    "in code blocks": lambda n: f"Word.\n\n```\na\n```{_MARK}\n\n" * (n // 4),
    "in links": lambda n: f"[word{_MARK}](https://example.org/) " * n,
    "before stops": lambda n: f"Word{_MARK}. " * n,
    "before quotes": lambda n: f"“Word{_MARK}” " * n,
    "before brackets": lambda n: f"(word{_MARK}) " * n,
    "wide gaps": lambda n: f"Word  {_MARK}  " * n,
    "lone lines": lambda n: f"Word.\n\n{_MARK}\n\n" * (n // 4),
    "lone items": lambda n: f"- {_MARK}\n" * (n // 4),
    "table rows": lambda n: "| a |\n|---|\n" + f"| b |{_MARK}\n" * (n // 4),
    "headings": lambda n: f"# Word {_MARK}\n\nWord.\n\n" * (n // 4),
    "unclosed": lambda n: f"Word{_MARK[:-1]} " * n,
    "bare IDs": lambda n: "Word (turn0file0). " * n,
    "look-alikes": lambda n: "Word [3]. " * n,
    "unknown IDs": lambda n: "".join(f"Word.{cite(f'turn{i}x1')} " for i in range(n)),
    "list of sources": lambda n: "Word.\n\n## Sources\n\n" + "- [a](b)\n" * n,
    "brackets": lambda n: "[" * (8 * n) + _MARK,
    "closing brackets": lambda n: f"Word{_MARK}" + ")" * (99 * n),
    "quotes": lambda n: f"Word{_MARK}" + '"' * (99 * n),
    "stops": lambda n: f"Word{_MARK}" + "." * (99 * n),
    "stars": lambda n: "*" * (8 * n) + _MARK,
    "quote marks": lambda n: "> " * 90 + f"a\n> b {_MARK}\n" * (n // 4),
    "spaces": lambda n: f"Word.{' ' * (MEGABYTE * n // 2 // MARKERS)}{_MARK} word.",
    "line ends": lambda n: f"Word.{chr(10) * (MEGABYTE * n // 8 // MARKERS)}{_MARK}",
}


def times(jobs: dict[str, Callable[[], object]]) -> dict[str, list[float]]:
    """Return the processor time of each of *jobs*, round by round.

    Garbage is collected between the rounds, so that no job pays for another one.
    """
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(ROUNDS):
        gc.collect()
        gc.disable()
        for name, job in jobs.items():
            found[name].append(_seconds(job))
        gc.enable()
    return found


def _seconds(job: Callable[[], object]) -> float:
    begin = process_time()
    job()
    return process_time() - begin


def against_plain(answer: str, sources: SourceRegistry) -> None:
    """Print what linting costs, as a whole and besides the stages before it.

    Scan, parse and resolution are stages that rendering needs as well.
    """
    options = Options()
    plain = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    md = build_parser(options)
    markers = find_markers(answer, options)
    document = parse(md, answer, markers)
    found = times(
        {
            "plain markdown-it": lambda: plain.render(answer),
            "lint": lambda: lint(answer, sources),
            "lint, preset all": lambda: lint(answer, sources, options=_ALL),
            "scan": lambda: find_markers(answer, options),
            "parse": lambda: parse(md, answer, markers),
            "resolve": lambda: resolve(
                document.markers, document.order, sources, options
            ),
            "without rules": lambda: read(answer, sources, options),
        }
    )
    for name, whole in (
        ("besides", "lint"),
        ("besides, preset all", "lint, preset all"),
    ):
        stages = (found[whole], found["scan"], found["parse"], found["resolve"])
        found[name] = [
            total - scan - tree - numbers
            for total, scan, tree, numbers in zip(*stages, strict=True)
        ]
    base = found["plain markdown-it"]
    print(
        f"{len(answer)} characters, {len(markers)} markers, "
        f"{len(lint(answer, sources))} findings; "
        f"goal for what is besides scan, parse and resolution: × {GOAL}"
    )
    for name, values in found.items():
        ratio = statistics.median(a / b for a, b in zip(values, base, strict=True))
        print(f"{name:22} {statistics.median(values) * 1e3:7.3f} ms  × {ratio:.3f}")


def by_rule(answer: str, sources: SourceRegistry) -> None:
    """Print what each rule costs once the context has done what rules share."""
    context, selection = read(answer, sources, _ALL)
    list(run_rules(context, selection))
    by_default = {rule.name for rule in select_rules(Options()).rules}
    found = times({rule.name: _check(rule, context) for rule in selection.rules})

    fresh = [read(answer, sources, _ALL)[0] for _ in range(ROUNDS)]
    spent = statistics.median(_seconds(partial(_share, each)) for each in fresh)
    print(f"{'what rules share':26} {spent * 1e6:7.0f} µs")
    medians = {name: statistics.median(values) for name, values in found.items()}
    for name, median in sorted(medians.items(), key=lambda item: -item[1]):
        off = "" if name in by_default else "  (off by default)"
        print(f"{name:26} {median * 1e6:7.0f} µs{off}")
    print(f"{'all rules':26} {sum(medians.values()) * 1e6:7.0f} µs")


def _share(context: LintContext) -> object:
    """Work out what more than one rule asks for."""
    return context.blocks, context.runs, context.moved, context.prose


def _check(rule: Rule, context: LintContext) -> Callable[[], object]:
    return lambda: list(rule.check(context))


def as_size_grows(sources: SourceRegistry) -> None:
    """Print the time for each input at n and 2n, and its dearest rules."""
    for name, make in INPUTS.items():
        once, twice = (_least(make(n), sources) for n in (MARKERS, 2 * MARKERS))
        dear = ", ".join(_dearest(make(2 * MARKERS), sources))
        mark = " !" if twice > 2.2 * once else ""
        print(
            f"{name:16} {once:7.3f} {twice:7.3f} s  × {twice / once:.2f}{mark}  {dear}"
        )


def _least(answer: str, sources: SourceRegistry) -> float:
    """Return the least processor time of three runs, garbage collector off."""
    once = Timer(lambda: lint(answer, sources), timer=process_time)
    return min(once.repeat(number=1, repeat=3))


def _dearest(answer: str, sources: SourceRegistry) -> Iterator[str]:
    """Yield the two rules that take longest, in milliseconds."""
    context, selection = read(answer, sources, Options())
    gc.disable()
    _share(context)
    spent = {rule.name: _seconds(_check(rule, context)) for rule in selection.rules}
    gc.enable()
    for name in sorted(spent, key=lambda name: -spent[name])[:2]:
        yield f"{name} {spent[name] * 1e3:.0f}"


def main(parts: list[str]) -> None:
    """Print the comparison, the rules' costs and the growth."""
    answer = make_answer()
    # With one text for all, each of them would be reported as a duplicate.
    sources = SourceRegistry(
        replace(source, text=f"{source.title}\n{source.text}")
        for source in make_sources()
    )
    if parts != ["linear"]:
        against_plain(answer, sources)
        by_rule(answer, sources)
    if parts != ["rules"]:
        as_size_grows(sources)


if __name__ == "__main__":
    main(sys.argv[1:])
