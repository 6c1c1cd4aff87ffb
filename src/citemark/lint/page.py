"""What is written about a rule: its page in the documentation and on a terminal.

All of it comes from the rule itself: the docstring of its file, its settings and its
examples.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from itertools import pairwise
from textwrap import dedent

from citemark.diagnostic import Applicability, Diagnostic
from citemark.lint.engine import lint
from citemark.lint.rule import Example, Rule
from citemark.options import Options


def text_of(rule: Rule) -> tuple[str, str]:
    """Return the first line of a rule's docstring, and the sections after it."""
    module = sys.modules[rule.check.__module__]
    title, _, rest = inspect.cleandoc(module.__doc__ or "").partition("\n\n")
    return title, rest


def about(rule: Rule) -> str:
    """Return level, default and fix of a rule as one line."""
    trust = trust_of(rule)
    runs = "by default" if rule.default else "where it is selected"
    mends = f"{trust} fix" if trust else "no fix"
    return f"Level {rule.code.severity.value}; runs {runs}; {mends}."


def trust_of(rule: Rule) -> str:
    """Return how far the fixes of *rule* may be trusted, empty where it has none."""
    best = Applicability.DISPLAY
    for example in rule.examples:
        for found in _findings(rule, example):
            if found.fix is not None:
                best = max(best, found.fix.applicability)
    return "" if best is Applicability.DISPLAY else best.name.lower()


def _findings(rule: Rule, example: Example) -> list[Diagnostic]:
    options = Options(select=(rule.name,), rules=example.rules)
    return lint(example.bad or "", example.sources or None, options=options)


def settings_of(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield each setting with its default as JSON, and the docstring of its field."""
    if rule.settings is None:
        return
    described = _docstrings(rule.settings)
    for each in fields(rule.settings):
        default = json.dumps(_default(each), ensure_ascii=False)
        yield f"{each.name} = {default}", described.get(each.name, "")


def _default(each: Field[object]) -> object:
    if each.default_factory is not MISSING:
        return each.default_factory()
    return each.default


def _docstrings(kind: type) -> dict[str, str]:
    """Return field → the string under it, which exists in the source code only."""
    (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    found = {}
    for before, after in pairwise(body):
        match before, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = inspect.cleandoc(text)
    return found
