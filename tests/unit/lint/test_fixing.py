from __future__ import annotations

import pytest
from hypothesis import given

from citemark import Options, fix, lint, render
from citemark.errors import ConfigError, InternalError
from citemark.lint import fixing
from citemark.lint.fixing import SourceMap
from citemark.spans import Edit, Span
from tests.misplaced import misplaced_answers
from tests.strategies import SOURCES, cite

A, B = cite("turn0file0"), cite("turn0file1")


def test_a_clean_answer_is_returned_as_it_is() -> None:
    fixed = fix(f"Tide.{A}", SOURCES)
    assert (fixed.text, str(fixed)) == (f"Tide.{A}", f"Tide.{A}")
    assert not fixed.applied + fixed.diagnostics
    assert not fixed.source_map.passes


def test_what_was_mended_and_what_is_left_is_told() -> None:
    unknown = cite("turn9file9")
    fixed = fix(f"**Tide{A}** and ebb.{unknown}", SOURCES)
    assert fixed.text == f"**Tide**{A} and ebb.{unknown}"
    assert [each.code for each in fixed.applied] == ["CM101"]
    assert [each.code for each in fixed.diagnostics] == ["CM201"]


def test_unsafe_fixes_are_asked_for() -> None:
    answer = f"Tide.{cite('turn9file9')}"
    assert fix(answer, SOURCES).text == answer
    assert fix(answer, SOURCES, unsafe=True).text == "Tide."


def test_a_move_that_cannot_be_written_is_not_offered() -> None:
    answer = f"*\n\n\n    {A}"
    fixed = fix(answer, SOURCES)
    assert fixed.text == answer
    assert [(each.code, each.fix) for each in fixed.diagnostics] == [("CM103", None)]


def test_rules_that_contradict_each_other_stop() -> None:
    options = Options(select=("several-sources", "adjacent-markers"))
    answer = f"Tide.{cite('turn0file0', 'turn0file1')}"
    fixed = fix(answer, SOURCES, options=options)
    assert fixed.text == answer
    assert [each.fix for each in fixed.diagnostics] == [None]


def test_fixes_without_end_are_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixing, "MAX_PASSES", 0)
    with pytest.raises(InternalError, match="do not settle"):
        fix("Tide.")


def test_misuse_raises() -> None:
    with pytest.raises(ConfigError, match="did you mean 'guide'"):
        fix("Tide.", options=Options(preset="guid"))
    with pytest.raises(ConfigError, match="this rule has no settings"):
        fix("Tide.", options=Options(rules={"unknown-source": {"most": 3}}))


def test_offsets_are_mapped_both_ways() -> None:
    # "one two" -> "one, two" -> "one, 2"
    passes = (
        (Edit(Span(3, 3), ","),),
        (Edit(Span(5, 8), "2"),),
    )
    source_map = SourceMap(passes)
    assert [source_map.to_fixed(at) for at in (0, 3, 4, 5, 7)] == [0, 3, 5, 5, 6]
    assert [source_map.to_original(at) for at in (0, 3, 4, 5, 6)] == [0, 3, 3, 4, 7]


@given(misplaced_answers())
def test_markers_are_mapped_to_themselves(answer: str) -> None:
    fixed = fix(answer, SOURCES)
    again = lint(fixed.text, SOURCES)
    assert [str(each) for each in fixed.diagnostics] == [str(each) for each in again]
    for at in range(0, len(answer), 7):
        assert 0 <= fixed.source_map.to_fixed(at) <= len(fixed.text)
    for at in range(0, len(fixed.text), 7):
        assert 0 <= fixed.source_map.to_original(at) <= len(answer)


@pytest.mark.parametrize(
    "block",
    ["```\nc@\n```\n", "$$\na@\n$$\n\n", "---@\n\n", "```\nc@\n```\n\ntext\n\n"],
)
def test_many_moves_side_by_side_are_made_together(block: str) -> None:
    answer = block.replace("@", A) * 30
    fixed = fix(answer, SOURCES, options=Options(select=("CM10", "CM112")))
    assert len(fixed.source_map.passes) == 1
    assert len(fixed.applied) == 30
    assert render(answer, SOURCES).body == render(fixed.text, SOURCES).body
