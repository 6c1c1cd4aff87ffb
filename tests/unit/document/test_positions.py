from __future__ import annotations

import pytest
from markdown_it.token import Token

from citemark.document.document import Document
from citemark.document.positions import Positions
from tests.unit.document.reading import MARKER, document


def positions(read: Document) -> Positions:
    return Positions(read.layout.text if read.layout else read.source, read.layout)


def inline(read: Document, number: int = 0) -> Token:
    return [token for token in read.tokens if token.type == "inline"][number]


def located(text: str, word: str, number: int = 0) -> str | None:
    """Return the source from where *word* of an inline content is said to be."""
    read = document(text)
    token = inline(read, number)
    locate = positions(read).locate(token)
    if locate is None:
        return None
    return read.source[locate(token.content.index(word)) :]


@pytest.mark.parametrize(
    ("text", "word", "number"),
    [
        pytest.param("one word", "word", 0, id="single"),
        pytest.param("a\nb\nword c", "word", 0, id="third-line"),
        pytest.param("> a\n>  b\n> word", "word", 0, id="quote"),
        pytest.param("- a\n  b word", "word", 0, id="item"),
        pytest.param("# word #", "word", 0, id="heading"),
        pytest.param("a\r\nb\rword", "word", 0, id="line-ends"),
        pytest.param("a  \nword  ", "word", 0, id="trailing-blanks"),
        pytest.param("| a | word |\n|---|---|", "word", 1, id="cell"),
        pytest.param("a@ b\nc@ word", "word", 0, id="behind-markers"),
        pytest.param("a\n\nb@ word", "word", 1, id="second-paragraph"),
        pytest.param("first\nword\n===", "word", 0, id="underlined"),
        pytest.param("[x]: /y\na\nword", "word", 0, id="behind-a-definition"),
    ],
)
def test_places_are_exact(text: str, word: str, number: int) -> None:
    found = located(text, word, number)
    assert found is not None
    assert found.startswith(word)


def test_the_end_of_a_content_is_a_place() -> None:
    read = document("a\n  b@ c\n\nd")
    locate = positions(read).locate(inline(read))
    assert locate is not None
    content = inline(read).content
    assert read.source[: locate(len(content))] == f"a\n  b{MARKER} c"


def test_repeated_cells_with_a_marker_are_told_apart() -> None:
    read = document("| same |\n|---|\n| same@ |")
    locate = positions(read).locate(inline(read, 1))
    assert locate is not None
    assert locate(0) == read.source.rindex("same")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param("| same | same |\n|---|---|", 0, id="twice-on-its-line"),
        pytest.param("| a\\|b |\n|---|", 0, id="escaped-pipe"),
        pytest.param("| |\n|---|", 0, id="empty"),
    ],
)
def test_where_it_is_not_certain_there_is_no_place(text: str, number: int) -> None:
    read = document(text)
    assert positions(read).locate(inline(read, number)) is None


def test_tokens_that_do_not_fit_have_no_place() -> None:
    read = document("a\nb")
    assert positions(read).locate(Token("inline", "", 0, content="a")) is None
    wrong = Token("inline", "", 0, content="x\ny", map=[0, 2])
    assert positions(read).locate(wrong) is None
    altered = Token("inline", "", 0, content="b\x80c", map=[0, 2])
    assert positions(read).locate(altered) is None


def test_an_anchor_found_in_changed_surroundings_is_no_place() -> None:
    read = document("a@")
    assert read.layout is not None
    placeholder = read.layout.text[1:]
    token = Token("inline", "", 0, content=f"b{placeholder}", map=[0, 1])
    assert positions(read).locate(token) is None


def test_nul_is_what_the_parser_makes_of_it() -> None:
    token = Token("inline", "", 0, content="a\ufffd\nb", map=[0, 2])
    locate = Positions("a\0\nb", None).locate(token)
    assert locate is not None
    assert locate(3) == 3


def test_lines_are_known() -> None:
    lines = Positions("ab\r\ncd\n", None)
    assert [lines.line(each) for each in range(3)] == ["ab", "cd", ""]
    assert [lines.line_start(each) for each in range(4)] == [0, 4, 7, 7]
    assert [lines.line_end(each) for each in (0, 1, 9)] == [2, 6, 7]
