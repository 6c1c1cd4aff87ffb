from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citemark import StreamRenderer
from citemark.stream.events import BlockClose, BlockOpen
from citemark.stream.patches import Patch, closers, patch_between
from tests.strategies import SOURCES, answers
from tests.stream_inputs import block_soup

_VOID = ("br", "hr", "img", "input", "wbr", "col")


class _Tree(HTMLParser):
    """Finds the way to the last child element, and its last child element, and so on.

    Kept apart from the code under test: it reads HTML as a tree, not from its end.
    """

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.starts = [0]
        for line in html.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        # start, begin of the content, end of the content, end
        self.top: list[list[int]] = []
        self.path: list[list[int]] = []
        self.last: list[list[int]] = []
        self.feed(html)
        self.close()

    @property
    def here(self) -> int:
        line, column = self.getpos()
        return self.starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        start = self.here
        end = start + len(self.get_starttag_text() or "")
        element = [start, end, end, end]
        self.last[len(self.path) :] = [element]
        if tag not in _VOID:
            self.path.append(element)

    def handle_endtag(self, tag: str) -> None:
        element = self.path.pop()
        element[2:] = self.here, self.here + len(f"</{tag}>")


def applied(html: str, patch: Patch) -> str:
    """Return *html* as a reader has it that applies *patch*."""
    if patch.depth == 0:
        assert patch.mode == "replace"
        return patch.html
    start, _, inner_end, end = _Tree(html).last[patch.depth - 1]
    if patch.mode == "append":
        return html[:inner_end] + patch.html + html[inner_end:]
    return html[:start] + patch.html + html[end:]


_TEXTS = st.sampled_from(["", "a", "b", "ab", "a &lt;b", "x\n", "水", "\n", "&gt;"])
_TAGS = ("p", "em", "ul", "li", "a", "h1", "td")
_ATTRIBUTES = ("", ' class="cx"', ' title="1 &gt; 0"', ' href="/a?b"', ' alt="<p>"')


def _element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def made(it: tuple[str, str, list[str], str]) -> str:
        return f"<{it[0]}{it[1]}>{''.join(it[2])}</{it[0]}>{it[3]}"

    return st.tuples(
        st.sampled_from(_TAGS),
        st.sampled_from(_ATTRIBUTES),
        st.lists(inner, max_size=3),
        st.sampled_from(("", "\n")),
    ).map(made)


_VOIDS = st.sampled_from(["<br>", "<hr>\n", '<img src="a.png" alt="<b>">', "<wbr>"])
_html = st.lists(
    st.recursive(st.one_of(_TEXTS, _TEXTS, _VOIDS), _element, max_leaves=8), max_size=4
).map("".join)


@settings(max_examples=500)
@given(_html, _html)
def test_a_patch_makes_the_new_of_the_old(old: str, new: str) -> None:
    patch = patch_between(old, new)
    assert applied(old, patch) == new
    assert len(patch.html) <= len(new)


@settings(max_examples=500)
@given(_html, _html, _html)
def test_what_is_the_same_before_and_behind_is_no_danger(
    one: str, other: str, same: str
) -> None:
    for old, new in (
        (same + one, same + other),
        (f"<p>{one}</p>", f"<p>{one}{other}</p>"),
        (f"<p>{same}{one}</p>\n", f"<p>{same}{other}</p>\n"),
        (f"<ul>\n{same}</ul>\n", f"<ul>\n{same}<li>{one}</li>\n</ul>\n"),
    ):
        assert applied(old, patch_between(old, new)) == new


@given(st.one_of(answers().map(lambda it: it.text), block_soup()))
def test_patches_between_what_streams_show(text: str) -> None:
    stream = StreamRenderer(SOURCES, theme="base")
    shown: dict[int, str] = {}
    seen: list[str] = []
    for at in range(0, len(text), 5):
        for event in stream.feed(text[at : at + 5]):
            if isinstance(event, BlockOpen | BlockClose):
                shown[event.block] = event.html
                seen.append(event.html)
    for old, new in pairwise(seen):
        assert applied(old, patch_between(old, new)) == new
        assert applied(new, patch_between(new, old)) == old


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        # Words are added to the element that they are in.
        ("<p>a</p>\n", "<p>a b</p>\n", Patch(" b", 1, "append")),
        ("<p></p>\n", "<p>b</p>\n", Patch("b", 1, "append")),
        (
            "<ul>\n<li>a</li>\n</ul>\n",
            "<ul>\n<li>a b</li>\n</ul>\n",
            Patch(" b", 2, "append"),
        ),
        ("<p>a <em>b</em></p>", "<p>a <em>b</em> c</p>", Patch(" c", 1, "append")),
        ("<p>a <em>b</em></p>", "<p>a <em>bc</em></p>", Patch("c", 2, "append")),
        ("<p>a</p>\n", "<p>a <em>b</em></p>\n", Patch(" <em>b</em>", 1, "append")),
        ("<p>a<br></p>", "<p>a<br>\nb</p>", Patch("\nb", 1, "append")),
        # More of the same goes beside it.
        (
            "<ul>\n<li>a</li>\n</ul>\n",
            "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n",
            Patch("<li>b</li>\n", 1, "append"),
        ),
        (
            "<ul>\n<li>a</li>\n</ul>\n",
            "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n",
            Patch("\n<ul>\n<li>b</li>\n</ul>\n", 2, "append"),
        ),
        # Else the last element is replaced, as deep as can be.
        (
            "<p>long words and <em>a</em></p>\n",
            "<p>long words and <em>b</em></p>\n",
            Patch("<em>b</em>", 2),
        ),
        (
            "<ul>\n<li>long words</li>\n<li>a</li>\n</ul>\n",
            "<ul>\n<li>long words</li>\n<li><b>a</b></li>\n</ul>\n",
            Patch("<li><b>a</b></li>", 2),
        ),
        (
            '<p>long words <img src="a"></p>',
            '<p>long words <img src="b"></p>',
            Patch('<img src="b">', 2),
        ),
        (
            "<p>long words <em>a</em></p>",
            "<p>long words <i>x</i><i>y</i></p>",
            Patch("<i>x</i><i>y</i>", 2),
        ),
        # A quotation mark, a sign or a tag in an attribute ends nothing.
        (
            '<p>some words <a title="<b> \'">x</a></p>',
            '<p>some words <a title="<b> \'">y</a></p>',
            Patch('<a title="<b> \'">y</a>', 2),
        ),
        ("<p>a</p>\n", "<h1>a</h1>\n", Patch("<h1>a</h1>", 1)),
        ("<p>ab</p>\n", "<p>a</p>\n", Patch("<p>a</p>", 1)),
        # Half an element is no addition.
        (
            "<p>a</p>\n",
            "<p>a</p>\n<p>b</p>\n",
            Patch("<p>a</p>\n<p>b</p>", 1),
        ),
        # Where nothing else is shorter, all of it is new.
        ("<p>a</p>\n", "", Patch("")),
        ("", "<p>a</p>\n", Patch("<p>a</p>\n")),
        ("<p>a</p><p>b</p>", "<p>a</p>", Patch("<p>a</p>")),
        ("a", "ab", Patch("ab")),
    ],
)
def test_a_patch_is_as_small_as_can_be(old: str, new: str, patch: Patch) -> None:
    assert applied(old, patch) == new
    assert patch_between(old, new) == patch


def test_elements_of_a_run_at_the_end() -> None:
    html = "<ul>\n<li>a <em>b</em></li>\n</ul>\n"
    assert [html[at:] for at in closers(html)] == [
        "</em></li>\n</ul>\n",
        "</li>\n</ul>\n",
        "</ul>\n",
    ]
    assert closers("<p>a</p> b") == []
    assert closers("") == []
    assert closers("</p>x</p>\n") == [5]


@pytest.mark.parametrize("nested", ["<div>", "<ul>\n<li>"])
def test_deep_html_takes_linear_time(nested: str) -> None:
    # A quadratic one would not end before the suite's time limit.
    depth = 50_000
    tags = re.findall(r"<(\w+)>", nested)
    ends = "".join(f"</{tag}>" for tag in reversed(tags))
    old, new = (f"{nested * depth}{word}{ends * depth}" for word in ("a", "<b>a</b>"))
    html = f"<{tags[-1]}><b>a</b></{tags[-1]}>"
    assert patch_between(old, new) == Patch(html, depth * len(tags))
    long = "<p>a</p>\n" * depth
    assert patch_between(f"<div>{long}</div>", f"<div>{long}<p>b</p>\n</div>") == Patch(
        "<p>b</p>\n", 1, "append"
    )
