from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.source import Source
from citemark.text_fragments import text_directive

TERM_RE = re.compile(r"(?:[^,&-]+-,)?[^,&-]+(?:,[^,&-]+)?(?:,-[^,&-]+)?")


def directive(text: str, first: int, last: int | None = None) -> str | None:
    """Return the decoded directive for lines of *text*, its syntax left in place."""
    found = text_directive(Source(source_id="s", text=text), first, last or first)
    if found is None:
        return None
    name, _, value = found.partition("=")
    assert name == "text"
    assert TERM_RE.fullmatch(value)
    return unquote(value)


def test_a_line_is_named_by_itself() -> None:
    assert directive("One.\nTwo  words.\nThree.", 2) == "Two words."


def test_syntax_inside_of_words_is_escaped() -> None:
    source = Source(source_id="s", text="a-b, c & d = e+f #g")
    found = "text=a%2Db%2C%20c%20%26%20d%20%3D%20e%2Bf%20%23g"
    assert text_directive(source, 1, 1) == found


def test_several_lines_are_named_by_their_first_and_last_words() -> None:
    text = "one two three four five\n\nmiddle\n\nsix seven eight nine ten"
    assert directive(text, 1, 5) == "one two three,eight nine ten"
    assert directive(text, 1, 2) == "one two three four five"
    assert directive(text, 2, 4) == "middle"


def test_a_long_line_is_named_by_its_ends() -> None:
    line = " ".join(f"word{number}" for number in range(30))
    assert directive(line, 1) == "word0 word1 word2,word27 word28 word29"
    assert directive("w " * 50, 1) == ("w " * 50).strip()


def test_a_long_line_without_a_place_to_cut_is_named_by_itself_or_not_at_all() -> None:
    assert directive("x" * 150, 1) == "x" * 150
    assert directive("x" * 250, 1) is None
    assert directive(f"{'x' * 250} and some more words", 1) is None
    assert directive(f"a b c d e f {'x' * 250}", 1) is None


def test_more_words_tell_a_start_or_an_end_from_others() -> None:
    text = "a b c d e\nf\na b c x y\ng h\nz 1 2 h\nk"
    assert directive(text, 3, 4) == "a b c x,g h"
    assert directive("a b c\nx 1 2 3\nv w 1 2 3\nend", 1, 3) == "a b c,w 1 2 3"


def test_words_around_tell_a_line_from_its_equals() -> None:
    text = "One.\nSame.\nTwo.\nSame.\nThree."
    assert directive(text, 2) == "One.-,Same."
    assert directive(text, 4) == "Two.-,Same."
    assert directive("Same.\nTwo.\nSame.\nThree.", 1) == "Same.,-Two."
    both = "A\nSame\nB\nA\nSame\nC\nD\nSame\nB"
    assert directive(both, 2) == "A-,Same,-B"


@pytest.mark.parametrize("signs", ["—", "&", "…", "— — —", "-----", "* * *"])
def test_words_beyond_a_line_of_signs_are_not_around(signs: str) -> None:
    text = f"Alpha\n{signs}\nPrice 12\nBeta\n{signs}\nPrice 12"
    assert directive(text, 6) is None
    assert directive(text, 3) == "Price 12,-Beta"
    assert directive(f"Alpha\n{signs}\nPrice 12", 2, 3) == "Price 12"
    text = f"one two three\nit ends\n{signs}\nA\nit ends\n{signs}\nB"
    assert directive(text, 1, 5) is None


def test_blank_lines_and_rules_of_markdown_are_between_no_words() -> None:
    for between in ("", "  ", "---", "***"):
        text = f"# Top\n\nBeta\n{between}\nPrice 12\n\nPrice 12"
        assert directive(text, 5) == "Beta-,Price 12"
    text = "| a | — | b |\n|---|---|---|\n| c | d | b |"
    assert directive(text, 1) == "a,b"


@pytest.mark.parametrize(
    "stamps",
    [
        ("[0:05] ", "[0:09] ", "[1:00:12] "),
        ("(00:05) ", "(00:09) ", "(00:12) "),
        ("0:05\t", "0:09\t", "0:12\t"),
        (
            "00:05.000 --> 00:08.000\n",
            "00:09.000 --> 00:11.000 align:start\n",
            "00:12,000 --> 00:14,500\n",
        ),
    ],
)
def test_times_of_a_transcript_are_no_words(stamps: tuple[str, str, str]) -> None:
    said = ("Hello to all.", "We begin.", "Hello to all.")
    text = "\n".join(map(str.__add__, stamps, said))
    per = text.count("\n") // 2
    assert directive(text, per + 1, 2 * per) == "We begin."
    # A page may show the time between what is said.
    assert directive(text, 1, per) is None


def test_a_time_alone_makes_no_transcript() -> None:
    assert directive("Doors:\n9:30 Opening", 2) == "9:30 Opening"
    assert directive("9:30pm is late\n9:45pm is later", 2) == "9:45pm is later"


def test_words_around_tell_a_range_from_its_equals() -> None:
    text = "Top\nSame words here\nx\nMid\nSame words here\ny\nEnd"
    assert directive(text, 5, 6) == "Mid-,Same words here,y"
    text = "Start here now\nit ends\nA\nit ends\nB"
    assert directive(text, 1, 4) == "Start here now,it ends,-B"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Same\nSame\nSame\nSame", 2, 2),
        ("Same\nSame\nSame\nSame", 2, 3),
        ("one two three\nit ends\nA\nit ends\nA", 1, 4),
        ("a\n\n---\n...\n", 2, 4),
        ("", 1, 1),
        ("one", 2, 3),
    ],
)
def test_what_leads_nowhere_or_elsewhere_is_not_given(
    text: str, first: int, last: int
) -> None:
    assert directive(text, first, last) is None


def test_a_source_without_a_text_has_no_words() -> None:
    assert text_directive(Source(source_id="s"), 3, 4) is None


def test_lines_past_the_end_are_left_out() -> None:
    assert directive("one\ntwo", 2, 9) == "two"


@pytest.mark.parametrize(
    "other",
    [
        "TWO WORDS",
        "Tw\u00f6 w\u00f6rds",
        "two\u00a0words",
        "t\u00adwo words",
        "a two words b",
    ],
)
def test_browsers_see_no_difference_between_some_words(other: str) -> None:
    assert directive(f"x\ntwo words\n{other}\ny", 2) == "x-,two words"


@pytest.mark.parametrize(
    "other", ["two wordsmith", "xtwo words", "two-words", "two, words"]
)
def test_browsers_see_that_other_words_are_others(other: str) -> None:
    assert directive(f"x\ntwo words\n{other}\ny", 2) == "two words"


def test_quotes_are_equal() -> None:
    assert directive("x\nit's\nit\u2019s\n", 2) == "x-,it's"


def test_unseen_characters_are_left_out() -> None:
    assert directive("a\u00adb c\u200bd\u2060 \u202ee\u200d \ue200f", 1) == "ab cd e f"


def test_clauses_of_scripts_without_spaces_are_kept_whole() -> None:
    text = "料金は無料です。ただし、送料は別です。\n次の行です。\n「ご注意」ください。"
    assert directive(text, 1, 3) == "料金は無料です。ただし、,「ご注意」ください。"
    assert directive("料" * 150, 1) == "料" * 150
    assert directive("料" * 250, 1) is None


def test_in_scripts_without_spaces_words_may_be_inside_of_others() -> None:
    assert directive("手数料金\n料金\n一", 2) == "手数料金-,料金"


def test_markdown_is_read_as_a_page_shows_it() -> None:
    text = "# The **rules** #\n\n| A | `b-c` |\n|--|--|\n| [d](e) | f |\n"
    assert directive(text, 1) == "The rules"
    assert directive(text, 3) == "A,b-c"
    assert directive(text, 3, 5) == "A,f"
    assert directive(text, 4) is None


WORDS = st.sampled_from(
    ["one", "two", "One", "a-b", "c,d", "\u00e9", "\u6599\u91d1\u3002"]
)
LINES = st.lists(st.lists(WORDS, max_size=6).map(" ".join), min_size=1, max_size=8)


def searched(page: str, value: str) -> tuple[int, int]:
    """Return what a browser finds first in *page*, by the rules of the draft."""
    parts = re.fullmatch("(?:([^,]+)-,)?([^,-]+)(?:,([^,-]+))?(?:,-([^,]+))?", value)
    assert parts
    before, start, end, after = (
        rf"(?<![a-z]){re.escape(unquote(part).casefold())}(?![a-z])" if part else ""
        for part in parts.groups()
    )
    pattern = f"{before} " if before else ""
    pattern += f"({start})(?:.*?({end}))" if end else f"({start})"
    pattern += f" {after}" if after else ""
    found = re.search(pattern, page.casefold())
    assert found
    return found.start(1), found.end(2 if end else 1)


@given(LINES, st.data())
def test_what_a_browser_finds_first_are_the_cited_lines(
    lines: list[str], data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    source = Source(source_id="s", text="\n".join(lines))
    found = text_directive(source, first, last)
    if found is not None:
        above = " ".join(filter(None, lines[: first - 1]))
        begin = len(above) + bool(above)
        cited = " ".join(filter(None, lines[first - 1 : last]))
        page = " ".join(filter(None, lines))
        at = begin, begin + len(cited)
        assert searched(page, found.removeprefix("text=")) == at
