from __future__ import annotations

import pytest

from citemark import Options, lint
from citemark.errors import ConfigError, SourceError
from tests.strategies import SOURCES, cite


def codes_of(text: str) -> list[str]:
    return [found.code for found in lint(text, SOURCES)]


def test_a_clean_answer_has_no_diagnostics() -> None:
    assert lint(f"Tide.{cite('turn0file0', 'L1')}", SOURCES) == []
    assert lint("") == []


def test_everything_is_reported_in_order_of_place() -> None:
    text = f"See [7].{cite('turn9file9')} **a{cite('turn0file0', 'L2-L1')}**\ue201"
    assert codes_of(text) == ["CM013", "CM201", "CM101", "CM005", "CM007"]


def test_lines_and_columns_are_the_answers() -> None:
    (found,) = lint("One.\r\nTwo [7].")
    assert (found.line, found.column) == (2, 5)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a `[7]` b ``[8] ` [9]``", id="code-spans"),
        pytest.param("```\n[7]\n```", id="fence"),
        pytest.param("    [7]", id="indented-code"),
        pytest.param("<div>\n[7]\n</div>", id="html-block"),
        pytest.param("> ~~~\n> [7]\n> ~~~", id="fence-in-a-quote"),
    ],
)
def test_code_and_raw_html_are_no_prose(text: str) -> None:
    assert lint(text) == []


def test_prose_around_code_is_prose() -> None:
    text = "[1] `x` [2]\n```\n[3]\n```\n[4]"
    assert [text[each.start : each.end] for each in lint(text)] == ["[1]", "[2]", "[4]"]


def test_options_are_obeyed() -> None:
    text = r"Open. \ue200cite\ue202turn0file0\ue201"
    assert codes_of(text) == ["CM011"]
    assert lint(text, SOURCES, options=Options(dialect="openai-escaped")) == []


@pytest.mark.parametrize(
    "options", [Options(strict=True), Options(on_unresolved="raise")], ids=str
)
def test_what_strict_rendering_raises_is_reported(options: Options) -> None:
    (found,) = lint(f"Tide.{cite('turn9file9')}", SOURCES, options=options)
    assert found.code == "CM201"


def test_misuse_raises() -> None:
    with pytest.raises(ConfigError, match="'morse'"):
        lint("a", options=Options(dialect="morse"))
    with pytest.raises(SourceError):
        lint(cite("a"), [{"title": "no id"}])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"[1]{cite('turn0file0')}[2]", ["[1]", "[2]"], id="between"),
        pytest.param(f"{cite('turn0file0')}\n[3]", ["[3]"], id="line-after"),
        pytest.param(
            f"[4] {cite('[5]', chr(10), '[6]')}[7]", ["[4]", "[7]"], id="lines"
        ),
        pytest.param(f"[8] {cite('x`[9]`', '[10]')}", ["[8]"], id="code-in-a-marker"),
    ],
)
def test_markers_are_no_prose(text: str, expected: list[str]) -> None:
    found = [each for each in lint(text, SOURCES) if each.code == "CM013"]
    assert [text[each.start : each.end] for each in found] == expected
