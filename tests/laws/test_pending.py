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


def kept(markers: list[Marker], end: int) -> list[Marker]:
    return [marker for marker in markers if marker.start < end]


@given(TEXTS, TEXTS, choices, syntaxes)
@example("【4†x\ue200cite", "\ue202】\ue201", ("openai", "lenticular"), Syntax())
def test_what_is_decided_stays(
    text: str, more: str, dialect: tuple[str, ...], syntax: Syntax
) -> None:
    cut = pending_from(text, dialect, syntax)
    found = kept(scan_markers(text + more, dialect, syntax), cut)
    assert found == scan_markers(text[:cut], dialect, syntax)
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
    ]
    assert found == [
        (marker.start - cut, marker.raw, marker.source_ids)
        for marker in dialect.scan(text[:cut] + rest, syntax)
        if marker.start >= cut
    ]
    assert len(before) <= 2_500
