from __future__ import annotations

import pytest

from citemark.sanitizer import Policy, without_surrogates

POLICY = Policy(
    attributes={"*": frozenset({"lang"}), "a": frozenset({"href"}), "b": frozenset()},
    check=lambda _tag, _attribute, value: value.strip() or None,
    schemes=frozenset({"https"}),
)


def test_the_star_is_no_element() -> None:
    assert POLICY.tags == {"a", "b"}
    assert POLICY.drop == frozenset()


@pytest.mark.parametrize(
    ("tag", "attribute", "value", "expected"),
    [
        ("a", "href", " x ", "x"),
        ("a", "lang", "x", "x"),
        ("a", "href", " ", None),
        ("b", "href", "x", None),
        ("i", "lang", "x", None),
    ],
)
def test_only_named_attributes_are_checked(
    tag: str, attribute: str, value: str, expected: str | None
) -> None:
    assert POLICY.value(tag, attribute, value) == expected


def test_without_a_star_no_element_has_common_attributes() -> None:
    policy = Policy(
        attributes={"b": frozenset()},
        check=lambda _tag, _attribute, value: value,
        schemes=frozenset(),
    )
    assert policy.value("b", "lang", "x") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ascii", "ascii"), ("é😀", "é😀"), ("a\ud800\udfffb", "a\ufffd\ufffdb")],
)
def test_lone_surrogates_are_replaced(text: str, expected: str) -> None:
    assert without_surrogates(text) == expected
