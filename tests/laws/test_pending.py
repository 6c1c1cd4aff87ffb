"""What a dialect says of a text that goes on holds for every way it can go on."""

from __future__ import annotations

from itertools import permutations

from hypothesis import example, given
from hypothesis import strategies as st

from citemark.dialect import Dialect, get_dialect, pending_from, scan_markers
from citemark.discover import discover
from citemark.grammar import MAX_CHARS, MAX_WIDGET_CHARS
from citemark.model import Marker
from citemark.syntax import Syntax
from tests.strategies import DELIM, START, STOP, answers

NAMES = sorted(discover("citemark.dialects", "DIALECT", Dialect))
CHOICES = [order for size in (1, 2, 3) for order in permutations(NAMES, size) if order]
SYNTAXES = (
    Syntax(),
    Syntax(families=("cite", "cite:doc", "c")),
    Syntax(families=()),
    Syntax(source_id=r"doc:\w+(?:/\w+)*"),
    Syntax(source_id=r"[a-z\\]+"),
    Syntax(locators=("lines", "pages", "section", "time", "opaque")),
)
# A widget, behind a marker that may turn out to be in code.
MOST_PENDING = MAX_WIDGET_CHARS + MAX_CHARS + 1_100

_SPELLED = [
    *(r"\ue200", r"\ue201", r"\ue202", r"\ue203", "\\", "\\u", r"\ue2", r"\ue20"),
    *(r"\ue202turn0search1", r"\ue202turn0", r"\ue200cite\ue202turn0file0\ue201"),
]
_FRAGMENTS = st.sampled_from(
    [
        *(START, DELIM, STOP, "\ue203", "\ue206", DELIM * 40, DELIM + STOP),
        *_SPELLED,
        *("cite", "filecite", "ci", "te", "navlist", "entity", "cite:doc", "c", "9"),
        *("a", "turn0file0", "turn", "0", "file", "doc:a", "/b", "L1", "L2-L3", "§x"),
        *(" ", " ", "\n", "\r\n", "\r", "\t", "\x1f", "word", "é", ".", ",", "“"),
        *("`", "``", "```", "~~~", "> ", "- ", "`a`", "\n```\n", "\n~~~\n"),
        *("【", "】", "〖", "4", ":", "†", "4:0†source", "【4:2†source】", "x" * 190),
        *(
            "[",
            "]",
            "[1]",
            "[1, 2]",
            "[2-",
            "(",
            "](",
            "](u)",
            "[[1]]",
            "$",
            "$x$",
            "<b",
        ),
        *(
            "\ue202turn0search0",
            "\ue202L3",
            "kb:0",
            "\ue201kb_1:3",
            "\\(",
            "\\]",
            ">",
            "http://a.b/",
            "x[",
            " = ",
            "range ",
            "{",
            "}",
            "^",
            "##",
        ),
        *(
            "[^",
            "^]",
            "[^1^]",
            "[^a]",
            "[doc1]",
            "[S1, ",
            "[ref_1]",
            "[source: ",
            "a, b]",
        ),
        *("[ID:", "ID: 0", "##0$$", "[web:1]", "[cite", "[cite: 1", "_start]", "-3]"),
        *(
            "<co: 0>",
            "</co",
            ": 0:[1,",
            "2]>",
            "<grok:render ",
            "</grok:render>",
            "<grok-card a>",
        ),
        *(
            '<argument name="citation_id">3</argument>',
            "【F:a†L1",
            ":codex-file-citation",
            '{path="a"}',
        ),
        *(
            "[span_0]",
            "<ref>[1",
            "</ref>",
            "<statement>",
            "<cite>[1-",
            "<cite></cite>",
            '<cite index="1-2">',
            "</cite>",
            '<cite index="1',
            "(start_span)",
            "{CITATION_START}",
            "CITATION_STOP}",
            "{CITATION_DELIMITER}",
        ),
        *("x" * 2_000, "y " * 4_000, " " * 1_500, "`" + "y" * 1_020, "[" * 33),
    ]
)
TEXTS = st.one_of(
    st.lists(_FRAGMENTS, max_size=14).map("".join),
    answers().map(lambda piece: piece.text),
    answers().map(lambda piece: piece.text.replace("\ue200", r"\ue200")),
)
choices = st.sampled_from(CHOICES)
syntaxes = st.sampled_from(SYNTAXES)
sources = st.sampled_from([None, frozenset(), frozenset(["1", "a", "doc1", "web:1"])])


def kept(markers: list[Marker], end: int) -> list[Marker]:
    return [marker for marker in markers if marker.start < end]


@given(TEXTS, TEXTS, choices, syntaxes, sources)
@example("【4†x\ue200cite", "\ue202】\ue201", ("openai", "lenticular"), Syntax(), None)
@example("It is [1-5]{", "2}", ("numeric", "openai-escaped"), Syntax(), None)
@example("It is `[1]`", "`", ("numeric",), Syntax(), None)
@example("It is x[1] [2].", "y", ("numeric", "doc-words"), Syntax(), frozenset("1"))
def test_what_is_decided_stays(
    text: str,
    more: str,
    dialect: tuple[str, ...],
    syntax: Syntax,
    ids: frozenset[str] | None,
) -> None:
    known = None if ids is None else lambda _: ids
    cut = pending_from(text, dialect, syntax, known)
    found = kept(scan_markers(text + more, dialect, syntax, known), cut)
    assert found == scan_markers(text[:cut], dialect, syntax, known)
    assert len(text) - cut <= MOST_PENDING


@given(TEXTS, TEXTS, st.sampled_from(NAMES), syntaxes)
def test_what_follows_reads_as_behind_it(
    text: str, more: str, name: str, syntax: Syntax
) -> None:
    dialect = get_dialect(name)
    cut = dialect.pending(text, syntax)
    before = dialect.context(text[:cut]) if dialect.context else ""
    rest = text[cut:] + more
    found = [
        (marker.start - len(before), marker.raw, marker.source_ids)
        for marker in dialect.scan(before + rest, syntax)
        if marker.end > len(before)
    ]
    assert found == [
        (marker.start - cut, marker.raw, marker.source_ids)
        for marker in dialect.scan(text[:cut] + rest, syntax)
        if marker.start >= cut
    ]
    assert len(before) <= 2_500
