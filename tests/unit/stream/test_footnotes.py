from __future__ import annotations

from citemark import Options
from citemark.document.env import Env
from citemark.document.parser import build_parser
from citemark.stream.footnotes import Footnotes

_MD = build_parser(Options(footnotes=True))


def refs(
    footnotes: Footnotes, text: str, *, keep: bool = True
) -> list[tuple[int, int]]:
    """Return number and occurrence of each footnote that *text* refers to."""
    env: Env = {}
    footnotes.lend(env)
    tokens = _MD.parse(text, env)
    if keep:
        footnotes.keep(env)
    return [
        (child.meta["id"], child.meta["subId"])
        for token in tokens
        for child in token.children or ()
        if child.type == "footnote_ref"
    ]


def test_footnotes_are_numbered_on() -> None:
    footnotes = Footnotes()
    assert refs(footnotes, "Nothing.") == []
    assert refs(footnotes, "[^b]: B") == []
    assert refs(footnotes, "x[^a]\n\n[^a]: A") == [(0, 0)]
    # What is not kept leaves nothing behind.
    for _ in range(2):
        made = refs(footnotes, "x[^b]y[^a][^a]", keep=False)
        assert made == [(1, 0), (0, 1), (0, 2)]
    assert refs(footnotes, "x[^a][^b]") == [(0, 1), (1, 0)]
    assert refs(footnotes, "x[^b]y[^a]") == [(1, 1), (0, 2)]
    # One that is defined again is a new one.
    assert refs(footnotes, "x[^a]\n\n[^a]: again") == [(2, 0)]


def test_a_parse_costs_nothing_for_the_footnotes_before() -> None:
    footnotes, sizes = Footnotes(), []
    for number in range(300):
        env: Env = {}
        footnotes.lend(env)
        text = f"x[^{number}][^0]\n\n[^{number}]: n\n\n[^0]: first"
        sizes.append(len(_MD.parse(text, env)))
        footnotes.keep(env)
    assert len(set(sizes[2:])) == 1
