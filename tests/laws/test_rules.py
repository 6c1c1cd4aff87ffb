"""What holds for every rule of the linter, its own examples included."""

from __future__ import annotations

import importlib
import re

import pytest
from hypothesis import given

from citemark import lint
from citemark.codes import CODES
from citemark.diagnostic import Diagnostic
from citemark.discover import discover
from citemark.lint.rule import Rule
from tests.strategies import answers

RULES = {
    name: rule
    for name, rule in discover("citemark.lint.rules", "RULE", Rule).items()
    if isinstance(rule, Rule)
}
NAMES = sorted(RULES)
BAD = [
    pytest.param(rule, example.bad, id=f"{name}-{number}")
    for name, rule in RULES.items()
    for number, example in enumerate(rule.examples, start=1)
    if example.bad is not None
]
GOOD = [
    pytest.param(rule, example.good, id=f"{name}-{number}")
    for name, rule in RULES.items()
    for number, example in enumerate(rule.examples, start=1)
    if example.good is not None
]
HEADINGS = ("What it does", "Why is this bad", "Fix safety")


def found_by(rule: Rule, text: str) -> list[Diagnostic]:
    return [found for found in lint(text) if found.code == rule.code.code]


@pytest.mark.parametrize(("rule", "text"), BAD)
def test_bad_examples_are_flagged(rule: Rule, text: str) -> None:
    assert found_by(rule, text)


@pytest.mark.parametrize(("rule", "text"), GOOD)
def test_good_examples_are_not(rule: Rule, text: str) -> None:
    assert found_by(rule, text) == []


@pytest.mark.parametrize(("rule", "text"), BAD)
def test_messages_and_places_are_usable(rule: Rule, text: str) -> None:
    for found in found_by(rule, text):
        assert found.message.startswith("Unexpected")
        assert 0 <= found.start < found.end <= len(text)
        assert found.url.startswith("https://citemark.readthedocs.io/")


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_an_example_of_either_kind(name: str) -> None:
    examples = RULES[name].examples
    assert any(example.bad for example in examples)
    assert any(example.good for example in examples)


@pytest.mark.parametrize("name", NAMES)
def test_code_name_and_file_agree(name: str) -> None:
    rule = RULES[name]
    assert rule.name == rule.code.name == name
    assert rule.code in CODES
    module = rule.check.__module__
    assert module.rpartition(".")[2] == name.replace("-", "_")


@pytest.mark.parametrize("name", NAMES)
def test_docstrings_have_the_three_headings_in_order(name: str) -> None:
    module = importlib.import_module(RULES[name].check.__module__)
    lines = (module.__doc__ or "").splitlines()
    assert lines[0].endswith(".")
    headings = [line for line in lines if re.match(r"\w", line) and line in HEADINGS]
    assert headings == list(HEADINGS)


@pytest.mark.parametrize("name", NAMES)
def test_summary_is_a_sentence(name: str) -> None:
    assert re.fullmatch(r"[A-Z].*[^.]\.", RULES[name].summary)


@pytest.mark.parametrize(("rule", "text"), BAD)
def test_rules_are_silent_on_code(rule: Rule, text: str) -> None:
    fenced = f"Before.\n\n~~~\n{text}\n~~~\n"
    assert found_by(rule, fenced) == []
    assert found_by(rule, f"Before ``{text}`` after.") == []


@given(answers())
def test_rules_are_silent_on_markers_of_the_dialect(piece: object) -> None:
    text = str(getattr(piece, "text", ""))
    rules = {rule.code.code for rule in RULES.values()}
    assert [found for found in lint(text) if found.code in rules] == []
