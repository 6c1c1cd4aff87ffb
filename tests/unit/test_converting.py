from __future__ import annotations

from itertools import permutations

import pytest

from citemark import ConfigError, scan
from citemark.converting import convert
from citemark.dialect import dialect_names, get_dialect
from citemark.syntax import Syntax
from tests.strategies import cite

WRITABLE = [name for name in dialect_names() if get_dialect(name).write]


def pairs(text: str, dialect: str) -> list[tuple[str, str | None]]:
    return [
        (each.source_id, each.raw_locator)
        for marker in scan(text, dialect=dialect)
        for each in marker.citations
    ]


@pytest.mark.parametrize(("before", "after"), list(permutations(WRITABLE, 2)))
def test_between_any_two_no_citation_is_lost(before: str, after: str) -> None:
    text = " ".join(each.text for each in get_dialect(before).examples if each.markers)
    given = scan(text, dialect=before)
    done = convert(text, from_=before, to=after)
    left = done.left
    found = [name for name, _ in pairs(done.text, after)]
    written = [marker for marker in given if marker not in left]
    wanted = [each.source_id for marker in written for each in marker.citations]
    assert [name for name in found if name in wanted] == wanted
    assert all(marker.raw in done.text for marker in left)


def test_places_and_the_words_of_widgets_are_kept() -> None:
    text = (
        f'A{cite("a", "L1-L2", "b")} \ue200entity\ue202["place","Paris"]\ue201 \ue206'
    )
    done = convert(text, from_="openai", to="openai-escaped")
    assert done.text == (r"A\ue200cite\ue202a\ue202L1-L2\ue202b\ue201 Paris ")
    assert (done.left, done.placeless) == ((), ())
    back = convert(done.text, from_="openai-escaped", to="openai")
    assert str(back) == f"A{cite('a', 'L1-L2', 'b')} Paris "


def test_a_broken_marker_stays() -> None:
    text = "A.\ue200cite\ue202 unclosed"
    assert convert(text, from_="openai", to="numeric").text == text


def test_what_cannot_be_written_is_told() -> None:
    done = convert(f"A{cite('a')} B{cite('2', 'L3')}", from_="openai", to="numeric")
    assert done.text == f"A{cite('a')} B[2]"
    assert [each.source_ids for each in done.left] == [("a",)]
    assert [each.source_ids for each in done.placeless] == [("2",)]


def test_sources_may_get_other_ids() -> None:
    text = f"Yes{cite('turn0file3', 'turn0file1')}"
    names = {"turn0file3": "1", "turn0file1": "2"}
    assert convert(text, from_="openai", to="numeric", rename=names).text == "Yes[1, 2]"
    back = {number: name for name, number in names.items()}
    again = convert("Yes[1, 2]", from_="numeric", to="openai", rename=back)
    assert again.text == text


def test_numbers_without_a_source_stay() -> None:
    sources = [{"source_id": "1"}]
    done = convert("A [1]. B [7].", from_="auto", to="superscript", sources=sources)
    assert done.text == "A [^1^]. B [7]."


def test_two_places_in_one_source_are_one_id() -> None:
    wanted = [("a", "L1"), ("a", "L5"), ("b", None), ("b", "L2"), ("a", None)]
    written = get_dialect("openai").format(wanted)
    assert pairs(written, "openai") == wanted
    assert written.count("a") == 2


def test_a_dialect_that_has_no_way_back_is_refused() -> None:
    with pytest.raises(ConfigError, match="to: expected a dialect that can be written"):
        convert("A", from_="openai", to="lenticular")
    with pytest.raises(ConfigError, match="expected what lenticular can write"):
        get_dialect("lenticular").format([("a", None)], Syntax())
