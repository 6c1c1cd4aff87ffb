"""The shortcut for plain markers finds what the whole scanner finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.dialects import escaped, openai
from citemark.model import Marker
from citemark.syntax import Syntax
from tests.strategies import DELIM, START, STOP, answers

SOUP = st.lists(
    st.sampled_from(
        (
            *(START, DELIM, STOP, "\ue204", r"\ue200", r"\ue202", r"\ue201", "cite"),
            *("filecite", "a", "turn0file0", "L1", "L2-L3", "L9-L2", "L1-"),
            *("L" + "9" * 12, " ", "\n", "x" * 300, "é", "Ｌ1", "cites"),
        )
    ),
    max_size=14,
).map("".join)


def by_the_long_way(text: str) -> list[list[Marker]]:
    """Scan *text* in both dialects without the shortcut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("citemark.grammar._plain_marker", lambda _: None)
        return scanned(text)


def scanned(text: str) -> list[list[Marker]]:
    """Scan *text* in both dialects."""
    return [dialect.scan(text, Syntax()) for dialect in (openai, escaped)]


@given(st.one_of(SOUP, answers().map(lambda piece: piece.text)))
def test_the_shortcut_changes_nothing(text: str) -> None:
    assert scanned(text) == by_the_long_way(text)


@pytest.mark.parametrize(
    "body", ["cite@a", "cite@a@L1", "cite@a@L3-L9", "filecite@turn0file0@L2-L2"]
)
def test_plain_markers_need_no_second_look(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("citemark.grammar._Attempt")
    (marker,) = openai.scan(f"x{START}{body.replace('@', DELIM)}{STOP}y", Syntax())
    assert len(marker.citations) == 1


def test_without_families_nothing_is_cited() -> None:
    (marker,) = openai.scan(f"{START}cite{DELIM}a{STOP}", Syntax(families=()))
    assert marker.citations == ()
