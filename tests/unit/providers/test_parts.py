"""Answers as data: a text with annotations, or parts that each have their own."""

from __future__ import annotations

import pytest

from citemark import Rendered, render
from citemark.locators.pages import Pages
from citemark.provider import Anchor, Flag
from citemark.providers.parts import answer_from

SOURCES = [
    {"source_id": "a", "title": "Weather desk", "url": "https://a.example/"},
    {"source_id": "b", "title": "Port notes", "url": "https://b.example/"},
    {"source_id": "c", "title": "Rain log", "url": "https://c.example/"},
]
LAB = "Team \N{WOMAN}\N{ZERO WIDTH JOINER}\N{MICROSCOPE} won. Next."


def note(start: int, end: int, source: str = "a", **rest: str) -> dict[str, object]:
    return {"start": start, "end": end, "source": source, **rest}


def told(response: object) -> Rendered:
    return render(answer_from(response), SOURCES, to="text")


def line(response: object) -> str:
    """Return the text of the answer, without the list of its sources."""
    return told(response).body.partition("\n\nSources")[0]


def test_b027_bytes_are_no_positions() -> None:
    annotations = [note(0, 18, unit="utf8"), note(23, 36, "b", unit="utf8")]
    text = "東京は晴れ。\N{GRINNING FACE} Rain in Oslo."
    shown = line({"text": text, "annotations": annotations})
    assert shown == "東京は晴れ。[1]\N{GRINNING FACE} Rain in Oslo.[2]"


@pytest.mark.parametrize(("unit", "end"), [("utf16", 15), ("codepoint", 13)])
def test_b028_units_are_converted(unit: str, end: int) -> None:
    annotations = [note(5, end, unit=unit)]
    shown = line({"text": LAB, "annotations": annotations})
    assert shown == LAB.replace("won.", "won.[1]")


@pytest.mark.parametrize(("start", "end"), [(0, 5), (3, 2), (-1, 2), (7, 9)])
def test_b128_offsets_beyond_the_text_belong_at_its_end(start: int, end: int) -> None:
    rendered = told({"text": "über", "annotations": [note(start, end)]})
    assert rendered.body.startswith("über[1]\n")
    assert [str(each.code) for each in rendered.diagnostics] == ["CM701"]


@pytest.mark.parametrize(
    "place", [{"start": 0, "end": 5, "unit": "utf8"}, {"start": 0, "end": 5}]
)
def test_b130_offsets_count_from_the_beginning_of_their_part(
    place: dict[str, object],
) -> None:
    parts = [
        {"text": "été. ", "annotations": []},
        {"text": "Rain.", "annotations": [{**place, "source": "a"}]},
    ]
    assert line({"parts": parts}) == line(parts) == "été. Rain.[1]"


def test_b131_a_mark_that_nobody_explains_is_not_paired_by_order() -> None:
    text = "A【1:0†source】 B【1:1†source】"
    rendered = told({"text": text, "annotations": [note(15, 27)]})
    assert rendered.body.startswith("A B[1]\n")
    assert [str(each.code) for each in rendered.diagnostics] == ["CM704"]


def test_o01_several_sources_of_one_claim() -> None:
    annotations = [
        note(0, 16, unit="utf8"),
        note(17, 27, "b", unit="utf8"),
        note(17, 27, "c", unit="utf8"),
    ]
    shown = line({"text": "こんにちは! Gemini CLI", "annotations": annotations})
    assert shown == "こんにちは![1] Gemini CLI[2][3]"


def test_o03_words_that_occur_everywhere_are_cited_once() -> None:
    text = "**二氧化硫。**\n\n1. **说明**"
    rendered = render(
        answer_from({"text": text, "annotations": [note(0, 2, text="**")]}), SOURCES
    )
    assert rendered.body.count("[1]") == 1
    assert "<strong>二氧化硫。</strong><sup" in rendered.body


def test_o05_a_claim_that_cuts_emphasis_ends_behind_it() -> None:
    text = "Abra evolves into **Kadabra** now"
    rendered = render(
        answer_from({"text": text, "annotations": [note(18, 27)]}), SOURCES
    )
    assert "<strong>Kadabra</strong><sup" in rendered.body


@pytest.mark.parametrize(
    ("text", "start", "shown"),
    [
        ("Abra <iframe> Kadabra </iframe> Alakazam", 14, "Kadabra<sup"),
        ("Abra <b title='Kadabra'>x</b> y", 15, "<b>x</b><sup"),
        ("Abra\n\n```\nKadabra x\n```", 10, "<p>Abra<sup"),
    ],
)
def test_o06_nothing_is_put_into_tags_or_code(
    text: str, start: int, shown: str
) -> None:
    annotations = [note(start, start + 7)]
    body = render(answer_from({"text": text, "annotations": annotations}), SOURCES).body
    assert shown in body
    assert "<iframe" not in body
    assert body.count('id="cx-s1"') == 1


def test_anchors_are_told_or_seen() -> None:
    text = "Rain[x] fell."
    annotations = [
        note(4, 7, anchor="marker"),
        note(12, 12),
        note(0, 4, anchor="claim"),
        note(0, 0, anchor="point"),
        note(0, 0),
        {"source": "a"},
    ]
    answer = answer_from({"text": text, "annotations": annotations})
    assert [(each.anchor, each.start, each.end) for each in answer.citations] == [
        (Anchor.MARKER, 4, 7),
        (Anchor.POINT, 12, 12),
        (Anchor.CLAIM, 0, 4),
        (Anchor.POINT, 0, 0),
        (None, None, None),
        (None, None, None),
    ]


def test_words_repair_offsets() -> None:
    annotations = [note(2, 6, text="fell.", quote="It fell.", locator="p3")]
    (span,) = answer_from({"text": "Rain fell.", "annotations": annotations}).citations
    assert (span.start, span.end, span.flags) == (5, 10, (Flag.REPAIRED,))
    assert (span.locator, span.cited_text) == (Pages(3, 3), "It fell.")


def test_sources_come_with_the_answer_or_with_an_annotation() -> None:
    source = {"id": 7, "title": "Log", "url": "https://l.example/", "text": "Rain."}
    answer = answer_from(
        {
            "text": "Rain. Snow.",
            "sources": [{"source_id": "a", "title": "Weather"}],
            "annotations": [
                note(0, 5),
                {"start": 6, "end": 11, "source": source},
            ],
        }
    )
    body = render(answer, to="text").body
    assert body.startswith("Rain.[1] Snow.[2]\n")
    assert [each.title for each in answer.sources] == ["Weather", "Log"]
    assert answer.sources[1].text == "Rain."
