"""Cases of several sources, repeated sources, numbers and unknown IDs."""

from __future__ import annotations

import re

import pytest
from bs4 import Tag

from citemark import Numbering, Options, UnresolvedCitationError, lint, render
from tests.cases.support import (
    Given,
    Page,
    backlinks,
    case,
    cite,
    entry_of,
    names,
    reparsed,
    shown,
    source_links,
    text_of,
    to_html,
    to_markdown,
    to_text,
)


def number_of(entry: Tag) -> int:
    """Return the number that a browser shows beside *entry*."""
    if entry.get("value"):
        return int(str(entry["value"]))
    parent = entry.parent
    assert parent is not None
    before = len(list(entry.find_previous_siblings("li")))
    return int(str(parent.get("start") or 1)) + before


def listed(page: Page) -> list[str]:
    """Return the number and the first words of each entry."""
    return [f"{number_of(entry)} {shown(entry)}" for entry in page.entries]


@case("b015")
def test_adjacent_references_are_no_reference_link(given: Given) -> None:
    for extra in ("", "\n\n[2]: https://other.example"):
        wider = Given((given.answer + extra,), given.sources)
        markdown = to_markdown(wider)
        page = reparsed(markdown)
        assert len(page.soup.select("p a[href^='#fn']:not(.footnote-backref)")) == 2
        assert page.texts("section.footnotes li a[href^=http]") == [
            "Staff handbook",
            "Travel rules",
        ]
        plain = reparsed(markdown, footnotes=False)
        assert "1" not in plain.texts("a")
        for reading in (page, plain):
            assert "https://other.example" not in reading.links()


@case("b016")
def test_every_use_has_its_own_way_back(given: Given) -> None:
    _, page = to_html(given)
    (entry,) = page.entries
    back = [str(link["href"])[1:] for link in backlinks(entry)]
    assert back == [str(link["id"]) for link in page.noterefs]
    assert len(set(back)) == 3
    assert len({link.get_text() for link in backlinks(entry)}) == 3


@case("b017")
def test_repeated_source_keeps_its_number(given: Given) -> None:
    _, page = to_html(given)
    assert page.numbers == ["[1]", "[2]", "[1]"]
    assert len(page.entries) == 2


@case("b018")
def test_brackets_in_prose_do_not_count(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Use array[2] here. First[1] second[2]."
    assert [reference.source_id for reference in rendered.references] == [
        "turn0file1",
        "turn0file0",
    ]


@case("b019")
def test_numbers_follow_the_text_not_the_registry(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.numbers == ["[1]", "[2]", "[3]"]
    titles = ["Weather desk", "Staff handbook", "Travel rules"]
    assert [reference.title for reference in rendered.references] == titles
    for entry, title in zip(listed(page), titles, strict=True):
        assert title in entry


@case("b020")
def test_unknown_id_vanishes_with_its_space(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Claim. More[1]."
    (unknown,) = rendered.diagnostics
    assert unknown.name == "unknown-source"
    assert "turn7file3" in unknown.message
    found = given.answer[unknown.start : unknown.end]
    assert found in cite("turn7file3")
    assert "turn7file3" in found
    two = f"{given.answer} Else {cite('turn8file4')}."
    with pytest.raises(UnresolvedCitationError) as caught:
        render(two, given.sources, options=Options(strict=True))
    assert len(caught.value.problems) == 2
    assert "turn7file3" in str(caught.value)
    assert "turn8file4" in str(caught.value)


@case("b021")
def test_unknown_ids_use_up_no_number(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "A B[1] C D[2]"
    titles = ["Staff handbook", "Travel rules"]
    assert [reference.title for reference in rendered.references] == titles
    text = to_text(given)
    assert text.startswith("A B[1] C D[2]\n")
    assert [title for title in titles if title in text] == titles
    again = reparsed(to_markdown(given))
    assert again.texts("section.footnotes li a[href^=http]") == titles
    assert len(page.entries) == 2


@case("b102")
def test_near_misses_are_text_and_are_reported(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Blocked in 2024[3] and later [^4] and[1]."
    assert len(rendered.citations) == 1
    found = [
        item
        for item in lint(given.answer, given.sources)
        if item.name == "possible-citation"
    ]
    assert [given.answer[item.start : item.end] for item in found] == ["[3]", "[^4]"]
    assert {item.severity for item in found} == {"info"}
    assert to_html(given, Options(footnotes=True))[1].prose == page.prose


@case("b104")
def test_second_use_looks_like_the_first(given: Given) -> None:
    _, page = to_html(given)
    assert page.numbers == ["[1]", "[1]"]
    assert to_text(given).startswith("A[1] B[1]\n")


@case("b106")
def test_ids_of_uses_and_entries_are_distinct(given: Given) -> None:
    _, page = to_html(given)
    calls = [str(link["id"]) for link in page.noterefs]
    entries = [str(entry["id"]) for entry in page.entries]
    assert (len(calls), len(entries)) == (5, 2)
    assert len({*calls, *entries}) == 7


@case("b107")
def test_ranges_of_one_source_are_listed_once_each(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.numbers == ["[1]"] * 3
    (reference,) = rendered.references
    assert [str(locator) for locator in reference.locators] == ["L1-L2", "L4"]
    assert [excerpt.text for excerpt in reference.excerpts] == [
        "line 1\nline 2",
        "line 4",
    ]
    assert [found.locator for found in rendered.citations] == ["L1-L2", "L4", "L1-L2"]
    (entry,) = page.entries
    assert len(re.findall(r"\b1\W{1,3}2\b", shown(entry))) >= 1
    marked = [mark.get_text() for mark in page.soup.select("section mark")]
    assert marked == ["line 1", "line 2", "line 4"]
    targets = page.links("a[role=doc-biblioref]")
    assert targets[0] == targets[2] != targets[1]


@case("b109")
def test_all_numbers_of_a_source_agree(given: Given) -> None:
    for start in (1, 5):
        options = Options(numbering=Numbering(start=start))
        rendered, page = to_html(given, options)
        wanted = [start, start + 1]
        assert page.numbers == [f"[{number}]" for number in wanted]
        assert [number_of(entry) for entry in page.entries] == wanted
        assert [found.number for found in rendered.citations] == wanted
        assert [entry_of(page, link) for link in page.noterefs] == page.entries
        for link, number in zip(page.noterefs, wanted, strict=True):
            name = str(link.get("aria-label") or link.get_text())
            assert re.search(rf"\b{number}\b", name)
        text = to_text(given, options)
        assert text.startswith(f"A[{start}] B[{start + 1}]\n")


@case("b112")
def test_only_the_registry_resolves_ids(given: Given) -> None:
    rendered, page = to_html(given)
    assert names(rendered) == ["unknown-source"]
    assert page.texts("p") == ["Claim.", "[turn0file5] todo"]
    assert page.texts("pre code") == ["[turn0file5] https://example.org/x\n"]
    assert page.entries == []


@case("b114")
def test_source_without_title_has_a_neutral_label(given: Given) -> None:
    rendered, page = to_html(given)
    assert [found.title for found in rendered.references] == ["example.org", "Source 2"]
    first, second = page.entries
    assert "example.org" in shown(first)
    assert source_links(first) == ["https://example.org/x/y.pdf"]
    assert "Source 2" in shown(second)
    assert source_links(second) == []
    for output in (page.markup, to_markdown(given), to_text(given)):
        assert re.search(r"\b(None|null|undefined)\b|\[\]\(", output) is None
    assert names(rendered).count("untitled-source") == 2


@case("r01")
def test_known_id_becomes_a_reference_to_its_source(given: Given) -> None:
    """The peer links the number to the URL; ours to the entry, which links there."""
    _, page = to_html(given)
    assert page.prose == "The capital is Paris[1]."
    assert source_links(page.entries[0]) == ["https://example.org/1"]


@case("r03")
def test_unknown_id_among_known_ones_vanishes(given: Given) -> None:
    rendered, page = to_html(given)
    assert page.prose == "Mixed:[1][2]"
    assert names(rendered) == ["unknown-source"]
    assert rendered.unsupported == ()


@case("r05")
def test_locator_is_kept(given: Given) -> None:
    """The peer drops it; a citation without its place is half a citation."""
    rendered, page = to_html(given)
    assert page.prose == "See[1]."
    assert [found.locator for found in rendered.citations] == ["L8-L13"]
    assert re.search(r"\b8\W{1,3}13\b", shown(page.entries[0]))
    assert names(rendered) == ["locator-without-text"]


@case("r08")
def test_adjacent_markers_get_no_space(given: Given) -> None:
    _, page = to_html(given)
    assert page.prose == "[1][2]"
    body = text_of(render(given.answer, given.sources, to="text"))
    assert body.startswith("[1][2]\n")
