"""The answer before the parse: private-use characters beside the markers."""

from __future__ import annotations

import pytest

from citemark.answer import find_markers
from citemark.model import Marker, MarkerKind
from citemark.options import Options
from tests.cases.support import cite


def found(text: str) -> list[Marker]:
    """Return what no reader may see of *text*."""
    return find_markers(text, Options())


def test_private_use_characters_are_found_between_markers() -> None:
    markers = found(f"\uf8ffa{cite('b')}\ue000\ue001 {cite('c')}d\ue010")
    assert [marker.raw for marker in markers] == [
        "\uf8ff",
        cite("b"),
        "\ue000\ue001",
        cite("c"),
        "\ue010",
    ]
    assert markers[0].kind is MarkerKind.STRAY
    (finding,) = markers[0].findings
    assert finding.code.code == "CM010"
    assert "U+F8FF" in finding.message
    assert (finding.start, finding.end) == (markers[0].start, markers[0].end) == (0, 1)


def test_private_use_characters_in_a_marker_are_the_markers() -> None:
    text = cite("a\uf000b")
    assert [marker.raw for marker in found(text)] == [text]


@pytest.mark.parametrize("text", ["a", "\u00fc", "\u3042\U0001f600"])
def test_other_characters_are_not_private(text: str) -> None:
    assert found(text) == []


def test_private_use_characters_may_be_kept() -> None:
    assert find_markers("a\uf8ff", Options(private_use="keep")) == []


def test_what_others_write_by_chance_needs_a_source() -> None:
    options = Options(dialect="numeric")
    assert find_markers("So [1].", options) == []
    assert len(find_markers("So [1].", options, frozenset)) == 1
