from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.token import Token

from citemark import Options
from citemark.document.completing import UNFINISHED, Completion, completed
from citemark.document.document import parse
from citemark.document.parser import shared_parser
from tests.strategies import soup
from tests.unit.document.reading import document, leaves

_HREF_RE = re.compile(r'(?:href|src)="([^"]*)"')


def unfinished(text: str, options: Options | None = None) -> list[Token]:
    """Return the tokens of *text*, which goes on."""
    env: dict[str, object] = {}
    UNFINISHED.put(env, True)  # noqa: FBT003 - as the stream does it
    return list(parse(shared_parser(options or Options()), text, (), env).tokens)


def links(text: str, *, completed: bool = True, linkify: bool = True) -> list[str]:
    """Return what *text*, which goes on, links to so far."""
    env: dict[str, object] = {}
    UNFINISHED.put(env, completed)
    options = Options(linkify=linkify)
    tokens = parse(shared_parser(options), text, (), env).tokens
    children = [child for token in tokens for child in token.children or ()]
    return [str(each.attrs["href"]) for each in children if each.type == "link_open"]


def contents(text: str) -> list[str]:
    """Return what the inline tokens of *text* are read from, as it goes on."""
    return [token.content for token in unfinished(text) if token.type == "inline"]


def leaves_of(text: str) -> list[str]:
    """Return what they are read from where *text* is finished."""
    return [token.content for token in document(text).tokens if token.type == "inline"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("", ""),
        ("plain words", "plain words"),
        # Emphasis that is open is closed, the innermost first.
        ("a *b", "a *b*"),
        ("a **b", "a **b**"),
        ("a ***b", "a ***b***"),
        ("a _b", "a _b_"),
        ("a __b", "a __b__"),
        ("a ~~b", "a ~~b~~"),
        ("a ~b", "a ~b~"),
        ("**a *b", "**a *b***"),
        ("*a **b*", "*a **b***"),
        ("**a _b ~~c", "**a _b ~~c~~_**"),
        ("a **b\nc *d", "a **b\nc *d***"),
        # What is closed by half is closed by the other half.
        ("a **b*", "a **b**"),
        ("a ~~b~", "a ~~b~~"),
        ("a ***b**", "a ***b***"),
        ("a ***b*", "a ***b***"),
        # What is closed stays as it is, also around what was open in it.
        ("a **b**", "a **b**"),
        ("**a *b*** c", "**a *b*** c"),
        ("_a b_c d", "_a b_c d_"),
        ("_a b_ d", "_a b_ d"),
        ("_a_b", "_a_b_"),
        ("*a [*b", "*a *b**"),
        ("*a (*b", "*a (*b**"),
        # Two stars close one of either kind, as in CommonMark.
        ("**a *b** c", "**a *b** c*"),
        # A run with nothing behind it shows nothing yet.
        ("*", ""),
        ("a *", "a"),
        ("a **", "a"),
        ("a ***", "a"),
        ("a **b **", "a **b**"),
        ("a **b** *", "a **b**"),
        ("**a *", "**a**"),
        # No emphasis: longer runs, blanks behind, the inside of words.
        ("a ****b", "a ****b"),
        ("a ~~~b", "a ~~~b"),
        ("2 * 3", "2 * 3"),
        ("a* b", "a* b"),
        ("2*3", "2*3"),
        ("snake_case_x", "snake_case_x"),
        ("a__b", "a__b"),
        ("in**side", "in**side**"),
        # Code, with as many backticks as it began with.
        ("run `make te", "run `make te`"),
        ("``a ` b", "``a ` b``"),
        ("``a `` b", "``a `` b"),
        ("a ``b`", "a ``b``"),
        ("`a\nb", "`a\nb`"),
        ("**a `co", "**a `co`**"),
        ("`*a", "`*a`"),
        ("`a` *b", "`a` *b*"),
        ("a `", "a"),
        ("a ``", "a"),
        ("a ` ", "a"),
        ("**a `", "**a**"),
        ("**`", ""),
        ("`a *b` *c", "`a *b` *c*"),
        # A link is its text until its address is complete.
        ("[x", "x"),
        ("[", ""),
        ("a [", "a"),
        ("[x](", "x"),
        ("[x](https://e", "x"),
        ("[x](https://e.test/(a)", "x"),
        ("[x](https://e.test/(a))", "[x](https://e.test/(a))"),
        (r"[x](a\)b", "x"),
        ("[x](<a b", "x"),
        ('[x](/u "ti', "x"),
        ("[x](/u) *y", "[x](/u) *y*"),
        ("**a [b](u", "**a b**"),
        ("**[b](u", "**b**"),
        ("[**a", "**a**"),
        ("[**a**", "**a**"),
        ("[a `b", "a `b`"),
        ("[a `b`](c", "a `b`"),
        ("[`](`", "`](`"),
        ("*a [b](u) c", "*a [b](u) c*"),
        ("a] b](c", "a] b](c"),
        # An image is its words likewise.
        ("![alt", "alt"),
        ("![", ""),
        ("![alt](https://e", "alt"),
        ("![alt](e.png)", "![alt](e.png)"),
        ("[![a](b", "a"),
        ("[![a](b)](c", "![a](b)"),
        # A reference, a footnote and a box are what their brackets make of them.
        ("[ref]", "[ref]"),
        ("[x][ref]", "[x][ref]"),
        ("x[^1]", "x[^1]"),
        ("[ ] task", "[ ] task"),
        # Addresses and tags come when they are complete.
        ("a <https://exa", "a"),
        ("a <me@exa", "a"),
        ("a <https://e.test>", "a <https://e.test>"),
        ("<b", ""),
        ("a <", "a"),
        ("a </b", "a"),
        ("a <?p", "a"),
        ("a <b class='x", "a"),
        ("**b <i", "**b**"),
        ("a </", "a"),
        ("a < b", "a < b"),
        ("I <3 you", "I <3 you"),
        ("a <b *c", "a"),
        # ... unless they are too long for that.
        (f"<{'a' * 50}", f"<{'a' * 50}"),
        (f"<a {'b' * 50}", f"<a {'b' * 50}"),
        (f"<a b={'b' * 50}", ""),
        (f"<a b={'b' * 600}", f"<a b={'b' * 600}"),
        (f"<https:{'b' * 50}", ""),
        # Comments and the like show nothing, with an end or without.
        ("a <!", "a"),
        ("a <!-", "a"),
        ("a <!-- b > *c <d", "a"),
        ("a <!-- *b --> c", "a <!-- *b --> c"),
        ("a <!-- b --> *c", "a <!-- b --> *c*"),
        ("a <!--> *c", "a <!--> *c*"),
        ("a <?", "a"),
        ("a <? b > c", "a"),
        ("a <? *b ?> c", "a <? *b ?> c"),
        ("a <![CDA", "a"),
        ("a <![CDATA[ *b ]", "a"),
        ("a <![CDATA[*b]]> c", "a <![CDATA[*b]]> c"),
        ("a <![x", "a <x"),
        (f"<!--{'a' * 508}", ""),
        (f"<!--{'a' * 509}", f"<!--{'a' * 509}"),
        # Escaped characters are characters.
        (r"\*a", r"\*a"),
        (r"a \`b", r"a \`b"),
        (r"\[a", r"\[a"),
        (r"a \<b", r"a \<b"),
        (r"*a \* b", r"*a \* b*"),
        # The backslash itself may yet escape something, and would what is added.
        ("a\\", "a"),
        ("**a\\", "**a**"),
        ("[a\\", "a"),
        ("a\\\\", "a\\\\"),
        ("*a\\\nb", "*a\\\nb*"),
        # Letters are letters in any language.
        ("**水曜", "**水曜**"),
        ("「**水曜", "「**水曜**"),
        ("水*水", "水*水"),
        ("水**水", "水**水**"),
        ("مرحبا *بك", "مرحبا *بك*"),
        # Stars without end.
        ("*****", ""),
        ("* * *", "* *"),
        ("** **a", "** **a**"),
        ("****a**", "****a"),
    ],
)
def test_what_is_open_is_shown_as_if_it_were_closed(written: str, shown: str) -> None:
    assert completed(written) == shown


def test_more_than_a_person_opens_is_left_as_it_is() -> None:
    assert completed("*a " * 50) == f"{('*a ' * 50).rstrip()}{'*' * 50}"
    assert completed("*a " * 51) == "*a " * 51
    assert completed("[" * 51) == "[" * 51
    assert completed("[a " * 60 + "](u") == "[a " * 60 + "](u"


@given(soup)
def test_any_text_can_be_completed(text: str) -> None:
    assert isinstance(completed(text), str)


@given(soup)
def test_nothing_is_made_up(text: str) -> None:
    """Only delimiters are added, and what is left is in the order it was written."""
    shown = completed(text)
    rest = iter(text)
    left = [each for each in shown if each not in "*_~`"]
    assert all(each in rest for each in left)


@pytest.mark.parametrize(
    "unit",
    [
        "*a ",
        "*",
        "a* ",
        "`",
        "`a",
        "` `` ",
        "[",
        "[a](",
        "](",
        "<",
        "<a ",
        "<a b=",
        "\\",
        "*a* ",
        "[a](b) ",
        "(",
        "[a](b(",
        "~~a",
        "_a_",
        "![",
        "`a` ",
        "[]",
        "<!",
        "<!--",
        "<?",
        "<![CDATA[",
        "***a*",
    ],
)
def test_long_texts_take_linear_time(unit: str) -> None:
    # A quadratic one would not end before the suite's time limit.
    text = unit * (100_000 // len(unit))
    assert isinstance(completed(f"x {text}"), str)
    assert isinstance(completed(f"[**x `y {text}"), str)


_WORDS = st.sampled_from(
    ["a", "tide", "水曜日", "x²", "3.5", r"\*", "a_b", "2 * 3", "<3"]
)
_CODE = st.sampled_from(["`a *b`", "``a ` b``", "`[a]`", "<br>"])
_LINKS = st.sampled_from(["<https://e.test/x>", "![*a* b](b.png)"])
_AROUND = st.sampled_from(["*", "**", "_", "__", "~~", "***"])


def _several(each: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(each, min_size=1, max_size=3).map(" ".join)


def _emphasized(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(_AROUND, _several(inner)).map(
        lambda it: f"{it[0]}w {it[1]} w{it[0]}"
    )


_inside = st.recursive(st.one_of(_WORDS, _CODE), _emphasized, max_leaves=5)
_linked = _several(_inside).map(lambda it: f"[{it}](https://e.test/full_(x))")
_balanced = _several(
    st.recursive(st.one_of(_inside, _linked, _LINKS), _emphasized, max_leaves=5)
)


@given(_balanced)
def test_what_is_balanced_is_shown_as_it_is(text: str) -> None:
    assert completed(text) == text


@given(_balanced, st.data())
def test_half_an_address_is_never_a_link(text: str, data: st.DataObject) -> None:
    part = text[: data.draw(st.integers(0, len(text)))]
    md = shared_parser(Options())
    full = set(_HREF_RE.findall(md.render(text)))
    html = md.renderer.render(unfinished(part), md.options, {})
    assert set(_HREF_RE.findall(html)) <= full, html
    assert "](" not in html


@given(_balanced, st.data())
def test_nothing_but_the_last_words_is_touched(text: str, data: st.DataObject) -> None:
    part = text[: data.draw(st.integers(0, len(text)))]
    shown, whole = contents(f"*{part}\n\n*{text}"), leaves_of(f"*{part}\n\n*{text}")
    assert shown[:-1] == whole[:-1]
    assert shown[-1] == completed(whole[-1])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a **b", ["a **b**"]),
        ("a **b\n", ["a **b**"]),
        ("a **b\nc", ["a **b\nc**"]),
        ("# a **b", ["a **b**"]),
        ("> - a **b", ["a **b**"]),
        ("a\n\nb *c", ["a", "b *c*"]),
        ("*a\n\nb *c", ["*a", "b *c*"]),
        ("a *b\n- c *d", ["a *b", "c *d*"]),
        # What an end of a line or a blank line ends is finished.
        ("a **b\n\n", ["a **b"]),
        ("# a **b\n", ["a **b"]),
        ("- a **b\n\n\n", ["a **b"]),
        # The cell that is written, and none that was written before.
        ("|a|b|\n|-|-|\n|**x", ["a", "b", "**x**", ""]),
        ("|a|b|\n|-|-|\n|*x|**y", ["a", "b", "*x", "**y**"]),
        ("|a|b|\n|-|-|\n|*x|**y|\n", ["a", "b", "*x", "**y"]),
        ("|*a|b|\n|-|-|\n|", ["*a", "b", "", ""]),
        # There is nothing to be completed.
        ("", []),
        ("\n", []),
        ("#", [""]),
        ("- *a\n-", ["*a"]),
        ("a *b\n>", ["a *b"]),
        ("```\n*a", []),
        ("    *a", []),
        ("***", []),
        ("[f]: /u", []),
    ],
)
def test_only_the_last_words_are_completed(text: str, read: list[str]) -> None:
    assert contents(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<p", ""),
        ("<div>\n<b", "<div>\n"),
        ("<div>\n<b>c</", "<div>\n<b>c"),
        ("<div>\n<!-- *a <b>\nc", "<div>\n"),
        ("<div>\n<!-- c --> a < b", "<div>\n<!-- c --> a < b"),
        ("<div>\n*a", "<div>\n*a"),
        ("- <div>\n  <b", "<div>\n"),
        # It is finished.
        ("<div>\n<b\n\n", "<div>\n<b\n"),
    ],
)
def test_raw_html_is_shown_without_a_tag_that_is_open(text: str, read: str) -> None:
    assert [it.content for it in unfinished(text) if it.type == "html_block"] == [read]


def test_a_token_says_how_it_was_completed() -> None:
    token = unfinished("a **b")[1]
    assert token.meta["completion"] == Completion("a **b", "a **b**")
    assert "completion" not in unfinished("a **b**")[1].meta
    assert Completion("a **b", "a **b**").closing == "**"
    assert Completion("a", "a").closing == ""
    assert Completion("[a](b", "a").closing is None


def test_a_text_that_does_not_go_on_is_not_completed() -> None:
    assert leaves(document("a **b [c](d")) == ["a **b [c](d"]


def test_footnotes_at_the_end_are_not_what_is_written() -> None:
    tokens = unfinished("x[^1]\n\n[^1]: *fn\n\na *b", Options(footnotes=True))
    read = [token.content for token in tokens if token.type == "inline"]
    assert read == ["x[^1]", "a *b*", "*fn"]


@pytest.mark.parametrize("completed", [True, False])
@pytest.mark.parametrize(
    ("text", "linked"),
    [
        # It may go on, also behind punctuation, and in what was completed.
        ("See https://exa", []),
        ("See https://exa.", []),
        ("(https://exa.co)", []),
        ("**See https://exa", []),
        ("*https://exa.co*", []),
        ("www.exa.co", []),
        ("me@exa.co", []),
        ("- https://exa.co", []),
        ("| a |\n|---|\n| https://exa.co", []),
        # Something ended it.
        ("https://exa.co ", ["https://exa.co"]),
        ("https://exa.co\n", ["https://exa.co"]),
        ("https://exa.co and", ["https://exa.co"]),
        ("https://exa.co `x`", ["https://exa.co"]),
        ("https://a.org https://b.o", ["https://a.org"]),
        ("# https://exa.co\n\nNext", ["https://exa.co"]),
        # Others end where they are closed.
        ("[here](https://exa.co)", ["https://exa.co"]),
        ("<https://exa.co>", ["https://exa.co"]),
        # Nothing there to look at.
        ("", []),
        ("```\nhttps://exa.co", []),
    ],
)
def test_a_bare_url_is_no_link_while_it_may_go_on(
    text: str, linked: list[str], *, completed: bool
) -> None:
    assert links(text, completed=completed) == linked
    assert links(text, linkify=False) == [
        href for href in linked if f"({href})" in text or f"<{href}>" in text
    ]


def test_a_bare_url_keeps_its_text_while_it_is_no_link() -> None:
    [token] = [
        each
        for each in unfinished("See https://exa.co/a_b", Options(linkify=True))
        if each.type == "inline"
    ]
    shown = "".join(child.content for child in token.children or ())
    assert shown == "See https://exa.co/a_b"
