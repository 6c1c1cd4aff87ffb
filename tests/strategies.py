"""Generated answers: markers, well-formed or not, in every place a model puts them.

An answer is made of *pieces*, blocks of words with markers between them. The words are
plain, so that what a reader must still find can be computed from the pieces alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

START, STOP, DELIM = "\ue200", "\ue201", "\ue202"

KNOWN_IDS = ("turn0file0", "turn0file1", "turn0search0", "turn1view2")
UNKNOWN_IDS = ("turn9file9", "turn0news4")
SOURCES = tuple(
    {
        "source_id": source_id,
        "title": f"Record {number}",
        "url": f"https://example.org/{number}",
        "text": "first row\nsecond row\nthird row\n",
    }
    for number, source_id in enumerate(KNOWN_IDS, start=1)
)

_WORDS = [
    "Leave",
    "tide",
    "harbour",
    "ninety",
    "Zug",
    "über",
    "Köln",
    "вода",
    "море",
    "λόγος",
    "水曜日",
    "運河は長い",
    "港口关闭",
    "부두가",
    "مرحبا",
    "الميناء",
    "naïve",
    "façade",
    "x²",
    "3.5",
    "café",
]
_CLOSING = (".", ",", "!", "?", ";", "。", "、", "…", "")


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of an answer, and the same block as if there were no markers in it."""

    text: str
    bare: str


def cite(*fields: str, family: str = "cite") -> str:
    """Return a well-formed marker with *fields*."""
    return START + DELIM.join((family, *fields)) + STOP


source_ids = st.sampled_from(KNOWN_IDS)
any_ids = st.sampled_from(KNOWN_IDS + UNKNOWN_IDS)
locators = st.sampled_from(("L1", "L2-L3", "L3-L1", "L7", "L0", "L2-L99"))
words = st.sampled_from(_WORDS)


@st.composite
def simple_markers(draw: st.DrawFn, ids: st.SearchStrategy[str] = any_ids) -> str:
    """Markers that the published helper reads: IDs, and at most one locator, last."""
    fields = draw(st.lists(ids, min_size=1, max_size=4))
    if draw(st.booleans()):
        fields.append(draw(locators))
    return cite(*fields, family=draw(st.sampled_from(("cite", "filecite"))))


@st.composite
def several_locators(draw: st.DrawFn) -> str:
    """Markers in which any ID may have any number of locators."""
    fields: list[str] = []
    for source_id in draw(st.lists(any_ids, min_size=1, max_size=3)):
        fields += source_id, *draw(st.lists(locators, max_size=2))
    return cite(*fields)


markers = st.one_of(simple_markers(), several_locators())

broken_markers = st.sampled_from(
    (
        f"{START}cite{DELIM}turn0file0",
        f"{START}cite{DELIM}turn0file0{DELIM}L1-L2",
        f"{START}cite{DELIM}",
        f"{START}cite",
        f"{START}cite{STOP}",
        f"{START}cite{DELIM}{STOP}",
        f"{START}cite{DELIM}L4-L5{STOP}",
        f"{START}cite{DELIM}turn0/file0{STOP}",
        f"{START}{DELIM}turn0file0{STOP}",
        f"{START}navlist{DELIM}turn0file0{STOP}",
        f"{START}cite{DELIM}turn0file0{START}cite{DELIM}turn0file1{STOP}",
        f"{DELIM}{STOP}",
        START,
        DELIM,
        STOP,
        "\ue203",
        "\ue206\ue204",
    )
)

any_markers = st.one_of(markers, markers, markers, broken_markers)


@st.composite
def sentences(draw: st.DrawFn, marker: st.SearchStrategy[str]) -> Piece:
    """A sentence with markers after some words, glued to them or a space apart."""
    text, bare = "", ""
    for word in draw(st.lists(words, min_size=1, max_size=5)):
        lead = " " if bare else ""
        text, bare = text + lead + word, bare + lead + word
        if draw(st.integers(0, 3)) == 0:
            text += draw(st.sampled_from(("", "", " ", "  ")))
            text += "".join(draw(st.lists(marker, min_size=1, max_size=2)))
    close = draw(st.sampled_from(_CLOSING))
    text, bare = text + close, bare + close
    if draw(st.booleans()):
        text += draw(st.sampled_from(("", " "))) + draw(marker)
    return Piece(text, bare)


def _wrap(template: str) -> tuple[str, str]:
    before, after = template.split("@")
    return before, after


_INLINE = tuple(
    map(
        _wrap,
        (
            "@",
            "@",
            "**@**",
            "*@*",
            "~~@~~",
            "***@***",
            "`@`",
            "[@](https://example.org/x)",
            "![@](https://example.org/x.png)",
            "“@”",
            "(@)",
        ),
    )
)
_BLOCK = tuple(
    map(
        _wrap,
        (
            "@",
            "@",
            "# @",
            "> @",
            "- @",
            "1. @",
            "- outer\n  - @",
            "> - @",
            "| head | tail |\n|---|---|\n| cell | @ |",
            "```\n@\n```",
            "first line\n@",
            "@\nlast line",
        ),
    )
)


@st.composite
def pieces(draw: st.DrawFn, marker: st.SearchStrategy[str]) -> Piece:
    """A block: a sentence in an inline span in a container, markers around it."""
    sentence = draw(sentences(marker))
    before, after = draw(st.sampled_from(_INLINE))
    tail = draw(st.one_of(st.just(""), marker))
    text = before + sentence.text + after + tail
    bare = before + sentence.bare + after
    before, after = draw(st.sampled_from(_BLOCK))
    return Piece(before + text + after, before + bare + after)


@st.composite
def answers(draw: st.DrawFn, marker: st.SearchStrategy[str] = any_markers) -> Piece:
    """A whole answer."""
    blocks = draw(st.lists(pieces(marker), min_size=1, max_size=4))
    return Piece(
        "\n\n".join(block.text for block in blocks),
        "\n\n".join(block.bare for block in blocks),
    )


@st.composite
def placed_answers(draw: st.DrawFn) -> Piece:
    """Answers whose markers stand where they may: glued to the end of a sentence."""
    blocks = []
    containers = ("@", "> @", "- @", "1. @", "> - @", "first line\n@", "@\nlast line")
    for _ in range(draw(st.integers(1, 4))):
        sentence = " ".join(draw(st.lists(words, min_size=1, max_size=5)))
        marker = draw(simple_markers(source_ids))
        before, after = _wrap(draw(st.sampled_from(containers)))
        close = draw(st.sampled_from(_CLOSING))
        bare = before + sentence + close
        blocks.append(Piece(bare + marker + after, bare + after))
    return Piece(
        "\n\n".join(block.text for block in blocks),
        "\n\n".join(block.bare for block in blocks),
    )


# Text without any structure: Markdown's own characters, markers and their remains.
_FRAGMENTS = st.one_of(
    words,
    any_markers,
    st.sampled_from(
        [
            "*",
            "**",
            "_",
            "__",
            "~~",
            "`",
            "``",
            "```",
            "[",
            "]",
            "(",
            ")",
            "![",
            "](",
            "#",
            ">",
            "-",
            "+",
            "1.",
            "|",
            "\\",
            "<",
            ">",
            "&",
            "&#xe200;",
            "<b>",
            "</b>",
            "<!--",
            "-->",
            "$",
            "$$",
            "\\(",
            "\\)",
            "https://example.org/a",
            "<https://example.org/b>",
            "[1]:",
            "[1]",
            ":",
            "---",
            "===",
            "~~~",
            "|---|",
            "<br>",
            "<a",
            "href=x>",
            "<script>",
            "</script>",
        ]
    ),
    st.sampled_from((" ", " ", " ", "\n", "\n", "\n\n", "\r\n", "\t", "    ", "\x80")),
)
soup = st.lists(_FRAGMENTS, min_size=1, max_size=25).map("".join)
