"""Answers of providers as values: built, compared, kept."""

from __future__ import annotations

import pytest

from citemark.errors import SourceError
from citemark.locators.pages import Pages
from citemark.provider import (
    NOWHERE,
    Anchor,
    Answer,
    AnswerBuilder,
    Flag,
    Located,
    canonical_url,
)


def claim(start: int, end: int) -> Located:
    return Located(start, end, anchor=Anchor.CLAIM)


def test_offsets_go_on_through_all_parts() -> None:
    builder = AnswerBuilder()
    builder.add_text("One. ")
    base = builder.length
    builder.add_text("Two.")
    name = builder.add_source(url="https://a.test/")
    builder.cite(name, claim(0, 4), base)
    answer = builder.build()
    (span,) = answer.citations
    assert answer.text == "One. Two."
    assert answer.text[span.start : span.end] == "Two."


def test_a_source_is_known_again_by_id_address_or_title() -> None:
    builder = AnswerBuilder()
    first = builder.add_source(url="https://a.test/?utm_source=openai", title="A")
    assert builder.add_source(url="https://a.test/#top") == first == "https://a.test/"
    assert builder.add_source(source_id="f1", title="File") == "f1"
    assert builder.add_source(title="File") == "File"
    unnamed = builder.add_source()
    assert builder.add_source() not in (unnamed, first)
    # The link stays the one that was given.
    assert builder.sources[first].url == "https://a.test/?utm_source=openai"


def test_what_is_new_about_a_known_source_is_added() -> None:
    builder = AnswerBuilder()
    builder.add_source(source_id="a", title="A", modified_at="2026-01-01")
    builder.add_source(source_id="a", title="B", text="words", url="https://a.test/")
    source = builder.sources["a"]
    assert (source.title, source.text, source.url) == ("A", "words", "https://a.test/")
    assert source.modified_at == "2026-01-01"


def test_a_date_that_is_none_is_left_out() -> None:
    builder = AnswerBuilder()
    builder.add_source(source_id="a", modified_at="Jan 5", published_at="2026-01")
    source = builder.build().registry.get("a")
    assert source is not None
    assert (source.modified_at, source.published_at) == (None, "2026-01")


@pytest.mark.parametrize(
    ("url", "flags"),
    [
        ("https://a.test/", ()),
        ("s3://bucket/a.pdf", ()),
        ("javascript:alert(1)", (Flag.UNSAFE_URL,)),
        ("FILE:///etc/passwd", (Flag.UNSAFE_URL,)),
        ("no-scheme", ()),
        (
            "https://vertexaisearch.cloud.google.com/grounding-api-redirect/A",
            (Flag.REDIRECT,),
        ),
    ],
)
def test_what_an_address_tells_is_flagged(url: str, flags: tuple[Flag, ...]) -> None:
    builder = AnswerBuilder()
    builder.cite(builder.add_source(url=url), NOWHERE)
    assert builder.build().citations[0].flags == flags


def test_claims_that_overlap_and_citations_twice_are_flagged() -> None:
    builder = AnswerBuilder()
    for name in "ab":
        builder.add_source(source_id=name)
    builder.add_text("x" * 50)
    builder.cite("a", claim(11, 25))
    builder.cite("b", claim(21, 37))
    builder.cite("a", claim(11, 25))
    # Inside another one, or after it, is no overlap.
    builder.cite("b", claim(12, 20))
    builder.cite("b", claim(37, 40))
    builder.cite(None, NOWHERE)
    builder.cite(None, NOWHERE)
    flags = [span.flags for span in builder.build().citations]
    assert flags == [(), (Flag.OVERLAP,), (Flag.DUPLICATE,), (), (), (), ()]


def test_tracking_is_no_part_of_an_address() -> None:
    assert (
        canonical_url("https://a.test/?b=1&utm_source=openai") == "https://a.test/?b=1"
    )
    assert (
        canonical_url("https://a.test/?utm_source=x") == "https://a.test/?utm_source=x"
    )


def test_plain_data_and_back() -> None:
    builder = AnswerBuilder()
    builder.add_text("One.")
    name = builder.add_source(source_id="a")
    flagged = (Flag.REPAIRED,)
    builder.cite(
        name, claim(0, 4), locator=Pages(2, 3), cited_text="Eins.", flags=flagged
    )
    builder.cite(None, NOWHERE)
    answer = builder.build()
    again = Answer.from_dict(answer.to_dict())
    assert again == Answer(text="One.", citations=answer.citations)
    assert answer.registry.ids == ("a",)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"text": "a"},
        {"text": 5, "citations": []},
        {"text": "a", "citations": [5]},
        {"text": "a", "citations": [{"start": "5"}]},
        {"text": "a", "citations": [{"anchor": "nowhere"}]},
        {"text": "a", "citations": [{"locator": ["pages"]}]},
        {"text": "a", "citations": [{"locator": ["houses", "p1"]}]},
    ],
)
def test_other_data_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(
        SourceError, match=r"^cited: expected a text with its citations \("
    ):
        Answer.from_dict(data)
