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
