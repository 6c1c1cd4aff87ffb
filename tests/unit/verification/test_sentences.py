from __future__ import annotations

import sys

import pytest

from citemark import ConfigError, Options
from citemark.answer import clean_answer, find_markers
from citemark.document.document import Document, parse
from citemark.document.parser import build_parser
from citemark.verification.mapped import join_pieces
from citemark.verification.quotation import quotations
from citemark.verification.sentence import Sentence
from citemark.verification.sentences import Reach, segment, sentences_of
from tests.strategies import cite

A, B, C = cite("a"), cite("b"), cite("c")


def read(answer: str, options: Options | None = None) -> Document:
    options = options or Options()
    source = clean_answer(answer)
    return parse(build_parser(options), source, find_markers(source, options))


def sentences(answer: str, language: str | None = None) -> tuple[Sentence, ...]:
    return sentences_of(read(answer), language)


def held(answer: str, reach: Reach = "paragraph-tail") -> list[tuple[str, str, str]]:
    """Text of each sentence, the sources of its own markers, and of all that cover."""
    document = read(answer)

    def names(ordinals: tuple[int, ...]) -> str:
        return "".join(
            name for each in ordinals for name in document.markers[each].source_ids
        )

    return [
        (each.text, names(each.ordinals), names(each.covering))
        for each in sentences_of(document, reach=reach)
    ]


def test_a_marker_belongs_to_the_sentence_on_its_left() -> None:
    answer = f"One is so.{A} Two is so{B}. {C}Three."
    assert held(answer) == [
        ("One is so.", "a", "a"),
        ("Two is so.", "bc", "bc"),
        ("Three.", "", ""),
    ]


def test_a_marker_before_all_words_belongs_to_the_first_sentence() -> None:
    assert held(f"{A} One. Two.") == [("One.", "a", "a"), ("Two.", "", "")]


@pytest.mark.parametrize(
    ("reach", "covering"),
    [
        ("sentence", ["", "b", "", ""]),
        ("paragraph-tail", ["b", "b", "", ""]),
        ("block", ["b", "b", "b", ""]),
    ],
)
def test_a_citation_reaches_as_far_as_it_is_told(
    reach: Reach, covering: list[str]
) -> None:
    answer = f"One. Two.{B} Three.\n\nFour."
    assert [each[2] for each in held(answer, reach)] == covering


def test_a_paragraph_of_markers_belongs_to_the_one_before() -> None:
    assert held(f"{C}\n\nOne.\n\n{A}{B}\n") == [("One.", "ab", "ab")]


def test_cells_are_sentences_and_their_row_is_a_block() -> None:
    answer = f"| x | x |\n|---|---|\n| x | x \\| y{A} |\n| x | x |{B}\n"
    found = sentences(answer)
    assert [each.kind for each in found] == [*["header"] * 2, *["cell"] * 4]
    assert [each.block for each in found][::2] == [each.block for each in found][1::2]
    assert [answer[each.start : each.end] for each in found] == [
        *("x", "x", "x", "x \\| y", "x", "x")
    ]
    assert [each.start for each in found] == [2, 6, 22, 26, 45, 49]
    assert [each[2] for each in held(answer)] == ["", "", "a", "a", "b", "b"]


def test_headings_are_told_apart() -> None:
    found = sentences("# One. Two. #\n\nThree\n=====\n\nFour")
    assert [(each.text, each.kind) for each in found] == [
        ("One. Two.", "heading"),
        ("Three", "heading"),
        ("Four", "paragraph"),
    ]


def test_a_block_quote_stands_on_the_citation_of_the_line_before_it() -> None:
    quote = "> It is so.\n>\n> It is not.\n"
    assert [each[2] for each in held(f"They say:{A}\n\n{quote}")] == ["a", "a", "a"]
    assert [each[2] for each in held(f"They say so.{A}\n\n{quote}")] == ["a", "", ""]
    own = f"> It is so.{B}\n"
    assert [each[2] for each in held(f"They say:{A}\n\n{own}")] == ["a", "b"]


def test_markup_is_no_text_and_every_character_has_its_place() -> None:
    answer = (
        f"It **rose** by{A} [4 *per*\ncent](https://e.com/9 'x'), AT&amp;T says,\n"
        f"see <https://e.com/a.b> or `a.b` <br>and snake_case \\*. "
    )
    (found,) = sentences(answer)
    assert found.text == (
        "It rose by 4 per\ncent, AT&T says,\nsee https://e.com/a.b or a.b "
        "and snake_case *."
    )
    hidden = found.text.replace("https://e.com/a.b", " " * 17)
    assert found.prose == hidden.replace("a.b", "   ")
    for index, char in enumerate(found.text):
        place = found.span(index, index + 1)
        assert place.of(answer) == char


def test_lines_of_lists_and_quotes_have_their_places() -> None:
    answer = f"1. > One\r\n   > two{A} three.\r\n"
    (found,) = sentences(answer)
    assert found.text == "One\ntwo three."
    assert found.span(8, 13).of(answer) == "three"
    assert found.quoted


def test_code_blocks_and_raw_html_are_no_sentences() -> None:
    assert sentences(f"```\nOne.{A}\n```\n\n<div>\nTwo.\n</div>\n") == ()


def test_a_marker_lifted_out_of_code_belongs_to_the_paragraph_before() -> None:
    assert held(f"One. Two.\n\n```\nx{A}\n```\n") == [
        ("One.", "", "a"),
        ("Two.", "a", "a"),
    ]


def test_a_line_that_cannot_be_found_is_taken_as_a_whole() -> None:
    answer = "1. one\n\ttwo.\n"
    (found,) = sentences(answer)
    assert found.text == "one\n\ttwo."
    assert found.span(5, 8).of(answer) == "two"


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Am 3. Okt. kam M. Dupont. Er ging.", "de", 2),
        ("„So ist es.“ sagte er. Er ging.", "de-AT", 2),
        ("「そうだ。」と彼は言った。次。", None, 2),
        ("他说:“好。没有问题。”然后走了。", None, 2),
        ("Dr. Lee said “Yes. No. Maybe.” and left. He slept.", "en", 2),
        ("ذهب. ثم عاد؟", None, 2),
        ("वह गया। वह आया।", None, 2),
        ("그는 갔다. 그는 왔다.", None, 2),
        ("", None, 0),
        (" \n ", None, 0),
    ],
)
def test_texts_are_divided_by_their_language(
    text: str, language: str | None, expected: int
) -> None:
    assert len(segment(text, language)) == expected


def test_long_texts_are_divided_like_short_ones() -> None:
    text = "It is so in all of them. " * 400
    found = segment(text, "en")
    assert {span.of(text) for span in found} == {"It is so in all of them."}
    assert len(found) == 400


def test_a_stretch_without_an_end_is_cut() -> None:
    found = segment("a" * 9_000)
    assert [span.end for span in found] == [4_000, 8_000, 9_000]


def test_without_the_package_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sentencex", None)
    with pytest.raises(ConfigError, match=r"'sentencex'.*citemark\[verify\]"):
        segment("One. Two.")


@pytest.mark.parametrize(
    "quoted",
    [
        "“a b”",
        "„a b“",
        "„a b”",
        "«a b»",
        "»a b«",
        "「甲乙」",
        "『甲乙』",
        '"a b"',
        "”a b”",
    ],
)
def test_quotations_of_many_languages(quoted: str) -> None:
    text = f"So: {quoted}, it says."
    assert [span.of(text) for span in quotations(text)] == [quoted]


def test_an_apostrophe_closes_nothing() -> None:
    text = 'It’s ‘what she’d said’, isn’t it? 5" by 6"'
    assert [span.of(text) for span in quotations(text)] == ["‘what she’d said’"]


def test_parts_of_mapped_texts_know_their_origins() -> None:
    whole = join_pieces([("ab", 10), ("", 0), ("cd", 20), ("ef", 30)])
    part = whole.part(1, 5)
    assert part.text == "bcde"
    assert [part.origin(at) for at in range(4)] == [11, 20, 21, 30]
    assert part.origin_end(4) == 31
    assert whole.part(2, 3) == join_pieces([("c", 20)])
    assert join_pieces([]).text == ""


@pytest.mark.parametrize(
    "text", ["दर ५.५ प्रतिशत है।", "النسبة ٥.٥ بالمئة.", "率は５．５％です。"]
)
def test_a_point_between_digits_ends_no_sentence(text: str) -> None:
    assert [span.of(text) for span in segment(text)] == [text]
