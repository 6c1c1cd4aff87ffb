"""Cases of one page under several IDs: each stays an entry, and is pointed out."""

from __future__ import annotations

from citemark import Options, lint
from citemark.url_policy import canonical_url
from tests.cases.support import Given, case, cite, source_links, to_html

ABOUT_DUPLICATES = Options(select=("duplicate-source",))


def flagged(given: Given) -> list[str]:
    """Return the markers that cite a page cited before under another ID."""
    found = lint(given.answer, given.sources, options=ABOUT_DUPLICATES)
    return [given.answer[each.start : each.end] for each in found]


@case("b055", "b056", "b187")
def test_each_id_has_an_entry_of_its_own(given: Given) -> None:
    """The list is grouped by source ID; nothing is merged by URL."""
    rendered, page = to_html(given)
    ids = [citation.source_id for citation in rendered.citations]
    assert [reference.source_id for reference in rendered.references] == ids
    assert len(page.entries) == len(ids) == len(set(page.numbers))
    links = [source_links(entry)[0] for entry in page.entries]
    assert links == [reference.url for reference in rendered.references]


@case("b055")
def test_spellings_of_a_url_are_one_page(given: Given) -> None:
    assert flagged(given) == [cite("b"), cite("c")]
    pages = [canonical_url(str(record["url"])) for record in given.sources]
    assert pages == ["https://example.org/p"] * 3 + ["https://example.org/p?x=1"]


@case("b056")
def test_a_fragment_is_kept_in_the_link_and_makes_no_page(given: Given) -> None:
    assert flagged(given) == [cite("b")]
    rendered, _ = to_html(given)
    assert [reference.url for reference in rendered.references] == [
        record["url"] for record in given.sources
    ]


@case("b187")
def test_the_richer_record_is_not_lost(given: Given) -> None:
    assert flagged(given) == [cite("a")]
    rendered, _ = to_html(given)
    titles = {each.source_id: each.title for each in rendered.references}
    assert titles == {"a": "Full title", "b": "example.org"}
