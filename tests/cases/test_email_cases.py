"""Cases of mail programs and feed readers: nothing depends on links within."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup

from citemark import Rendered, render
from tests.cases.support import Given, case, check_hidden, text_of, to_html
from tests.mail_reader import mail_faults, through_gmail


def to_email(given: Given) -> tuple[Rendered, BeautifulSoup]:
    """Render the answer to an e-mail, and check what holds for each of them."""
    rendered = render(given.answer, given.sources, to="email")
    check_hidden(given.answer, text_of(rendered))
    check_hidden(given.answer, rendered.text or "")
    assert mail_faults(rendered.html) == []
    return rendered, BeautifulSoup(rendered.html, "html.parser")


@case("b031", "b032", "b137", "b139", "b142")
def test_every_link_leads_to_a_source(given: Given) -> None:
    """There are no links within, so none can be lost, renamed or resolved wrongly."""
    _, soup = to_email(given)
    urls = [str(record["url"]) for record in given.sources]
    numbers = [f"[{number}]" for number in range(1, len(urls) + 1)]
    links = soup.select("sup a")
    assert [link.get_text() for link in links] == numbers
    assert [link["href"] for link in links] == urls
    assert {link["href"] for link in soup.select("a[href]")} == set(urls)
    assert soup.select("[id], a[name]") == []


@case("b032", "b137", "b139")
def test_reading_needs_nothing_that_programs_drop(given: Given) -> None:
    rendered, _ = to_email(given)
    left = through_gmail(rendered.html)
    listed = [" ".join(row.get_text().split()) for row in left.select("h2 + table tr")]
    for number, record in enumerate(given.sources, start=1):
        assert f"[{number}]" in left.get_text().partition("Sources")[0]
        assert any(row.startswith(f"[{number}] {record['title']}") for row in listed)
        assert left.find("a", href=str(record["url"]), string=str(record["title"]))


@case("b140")
def test_no_link_says_where_it_opens(given: Given) -> None:
    """Mail programs decide that, and there is no link within that would suffer."""
    _, soup = to_email(given)
    assert soup.select("[target], [rel], a[href^='#']") == []


@case("b142")
def test_ids_of_pages_begin_with_a_letter(given: Given) -> None:
    _, page = to_html(given)
    assert page.ids
    assert all(re.match("[A-Za-z]", name) for name in page.ids)
