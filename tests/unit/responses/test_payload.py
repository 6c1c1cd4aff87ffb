"""Fields of responses, decoded or of an SDK."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from citemark.errors import SourceError
from citemark.responses.payload import Payload, payload


class Model:
    """An object that gives its own fields when iterated over, as pydantic's do."""

    def __iter__(self) -> Iterator[tuple[str, object]]:
        yield "a", 1


@pytest.mark.parametrize(
    "response",
    [
        {"groundingSupports": [{"endIndex": 4}]},
        {"grounding_supports": [{"end_index": 4}]},
        SimpleNamespace(grounding_supports=(SimpleNamespace(end_index=4),)),
        SimpleNamespace(groundingSupports=[{"end_index": "4"}]),
    ],
)
def test_both_spellings_of_dicts_and_objects(response: object) -> None:
    (support,) = payload(response).items("groundingSupports")
    assert support.number("endIndex") == 4


def test_a_value_is_what_it_is() -> None:
    assert Payload("a").text() == "a"
    assert Payload(3).number() == 3
    assert Payload({"type": "text"}).kind() == "text"


def test_what_is_missing_is_empty() -> None:
    empty = payload({})["a"]["b"]
    assert not empty
    assert (empty.text("c"), empty.items("c"), empty.number("c")) == ("", [], None)
    assert (empty.text(), empty.items(), empty.number(), empty.name()) == (
        "",
        [],
        None,
        "",
    )


@pytest.mark.parametrize("value", [5, "x", [1], None, 1.5, True, b"x"])
def test_what_is_of_another_type_has_no_fields(value: object) -> None:
    assert not Payload(value)["real"]
    assert not Payload(value)["count"]


@pytest.mark.parametrize("error", [ValueError, IndexError, NotImplementedError])
def test_a_field_that_cannot_be_worked_out_is_missing(error: type[Exception]) -> None:
    class Blocked:
        parts = "ab"

        @property
        def text(self) -> str:
            raise error

    assert not Payload(Blocked())["text"]
    assert Payload(Blocked()).text("parts") == "ab"


def test_what_can_be_read_once_can_be_read_again() -> None:
    read = payload(iter([1, 2]))
    assert [each.number() for each in (*read.items(), *read.items())] == [1, 2, 1, 2]


def test_only_lists_have_items() -> None:
    assert [each.number() for each in Payload((1, 2)).items()] == [1, 2]
    assert [each.number() for each in Payload(iter([1])).items()] == [1]
    assert [each.number() for each in Payload({"a": 1}.values()).items()] == [1]
    for value in "ab", b"ab", {"a": 1}, 5, SimpleNamespace(), Model():
        assert Payload(value).items() == []


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3),
        ("3", 3),
        ("-3", -3),
        (3.0, 3),
        (3.5, None),
        ("", None),
        ("9" * 30, None),
        (10**30, None),
        (float("nan"), None),
        (True, None),
        ("3x", None),
        (None, None),
    ],
)
def test_whole_numbers_however_written(value: object, number: int | None) -> None:
    assert Payload({"n": value}).number("n") == number


def test_a_name_is_a_string_or_a_number() -> None:
    assert [Payload(each).name() for each in ("a", 0, "", 1.5)] == ["a", "0", "", ""]


@pytest.mark.parametrize("response", [None, "{}", b"{}", 5])
def test_what_is_no_response_is_refused(response: object) -> None:
    with pytest.raises(SourceError, match="decoded JSON, got"):
        payload(response)
