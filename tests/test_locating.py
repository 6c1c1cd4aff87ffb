"""`locate="auto"`: right where it highlights anything, silent where it is unsure."""

from __future__ import annotations

import pytest

from citemark import Options, Rendered, render
from citemark.matching import passages, tokens
from citemark.model import Marker, MarkerKind
from citemark.options import Limits
from docs.measure_locate import PAGE, Pair, fresh_page, pairs, score
from tests.strategies import cite

AUTO = Options(locate="auto")
HANDBOOK = {
    "source_id": "h",
    "title": "Handbook",
    "url": "https://example.org/handbook",
    "text": (
        "Remote work\n"
        "Employees may work remotely up to three days per week.\n"
        "Requests go to the line manager two weeks ahead.\n"
        "\n"
        "Travel\n"
        "Hotels are paid up to 120 euros per night.\n"
        "Receipts are handed in within 30 days.\n"
    ),
}
REMOTE = "Employees work remotely up to three days a week."
HOTELS = "Hotels cost at most 120 euros per night, which are paid."


def auto(answer: str, to: str = "html", **options: object) -> Rendered:
    chosen = Options(locate="auto", **options)  # type: ignore[arg-type]
    return render(answer, [HANDBOOK], to=to, options=chosen)


def test_there_are_enough_pairs() -> None:
    measured = list(pairs())
    assert len(measured) >= 40
    assert len({pair.language for pair in measured}) >= 5
    assert sum(not pair.lines for pair in measured) >= 12


@pytest.mark.parametrize("is_held_out", [False, True])
def test_what_is_highlighted_is_right(*, is_held_out: bool) -> None:
    scored = score(pair for pair in pairs() if pair.is_held_out == is_held_out)
    assert scored.precision >= 0.95
    assert scored.recall >= 0.8


@pytest.mark.parametrize("pair", [pair for pair in pairs() if not pair.lines])
def test_where_no_line_is_right_none_is_highlighted(pair: Pair) -> None:
    assert pair.found == frozenset()


def test_the_page_has_the_figures_of_today() -> None:
    assert PAGE.read_text("utf-8") == fresh_page()


def test_matched_lines_are_highlighted_and_labelled() -> None:
    rendered = auto(f"{REMOTE}{cite('h')}")
    (reference,) = rendered.references
    (excerpt,) = reference.excerpts
    assert excerpt.is_matched
    assert str(excerpt.locator) == "L2"
    assert reference.locators == ()
    assert (
        '<summary>Excerpt, line <span dir="ltr">2</span> (matched automatically)'
        "</summary>" in rendered.body
    )
    assert "<mark>Employees may work remotely" in rendered.body
    assert rendered.body.count("(matched automatically)") == 2  # excerpt, card


def test_the_citation_has_no_locator_and_leads_to_no_line() -> None:
    rendered = auto(f"{REMOTE}{cite('h')}")
    (citation,) = rendered.citations
    assert citation.locator is None
    assert citation.url == "https://example.org/handbook"
    assert citation.excerpt == "Employees may work remotely up to three days per week."
    assert rendered.references[0].url == "https://example.org/handbook"


def test_text_and_markdown_say_so_too() -> None:
    note = auto(f"{REMOTE}{cite('h')}", "text").body.partition("Sources\n")[2]
    assert note.startswith("[1] Handbook, line 2 (matched automatically)\n")
    note = auto(f"{REMOTE}{cite('h')}", "markdown").body.partition("[^1]: ")[2]
    assert ", line 2 (matched automatically)." in note


def test_an_unsure_match_shows_the_start_of_the_text_as_ever() -> None:
    answer = f"Nobody knows what comes next.{cite('h')}"
    assert auto(answer).body == render(answer, [HANDBOOK]).body


def test_nothing_is_matched_by_default() -> None:
    rendered = render(f"{REMOTE}{cite('h')}", [HANDBOOK])
    assert not rendered.references[0].excerpts[0].is_matched


def test_each_sentence_has_its_lines_and_shares_equal_ones() -> None:
    rendered = auto(f"{REMOTE}{cite('h')} {HOTELS}{cite('h')} {REMOTE}{cite('h')}")
    (reference,) = rendered.references
    assert [str(excerpt.locator) for excerpt in reference.excerpts] == ["L2", "L6"]
    assert [each.excerpt[:6] for each in rendered.citations] == [
        *("Employ", "Hotels", "Employ")
    ]


def test_cited_lines_come_first_and_are_not_called_matched() -> None:
    cited = auto(f"{HOTELS}{cite('h')} {REMOTE}{cite('h', 'L2')}")
    excerpts = cited.references[0].excerpts
    assert [(str(each.locator), each.is_matched) for each in excerpts] == [
        *(("L2", False), ("L6", True))
    ]
    both = auto(f"{REMOTE}{cite('h')} {REMOTE}{cite('h', 'L2')}")
    assert [each.is_matched for each in both.references[0].excerpts] == [False]


def test_without_excerpts_or_lines_nothing_is_matched() -> None:
    answer = f"{REMOTE}{cite('h')}"
    assert auto(answer, excerpt="none").references[0].excerpts == ()
    bare = render(answer, [{"source_id": "h", "title": "T"}], options=AUTO)
    assert bare.references[0].excerpts == ()


def marked(text: str) -> tuple[str, list[Marker]]:
    """Return *text* with ``^`` for the markers in it, and these."""
    markers = [
        Marker(start=at, end=at + 1, raw="^", kind=MarkerKind.CITATION)
        for at, char in enumerate(text)
        if char == "^"
    ]
    return text, markers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One thing is so here. Another thing is not.^", ["Another thing is not."]),
        ("One thing is so here^. Another is so^.", ["One thing is so here"]),
        ("All of this is so.^^ ^", ["All of this is so."] * 3),
        ("^All of this is so.^", ["", "All of this is so."]),
        ("Out of here.\n\nThis is all so far.^", ["This is all so far."]),
        ("- Out of here\n- This is all so far^", ["- This is all so far"]),
        ("This is all so far.\n\n^", ["This is all so far."]),
        ("It is so. Yes.^", ["It is so. Yes."]),
        ("| Fee | two^ euros | a day^ |", ["| Fee | two", "| Fee | two euros | a day"]),
        ("一つ目の文です。二つ目の文です。^", ["二つ目の文です。"]),
        ("See [the rules](https://a.example/b) of it.^", ["See [the rules of it."]),
    ],
)
def test_the_passage_of_a_marker_is_its_sentence(
    text: str, expected: list[str]
) -> None:
    found = [" ".join(passage.split()) for passage in passages(*marked(text))]
    assert found[: len(expected)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Employee Ｗork", ["employ", "work"]),
        ("1,500 １５００ 2.5 3,14", ["1500", "1500", "2.5", "3.14"]),
        ("返品は14日", ["返品", "品は", "14", "日"]),
        ("三十元，二〇二四年", ["30", "元", "2024", "年"]),
        ("一万二千三百 十五 百 億", ["12300", "15", "100", "100000000"]),
        ("百分之八十", ["100", "分之", "80"]),
        ("三万亿，5兆", ["3000000000000", "5", "1000000000000"]),
        ("-5 \u22125 3-5 A-5", ["-5", "-5", "3", "5", "a", "5"]),
        ("한국어", ["한국", "국어"]),
        ("a_b-c", ["a", "b", "c"]),
    ],
)
def test_tokens_are_what_texts_share(text: str, expected: list[str]) -> None:
    assert list(tokens(text)) == expected


@pytest.mark.parametrize(
    ("sentence", "line", "is_found"),
    [
        ("The library lends books for a week.", "lends books for a week", True),
        ("The library lends books for a week.", "lends laptops for a week", False),
        ("The library lends, for a week, books.", "lends, for a week, laptops", False),
        ("Library books are lent for a week.", "Laptops are lent for a week", False),
        (
            "Lent at the counter for 30 days.",
            "lent at the counter within 30 days",
            True,
        ),
        ("Lent at the counter for 30 days.", "lent at the counter for 40 days", False),
        ("Lent at the counter for 3 or 4 days.", "lent at the counter for 3", False),
    ],
)
def test_lines_with_other_words_in_their_places_are_not_found(
    sentence: str, line: str, *, is_found: bool
) -> None:
    source = {**HANDBOOK, "text": f"Rules\n{line}\nEnd of it\n"}
    (reference,) = render(f"{sentence}{cite('h')}", [source], options=AUTO).references
    assert reference.excerpts[0].is_matched is is_found


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("Remote work for interns in Berlin", True),
        ("Remote work for interns in Berlin 12", True),
        ("Remote work for interns in Berlin ...", True),
        ("4 Remote work for interns in Berlin ..... 12", False),
        ("Remote work for interns in Berlin… 12", False),
        ("Remote work for interns in Berlin . . . . 12", False),
    ],
)
def test_a_line_of_a_table_of_contents_is_not_found(
    line: str, *, is_found: bool
) -> None:
    source = {**HANDBOOK, "text": f"Contents\n{line}\nSomething else\n"}
    answer = f"Remote work for interns in Berlin ends.{cite('h')}"
    (reference,) = render(answer, [source], options=AUTO).references
    assert reference.excerpts[0].is_matched is is_found


def test_a_word_on_every_line_says_nothing() -> None:
    text = "".join(f"wharf toll number {number}\n" for number in range(200))
    source = {**HANDBOOK, "text": f"{text}Employees may work remotely on three days.\n"}
    answer = f"The wharf toll: employees work remotely on three days.{cite('h')}"
    (reference,) = render(answer, [source], options=AUTO).references
    assert [str(excerpt.locator) for excerpt in reference.excerpts] == ["L201"]


def test_lines_between_which_another_stands_are_one_place() -> None:
    text = "Employees may work remotely\n\nup to three days every week.\nEnd.\n"
    (reference,) = render(
        f"{REMOTE}{cite('h')}", [{**HANDBOOK, "text": text}], options=AUTO
    ).references
    assert [str(excerpt.locator) for excerpt in reference.excerpts] == ["L1-L3"]


def test_in_a_single_line_there_is_nothing_to_find() -> None:
    source = {**HANDBOOK, "text": f"\n{REMOTE}\n"}
    (reference,) = render(f"{REMOTE}{cite('h')}", [source], options=AUTO).references
    assert not reference.excerpts[0].is_matched


def test_the_first_cell_is_looked_for_only_near_by() -> None:
    text, markers = marked("| " + "far off " * 100 + "and here it is^")
    (passage,) = passages(text, markers)
    assert len(passage) <= 600


def test_no_more_lines_are_found_than_are_shown() -> None:
    text = "Employees work\nremotely up to\nthree days a week.\n"
    (reference,) = render(
        f"{REMOTE}{cite('h')}",
        [{**HANDBOOK, "text": text}],
        options=Options(locate="auto", limits=Limits(excerpt_lines=0)),
    ).references
    assert not any(excerpt.is_matched for excerpt in reference.excerpts)
