"""Citations of providers, woven into the text and rendered."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citemark import Options, SourceRegistry, render
from citemark.locators.pages import Pages
from citemark.model import MarkerKind
from citemark.provider import Anchor, Answer, CitedSpan, Flag
from citemark.snapshots import restore
from citemark.source import Source
from citemark.weaving import weave

A = Source(source_id="doc:a", title="Alpha", url="https://a.test/x.pdf")
B = Source(source_id="https://b.test/", title="Beta", url="https://b.test/")
SOURCES = (A, B)
MARKED = "Boats stay.\ue200cite\ue202doc1\ue201"


def span(
    anchor: Anchor | None,
    start: int | None = None,
    end: int | None = None,
    source: Source | None = A,
    **rest: object,
) -> CitedSpan:
    name = source.source_id if source else None
    return CitedSpan(source_id=name, anchor=anchor, start=start, end=end, **rest)  # type: ignore[arg-type] # fields of the record


def claim(text: str, words: str, source: Source = A, **rest: object) -> CitedSpan:
    start = text.index(words)
    return span(Anchor.CLAIM, start, start + len(words), source, **rest)


def shown(text: str, *spans: CitedSpan, options: Options | None = None) -> str:
    """Return the answer as text, without its list of sources."""
    answer = Answer(text=text, citations=spans, sources=SOURCES)
    body = str(render(answer, to="text", options=options))
    return body.partition("\n\nSources\n")[0]


def test_a_reference_follows_its_claim() -> None:
    text = "Boats stay. Dogs bark."
    assert shown(text, claim(text, "Boats stay."), claim(text, "Dogs bark.", B)) == (
        "Boats stay.[1] Dogs bark.[2]"
    )


def test_white_space_at_the_end_of_a_claim_is_none_of_it() -> None:
    text = "Boats stay.\n\nDogs bark."
    assert shown(text, claim(text, "Boats stay.\n\n")) == (
        "Boats stay.[1]\n\nDogs bark."
    )
    assert shown("a  b", span(Anchor.CLAIM, 1, 3)) == "a[1] b"


def test_a_reference_replaces_a_marker() -> None:
    text = "Boats stay ([a](https://a.test/x.pdf)). Dogs bark."
    link = "([a](https://a.test/x.pdf))"
    start = text.index(link)
    marker = span(Anchor.MARKER, start, start + len(link))
    assert shown(text, marker) == "Boats stay[1]. Dogs bark."


def test_a_reference_stands_at_its_point() -> None:
    assert shown("Numbers . More .", span(Anchor.POINT, 8, 8)) == "Numbers[1]. More ."


def test_citations_of_one_place_stand_side_by_side_each_once() -> None:
    text = "Boats stay."
    spans = [claim(text, text), claim(text, "stay.", B), claim(text, text)]
    assert shown(text, *spans) == "Boats stay.[1][2]"


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        # Case o05: the end of a claim may be inside of what ends behind it.
        ("Abra evolves into **Kadabra** now", "**Kadabra", "into **Kadabra**[1] now"),
        (
            "See [the page](https://p.test/) now",
            "See [the",
            "[the page](https://p.test/)[1]",
        ),
        ("Use `a b` now", "Use `a", "Use `a b`[1] now"),
        ("Read https://p.test/a/b now", "Read https://p.test/a", "p.test/a/b[1] now"),
        ("A **bold claim** is", "A *", "A **bold claim**[1]"),
        ("A **bold claim** is", "A **bold claim*", "bold claim**[1]"),
        ("A ~~bold claim~~ is", "A ~~bold claim~", "bold claim~~[1]"),
        ("Five \\* six", "Five \\", "Five \\*[1]"),
        ("Five\\\nsix", "Five\\", "Five[1]"),
        ("Salt &amp; pepper", "Salt &am", "&amp;[1]"),
        ("See [text][ref] now", "See [text]", "[text][ref][1]"),
        ("See [text](https://p.test/) now", "See [text]", "(https://p.test/)[1]"),
        ("Own[^1] note", "Own[^", "Own[^1][1]"),
        ("An international law", "An inter", "international[1]"),
        ("東京は晴れです", "東京", "東京[1]は晴れ"),
        ("https://o.test and https://p.test/a", "https://p.t", "p.test/a[1]"),
        ("Cafe\u0301s open", "Cafe", "Cafe\u0301[1]s open"),
        (
            "Won \U0001f469\u200d\U0001f52c now",
            "Won \U0001f469",
            "\u200d\U0001f52c[1] now",
        ),
        ("|a|\n|-|\n|b|\n", "|a|\n|-|\n|b|", "|b[1]|"),
        ("```\ncode\n```\n", "```\ncode\n```", "```[1]"),
    ],
)
def test_nothing_is_torn_apart(text: str, words: str, expected: str) -> None:
    text_shown = shown(text, claim(text, words))
    assert expected in text_shown.replace("\n\n", "")
    assert text_shown.replace("[1]", "").split() == text.split()


def test_what_nobody_wrote_is_not_called_misplaced() -> None:
    text = "So **Kadabra** is"
    answer = Answer(text=text, citations=(claim(text, "**Kad"),), sources=SOURCES)
    assert render(answer).diagnostics == ()


@pytest.mark.parametrize(
    "text", ["Get [it](sandbox:/mnt/x.csv).", "Get `sandbox:/mnt/x.csv`."]
)
def test_a_marker_inside_a_link_or_code_leaves_the_text_alone(text: str) -> None:
    start = text.index("sandbox")
    spans = [span(Anchor.MARKER, start, start + len("sandbox:/mnt/x.csv"))]
    assert "[1]" not in shown(text, *spans)
    answer = Answer(text=text, citations=tuple(spans), sources=SOURCES)
    assert [each.title for each in render(answer).references] == ["Alpha"]


def test_a_file_that_was_made_is_no_source() -> None:
    made = span(None, flags=(Flag.GENERATED,))
    answer = Answer(text="Here.", citations=(made,), sources=SOURCES)
    assert render(answer).references == ()


def test_a_source_without_a_place_is_only_listed() -> None:
    answer = Answer(
        text="Boats stay.",
        citations=(span(Anchor.CLAIM, 0, 11), span(None, source=B, cited_text="Why.")),
        sources=SOURCES,
    )
    result = render(answer)
    assert [each.title for each in result.references] == ["Alpha", "Beta"]
    assert [len(each.noterefs) for each in result.references] == [1, 0]
    assert [each.source_id for each in result.citations] == ["doc:a"]
    # Nothing leads to it, so it has no card and no way back.
    assert 'id="cx-c1"' in result.body
    assert 'id="cx-c2"' not in result.body
    assert result.body.count("Back to text") == 1
    assert "Why." in result.body


@pytest.mark.parametrize("profile", ["gfm", "pandoc", "myst"])
def test_markdown_lists_what_no_footnote_calls(profile: str) -> None:
    answer = Answer(
        text="Boats stay.",
        citations=(span(Anchor.CLAIM, 0, 11), span(None, source=B)),
        sources=SOURCES,
    )
    options = Options(markdown_profile=profile)  # type: ignore[arg-type] # one of them
    assert str(render(answer, to="markdown", options=options)) == (
        "Boats stay.[^1]\n\n"
        "**Sources**\n\n- \\[2\\] [Beta](<https://b.test/>).\n\n"
        "[^1]: [Alpha](<https://a.test/x.pdf>).\n"
    )


def test_a_quotation_is_shown_at_its_place() -> None:
    text = "Boats stay."
    quoted = claim(text, text, locator=Pages(2, 3), cited_text="Boats may\nstay.")
    result = render(Answer(text=text, citations=(quoted,), sources=SOURCES))
    (citation,) = result.citations
    assert (citation.excerpt, citation.locator) == ("Boats may stay.", "p2-p3")
    (reference,) = result.references
    assert [each.text for each in reference.excerpts] == ["Boats may stay."]
    assert 'href="https://a.test/x.pdf#page=2"' in result.body
    assert result.diagnostics == ()


def test_quotations_of_one_source_each_say_where_they_are() -> None:
    text = "Boats stay. Dogs bark."
    spans = (
        claim(text, "Boats stay.", locator=Pages(2, 2), cited_text="Boats."),
        claim(text, "Dogs bark.", locator=Pages(5, 5), cited_text="Dogs."),
    )
    body = render(Answer(text=text, citations=spans, sources=SOURCES)).body
    found = re.findall(r"<summary>Excerpt, p. <span[^>]*>(\d)</span></summary>", body)
    assert found == ["2", "5"]


def test_hostile_quotations_are_text() -> None:
    text = "Boats stay."
    quoted = claim(text, text, cited_text="<img src=x onerror=alert(1)>\ue200x")
    result = render(Answer(text=text, citations=(quoted,), sources=SOURCES))
    assert "<img" not in result.body
    assert "\ue200" not in result.body


def test_the_text_keeps_its_own_markers() -> None:
    other = Source(source_id="doc1", title="Own")
    answer = Answer(
        text=f"{MARKED} Dogs bark.",
        citations=(claim(f"{MARKED} Dogs bark.", "Dogs bark."),),
        sources=(*SOURCES, other),
    )
    result = render(answer)
    assert [each.title for each in result.references] == ["Own", "Alpha"]


def test_an_annotation_explains_a_marker_of_the_text() -> None:
    explained = span(Anchor.MARKER, 11, len(MARKED))
    answer = Answer(text=MARKED, citations=(explained,), sources=SOURCES)
    assert [each.title for each in render(answer).references] == ["Alpha"]


def test_no_text_forges_the_citation_of_a_provider() -> None:
    text = "Boats\ue200cite\ue202doc_a\ue201 stay."
    result = render(Answer(text=text, citations=(), sources=SOURCES))
    assert result.references == ()


def test_a_marker_of_an_unknown_source_is_hidden_with_its_space() -> None:
    text = "Five days 【6:3†source】."
    flags = (Flag.MISSING_ANNOTATION,)
    lost = span(Anchor.MARKER, 10, 22, None, flags=flags)
    answer = Answer(text=text, citations=(lost,), sources=SOURCES)
    result = render(answer, to="text")
    assert str(result).strip() == "Five days."
    assert [each.name for each in result.diagnostics] == ["marker-without-source"]


def test_what_may_be_no_citation_stays() -> None:
    text = "See a[1] now."
    maybe = span(Anchor.MARKER, 5, 8, flags=(Flag.MAYBE_NOT,))
    assert shown(text, maybe) == text


def test_faults_are_found_where_they_are() -> None:
    text = "Boats stay. Dogs bark."
    spans = (
        claim(text, "Boats stay."),
        claim(text, "Dogs bark.", flags=(Flag.OUT_OF_RANGE, Flag.REPAIRED)),
        span(None, flags=(Flag.SPLIT,)),
    )
    result = render(Answer(text=text, citations=spans, sources=SOURCES))
    found = [(each.name, result.answer[each.start :]) for each in result.diagnostics]
    dogs = result.answer[result.answer.index("Dogs") :]
    assert found == [
        ("offset-out-of-range", dogs),
        ("offset-repaired", dogs),
        ("citation-without-place", ""),
    ]


def test_markers_that_overlap_become_one() -> None:
    text = "Boats [a][b] stay."
    spans = (span(Anchor.MARKER, 6, 10), span(Anchor.MARKER, 8, 12, B))
    assert shown(text, *spans).startswith("Boats[1][2]")


def test_own_sources_unless_others_are_given() -> None:
    answer = Answer(text="Yes.", citations=(span(Anchor.CLAIM, 0, 4),), sources=SOURCES)
    assert render(answer).references[0].title == "Alpha"
    others = SourceRegistry([{"source_id": "doc:a", "title": "Omega"}])
    assert render(answer, others).references[0].title == "Omega"


@pytest.mark.parametrize("to", ["html", "markdown", "text", "email"])
def test_a_snapshot_renders_the_same_again(to: str) -> None:
    text = "Boats stay. Dogs bark."
    spans = (
        claim(text, "Boats stay.", locator=Pages(2, 2), cited_text="Boats."),
        span(Anchor.POINT, 22, 22, B),
    )
    result = render(Answer(text=text, citations=spans, sources=SOURCES), to=to)
    again = restore(result.snapshot())
    assert (again.body, again.etag) == (result.body, result.etag)


def test_what_is_left_out_is_seen_by_nobody() -> None:
    text = "<s>Boats stay.</s> `<s>`\n\n[^a]: Alpha\n\nDogs bark."
    out = [(0, 3), (14, 18), (20, 23), (26, 37)]
    spans = (claim(text, "Boats stay."), claim(text, "</s>", B))
    answer = Answer(text=text, citations=spans, sources=SOURCES, left_out=tuple(out))
    rendered = render(answer, to="text")
    assert rendered.body.startswith("Boats stay.[1][2] `<s>`\n\nDogs bark.\n")
    assert rendered.diagnostics == ()
    again = restore(rendered.snapshot())
    assert (again.body, again.etag) == (rendered.body, rendered.etag)


ANCHORS = st.sampled_from([None, *Anchor])
TEXTS = st.text(alphabet="ab*`[]()|\n #-.>é\u0301\U0001f469\u200d日", max_size=60)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    text = draw(TEXTS)
    spans = []
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, len(text)))
        anchor = draw(ANCHORS)
        end = start if anchor is Anchor.POINT else end
        source = draw(st.sampled_from([*SOURCES, None]))
        spans.append(span(anchor, start, end, source))
    return Answer(text=text, citations=tuple(spans), sources=SOURCES)


@given(answers())
@example(Answer(text="", citations=(span(Anchor.CLAIM, 0, 0),), sources=SOURCES))
def test_all_but_markers_is_kept(answer: Answer) -> None:
    draft = weave(answer, Options())
    done, pieces = 0, []
    for marker in draft.markers:
        assert draft.text[marker.start : marker.end] == marker.raw
        assert marker.start >= done
        pieces.append(draft.text[done : marker.start])
        done = marker.end
    left = "".join([*pieces, draft.text[done:]])
    if not any(each.anchor is Anchor.MARKER for each in answer.citations):
        assert left == answer.text
    cited = {each.source_id for each in answer.citations if each.source_id}
    woven = {name for marker in draft.markers for name in marker.source_ids}
    assert woven | {each.source_id for each in draft.listed} == cited
    assert all(each.kind is not MarkerKind.STRAY for each in draft.markers)
    assert render(answer).media_type == "text/html"


@pytest.mark.parametrize(
    ("quote", "options"),
    [("Why.", Options(excerpt="none")), ("\u200b \n", Options())],
)
def test_a_quotation_that_is_not_wanted_or_shows_nothing_is_left_out(
    quote: str, options: Options
) -> None:
    text = "Boats stay."
    quoted = claim(text, text, cited_text=quote)
    answer = Answer(text=text, citations=(quoted,), sources=SOURCES)
    result = render(answer, options=options)
    assert result.references[0].excerpts == ()
    assert result.citations[0].excerpt == ""


def test_a_source_that_is_not_there_is_not_listed() -> None:
    lost = CitedSpan(source_id="gone", anchor=None)
    result = render(Answer(text="Boats stay.", citations=(lost,), sources=SOURCES))
    assert result.references == ()
    assert [each.name for each in result.diagnostics] == ["unknown-source"]
