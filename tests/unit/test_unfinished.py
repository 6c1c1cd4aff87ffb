"""What is held back of a growing text in the grammar's dialects, and what is not."""

from __future__ import annotations

import pytest

from citemark.dialect import get_dialect, pending_from
from citemark.grammar import MAX_CHARS, MAX_STRAYS, MAX_WIDGET_CHARS
from citemark.syntax import Syntax
from tests.strategies import DELIM, START, STOP, cite

CITE = f"{START}cite{DELIM}"


def held(text: str, dialect: str = "openai", syntax: Syntax | None = None) -> str:
    """Return what of *text* is not decided."""
    return text[get_dialect(dialect).pending(text, syntax or Syntax()) :]


@pytest.mark.parametrize(
    "marker",
    [
        cite("turn0file0", "L8-L13"),
        cite(" a ", "\n", "b/c", "ü"),
        f"{START}  {STOP}",
        f"{START}{DELIM}a{STOP}",
        f'{START}entity{DELIM}["place", "New York"]{STOP}',
    ],
)
def test_every_beginning_of_a_marker_is_held(marker: str) -> None:
    for end in range(1, len(marker)):
        assert held(f"x {marker[:end]}") == marker[:end]
    assert held(f"x {marker}") == ""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("plain words", id="plain"),
        pytest.param("où 水", id="not-ascii"),
        pytest.param(f"{CITE}turn0file0 word", id="prose-behind-an-id"),
        pytest.param(f"{CITE}a{DELIM}b c", id="prose-in-a-later-field"),
        pytest.param(f"{CITE}“An answer", id="prose-for-an-id"),
        pytest.param(f"{START}cite word", id="prose-behind-a-family"),
        pytest.param(f"{START}Hello word", id="prose-for-a-family"),
        pytest.param(f"{START}9", id="a-number-for-a-family"),
        pytest.param(f"{START}{'x' * 33}", id="a-long-word-for-a-family"),
        pytest.param(f"{START}9{DELIM}a", id="a-number-with-a-field"),
        pytest.param(f"{START}{DELIM}a b", id="prose-without-a-family"),
        pytest.param(f"{START} word", id="prose-behind-a-blank"),
        pytest.param(cite("a") + " word", id="behind-a-marker"),
        pytest.param(f"a{STOP}b", id="behind-a-stray"),
        pytest.param(f"{CITE}a\ue203b", id="a-stray-inside"),
        pytest.param(CITE + "a" * MAX_CHARS, id="too-long"),
        pytest.param(START + " " * MAX_CHARS, id="too-blank"),
        pytest.param(
            f"{START}navlist{DELIM}{'a b ' * (MAX_WIDGET_CHARS // 4)}", id="widget"
        ),
    ],
)
def test_what_cannot_become_a_marker_is_released(text: str) -> None:
    assert held(text) == ""


def test_only_the_last_start_is_held() -> None:
    assert held(CITE + CITE + "a") == f"{CITE}a"
    assert held(f"{START}navlist{DELIM}a b{START}ci") == f"{START}ci"


def test_it_is_held_for_as_long_as_a_marker_may_be() -> None:
    longest = CITE + "a" * (MAX_CHARS - len(CITE))
    assert held(longest) == longest
    assert held(f"{longest}a") == ""
    widget = f"{START}navlist{DELIM}"
    longest = widget + "b " * ((MAX_WIDGET_CHARS - len(widget)) // 2)
    assert held(longest) == longest
    assert held(f"{longest}bb") == ""


def test_families_are_an_option() -> None:
    syntax = Syntax(families=("cite:doc",))
    assert held(f"{START}cite:", syntax=syntax) == f"{START}cite:"
    assert held(f"{START}cite:d ", syntax=syntax) == ""
    assert held(f"{START}cite:doc{DELIM}a", syntax=syntax) == f"{START}cite:doc{DELIM}a"


def test_strays_are_held_while_they_can_be_one_marker() -> None:
    assert held(f"a{DELIM}{STOP}") == DELIM + STOP
    assert held(f"a{DELIM}{STOP}b") == ""
    assert held("a" + STOP * (MAX_STRAYS + 3)) == STOP * 3
    assert held(STOP * 5_000) == STOP * (5_000 % MAX_STRAYS)
    assert held(DELIM * 5_000) == DELIM * (5_000 % MAX_STRAYS)
    assert len(held(CITE + DELIM * 5_000)) <= MAX_STRAYS
    assert len(held(f"{START}navlist{DELIM * 20_000}")) <= MAX_STRAYS


def test_what_a_broken_marker_hides_is_no_stray() -> None:
    assert held(f"{CITE}\ue203") == "\ue203"
    assert held(f"{CITE}a b{DELIM}") == DELIM


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a \\", "\\", id="first"),
        pytest.param(r"a \ue2", r"\ue2", id="half"),
        pytest.param(r"a \ue20", r"\ue20", id="all-but-one"),
        pytest.param(r"a \ue20x", "", id="another"),
        pytest.param(r"a \n", "", id="escape"),
        pytest.param(r"\ue200cite\ue2", r"\ue200cite\ue2", id="in-a-marker"),
        pytest.param(r"\ue200cite\ue202a b", "", id="prose"),
        pytest.param(r"\ue202turn0sea", r"\ue202turn0sea", id="id-alone"),
        pytest.param("\ue202turn0search1", "\ue202turn0search1", id="one-character"),
        pytest.param(r"\ue202turn0search1.", "", id="id-at-its-end"),
        pytest.param(r"\ue202turns", "", id="no-id"),
        pytest.param(rf"\ue202turn0{'a' * 255}", "", id="id-too-long"),
        pytest.param(r"`x \ue203 y", r"\ue203 y", id="maybe-in-code"),
        pytest.param(r"`x` \ue203 y", "", id="behind-code"),
        pytest.param(r"`x \ue203 y`", r"\ue203 y`", id="maybe-a-longer-run"),
        pytest.param(r"`x \ue203 y` ", "", id="in-code"),
        pytest.param("`x \\ue203 y\n", "", id="the-line-is-over"),
        pytest.param(rf"`{'x' * 1_100} \ue203 y", "", id="too-long-for-code"),
        pytest.param(r"``` \ue203 y", r"\ue203 y", id="maybe-a-fence"),
        pytest.param(r"``` \ue203 y` z", r"\ue203 y` z", id="maybe-a-span-now"),
        pytest.param(r"```x``` \ue203 y", "", id="no-fence"),
        pytest.param(r"~~~ \ue203 y", "", id="a-fence"),
        pytest.param("```\n`\\ue203 y", "", id="in-a-fence"),
    ],
)
def test_spelled_characters_are_held(text: str, expected: str) -> None:
    assert held(text, "openai-escaped") == expected


@pytest.mark.parametrize("opener", ["【", "〖"])
def test_every_beginning_of_a_dagger_form_is_held(opener: str) -> None:
    marker = f"{opener}4:2†source】"
    for end in range(1, len(marker)):
        assert held(f"x {marker[:end]}", "lenticular") == marker[:end]
    assert held(f"x {marker}", "lenticular") == ""


@pytest.mark.parametrize(
    "text", ["【注意】", "【4a", "【4:a", "【4†a\nb", f"【4†{'x' * 201}", "【†"]
)
def test_other_brackets_are_released(text: str) -> None:
    assert held(text, "lenticular") == ""


def test_side_by_side_the_earliest_counts() -> None:
    text = f"a【4:2 {START}cite"
    assert pending_from(text, ("openai", "lenticular"), Syntax()) == len(text) - 5
    text = f"a【4:2†{START}cite"
    assert pending_from(text, ("openai", "lenticular"), Syntax()) == 1
    assert pending_from(text, ("lenticular",), Syntax()) == 1
    assert pending_from(text, (), Syntax()) == len(text)
