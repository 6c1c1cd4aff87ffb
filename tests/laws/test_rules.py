"""What holds for every rule of the linter, its own examples included."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from dataclasses import MISSING, fields

import pytest
from hypothesis import given

from citemark import Diagnostic, Options, render, scan
from citemark.answer import find_markers
from citemark.codes import CODES, REGISTRY_CHANGED, TOO_MANY_MARKERS
from citemark.diagnostic import Applicability
from citemark.lint.engine import lint, read
from citemark.lint.fixing import Fixed, fix
from citemark.lint.rule import Example, Rule
from citemark.lint.selection import all_rules
from tests.strategies import answers

RULES = all_rules()
NAMES = sorted(RULES)
BAD = [
    pytest.param(rule, example, example.bad, id=f"{name}-{number}")
    for name, rule in RULES.items()
    for number, example in enumerate(rule.examples, start=1)
    if example.bad is not None
]
GOOD = [
    pytest.param(rule, example, example.good, id=f"{name}-{number}")
    for name, rule in RULES.items()
    for number, example in enumerate(rule.examples, start=1)
    if example.good is not None
]
FIXED = [
    pytest.param(rule, example, example.bad, example.good, id=f"{name}-{number}")
    for name, rule in RULES.items()
    for number, example in enumerate(rule.examples, start=1)
    if example.bad is not None and example.good is not None
]
MARKER_FREE = Options(
    select=tuple(
        name
        for name, rule in RULES.items()
        # Rules that are about what is missing, or only looks like a marker, say so by
        # their examples.
        if all(
            find_markers(example.bad or "\ue200", Options())
            for example in rule.examples
        )
        and not rule.code.code.startswith("CM3")
    )
)
# What has no marker in it is told from prose; markers count in code too.
LOOKALIKES = [
    pytest.param(rule, example, example.bad, id=f"{name}-{number}")
    for name, rule in RULES.items()
    for number, example in enumerate(rule.examples, start=1)
    if example.bad is not None and not find_markers(example.bad, Options())
]
HEADINGS = ("What it does", "Why is this bad", "Fix safety")
NO_FIX_RE = re.compile(r"(?:There is no|No) fix\b")


def options_for(rule: Rule, example: Example) -> Options:
    return Options(select=(rule.name,), rules=example.rules)


def found_by(rule: Rule, example: Example, text: str) -> list[Diagnostic]:
    return lint(text, example.sources or None, options=options_for(rule, example))


def fixed_by(rule: Rule, example: Example, text: str, *, unsafe: bool) -> Fixed:
    return fix(
        text,
        example.sources or None,
        unsafe=unsafe,
        options=options_for(rule, example),
    )


def applicabilities(found: list[Diagnostic]) -> set[Applicability]:
    return {each.fix.applicability for each in found if each.fix is not None}


def docstring_of(rule: Rule) -> str:
    return inspect.getdoc(importlib.import_module(rule.check.__module__)) or ""


def words_of(text: str) -> str:
    """What a reader reads of an answer, less white space and references."""
    shown = render(text, to="text", options=Options(strip=True)).body
    return "".join(str(shown).split())


def cited_in(text: str) -> set[tuple[str, object]]:
    return {
        (citation.source_id, citation.locator)
        for marker in scan(text)
        for citation in marker.citations
    }


@pytest.mark.parametrize(("rule", "example", "text"), BAD)
def test_bad_examples_are_flagged(rule: Rule, example: Example, text: str) -> None:
    assert found_by(rule, example, text)


@pytest.mark.parametrize(("rule", "example", "text"), GOOD)
def test_good_examples_are_not(rule: Rule, example: Example, text: str) -> None:
    assert found_by(rule, example, text) == []


@pytest.mark.parametrize(("rule", "example", "bad", "good"), FIXED)
def test_fixing_the_bad_gives_the_good(
    rule: Rule, example: Example, bad: str, good: str
) -> None:
    kinds = applicabilities(found_by(rule, example, bad))
    unsafe = Applicability.SAFE not in kinds
    assert fixed_by(rule, example, bad, unsafe=unsafe).text == good


@pytest.mark.parametrize(("rule", "example", "text"), BAD)
@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
def test_fixing_is_idempotent_and_leaves_no_fix(
    rule: Rule, example: Example, text: str, *, unsafe: bool
) -> None:
    fixed = fixed_by(rule, example, text, unsafe=unsafe)
    assert Applicability.SAFE not in applicabilities(list(fixed.diagnostics))
    again = fixed_by(rule, example, fixed.text, unsafe=unsafe)
    assert again.text == fixed.text
    assert again.applied == ()


@pytest.mark.parametrize(("rule", "example", "text"), BAD)
def test_safe_fixes_keep_words_and_citations(
    rule: Rule, example: Example, text: str
) -> None:
    fixed = fixed_by(rule, example, text, unsafe=False).text
    assert words_of(fixed) == words_of(text)
    assert cited_in(fixed) == cited_in(text)


@pytest.mark.parametrize(("rule", "example", "text"), BAD)
def test_messages_and_places_are_usable(
    rule: Rule, example: Example, text: str
) -> None:
    context, _ = read(text, example.sources or None, options_for(rule, example))
    # Resolution says what it found, in the words that strict mode raises.
    resolved = {found.message for found in context.resolution.findings}
    for found in found_by(rule, example, text):
        assert found.message.startswith("Unexpected") or found.message in resolved
        assert 0 <= found.start < found.end <= len(text)
        assert found.url.startswith("https://citemark.readthedocs.io/")
        assert found.code == rule.code.code


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_an_example_of_either_kind(name: str) -> None:
    examples = RULES[name].examples
    assert any(example.good for example in examples)
    # An example of the one would fill a book, of the other needs an option.
    if RULES[name].code not in (TOO_MANY_MARKERS, REGISTRY_CHANGED):
        assert any(example.bad for example in examples)


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_says_what_its_fixes_are_and_shows_one(name: str) -> None:
    rule = RULES[name]
    kinds: set[Applicability] = set()
    for example in rule.examples:
        kinds |= applicabilities(found_by(rule, example, example.bad or ""))
    section = docstring_of(rule).partition("Fix safety\n")[2].split("\n\n")[0]
    assert (not kinds) == bool(NO_FIX_RE.match(section.strip()))
    shows = any(example.bad and example.good for example in rule.examples)
    assert shows == bool(kinds)
    if Applicability.SAFE in kinds:
        assert re.search(r"\b[Ss]afe\b", section)
    if Applicability.UNSAFE in kinds:
        assert re.search(r"\b[Uu]nsafe\b", section)


@pytest.mark.parametrize("name", NAMES)
def test_code_name_and_file_agree(name: str) -> None:
    rule = RULES[name]
    assert rule.name == rule.code.name == name
    assert rule.code in CODES
    module = rule.check.__module__
    assert module.rpartition(".")[2] == name.replace("-", "_")


def test_no_code_has_two_rules() -> None:
    assert len({rule.code for rule in RULES.values()}) == len(RULES)


def test_every_code_that_lint_reports_has_a_rule() -> None:
    known = {rule.code for rule in RULES.values()}
    # CM4 is about what rendering refuses, CM5 about what has no room,
    # CM6 about options, CM7 about responses of providers.
    assert [
        code.code
        for code in CODES
        if code not in known and not code.code.startswith(("CM4", "CM5", "CM6", "CM7"))
    ] == []


@pytest.mark.parametrize("name", NAMES)
def test_docstrings_have_the_headings_in_order(name: str) -> None:
    lines = docstring_of(RULES[name]).splitlines()
    assert lines[0].endswith(".")
    headings = [line for line in lines[1:] if re.match(r"\S", line)]
    assert tuple(headings[: len(HEADINGS)]) == HEADINGS
    assert set(headings[len(HEADINGS) :]) <= {"Known limits", "References"}


@pytest.mark.parametrize("name", NAMES)
def test_summary_is_a_sentence(name: str) -> None:
    assert re.fullmatch(r"[A-Z].*[^.]\.", RULES[name].summary)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(rule.settings, id=name)
        for name, rule in RULES.items()
        if rule.settings is not None
    ],
)
def test_settings_are_frozen_and_documented(kind: type) -> None:
    for each in fields(kind):
        assert each.default is not MISSING or each.default_factory is not MISSING
        with pytest.raises(AttributeError):
            setattr(kind(), each.name, None)
    (module,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(module, ast.ClassDef)
    assert ast.get_docstring(module)
    for at, statement in enumerate(module.body):
        if isinstance(statement, ast.AnnAssign):
            following = module.body[at + 1]
            assert isinstance(following, ast.Expr)
            assert isinstance(following.value, ast.Constant)


@given(answers())
def test_a_text_without_markers_is_no_business_of_most_rules(piece: object) -> None:
    bare = str(getattr(piece, "bare", ""))
    assert lint(bare, options=MARKER_FREE) == []


@pytest.mark.parametrize(("rule", "example", "text"), LOOKALIKES)
def test_code_is_not_prose(rule: Rule, example: Example, text: str) -> None:
    before = "Before.\n\n~~~\n"
    fenced = f"{before}{text}\n~~~\n"
    assert [
        found
        for found in found_by(rule, example, fenced)
        if len(before) <= found.start < len(before) + len(text)
    ] == []


def test_most_rules_are_about_markers() -> None:
    assert len(MARKER_FREE.select or ()) > len(RULES) // 2
