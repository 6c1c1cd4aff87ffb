"""Dialects that authors write by chance, in everything that reads answers."""

from __future__ import annotations

import pytest

from citemark import (
    MarkerFilter,
    Options,
    SourceRegistry,
    StreamRenderer,
    cited_ids,
    lint,
    render,
    verify,
)
from citemark.dialect import scan_markers
from citemark.lint.fixing import fix
from citemark.sources import known_in
from citemark.syntax import Syntax

NUMERIC = Options(dialect="numeric")
TEXT = "The tide turns at nine [1]. It rises [7]."
SOURCES = [{"source_id": "1", "title": "Tides", "text": "It turns at nine."}]


def shown(body: object) -> str:
    return str(body).partition("\n")[0]


def test_each_id_is_asked_for_once() -> None:
    asked: list[list[str]] = []

    class Store:
        def get_many(self, ids: object) -> dict[str, object]:
            assert isinstance(ids, list)
            asked.append(ids)
            return {name: SOURCES[0] for name in ids if name == "1"}

    known = known_in(Store())
    assert known(["1", "7"]) == {"1"}
    assert known(["7", "1", "8"]) == {"1"}
    assert known([]) == set()
    assert asked == [["1", "7"], ["8"]]


@pytest.mark.parametrize("to", ["text", "markdown", "html"])
def test_what_names_no_source_stays_in_every_output(to: str) -> None:
    body = str(render(TEXT, SOURCES, to=to, options=NUMERIC))
    assert "It rises [7]." in body
    assert "nine [1]." not in body


def test_an_iterator_of_records_is_read_once() -> None:
    body = render(TEXT, iter(SOURCES), to="text", options=NUMERIC)
    assert shown(body) == "The tide turns at nine[1]. It rises [7]."


def test_lint_and_verify_see_the_same_markers() -> None:
    found = {item.name for item in lint(TEXT, SOURCES, options=NUMERIC)}
    assert "unknown-source" not in found
    mended = fix(f"It is **so [1]**. {TEXT}", SOURCES, options=NUMERIC)
    assert mended.text == ("It is **so**.[1] The tide turns at nine.[1] It rises [7].")
    report = verify(TEXT, SOURCES, options=NUMERIC)
    assert [each.cited for each in report.sentences] == [True, False]


def test_streams_give_what_rendering_gives() -> None:
    stream = StreamRenderer(SOURCES, options=NUMERIC)
    for each in TEXT:
        stream.feed(each)
    stream.finish()
    whole = render(TEXT, SOURCES, theme="chat", options=NUMERIC)
    assert stream.rendered.body == whole.body


def test_a_late_source_makes_a_citation_of_what_was_text() -> None:
    stream = StreamRenderer(options=NUMERIC, texts=True)
    stream.feed("The tide turns at nine [1].\n\nIt rises")
    events = stream.add_sources(SOURCES)
    assert any(event.type == "source.add" for event in events)
    stream.feed(" [1].")
    stream.finish()
    assert [each.title for each in stream.rendered.references] == ["Tides"]
    assert len(stream.rendered.citations) == 2


def test_a_filter_without_sources_takes_all() -> None:
    markers = MarkerFilter(dialect="numeric", show=lambda _: "*")
    assert markers.feed(TEXT).text + markers.finish().text == (
        "The tide turns at nine*. It rises*."
    )
    assert cited_ids(TEXT, dialect="numeric") == ["1", "7"]


def test_all_dialects_side_by_side() -> None:
    text = (
        "A.\ue200cite\ue202a\ue201 B【6†L9】. C [1]. D [9]. E[^1^]. "
        'F<co: 0>x</co: 0>. G.\ue200entity\ue202["place","Paris"]\ue201'
    )
    registry = SourceRegistry([{"source_id": name} for name in ("a", "6", "1", "0")])
    markers = scan_markers(text, "auto", Syntax(), known_in(registry))
    assert [each.source_ids for each in markers if each.citations] == [
        ("a",),
        ("6",),
        ("1",),
        ("1",),
        ("0",),
    ]
    body = render(text, registry, to="text", options=Options(dialect="auto"))
    assert shown(body) == "A.[1] B[2]. C[3]. D [9]. E[3]. Fx[4]. G.Paris"


def test_characters_of_a_dialect_that_is_not_read_are_never_shown() -> None:
    for to in ("text", "markdown", "html"):
        options = Options(dialect="librechat", private_use="keep")
        body = render("a\ue201b \ue203c", to=to, options=options)
        assert not set("\ue201\ue203") & set(str(body))


def test_a_marker_of_names_is_closed_by_a_name() -> None:
    options = Options(dialect="openai-escaped")
    text = "A{CITATION_START}cite{CITATION_DELIMITER}a and more."
    mended = fix(text, options=options, unsafe=True)
    assert "{CITATION_DELIMITER}a{CITATION_STOP}" in mended.text
