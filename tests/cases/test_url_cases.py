"""Cases of addresses that must not become links, in any output."""

from __future__ import annotations

from citemark import Options, render
from citemark.url_policy import UrlPolicy
from tests.cases.support import (
    Given,
    Page,
    case,
    names,
    reparsed,
    to_html,
    to_markdown,
    to_text,
)

unsafe = case("b037", "b038", "b153")


def outward(page: Page) -> list[str]:
    """Return where anything on *page* leads to or loads from, but for its own ids."""
    found = [
        str(tag[name])
        for name in ("href", "src", "action", "formaction", "data", "poster")
        for tag in page.soup.select(f"[{name}]")
    ]
    return [target for target in found if not target.startswith("#")]


@unsafe
def test_no_output_leads_anywhere(given: Given) -> None:
    _, page = to_html(given)
    assert outward(page) == []
    assert outward(reparsed(to_markdown(given))) == []
    whole = render(given.answer, given.sources, page=True)
    assert [way for way in outward(Page(str(whole.body))) if "script" in way] == []


@unsafe
def test_sources_are_listed_by_title_without_a_link(given: Given) -> None:
    rendered, page = to_html(given)
    assert [reference.url for reference in rendered.references] == [None] * len(
        given.sources
    )
    titles = [str(record["title"]) for record in given.sources]
    assert [reference.title for reference in rendered.references] == titles
    for title, entry in zip(titles, page.entries, strict=True):
        assert title in entry.get_text()
    listed = to_text(given).split("\n\nSources\n")[1]
    assert all(title in listed for title in titles)


@unsafe
def test_each_refused_address_is_a_finding(given: Given) -> None:
    rendered, _ = to_html(given)
    assert names(rendered).count("unusable-url") == len(given.sources)


@unsafe
def test_policy_refuses_what_the_cases_name(given: Given) -> None:
    for record in given.sources:
        checked = UrlPolicy().check(str(record["url"]))
        assert checked.url is None
        assert checked.refusal in {"scheme", "no-scheme", "control-character"}


@case("b038")
def test_words_of_the_answer_stay(given: Given) -> None:
    _, page = to_html(given, Options(raw_html="escape"))
    assert page.prose.startswith("x i ")
