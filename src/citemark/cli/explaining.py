"""``citemark rule``: what a rule looks for and why, from the rule itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from textwrap import indent

import click

from citemark.cli.failure import Failure
from citemark.cli.files import print_text
from citemark.diagnostic import docs_url
from citemark.lint.page import about, settings_of, text_of, trust_of
from citemark.lint.rule import Example, Rule
from citemark.lint.selection import all_rules
from citemark.visible import draw

_MARGIN = " " * 4


@click.command("rule")
@click.argument("rule", metavar="CODE|NAME", required=False)
@click.option("--all", "everything", is_flag=True, help="List all rules.")
def rule_command(rule: str | None, *, everything: bool) -> None:
    """Print the page of a rule.

    It says what the rule does and why, with its settings and examples. With --all, list
    every rule: code, name, level, whether it runs by default, how far its fix may be
    trusted, and what it asks for.
    """
    if everything == (rule is not None):
        msg = "rule: expected a code or a name, or --all"
        raise Failure(msg)
    rules = all_rules()
    if rule is None:
        print_text("".join(f"{line}\n" for line in _list(rules.values())))
    else:
        sections = (section.strip("\n") for section in _page(_find(rule, rules)))
        print_text("\n\n".join(sections) + "\n")


def _find(wanted: str, rules: Mapping[str, Rule]) -> Rule:
    known = {**rules, **{rule.code.code: rule for rule in rules.values()}}
    for spelling in (wanted.upper(), wanted.lower()):
        if spelling in known:
            return known[spelling]
    code = wanted.upper()
    near = (
        [each for each in known if code and each.startswith(code)]
        or get_close_matches(wanted.lower(), known, 1)
        or get_close_matches(code, known, 1)
    )
    hint = f"; did you mean {near[0]}?" if near else ""
    msg = f"{wanted}: there is no such rule{hint}"
    raise Failure(msg)


def _list(rules: Iterable[Rule]) -> Iterator[str]:
    rows = [
        (
            rule.code.code,
            rule.name,
            rule.code.severity.value,
            "on" if rule.default else "off",
            f"{trust_of(rule)} fix" if trust_of(rule) else "no fix",
            rule.summary,
        )
        for rule in rules
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _page(rule: Rule) -> Iterator[str]:
    """Yield the sections of the page; an empty line belongs between them."""
    title, rest = text_of(rule)
    yield f"{rule.code.code} {rule.name}"
    yield title
    yield about(rule)
    yield rest
    if rule.settings is not None:
        lines = "\n".join(
            line
            for setting, text in settings_of(rule)
            for line in (setting, indent(text, _MARGIN))
        )
        yield f"Settings ([tool.citemark.rules.{rule.name}])\n{indent(lines, _MARGIN)}"
    yield "Examples"
    for example in rule.examples:
        yield "\n".join(_example(example))
    yield docs_url(rule.code.code)


def _example(example: Example) -> Iterator[str]:
    if example.rules:
        for name, settings in example.rules.items():
            for setting, value in settings.items():
                yield f"{_MARGIN}With {name}: {setting} = {json.dumps(value)}"
    fixed = "Fixed:" if example.bad is not None else "Fine:"
    for label, text in (("Flagged:", example.bad), (fixed, example.good)):
        if text is not None:
            shown = indent(draw(text).rstrip("\n"), _MARGIN * 2, lambda _: True)
            yield f"{_MARGIN}{label}\n{shown}"
