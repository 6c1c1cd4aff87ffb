from __future__ import annotations

import pytest

from citemark import Options
from citemark.answer import draft
from citemark.document.document import parse
from citemark.document.parser import build_parser
from citemark.pictures.sentences import ordinals_of, sentences_of
from tests.cases.support import DELIM, START, STOP, cite

M = cite("a")
OPTIONS = Options()


def sentences(answer: str) -> list[tuple[str, tuple[int, ...]]]:
    made = draft(answer, OPTIONS)
    document = parse(build_parser(OPTIONS), made.text, made.markers)
    return [(each.text, each.ordinals) for each in sentences_of(document)]


def texts(answer: str) -> list[str]:
    return [text for text, _ in sentences(answer)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("One. Two! Three? Four… Five", ["One.", "Two!", "Three?", "Four…", "Five"]),
        ("It costs 3.5 euros, e.g. in May.", ["It costs 3.5 euros, e.g. in May."]),
        ("He said “No.” Then he left.", ["He said “No.”", "Then he left."]),
        ("一つ。二つ！三つ？四つ", ["一つ。", "二つ！", "三つ？", "四つ"]),
        ("「いつ？」という問い。次。", ["「いつ？」という問い。", "次。"]),
        ("هل هذا صحيح؟ نعم.", ["هل هذا صحيح؟", "نعم."]),
        ("पहला वाक्य। दूसरा वाक्य।", ["पहला वाक्य।", "दूसरा वाक्य।"]),
        ("See example.org. Then `a. b` ends.", ["See example.org.", "Then a. b ends."]),
        ("One\ntwo.  \nThree.", ["One two.", "Three."]),
        ("*One.* **Two** [three](https://x.test/a.b).", ["One.", "Two three."]),
        ("- one\n- two\n\n> three", ["one", "two", "three"]),
        ("...", []),
        ("One. — Two.", ["One.", "— Two."]),
        ("One. ?! Two.", ["One.", "Two."]),
        ("?! One.", ["One."]),
        (
            "Dr. Ito left, cf. No. 5. Am 3. Mai.",
            ["Dr. Ito left, cf. No. 5.", "Am 3. Mai."],
        ),
    ],
)
def test_text_is_divided(answer: str, expected: list[str]) -> None:
    assert texts(answer) == expected


def test_a_marker_belongs_to_the_sentence_on_its_left() -> None:
    answer = f"One.{M} Two{M}.{M}Three.\n\nFour {M}and five.{M}{M}"
    assert sentences(answer) == [
        ("One.", (0,)),
        ("Two.", (1, 2)),
        ("Three.", ()),
        ("Four and five.", (3, 4, 5)),
    ]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (f"One. {M} Two.", [("One.", (0,)), ("Two.", ())]),
        (f"{M} One. Two.", [("One.", (0,)), ("Two.", ())]),
        (f"He said “No.{M}” Then.", [("He said “No.”", (0,)), ("Then.", ())]),
        (f"One.{M}“Two.”", [("One.", (0,)), ("“Two.”", ())]),
        (f"One.{M} ?!{M} Two.", [("One.", (0, 1)), ("Two.", ())]),
        (f"One, two,{M}three", [("One, two,three", (0,))]),
        (f"一つ。{M}二つ{M}。", [("一つ。", (0,)), ("二つ。", (1,))]),
        (f"「いつ？」{M}という問い。", [("「いつ？」という問い。", (0,))]),
        (f"It is 3{M}.5 m.", [("It is 3.5 m.", (0,))]),
    ],
)
def test_a_marker_neither_divides_nor_joins(
    answer: str, expected: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert sentences(answer) == expected


def test_a_paragraph_of_markers_belongs_to_the_sentence_before() -> None:
    assert sentences(f"{M}\n\nOne. Two.\n\n{M}{M}") == [("One.", ()), ("Two.", (1, 2))]


def test_headings_count_only_if_they_cite() -> None:
    answer = f"# One. Two.\n\nThree.\n\n## Four. Five{M}"
    assert sentences(answer) == [("Three.", ()), ("Four. Five", (0,))]


def test_a_table_row_is_one_sentence() -> None:
    answer = f"| A | B |\n|--|--|\n| One. Two. | three{M} |\n| | four |"
    assert sentences(answer) == [("One. Two. · three", (0,)), ("four", ())]
    assert texts(f"| A{M} |\n|--|\n| b |") == ["A", "b"]


def test_code_blocks_are_no_sentences() -> None:
    assert texts("One.\n\n```\nTwo.\n```\n\n    Three.\n") == ["One."]


def test_raw_html_is_read_as_it_is_shown() -> None:
    answer = (
        f"<div><p>One <b>and</b> more.{M} Two.</p><ul><li>Three{M}</ul>\n"
        f"<script>x {M} = '<p>Four.</p>'</script><style>a {{}}\n"
        f"</style>Five.<title>Six"
    )
    assert sentences(answer) == [
        ("One and more.", (0,)),
        ("Two.", ()),
        ("Three", (1, 2)),
        ("Five.", ()),
    ]
    assert texts("<p>One.</p>") == ["One."]


def test_a_widget_shows_its_text() -> None:
    widget = f'{START}entity{DELIM}["city","Oslo","Norway"]{STOP}'
    assert sentences(f"It is in {widget}.{M}") == [("It is in Oslo.", (1,))]


def test_what_a_marker_takes_part_in() -> None:
    made = draft(f"One.{M} Two.{M}{M}", OPTIONS)
    document = parse(build_parser(OPTIONS), made.text, made.markers)
    assert ordinals_of(sentences_of(document)) == {0: 1, 1: 2, 2: 2}


@pytest.mark.parametrize("piece", [".", '?"', ".)", "。", "<", "<p", "<script>", ". a"])
def test_no_word_is_lost_of_a_long_text(piece: str) -> None:
    assert "".join(texts(f"word {piece * 20_000} end")).endswith("end")
