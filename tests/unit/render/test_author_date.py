"""Labels of authors and years, and the theme that has them in place of numbers."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from citemark import Options, render, theme_css
from citemark.dates import Day
from citemark.describe import Credit
from citemark.model import Reference
from citemark.render.author_date import author_dates, name, who, year
from citemark.render.labels import labels_for
from tests.cases.support import cite
from tests.stream_inputs import Way

WORDS = labels_for(Options())
DOE, ROE, POE = "Doe, Jane", "Roe, Richard", "Poe, Ed"


def reference(number: int, title: str = "Tides", host: str | None = None) -> Reference:
    return Reference(
        number=number,
        source_id=f"s{number}",
        title=title,
        titled=True,
        url=None,
        host=host,
        heading=(),
        updated=None,
        language=None,
        locators=(),
        excerpts=(),
        noterefs=(),
    )


def record(source_id: str, *authors: str, **more: str) -> dict[str, object]:
    given = {"title": f"Title {source_id}", "published_at": "2026-04", **more}
    return {"source_id": source_id, "authors": list(authors), **given}


@pytest.mark.parametrize(
    ("author", "shown"),
    [
        (DOE, "Doe"),
        ("van der Berg, Jo", "van der Berg"),
        ("Jane Doe", "Jane Doe"),
        ("World Health Organization", "World Health Organization"),
        ("Acme, Inc.", "Acme, Inc."),
        (", Jane", ", Jane"),
        ("\u9ad8\u6a4b \u7f8e\u54b2", "\u9ad8\u6a4b \u7f8e\u54b2"),
    ],
)
def test_only_a_comma_says_which_name_is_the_family_s(author: str, shown: str) -> None:
    assert name(author) == shown


@pytest.mark.parametrize(
    ("authors", "shown"),
    [
        ((DOE,), "Doe"),
        ((DOE, ROE), "Doe & Roe"),
        ((DOE, ROE, POE), "Doe et al."),
    ],
)
def test_many_authors_are_named_by_the_first(
    authors: tuple[str, ...], shown: str
) -> None:
    assert who(reference(1), Credit(authors=authors), WORDS) == shown


def test_without_an_author_it_is_who_published_or_where_or_what() -> None:
    long = "A title that goes on for much longer than a label in the text may"
    assert who(reference(1, host="x.test"), Credit(publisher="Press"), WORDS) == "Press"
    assert who(reference(1, host="x.test"), Credit(), WORDS) == "x.test"
    assert who(reference(1), Credit(), WORDS) == "Tides"
    shown = who(reference(1, long), Credit(), WORDS)
    assert shown == "A title that goes on for much longer\u2026"
    assert who(reference(1, "x" * 50), Credit(), WORDS) == "x" * 40 + "\u2026"


def test_the_year_is_that_of_publication_or_else_of_the_last_change() -> None:
    published, modified = Day(2024, 3), Day(2025)
    assert year(Credit(published=published, modified=modified), WORDS) == "2024"
    assert year(Credit(modified=modified), WORDS) == "2025"
    assert year(Credit(), WORDS) == "n.d."


def test_equal_labels_get_letters_in_the_order_of_numbers() -> None:
    dated = Credit(authors=(DOE,), published=Day(2024))
    undated = Credit(authors=(DOE,))
    works = [
        *((reference(number), dated) for number in (3, 1)),
        *((reference(number), undated) for number in (2, 4)),
        (reference(5), Credit(authors=(ROE,), published=Day(2024))),
    ]
    assert author_dates(works, WORDS) == {
        1: "Doe 2024a",
        2: "Doe n.d.-a",
        3: "Doe 2024b",
        4: "Doe n.d.-b",
        5: "Roe 2024",
    }


SOURCES = [
    record("a", DOE, publisher="Press"),
    record("b", DOE, ROE),
    record("c", DOE, title="Another"),
    record("d", "<b>&\u202e", publisher="<i>", url="https://d.test/x"),
    {"source_id": "e", "title": ""},
]
ANSWER = (
    f"One.{cite('a')}{cite('b')} Two{cite('c')}, three.{cite('d')}\n\n"
    f"Four{cite('e')} and none{cite('nobody')}.\n"
)


def test_labels_stand_in_the_text_and_lead_the_entries() -> None:
    page = BeautifulSoup(render(ANSWER, SOURCES, theme="academic").body, "html.parser")
    first, second = page.select("article > p")
    assert first.get_text().startswith(
        "One. (Doe 2026a; Doe & Roe 2026) Two (Doe 2026b)"
    )
    assert "(<b>& 2026)" in first.get_text()
    assert second.get_text().startswith("Four (")
    keys = [key.get_text() for key in page.select(".cx-key")]
    assert keys[:3] == ["Doe 2026a", "Doe & Roe 2026", "Doe 2026b"]
    entries = [entry.get_text() for entry in page.select(".cx-entry")]
    assert entries[0] == "Doe, Jane. Title a. Press \u00b7 2026-04"
    assert entries[1] == "Doe, Jane; Roe, Richard. Title b. 2026-04"
    assert page.select_one(".cx-entry b, .cx-entry i") is None


def test_labels_are_in_the_language_of_the_answer() -> None:
    body = render(
        ANSWER, SOURCES, theme="academic", options=Options(language="de")
    ).body
    last = BeautifulSoup(body, "html.parser").select(".cx-key")[-1].get_text()
    assert last == "Quelle 5 o.\u00a0J."


def test_numbers_are_as_in_every_other_output() -> None:
    academic, base = (
        render(ANSWER, SOURCES, theme=name) for name in ("academic", "base")
    )
    assert academic.citations == base.citations
    assert academic.references == base.references
    page = BeautifulSoup(academic.body, "html.parser")
    assert [item["value"] for item in page.select("li[id]")] == list("12345")
    names = [str(link["aria-label"]) for link in page.select("a[role=doc-biblioref]")]
    assert names[0] == "Source 1: Doe 2026a, Title a"
    assert names[2] == "Source 3: Doe 2026b, Another"


def test_unknown_sources_are_marked_among_labels() -> None:
    options = Options(on_unresolved="mark")
    answer = f"Yes.{cite('nobody')}{cite('a')} No.{cite('nobody')}"
    shown = BeautifulSoup(
        render(answer, SOURCES, theme="academic", options=options).body, "html.parser"
    ).select("article > p")[0]
    assert shown.get_text() == "Yes. (?; Doe 2026) No. (?)"


def test_the_numeric_theme_has_numbers_and_authors() -> None:
    body = render(ANSWER, SOURCES, theme="academic-numeric").body
    page = BeautifulSoup(body, "html.parser")
    assert page.p is not None
    assert page.p.get_text().startswith("One. [1] [2] Two [3]")
    assert page.select(".cx-key") == []
    assert page.select(".cx-entry")[0].get_text().startswith("Doe, Jane. Title a.")
    assert "cx-brackets" in theme_css("academic-numeric")


def test_dates_are_in_the_words_of_the_language() -> None:
    options = Options(language="de", dates="locale")
    body = render(ANSWER, SOURCES, theme="academic", options=options).body
    assert '<time datetime="2026-04" dir="ltr">April 2026</time>' in body


@pytest.mark.parametrize("size", [1, 7, 1_000])
def test_a_stream_ends_as_the_whole_does(size: int) -> None:
    deltas = [ANSWER[at : at + size] for at in range(0, len(ANSWER), size)]
    Way(theme="academic", sources=SOURCES).check(ANSWER, deltas)
