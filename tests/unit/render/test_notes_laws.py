"""The list of sources and the hover cards."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from bs4 import BeautifulSoup, Tag

from citemark import Options, render
from citemark.locator import Lines
from citemark.model import Excerpt, ExcerptLine
from citemark.render.days import shown_date
from citemark.render.notes import shown_text
from tests.unit.render.answers import R_LINES, M, R, S, cite, html, soup


def entry(answer: str, options: Options | None = None) -> Tag:
    found = soup(answer, options).select_one("section li")
    assert found is not None
    return found


def source(**fields: object) -> Tag:
    """Render one citation of a source with *fields* and return its entry."""
    record: Mapping[str, object] = {"source_id": "x", "title": "T", **fields}
    body = str(render(f"A{cite('x')}", [record]).body)
    found = BeautifulSoup(body, "html.parser").select_one("section li")
    assert found is not None
    return found


def test_nothing_cited_nothing_listed() -> None:
    shown = html("Nothing.")
    assert "section" not in shown
    assert "cx-card" not in shown


def test_an_entry_has_title_path_host_date_lines_excerpt_and_way_back() -> None:
    assert (
        '<li id="cx-s1" value="1">\n'
        '<a class="cx-title" href="https://docs.example.org/returns" '
        'rel="nofollow noopener noreferrer"><cite><bdi>Return policy</bdi></cite></a>\n'
        '<span class="cx-path"><bdi>Handbook</bdi> › <bdi>Returns</bdi></span>\n'
        "<small><bdi>docs.example.org</bdi> · Updated "
        '<time datetime="2026-04-02T10:00:00+02:00" dir="ltr">2026-04-02</time> · '
        '<a href="https://docs.example.org/returns#:~:text='
        'Within%2030%20days.,Unused%20goods%20only." '
        'rel="nofollow noopener noreferrer">'
        'lines <span dir="ltr">2–3</span></a></small>\n'
        "<details>\n<summary>Excerpt</summary>\n"
        '<div class="cx-ex" lang="en" dir="auto">\n'
    ) in html(f"A{R_LINES}")
    assert (
        "</div>\n</details>\n"
        '<span class="cx-back">Back to text: <a role="doc-backlink" href="#cx-r1" '
        'aria-label="Back to reference 1a">a</a></span>\n</li>\n</ol>\n</section>\n'
    ) in html(f"A{R_LINES}")


def test_cited_lines_are_highlighted_in_their_context() -> None:
    lines = entry(f"A{R_LINES}").select(".cx-line")
    assert [line.get_text() for line in lines] == [
        "1 Returns",
        "2 Within 30 days.",
        "3 Unused goods only.",
        "4 Buyer pays.",
    ]
    assert [bool(line.select("mark")) for line in lines] == [
        False,
        True,
        True,
        False,
    ]


def test_a_blank_cited_line_has_no_highlight() -> None:
    lines = entry(f"A{cite('returns', 'L4-L6')}").select(".cx-line")
    shown = {line.get_text().split()[0]: bool(line.select("mark")) for line in lines}
    assert (shown["4"], shown["5"], shown["6"]) == (True, False, True)


def test_the_lead_of_a_source_is_no_cited_place() -> None:
    found = entry(f"A{S}")
    assert [line.get_text() for line in found.select(".cx-line")] == [
        "Shipping is free."
    ]
    assert not found.select("mark, .cx-n")


def test_several_excerpts_are_told_apart() -> None:
    found = entry(
        f"A{cite('returns', 'L6')} b{cite('returns', 'L1')}",
        Options(excerpt="located"),
    )
    assert [tag.get_text() for tag in found.select("details > summary")] == [
        "Excerpt, line 1",
        "Excerpt, line 6",
    ]


def test_backlinks_are_lettered_in_text_order() -> None:
    links = entry(f"A{R} b{R} c{R}").select("a[role=doc-backlink]")
    assert [link.get_text() for link in links] == ["a", "b", "c"]
    assert [link["href"] for link in links] == ["#cx-r1", "#cx-r2", "#cx-r3"]
    assert [link["aria-label"] for link in links] == [
        "Back to reference 1a",
        "Back to reference 1b",
        "Back to reference 1c",
    ]


def test_a_source_without_url_is_listed_without_a_link() -> None:
    found = entry(f"A{M}")
    assert not found.select("a.cx-title")
    title = found.select_one("cite.cx-title")
    assert title is not None
    assert title.get_text() == 'A "memo" & <b>more</b>'
    assert not found.select("b, small")


@pytest.mark.parametrize(
    ("language", "title"), [(None, "Source 1"), ("ja", "出典1"), ("ar", "المصدر 1")]
)
def test_a_source_with_nothing_to_show_has_a_label(
    language: str | None, title: str
) -> None:
    found = entry(f"A{cite('untitled')}", Options(language=language))
    assert found.select("cite")[0].get_text() == title


def test_the_host_is_not_said_twice() -> None:
    found = source(title="", url="https://example.org/a.pdf")
    assert found.select("cite")[0].get_text().startswith("example.org")
    assert not found.select("small")
    assert (
        source(url="https://example.org/").select("small")[0].get_text()
        == "example.org"
    )


@pytest.mark.parametrize(
    ("updated", "shown", "datetime"),
    [
        ("2026-04-02", "2026-04-02", "2026-04-02"),
        ("2026-04-02T10:00:00.5Z", "2026-04-02", "2026-04-02T10:00:00.5Z"),
        ("2026-04-02 10:00", "2026-04-02", "2026-04-02 10:00"),
        ("20260402", "20260402", None),
        ("2026-W14-4", "2026-W14-4", None),
    ],
)
def test_dates(updated: str, shown: str, datetime: str | None) -> None:
    small = source(modified_at=updated).select("small")[0]
    assert small.get_text() == f"Updated {shown}"
    times = small.select("time")
    assert [time["datetime"] for time in times] == ([datetime] if datetime else [])
    assert shown_date(updated) == shown


def test_labels_around_dates_and_lines_follow_the_language() -> None:
    found = entry(f"A{R_LINES}", Options(language="zh-Hans"))
    assert found.select("small")[0].get_text() == (
        "docs.example.org · 更新于 2026-04-02 · 第 2–3 行"
    )


def test_excerpts_can_be_left_out() -> None:
    assert not entry(f"A{R_LINES}", Options(excerpt="none")).select("details")


def line(text: str, *, located: bool = True) -> ExcerptLine:
    return ExcerptLine(1, text, located)


@pytest.mark.parametrize(
    ("lines", "truncated", "expected"),
    [
        ((line("a"), line("b")), True, ["a", "b…"]),
        ((line("a"), line("b", located=False)), True, ["a…", "b"]),
        ((line("a…"),), True, ["a…"]),
        ((line("a"),), False, ["a"]),
        ((line("a", located=False),), True, ["a"]),
    ],
)
def test_a_cut_excerpt_ends_in_an_ellipsis(
    lines: tuple[ExcerptLine, ...], expected: list[str], *, truncated: bool
) -> None:
    excerpt = Excerpt(lines, Lines(1, 2), truncated)
    assert [shown_text(excerpt, line) for line in lines] == expected


def test_there_is_one_card_for_each_source() -> None:
    page = soup(f"A{R_LINES} b{S} c{R_LINES} d{cite('returns', 'L6')} e{M}")
    cards = page.select("article > div.cx-card[popover=hint]")
    assert [card["id"] for card in cards] == ["cx-c1", "cx-c2", "cx-c3"]
    assert [line.get_text() for line in cards[0].select(".cx-line")] == [
        "2 Within 30 days.",
        "3 Unused goods only.",
        "6 End",
    ]
    assert not cards[2].select(".cx-ex, small, .cx-path")
    assert not page.select(".cx-card a")


def test_hostile_metadata_stays_text() -> None:
    found = source(
        title="<script>x</script>",
        url='https://example.org/"><b>',
        text="<img src=x onerror=y>\n",
        heading_path=["</bdi><i>"],
        language='"><s>',
    )
    assert not found.select("script, img, i, s, b")
    assert "<img src=x onerror=y>" in found.get_text()
