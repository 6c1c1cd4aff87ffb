"""Cases of addresses that must not become links, in any output."""

from __future__ import annotations

import pytest

from citemark import Options, render
from citemark.url_policy import UrlPolicy
from tests.cases.support import (
    Given,
    Page,
    cite,
    names,
    reparsed,
    to_html,
    to_markdown,
    to_text,
)


def given_of(answer: str, *urls: str) -> Given:
    """Return *answer* with sources ``s1`` …, titled ``a`` …, at *urls*."""
    records = (
        {"id": f"s{number}", "title": chr(96 + number), "url": url}
        for number, url in enumerate(urls, start=1)
    )
    return Given((answer,), tuple(records))


CASES = {
    "b037": given_of(
        "A " + "".join(cite(f"s{number}") for number in range(1, 5)),
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "vbscript:x",
    ),
    "b038": given_of(
        "[x](javascript:alert(1)) ![i](javascript:alert(1)) <javascript:alert(1)> "
        + cite("s1"),
        "javascript:alert(1)",
    ),
    "b153": given_of(
        f"A {cite('s1')}{cite('s2')}",
        "javascript&colon;alert(1)",
        "data:text/html;base64,PHNjcmlwdD4=",
    ),
}


@pytest.fixture(params=sorted(CASES))
def given(request: pytest.FixtureRequest) -> Given:
    """The input of each case in turn."""
    return CASES[str(request.param)]


def outward(page: Page) -> list[str]:
    """Return where anything on *page* leads to or loads from, but for its own ids."""
    found = [
        str(tag[name])
        for name in ("href", "src", "action", "formaction", "data", "poster")
        for tag in page.soup.select(f"[{name}]")
    ]
    return [target for target in found if not target.startswith("#")]


def test_no_output_leads_anywhere(given: Given) -> None:
    _, page = to_html(given)
    assert outward(page) == []
    assert outward(reparsed(to_markdown(given))) == []
    whole = render(given.answer, given.sources, page=True)
    assert [way for way in outward(Page(str(whole.body))) if "script" in way] == []


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


def test_each_refused_address_is_a_finding(given: Given) -> None:
    rendered, _ = to_html(given)
    assert names(rendered).count("unusable-url") == len(given.sources)


def test_policy_refuses_what_the_cases_name(given: Given) -> None:
    for record in given.sources:
        checked = UrlPolicy().check(str(record["url"]))
        assert checked.url is None
        assert checked.refusal in {"scheme", "no-scheme", "control-character"}


def test_b038_words_of_the_answer_stay() -> None:
    _, page = to_html(CASES["b038"], Options(raw_html="escape"))
    assert page.prose.startswith("x i ")
