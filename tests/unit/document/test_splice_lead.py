from __future__ import annotations

import pytest

from citemark import render
from tests.strategies import SOURCES, cite


@pytest.mark.parametrize("sign", ["-   ", "1.  ", "#  ", "> -  ", "-\t\t "])
def test_a_line_of_many_signs_is_read_at_once(sign: str) -> None:
    # With one more sign it once took twice the time: this would not end.
    answer = f"{sign * 60}x {cite('turn0file0')}, y\n"
    for to in ("text", "markdown"):
        assert "[" in str(render(answer, SOURCES, to=to))


@pytest.mark.parametrize(
    "above",
    [
        "---",
        "***",
        "# Title",
        "```\ncode\n```",
        "Title\n===",
        "> said\n> ---",
        "[x]: y",
    ],
)
@pytest.mark.parametrize("source_id", ["turn0file0", "nobody"])
def test_what_begins_a_block_does_not_join_the_line_above(
    above: str, source_id: str
) -> None:
    # "---[1]" is no rule any more, and a fence that ends in "```[1]" does not end.
    answer = f"One.\n\n{above}\n{cite(source_id)} The end.\n"
    for to in ("text", "markdown"):
        made = str(render(answer, SOURCES, to=to))
        assert made.startswith(f"One.\n\n{above}\n")


def test_what_goes_on_with_a_block_joins_the_line_above() -> None:
    answer = f"A claim.\n{cite('turn0file0')}\nAnother one.\n"
    text = str(render(answer, SOURCES, to="text"))
    assert text.startswith("A claim.[1]\nAnother one.\n")
