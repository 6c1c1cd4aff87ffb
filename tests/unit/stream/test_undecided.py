from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.stream.undecided import decided
from tests.stream_inputs import MORE_LINES


@pytest.mark.parametrize(
    ("shown", "kept"),
    [
        ("", ""),
        ("Title", ""),
        ("Title\n", ""),
        # Signs under a line make it a heading, an item, a rule or a quote.
        ("Title\n", "-"),
        ("Title\n", "--"),
        ("Title\n", "="),
        ("Title\n", "- "),
        ("Title\n- a", ""),
        ("Title\n--a", ""),
        ("Title\n-- a", ""),
        ("", "#"),
        ("", "## "),
        ("# a", ""),
        ("#a", ""),
        ("", "*"),
        ("", "**"),
        ("**a", ""),
        ("a\n", "> "),
        ("> a", ""),
        ("", "> - "),
        ("> - a", ""),
        ("", "`"),
        ("", "```"),
        ("`a", ""),
        ("", "~~"),
        ("", "   "),
        ("", "\t"),
        ("a\n", "  - - "),
        # A number may be that of an item, a bracket that of a box.
        ("", "1"),
        ("", "12."),
        ("", "12) "),
        ("12) a", ""),
        ("12,", ""),
        ("1234567890", ""),
        ("", "- 1"),
        ("", "- ["),
        ("", "- [x"),
        ("", "- [ ] "),
        ("- [ ] a", ""),
        ("- [y", ""),
        # A row of cells is one once the dashes below it are complete.
        ("", "| a"),
        ("", "| a | b |"),
        ("", "| a |\n"),
        ("", "| a |\n|-"),
        ("", "| a |\n|:-:| -"),
        ("| a |\n|-|\n", ""),
        ("| a |\n|-|\n| b", ""),
        ("| a |\nb", ""),
        ("b\n| a |", ""),
        ("b\n\n", "| a |"),
        ("b\n\n\n", "| a |"),
        ("a | b", ""),
        (f"| {'a' * 1_000}", ""),
        # Code is code, but for the line that may end it.
        ("```\n- ", ""),
        ("```\n| a", ""),
        ("```\n", "`"),
        ("```\n", "```"),
        ("```\nx\n", "  ``"),
        ("```\nx\n~", ""),
        ("~~~\nx\n", "~~"),
        ("```\n``a", ""),
        ("```\n\n", ""),
        ("a\n```py\n- ", ""),
        # What ends it is as long as what it began with, and nothing else.
        ("```\nx\n```\n", "-"),
        ("````\nx\n```\n-", ""),
        ("```\nx\n~~~\n-", ""),
        ("```\nx\n``` y\n-", ""),
        ("```\nx\n`````  \n", "-"),
        ("    ```\n", "-"),
        ("``` a`b\n", "-"),
        ("~~~ a`b\n-", ""),
        ("```\n```\n```\n-", ""),
    ],
)
def test_what_is_decided_is_shown(shown: str, kept: str) -> None:
    assert decided(shown + kept) == len(shown)


@given(st.lists(st.sampled_from(MORE_LINES), max_size=6).map("\n".join))
def test_only_the_end_is_kept(text: str) -> None:
    end = decided(text)
    assert 0 <= end <= len(text)
    kept = text[end:]
    # A line of signs, or the head of a table and the row under it.
    assert kept.strip("\n").count("\n") <= 1
    if kept:
        assert text[:end].endswith("\n") or not end
    assert decided(text + "\n\nA word") == len(text) + len("\n\nA word")


@pytest.mark.parametrize(
    "unit", ["- ", "1", "> ", "|", "[ ]", "```\n", "\n", "` ", "|-\n"]
)
def test_long_texts_take_linear_time(unit: str) -> None:
    # A quadratic one would not end before the suite's time limit.
    text = unit * (200_000 // len(unit))
    assert 0 <= decided(text) <= decided(f"{text}.") <= len(text) + 1
