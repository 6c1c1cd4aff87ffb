from __future__ import annotations

import pytest

from citemark.dialect import get_dialect, scan_markers
from citemark.errors import ConfigError
from citemark.syntax import Syntax
from tests.strategies import cite

LEGACY = "【4:2†source】"


def raws(text: str, dialect: str | tuple[str, ...]) -> list[str]:
    return [marker.raw for marker in scan_markers(text, dialect, Syntax())]


def test_an_unknown_dialect_names_those_there_are() -> None:
    with pytest.raises(
        ConfigError, match=r"dialect: expected one of .*openai.*'morse'"
    ):
        get_dialect("morse")


def test_one_dialect_leaves_the_markers_of_another() -> None:
    text = f"a{LEGACY} b{cite('turn0file0')}"
    assert raws(text, "openai") == [cite("turn0file0")]
    assert raws(text, "lenticular") == [LEGACY]


def test_text_without_a_trigger_has_no_markers() -> None:
    assert raws("plain", ("openai", "lenticular")) == []


@pytest.mark.parametrize("names", [("openai", "lenticular"), ("lenticular", "openai")])
def test_several_dialects_are_read_side_by_side_in_order(
    names: tuple[str, str],
) -> None:
    marker = cite("turn0file0")
    text = f"a{LEGACY}{marker} b{marker}{LEGACY}{LEGACY}"
    assert raws(text, names) == [LEGACY, marker, marker, LEGACY, LEGACY]


def test_where_two_claim_the_same_characters_the_first_has_them() -> None:
    inside = f"【1†{cite('turn0file0')}】"
    assert raws(inside, ("openai", "lenticular")) == [cite("turn0file0")]
    assert raws(inside, ("lenticular", "openai")) == [inside]
    spelled = r"\ue202turn0search1"
    both = raws(spelled + cite("turn0file0"), ("openai", "openai-escaped"))
    assert both == [spelled, cite("turn0file0")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(r"a \ue202turn0search1 b", [r"\ue202turn0search1"], id="id-alone"),
        pytest.param(
            "\ue202turn0file0, b",
            ["\ue202turn0file0"],
            id="one-character",
        ),
        pytest.param(r"a \ue202 b", [r"\ue202"], id="delimiter-alone"),
        pytest.param(r"a \ue201turn0file0", [r"\ue201"], id="stop-is-no-delimiter"),
        pytest.param(r"\ue202turn0file0x", [r"\ue202"], id="a-longer-word"),
        pytest.param(r"`\ue202` \ue202turn0a1", [r"\ue202turn0a1"], id="behind-code"),
        pytest.param("```\n\\ue200\n```\n", [], id="in-a-fence"),
        pytest.param("`a \ue201` \\ue201", ["\ue201", r"\ue201"], id="in-code"),
    ],
)
def test_spelled_markers(text: str, expected: list[str]) -> None:
    assert raws(text, "openai-escaped") == expected
