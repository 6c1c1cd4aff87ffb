"""Annotations: which words of the answer, and which of the source."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

import pytest

from citemark import Options, render
from citemark.exports import export
from citemark.options import Limits
from tests.catalogues import read_annotations
from tests.strategies import cite

_SOURCES = [
    {
        "source_id": "S1",
        "title": "Tides",
        "url": "https://example.org/",
        "text": "one\ntwo\nthree",
        "language": "en",
    },
    {"source_id": "S2", "title": "Winds", "text": "alpha\nbeta"},
]
_A, _B = cite("S1"), cite("S2")
_CITY = '\ue200entity\ue202["city","Rome"]\ue201'
_HOSTILE = '\ue200entity\ue202["city","R\\ue200o\\ud800me"]\ue201'
_Node: TypeAlias = Mapping[str, object]


def _annotations(answer: str, options: Options | None = None) -> list[_Node]:
    rendered = render(answer, _SOURCES, options=options)
    written = export(rendered, _SOURCES, to="web-annotation", options=options)
    return read_annotations(written)


def _node(node: _Node, name: str) -> _Node:
    found = node[name]
    assert isinstance(found, dict)
    return found


def _quote(annotation: _Node) -> str | None:
    """Return the words of the answer, None for all of it, and check the position."""
    target = _node(annotation, "target")
    if "selector" not in target:
        return None
    selectors = target["selector"]
    assert isinstance(selectors, list)
    position, quote = selectors
    whole = quote["prefix"] + quote["exact"] + quote["suffix"]
    assert position["end"] - position["start"] == len(quote["exact"])
    assert len(quote["prefix"]) == min(position["start"], 32)
    assert quote["exact"] in whole
    return str(quote["exact"])


@pytest.mark.parametrize(
    ("answer", "quotes"),
    [
        (f"One.{_A} Two.{_B}", ["One.", "Two."]),
        (f"One{_A}. Two{_B}.", ["One", "Two"]),
        (f"One.{_A}{_B}", ["One.", "One."]),
        (f"One. {_A} {_B}", ["One.", "One."]),
        (f"One{_A}, {_B}", ["One", "One"]),
        (f"First.\n\n- One.{_A}\n2. Two.{_B}\n", ["One.", "Two."]),
        (f"> ## One{_A}\n> * Two{_B}\n", ["One", "Two"]),
        (f"| A | one{_A} | two{_B} |\n", ["A | one", "two"]),
        (f"**Bold** one.{_A}\n", ["**Bold** one."]),
        (f".NET is one.{_A}\n", [".NET is one."]),
        (f"-5 degrees{_A}", ["-5 degrees"]),
        (f"One.\n\n{_A}\n", ["One."]),
        (f"One.{_A}\n\n{_B}\n", ["One.", "One."]),
        (f"海は広い。{_A}空も。{_B}", ["海は広い。", "空も。"]),
        (f"😀 One.{_A} 😀 Two.{_B}", ["😀 One.", "😀 Two."]),
        (f"One\r\nmore.{_A}\r\nTwo.{_B}", ["more.", "Two."]),
        (_A, [None]),
        (f"{_A} One.{_B}", [None, "One."]),
        (f"One\ue200cite\ue202 and two.{_A}", ["One and two."]),
        (f"{_CITY} is old.{_A}", ["Rome is old."]),
        (f"{_HOSTILE} is old.{_A}", ["Ro\ufffdme is old."]),
        (f"One\uf8ff.{_A}", ["One."]),
        (f"One.{cite('nowhere')} Two.{_A}", ["Two."]),
    ],
)
def test_citations_are_for_the_words_before_them(
    answer: str, quotes: list[str | None]
) -> None:
    assert [_quote(each) for each in _annotations(answer)] == quotes


def test_positions_count_code_points_without_markers() -> None:
    _, second = _annotations(f"😀.{_A} Two.{_B} Rest of it.")
    selectors = _node(second, "target")["selector"]
    assert selectors == [
        {"type": "TextPositionSelector", "start": 3, "end": 7},
        {
            "type": "TextQuoteSelector",
            "exact": "Two.",
            "prefix": "😀. ",
            "suffix": " Rest of it.",
        },
    ]


def test_the_answer_is_named_by_its_content() -> None:
    found = [_annotations(text)[0] for text in (f"One.{_A}", f"One.{_B}", f"Two.{_A}")]
    names = [_node(_node(each, "target"), "source")["id"] for each in found]
    # The SHA-256 of "One.", from another program.
    assert names[0] == "ni:///sha-256;cCd7_ECbUCEy16SLKjs4YpQmSzH3vwJKX7DK-ruKwSI"
    assert names[0] == names[1] != names[2]


def test_the_language_of_the_answer_is_told() -> None:
    (found,) = _annotations(f"Eins.{_A}", Options(language="de"))
    assert _node(_node(found, "target"), "source")["language"] == "de"


def test_cited_lines_are_quoted_from_the_source() -> None:
    (found,) = _annotations(f"One.{cite('S1', 'L2-L3')}")
    assert found["body"] == {
        "type": "SpecificResource",
        "source": {
            "id": "https://example.org/",
            "type": "Text",
            "language": "en",
            "dc:title": "Tides",
        },
        "selector": {"type": "TextQuoteSelector", "exact": "two\nthree"},
    }


def test_a_source_that_is_cited_as_a_whole_is_not_quoted() -> None:
    (found,) = _annotations(f"One.{_A}")
    assert found["body"] == {
        "id": "https://example.org/",
        "type": "Text",
        "language": "en",
        "dc:title": "Tides",
    }


@pytest.mark.parametrize(
    ("marker", "value"), [(_B, "Winds"), (cite("S2", "L1"), "alpha")]
)
def test_a_source_without_url_is_a_text(marker: str, value: str) -> None:
    (found,) = _annotations(f"One.{marker}")
    assert found["body"] == {
        "type": "TextualBody",
        "value": value,
        "format": "text/plain",
        "dc:title": "Winds",
    }


def test_what_was_cut_off_is_not_quoted() -> None:
    options = Options(limits=Limits(excerpt_chars=2))
    (found,) = _annotations(f"One.{cite('S1', 'L3')}", options)
    assert _node(found, "body")["selector"] == {
        "type": "TextQuoteSelector",
        "exact": "th",
    }


def test_other_options_than_those_of_the_answer_do_no_harm() -> None:
    rendered = render(f"One.{_A}", _SOURCES)
    options = Options(families=("filecite",))
    written = export(rendered, _SOURCES, to="web-annotation", options=options)
    (found,) = read_annotations(written)
    assert _quote(found) is None
    assert json.loads(written)["total"] == 1
