"""Cases of several answers on one page, and of ids that met others."""

from __future__ import annotations

from citemark import Options, render
from tests.cases.support import Given, Page, case, check_page, text_of, to_html


def joined(given: Given, prefixes: tuple[str, ...]) -> tuple[list[Page], Page]:
    """Render each answer under its prefix; return the pages and all in one."""
    pages = [
        Page(text_of(render(answer, given.sources, id_prefix=prefix)))
        for answer, prefix in zip(given.answers, prefixes, strict=True)
    ]
    return pages, Page("\n".join(page.markup for page in pages))


def check_apart(pages: list[Page], together: Page) -> None:
    """Check that ids are unique on the page and links stay in their own answer."""
    check_page(together)
    for page in pages:
        check_page(page)
        assert page.numbers == ["[1]"]


@case("b029")
def test_two_answers_on_one_page(given: Given) -> None:
    check_apart(*joined(given, ("m1", "m2")))


@case("b030")
def test_every_id_carries_the_prefix(given: Given) -> None:
    pages, together = joined(given, ("a", "b"))
    check_apart(pages, together)
    for page, prefix in zip(pages, "ab", strict=True):
        assert [name for name in page.ids if not name.startswith(prefix)] == []
        used = [
            name
            for attribute in ("aria-labelledby", "aria-describedby", "interestfor")
            for tag in page.soup.select(f"[{attribute}]")
            for name in str(tag[attribute]).split()
        ]
        assert [name for name in used if name not in page.ids] == []
    assert not {"footnotes", "sources", "footnote-label"}.intersection(together.ids)


@case("b133")
def test_heading_ids_and_ours_differ(given: Given) -> None:
    _, page = to_html(given, Options(heading_ids=True))
    first, second = (
        str(tag["id"]) for tag in page.soup.select("h1, h2:not(section *)")
    )
    assert first.endswith("fn-1")
    assert second.endswith("cite-turn0file0")
    assert page.numbers == ["[1]"]
    assert len(set(page.ids)) == len(page.ids)


@case("b135")
def test_odd_prefixes_become_valid_and_stay_distinct(given: Given) -> None:
    check_apart(*joined(given, ("2026/01/a b", "2026/01/é", 'x"y')))
