"""Cases in which marker characters, IDs or payloads reached a reader."""

from __future__ import annotations

from citemark import Options, lint, render
from tests.cases.support import (
    Given,
    Page,
    case,
    names,
    reparsed,
    shown,
    text_of,
    to_html,
    to_markdown,
    to_text,
)


@case("b001")
def test_no_output_shows_the_control_span(given: Given) -> None:
    _, page = to_html(given)
    assert page.prose == "Port 8443 is closed by default.[1][2]"
    text = to_text(given)
    assert text.startswith("Port 8443 is closed by default.[1][2]\n")
    markdown = to_markdown(given)
    assert markdown.startswith("Port 8443 is closed by default.[^")
    for output in (page.markup, text, markdown):
        assert "Weather desk" in output
        assert "Port notes" in output
        assert "turn0search" not in output


@case("b002")
def test_empty_registry_gives_the_bare_sentence(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Heute Abend bleibt es trocken."
    assert page.soup.select("section, h1, h2, ol") == []
    assert to_text(given) == "Heute Abend bleibt es trocken."
    assert to_markdown(given) == "Heute Abend bleibt es trocken."
    assert names(rendered) == ["unknown-source"]
    assert "turn0search0" in rendered.diagnostics[0].message


@case("b066")
def test_legacy_dagger_forms(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == given.answer
    assert rendered.citations == ()
    found = [item for item in lint(given.answer) if item.name == "foreign-marker"]
    assert [given.answer[item.start : item.end] for item in found] == [
        "【4:2†source】",
        "【4:0†Leave rules.pdf】",
    ]
    assert {item.severity for item in found} == {"info"}
    both = Options(dialect=("openai", "lenticular"))
    _, page = to_html(given, both)
    assert page.prose == "Leave is 25 days and carries over. 【注意】 ask first."


@case("b068")
def test_every_family_and_stray_delimiter_goes(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Totals rose by 4%. Done."
    assert to_text(given) == "Totals rose by 4%. Done."
    assert sorted(names(rendered)) == ["stray-marker-character", "unknown-family"]
    for word in ("navlist", "More news", "turn0search0"):
        assert word not in page.markup


@case("b069")
def test_payload_of_a_widget_goes_with_it(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.texts("p") == ["Three bridges:", "All are open."]
    assert page.answer.select("em, table") == []
    assert "query" not in page.markup
    assert names(rendered) == ["unknown-family"]
    markdown = to_markdown(given)
    assert reparsed(markdown).texts("p") == ["Three bridges:", "All are open."]


@case("b071")
def test_escape_sequences_in_place_of_the_characters(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == given.answer
    assert rendered.citations == ()
    found = [item for item in lint(given.answer) if item.name == "escaped-marker"]
    assert len(found) == 2
    option = Options(dialect="openai-escaped")
    rendered, page = to_html(given, option)
    assert [found.source_id for found in rendered.citations] == [
        "turn0search0",
        "turn0search1",
    ]
    assert page.prose == "Open daily.[1] and[2]"
    assert "\\ue20" not in page.markup


@case("b071")
def test_escape_sequence_in_a_code_span_is_never_changed(given: Given) -> None:
    escaped = given.answer.removeprefix("Open daily. ")
    assert escaped.startswith("\\ue200cite")
    inside = Given((f"Type `{escaped}` here.",), given.sources)
    for options in (None, Options(dialect="openai-escaped")):
        page = Page(text_of(render(inside.answer, inside.sources, options=options)))
        assert page.texts("code") == [escaped]
        assert page.noterefs == []


@case("b073")
def test_other_private_use_characters(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Founded in 1911.3 Still open."
    assert names(rendered) == ["private-use-character"] * 2
    assert [item.start for item in rendered.diagnostics] == [16, 18]
    icon = Given((given.answer + " \ue0a0",), ())
    assert to_html(icon)[1].prose.rstrip() == "Founded in 1911.3 Still open."
    kept = to_html(icon, Options(private_use="keep"))[1]
    assert kept.prose == icon.answer


@case("f01")
def test_wrapped_prose_survives(given: Given) -> None:
    _, page = to_html(given)
    assert page.prose == "A model optimised for speed.[1]"
    assert to_text(given).startswith("A model optimised for speed.[1]\n")


@case("f03")
def test_entity_keeps_its_name_and_images_vanish(given: Given) -> None:
    """The peer puts a placeholder word for the images; ours leaves nothing."""
    rendered, page = to_html(given)
    assert page.prose == "Visitez Paris."
    assert names(rendered) == ["unknown-family"] * 2
    long = given.answer.replace("description", "x" * 16_000)
    assert to_html(Given((long,), ()))[1].prose == "Visitez Paris."


@case("f05")
def test_other_widgets_vanish(given: Given) -> None:
    """The peer makes a list of links of ``navlist`` and an image of ``i``.

    Here families other than the citing ones are widgets and are hidden.
    """
    rendered, page = to_html(given)
    assert [line.strip() for line in page.prose.split("\n")] == [
        "Navigation",
        "Picture",
        "Stray character.",
    ]
    assert rendered.citations == ()
    assert sorted(names(rendered)) == [
        "stray-marker-character",
        "unknown-family",
        "unknown-family",
    ]


@case("f06")
def test_unresolved_states_are_told_apart(given: Given) -> None:
    """The peer knows a third state, an unknown type of reference.

    An ID is opaque here, so its type is too: both of the others are unknown.
    """
    rendered, page = to_html(given)
    assert page.prose == "Hidden. Unknown. Orphan."
    assert page.entries == []
    assert names(rendered) == [
        "source-not-citable",
        "unknown-source",
        "unknown-source",
    ]
    assert [lost.text.strip(". ") for lost in rendered.unsupported] == [
        "Hidden",
        "Unknown",
        "Orphan",
    ]
    marked, page = to_html(given, Options(on_unresolved="mark"))
    assert page.prose == "Hidden[?]. Unknown[?]. Orphan[?]."
    assert marked.references == ()
    assert [shown(entry) for entry in page.entries] == []
