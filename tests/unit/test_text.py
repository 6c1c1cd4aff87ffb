from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from citemark.text import (
    ELLIPSIS,
    clean_block,
    clean_line,
    clean_start,
    count_characters,
    drop_marker_characters,
    end_of_character,
    end_of_word,
    has_marker_characters,
    truncate,
)

GERMANY, FRANCE = "\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7"
THUMB = "\U0001f44d\U0001f3fd"
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
# Dense in what joins to its neighbours, so that wrong cuts are found.
ALPHABET = (
    "ab \t\r\n,.\u0301\u0308\u200d\u200c\ufe0f\u0600\u0915\u094d\u1100\u1161"
    "\U0001f1e9\U0001f469\U0001f3fd\u3042\u4e00\ue200\u202e"
)
texts = st.text(alphabet=st.one_of(st.sampled_from(ALPHABET), st.characters()))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        pytest.param("Staff handbook", "Staff handbook", id="plain"),
        pytest.param("", "", id="empty"),
        pytest.param("  a \t\n b\r\nc\u2028d\x85e ", "a b c d e", id="white-space"),
        pytest.param("x\n\n[1]: javascript:y\n\n", "x [1]: javascript:y", id="lines"),
        pytest.param("\ue200cite\ue202turn0file9\ue201", "citeturn0file9", id="marker"),
        pytest.param("\ue203a\ue204\ue205b\ue206", "ab", id="other-markers"),
        pytest.param("\x00\x01\x08\x1b[31mred\x9b", "[31mred", id="controls"),
        pytest.param("\u202egnirts\u202c \u2066x\u2069", "gnirts x", id="bidi"),
        pytest.param("a\u200b\u2060\ufeff\u180eb", "ab", id="zero-width"),
        pytest.param("\U000e0041\U000e007fx", "x", id="tags"),
        pytest.param("a \u200b b", "a b", id="space-around-dropped"),
        pytest.param("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e", id="zwnj"),
        pytest.param(FAMILY, FAMILY, id="joined-emoji"),
        pytest.param("a\u200e\u200fb", "a\u200e\u200fb", id="direction-marks"),
        pytest.param("\ud800x", "\ufffdx", id="lone-surrogate"),
        pytest.param("\ufffex\uffff", "x", id="non-characters"),
        pytest.param("\u2764\ufe0f\ufe0f\ufe0fx", "\u2764\ufe0fx", id="selectors"),
        pytest.param("e" + "\u0301" * 50, "e" + "\u0301" * 8, id="piled-marks"),
        pytest.param(
            "\u0e2a" + "\u0e47\u0e49" * 9, "\u0e2a" + "\u0e47\u0e49" * 4, id="thai-pile"
        ),
        pytest.param("\u2605" * 12, "\u2605" * 12, id="symbols-are-no-marks"),
        pytest.param("\u200b\u200d\u2060", "", id="nothing-visible"),
        pytest.param("\u3164 \u2800\ufe0f", "", id="blank-fillers"),
        pytest.param(
            "\u00ab\u00a0a\u00a0\u00bb", "\u00ab\u00a0a\u00a0\u00bb", id="nbsp"
        ),
        pytest.param("\u8fd4\u54c1\u3000\u6761", "\u8fd4\u54c1\u3000\u6761", id="wide"),
    ],
)
def test_clean_line_leaves_one_visible_line(raw: str, clean: str) -> None:
    assert clean_line(raw) == clean


def test_clean_line_cuts_at_the_limit_with_an_ellipsis() -> None:
    assert clean_line("A" * 20_000, 300) == "A" * 300 + ELLIPSIS
    assert clean_line("abc", 3) == "abc"


@given(texts, st.one_of(st.none(), st.integers(0, 30)))
def test_clean_line_is_safe_to_show(text: str, limit: int | None) -> None:
    line = clean_line(text, limit)
    assert not has_marker_characters(line)
    assert not set(line) & set("\n\r\t\x00\u202e\u2028\u200b")
    assert line == line.strip()
    line.encode("utf-8")
    assert clean_line(line) == line


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        pytest.param("    if  x:\tpass", "    if  x:\tpass", id="spaces-and-tabs"),
        pytest.param(
            "one\u2028still one\fstill\x85one", "one still one still one", id="no-lines"
        ),
        pytest.param("a\x00b\x07\ue200c", "abc", id="controls"),
        pytest.param("a  ", "a", id="trailing-space"),
        pytest.param("  \u200b ", "", id="blank"),
        pytest.param("\udfff", "\ufffd", id="surrogate"),
    ],
)
def test_clean_block_keeps_inner_space(raw: str, clean: str) -> None:
    assert clean_block(raw) == clean


def test_marker_characters_are_found_and_dropped() -> None:
    assert [
        has_marker_characters(text) for text in ("a", "\u4e00", "\u4e00\ue206")
    ] == [
        False,
        False,
        True,
    ]
    assert drop_marker_characters("wp:\ue200481") == "wp:481"
    assert drop_marker_characters("wp:481") == "wp:481"


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        pytest.param("abc", 3, "abc", id="fits"),
        pytest.param(
            "x" + GERMANY + FRANCE + THUMB, 2, "x" + GERMANY + "…", id="flags"
        ),
        pytest.param("abcd\U0001f600\U0001f600 end", 5, "abcd\U0001f600…", id="emoji"),
        pytest.param(f"ab{FAMILY} family", 3, f"ab{FAMILY}…", id="family"),
        pytest.param(f"ab{FAMILY} family", 2, "ab…", id="family-left-out"),
        pytest.param(FAMILY + THUMB, 2, FAMILY + THUMB, id="fits-in-characters"),
        pytest.param("three days per week", 12, "three days…", id="word"),
        pytest.param("three days per week", 10, "three days…", id="at-a-word-end"),
        pytest.param("three days, per week", 11, "three days,…", id="after-comma"),
        pytest.param("abcdefghijklmno", 5, "abcde…", id="no-space-at-all"),
        pytest.param("a bcdefghijklmnopqrs", 10, "a bcdefghi…", id="space-too-early"),
        pytest.param("tr\u00e8s grand", 7, "tr\u00e8s…", id="word-of-another-alphabet"),
        pytest.param(
            "\u8fd4 \u54c1\u306f\u5546\u54c1", 4, "\u8fd4 \u54c1\u306f…", id="unspaced"
        ),
        pytest.param("a\r\nb", 2, "a…", id="line-end-is-not-halved"),
        pytest.param("abc", 0, "…", id="nothing"),
        pytest.param("\u00e9bc", 0, "…", id="nothing-of-another-alphabet"),
    ],
)
def test_truncate_cuts_where_it_does_not_hurt(
    text: str, limit: int, expected: str
) -> None:
    assert truncate(text, limit) == (expected, expected != text)


@given(texts, st.integers(0, 12))
def test_truncate_never_divides_a_character(text: str, limit: int) -> None:
    short, cut = truncate(text, limit)
    characters = list(iter_graphemes(text))
    if not cut:
        assert short == text
        return
    kept = short.removesuffix(ELLIPSIS)
    prefixes = {"".join(characters[:count]) for count in range(limit + 1)}
    assert kept in prefixes


def test_truncate_leaves_out_a_character_without_end() -> None:
    endless = "a\u4e00" + "\u0301" * 5000
    assert truncate(endless, 2)[0] == "a…"


def test_truncate_of_a_long_text_looks_at_its_start_only() -> None:
    assert truncate("\u00e9" * 10_000_000, 3) == ("\u00e9\u00e9\u00e9…", True)


def test_clean_start_cleans_before_it_counts() -> None:
    assert clean_start(" a\n\u200bb ", 3, clean_line) == ("a b", False)
    assert clean_start("word " * 1000, 10, clean_line) == ("word word…", True)


def test_clean_start_gives_up_on_padding() -> None:
    padded = "ab" + "\u200b" * 5000 + "c"
    assert clean_start(padded, 10, clean_line) == ("a…", True)


def test_count_characters_counts_what_people_see() -> None:
    assert count_characters("abc") == 3
    assert count_characters("x" + GERMANY + THUMB + FAMILY) == 4


def test_a_character_ends_with_its_marks() -> None:
    assert end_of_character("e\u0301", 1) == 2
    assert end_of_character("ab \U0001f469\u200d\U0001f52c", 4) == 6
    assert end_of_character("日本", 1) == 1


def test_a_word_without_an_end_is_left_alone() -> None:
    assert end_of_word("x" * 200, 5) == 5
    assert end_of_word("one two", 3) == 3
