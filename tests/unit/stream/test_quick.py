from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citemark import Options
from citemark.stream.patches import Patch
from citemark.stream.quick import Code, Quick, Words
from citemark.stream.region import plain_for
from tests.strategies import answers, cite, words
from tests.stream_inputs import MORE_LINES, OPTIONS, block_soup
from tests.unit.stream.regions import read, region
from tests.unit.stream.test_patches import applied

_is_plain = plain_for(Options())


def way(
    text: str, options: Options | None = None, *, stable: bool = False
) -> Quick | None:
    """Return how to go on behind *text* without a parse, if there is a way."""
    made = region(text, options, stable=stable)
    _, html = read(made)
    return made.quick(html)


@pytest.mark.parametrize(
    ("text", "depth", "blanks"),
    [
        ("Tide", 1, ""),
        ("Tide ", 1, " "),
        ("Tide  ", 1, "  "),
        ("Tide, tide", 1, ""),
        ("Tide.", 1, ""),
        ("Tide &am", 1, ""),
        ("水曜日。", 1, ""),
        ("First line\nTide", 1, ""),
        ("First line\n\nTide", 1, ""),
        ("*Tide* and", 1, ""),
        # Inside what is open, the words go where they will be.
        ("*Tide", 2, ""),
        ("_Ti", 2, ""),
        ("~~Tide", None, ""),
        ("(Tide", 1, ""),
        ("“Tide", 1, ""),
        ("- Tide", 2, ""),
        ("> Tide", 2, ""),
        ("> - Tide ", 3, " "),
        ("- Tide\n\n  tide", 3, ""),
        (f"Tide{cite('turn0file0')} and", 1, ""),
    ],
)
def test_words_in_a_paragraph(text: str, depth: int | None, blanks: str) -> None:
    found = way(text)
    assert found == (None if depth is None else Words(depth, blanks))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        # The line is complete, or is no paragraph's.
        "Tide\n",
        "Tide\n\n",
        "# Tide",
        "| a |\n|-|\n| b",
        "***",
        "    code",
        "<div>\ntide",
        # What it begins with may be something else with the next character.
        "1",
        "+Tide",
        "5 tides",
        "#Tide",
        # It ends with something that another character could change.
        "Tide!",
        "Tide:",
        "Tide \\",
        "Tide*",
        "Tide (",
        "Tide\u00a0",
        "Tide\t",
        "Tide\ttide",
        # What is written last is code, a link, raw HTML, a reference, an image.
        "Tide `co",
        "Tide `co`",
        "[Tide](/u",
        "[Tide](/u)",
        "[Tide",
        "Tide <b>tide",
        "Tide <b",
        f"Tide{cite('turn0file0')}",
        "Tide ![a](b)",
        "*Tide `a",
        # Line ends of other kinds are left to the parser.
        "Tide\r\ntide",
        # A marker that is not complete is not shown.
        "Tide\ue200cite",
        "Tide\n-",
    ],
)
def test_all_else_is_parsed(text: str) -> None:
    assert way(text) is None


def test_options_that_words_can_become_something_by() -> None:
    assert way("Tide", Options(linkify=True)) is None
    assert way("Tide", Options(dollarmath=True)) is None
    assert way("```\nx", Options(linkify=True, dollarmath=True)) is not None


@pytest.mark.parametrize(
    "text", ["*Tide", "**Tide", "Tide [a", "Tide `a", "*Tide _tide", "Tide *"]
)
def test_what_is_not_completed_goes_on_as_it_stands(text: str) -> None:
    assert way(f"{text} a", stable=True) == Words(1, "")


@pytest.mark.parametrize(
    "delta",
    [*"*_\n`[<&!:-\\\t(\r|$/@", "", "a*", "a\n", "a_b", "\u00a0", "\ue200", "a\x80"],
)
def test_words_are_only_words(delta: str) -> None:
    assert Words(1, "").more(delta) is None


def test_blanks_are_shown_with_the_word_behind_them() -> None:
    found = Words(1, " ")
    assert found.more("and") == " and"
    assert found.more(" ") == ""
    assert found.more(" ") == ""
    assert found.more("so 3, 水。 ") == "  so 3, 水。"
    assert found.blanks == " "
    assert found.more("*") is None
    assert found.blanks == " "


@pytest.mark.parametrize(
    ("text", "fence", "line"),
    [
        ("```\nx", "```", None),
        ("```\nx\n", "```", ""),
        ("```\nx\n  ", "```", "  "),
        ("```\n", "```", ""),
        ("```py\nx = ", "```", None),
        ("~~~~\nx", "~~~~", None),
        ("a\n\n```\nx", "```", None),
        ("```\n\n\n", "```", ""),
        ("```\n``x", "```", None),
    ],
)
def test_lines_in_a_code_block(text: str, fence: str, line: str | None) -> None:
    code = way(text)
    assert isinstance(code, Code)
    assert (code.fence, code.line, code.depth) == (fence, line, 2)


def test_raw_html_around_it_is_gone_down_through() -> None:
    assert way("<details>\n\nTide") == Words(2, "")
    code = way("<details>\n\n```\nx")
    assert isinstance(code, Code)
    assert code.depth == 3
    # Sanitizers, as browsers, put these before the table.
    assert way("<table>\n\nTide") is None
    assert way("<table><tbody>\n\n```\nx") is None


@pytest.mark.parametrize(
    "text",
    [
        "```",
        "```p",
        "```\nx\n`",
        "```\nx\n```",
        "```\nx\n```\n",
        # Lines of these are not as they are written.
        "  ```\nx",
        "- ```\n  x",
        "> ```\n> x",
        "    x",
        "```\nx\ty",
        "```\r\nx",
        "```\nx\ue200",
    ],
)
def test_other_code_is_parsed(text: str) -> None:
    assert way(text) is None


@pytest.mark.parametrize(
    ("line", "delta", "shown", "then"),
    [
        (None, "x", "x", None),
        (None, "``", "``", None),
        (None, "a < b & c\n", "a &lt; b &amp; c\n", ""),
        # A blank line is shown when something follows: it may be the end.
        (None, "\n  ", "\n", "  "),
        (None, "a\n\t", "a\n", "\t"),
        (None, "a\nb", "a\nb", None),
        (None, "\x00\x1b", "\ufffd\ufffd", None),
        ("", "x", "x", None),
        ("", " ", "", " "),
        (" ", " ", "", "  "),
        ("  ", "a", "  a", None),
        ("  ", "\n", "  \n", ""),
        ("", "\n\n", "\n\n", ""),
        ("  ", "``x", "  ``x", None),
        ("", "x\n``y\n", "x\n``y\n", ""),
    ],
)
def test_more_code(line: str | None, delta: str, shown: str, then: str | None) -> None:
    code = Code("```", _is_plain, line)
    assert code.more(delta) == shown
    assert code.line == then


@pytest.mark.parametrize(
    ("line", "delta"),
    [
        ("", "`"),
        ("", "```"),
        ("  ", "`"),
        (None, "\n`"),
        (None, "a\n```\nb"),
        (None, "a\n  ``"),
        (None, "a\r"),
        (None, "a\ue200"),
        (None, "a\u0085"),
        (None, "\uf8ff"),
    ],
)
def test_code_that_may_end_is_parsed(line: str | None, delta: str) -> None:
    assert Code("```", _is_plain, line).more(delta) is None


@pytest.mark.parametrize(
    ("dialect", "delta"),
    [
        ("lenticular", "【"),
        ("lenticular", "a 【4:2"),
        ("lenticular", "†source】"),
        ("openai-escaped", "\\"),
        ("openai-escaped", "a \\ue2"),
        (("openai", "lenticular"), "【4"),
        (("openai", "lenticular"), "\ue200"),
    ],
)
def test_code_shows_no_half_marker(dialect: str | tuple[str, ...], delta: str) -> None:
    code = way("```\nx", Options(dialect=dialect))
    assert code is not None
    assert code.more(delta) is None
    assert code.more("【】 a") == "【】 a"


_MORE = st.one_of(
    words,
    st.sampled_from(
        [
            " ",
            ". ",
            ", ",
            "a ",
            "\n",
            "x = 1\n",
            "  ",
            "<b>",
            "&",
            "``",
            "3",
            "【4",
            "†a】",
        ]
    ),
    st.text(max_size=3),
)
_OPEN = st.sampled_from(
    ["Tide", "**Tide *and", "> Tide", "- a\n- *Tide", "```\nx", "~~~py\n", "```\n  "]
)
_OPTIONS = (*OPTIONS, Options(dialect="lenticular"), Options(dialect="openai-escaped"))
_begun = st.one_of(
    answers().map(lambda it: it.text),
    block_soup(MORE_LINES),
    st.tuples(block_soup(MORE_LINES), _OPEN).map("\n\n".join),
    _OPEN,
    st.tuples(_OPEN, words).map(" ".join),
)


@settings(max_examples=600)
@given(_begun, st.lists(_MORE, min_size=1, max_size=6), st.sampled_from(_OPTIONS))
def test_the_quick_way_leads_where_a_parse_does(
    text: str, deltas: list[str], options: Options
) -> None:
    for stable in (False, True):
        made, whole = region(text, options, stable=stable), text
        _, html = read(made)
        quick = made.quick(html)
        for delta in deltas:
            added = quick.more(delta) if quick else None
            if quick is None or added is None:
                break
            whole += delta
            if added:
                html = applied(html, Patch(added, quick.depth, "append"))
            assert html == read(region(whole, options, stable=stable))[1]
