from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import ConfigError
from citemark.html_input.tree import MOST_NESTED, Element, Leaf, read, walk

_TAGS = st.sampled_from(
    [
        f"<{slash}{name}>"
        for name in "p div b a li ul td tr table head body svg br".split()  # noqa: SIM905 - a line of names
        for slash in ("", "/")
    ]
    + ["text", " ", "<!-- x -->", "<br/>", "<g/>"]
)


def _source(html: str) -> str:
    pieces: list[str] = []
    for kind, node in walk(read(html)):
        if isinstance(node, Leaf):
            pieces.append(node.lexeme.html)
        elif kind == "open":
            pieces.append(node.opening.html)
        elif node.closing is not None:
            pieces.append(node.closing.html)
    return "".join(pieces)


def _structure(html: str) -> str:
    pieces: list[str] = []
    for kind, node in walk(read(html)):
        if isinstance(node, Element):
            pieces.append(f"{node.name}(" if kind == "open" else ")")
        else:
            pieces.append(node.lexeme.html)
    return "".join(pieces)


@given(st.lists(_TAGS).map("".join))
def test_a_tree_is_its_source(html: str) -> None:
    assert _source(html) == html


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b<div>c", "p(a)p(b)div(c)"),
        ("<p><b>a<ul><li>b", "p(b(a))ul(li(b))"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "ul(li(aul(li(b)))li(c))"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(a)dd(b)dt(c))"),
        (
            "<table><caption>a<tr><td>b<td>c<tr><th>d<tbody><tr><td>e</table>f",
            "table(caption(a)tr(td(b)td(c))tr(th(d))tbody(tr(td(e))))f",
        ),
        (
            "<table><tr><td><table><tr><td>a</table>b<td>c",
            "table(tr(td(table(tr(td(a)))b)td(c)))",
        ),
        ("<a>b<a>c", "a(b)a(c)"),
        (
            "<select><option>a<optgroup><option>b",
            "select(option(a)optgroup(option(b)))",
        ),
        ("<p><button><p>a", "p(button(p(a)))"),
        ("<b><i>a</b>b</i>", "b(i(a))b</i>"),
        ("<div><td>a</div>b</td></div>", "div(td(a</div>b))"),
        ("<table><tr><td>a</tr></table>", "table(tr(td(a)))"),
        ("<svg><path/><g/></svg><p/>a", "svg(path()g())p(a)"),
        ("<br>a<img>b</br>", "br()aimg()b</br>"),
        ("<head><title>a</title>b", "head(title(a))b"),
        ("<head> <link><p>a</head>", "head( link())p(a</head>)"),
        ("<head><title>a<body>b", "head(title(a<body>b))"),
        (
            "<!doctype html><title>a</title><meta><p>b<style>c</style>",
            "<!doctype html>head(title(a)meta())p(bstyle(c))",
        ),
        ("<html>a<title>b</title>", "html(atitle(b))"),
        ("<html><body><script>a</script>", "html(body(script(a)))"),
        ("<title>a</title>b", "title(a)b"),
    ],
)  # fmt: skip
def test_elements_end_as_in_browsers(html: str, expected: str) -> None:
    assert _structure(html) == expected


def test_nesting_has_a_bound() -> None:
    assert _structure("<b>" * MOST_NESTED).count("b(") == MOST_NESTED
    expected = (
        "answer: expected HTML of at most 512 elements in each other, "
        r"got <i> in more \(line 2, column 1\)"
    )
    with pytest.raises(ConfigError, match=expected):
        read("<b>" * MOST_NESTED + "\n<i>")
    with pytest.raises(ConfigError, match="at most 512"):
        read("<div>" * 10_000)


@pytest.mark.parametrize("unit", ["<li>", "<p>", "<td>", "<a>", "<br>", "<b></b>"])
def test_what_only_looks_deep_is_read(unit: str) -> None:
    assert _source(unit * 10_000) == unit * 10_000


def test_the_tree_is_beautiful_soup() -> None:
    html = "<p>a <em>b</em>\n\n c</p><p>d</p>"
    assert str(read(html)) == html
    assert [each.name for each in read(html).find_all(["p", "em"])] == ["p", "em", "p"]
