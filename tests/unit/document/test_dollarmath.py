from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from citemark import Options
from citemark.document.dispatch import BlockRule
from citemark.document.dollarmath import ENDS, bound_formulas, bounded
from citemark.document.parser import build_parser

_PIECES = [
    *("$$", "$$a", "a$$", "$$a$$", "$$a$$ (x y)", "$$ (1)", "$$(1", "$", "$$$", "$$)"),
    *("\n", "\n\n", "\n> ", "\n>", "\n- ", "\n  ", "\n    ", "\n1. ", "\n\t", "\r\n"),
    *("> ", "- ", "[^a]: ", "[^$$(a]: b)", "```", "# ", "a", " ", "\u00a0", "\\"),
    *("|", "---", "<p>", "(", ")", "(x) $$", "\x1c", "\u2028"),
]
texts = st.lists(st.sampled_from(_PIECES), max_size=24).map("".join)


def plain() -> MarkdownIt:
    md = MarkdownIt("commonmark").enable("table")
    return md.use(dollarmath_plugin).use(footnote_plugin)


PLAIN, BOUNDED = plain(), plain()
bound_formulas(BOUNDED)


@dataclass
class Reader:
    """The plugin's rule, and how many lines it was allowed to read."""

    rule: BlockRule
    lines: int = 0
    found: list[tuple[int, int]] = field(default_factory=list)

    def __call__(self, state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - the signature is upstream's
        is_formula = self.rule(state, line, end, silent)
        if is_formula:
            self.found.append((line, state.line))
        self.lines += (state.line if is_formula else end) - line
        return is_formula


def read(text: str) -> Reader:
    """Return what read *text* between the guard and the plugin's rule."""
    md = plain()
    ruler = md.block.ruler
    rules = dict(zip(ruler.get_active_rules(), ruler.getRules(""), strict=True))
    reader = Reader(rules["math_block"])
    ruler.at("math_block", bounded(reader))
    md.parse(text)
    return reader


@given(texts)
def test_tokens_are_those_of_the_plugin(text: str) -> None:
    assert BOUNDED.parse(text) == PLAIN.parse(text)


def test_an_environment_of_an_earlier_text_is_no_matter() -> None:
    env: dict[str, object] = {}
    for text in ("$$a\n\n$$b", "$$a\n\nb$$", "$$a\n\n$$b\n\n$$c"):
        assert BOUNDED.parse(text, env) == PLAIN.parse(text, {})
    assert ENDS.name in env


@pytest.mark.parametrize(
    "text",
    [
        "$$a\n\n" * 300,
        "- $$a\n" * 300,
        "> $$a\n>\n" * 300,
        "> $$a\n>\n" * 300 + "\nThen.\n\n$$b$$\n",
        "$$a)\n\n" * 300,
        "$$b\nc$$\n\n" + "$$a (1)\n\n" * 300,
    ],
)
def test_lines_are_read_once_however_many_formulas_do_not_end(text: str) -> None:
    assert read(text).lines <= text.count("\n") + 1


def test_formulas_are_found_among_those_that_do_not_end() -> None:
    reader = read("$$a\n\nb$$\n\n> $$c\n>\n> d$$ (e)\n\n$$f$$\n\n$$g\n\n$$h\n")
    assert reader.found == [(0, 3), (4, 7), (8, 9)]
    assert reader.lines == 3 + 3 + 1 + 1 + 1


def test_the_parser_of_answers_is_bounded() -> None:
    env: dict[str, object] = {}
    build_parser(Options(dollarmath=True)).parse("$$a\n\nb$$\n\n$$c", env)
    found = ENDS.get(env)
    assert found is not None
    assert found[1] == [2]
