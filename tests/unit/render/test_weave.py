from __future__ import annotations

import pytest

from citemark import Options
from citemark.render.policies import LINK_REL, answer_policy
from citemark.render.tokens import Piece, Raw
from citemark.render.weave import Weaver


def weaver() -> Weaver:
    return Weaver(answer_policy(Options(), "n"), "n")


def weave(*pieces: Piece) -> str:
    return weaver().weave(pieces)


def inline(html: str) -> str:
    return weave("<p>", Raw(html, block=False), "</p>")


def block(*htmls: str) -> str:
    return weave(*(Raw(html, block=True) for html in htmls))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<b>x", "<b>x</b>"),
        ("x</b>y", "xy"),
        ("<b><i>x</b>y</i>", "<b><i>x</i></b>y"),
        ("a<br>b<wbr>", "a<br>b<wbr>"),
        ("</p>x", "x"),
        ("<blink>x</blink>", "x"),
        ("<b onclick=x id=y class=z>x</b>", "<b>x</b>"),
        ("<script>x</script>y", "y"),
        ("<img src=x alt='A & B'>", "A &amp; B"),
        ("<img src=x onerror=y>", ""),
        ("<a>x</a>", "x"),
        ("<a href=javascript:x>x</a>", "x"),
        (
            "<a href=https://x.test/?a&b>x<a href=https://y.test/>y</a></a>",
            f'<a href="https://x.test/?a&amp;b" rel="{LINK_REL}">xy</a>',
        ),
        ("<abbr title='\"<'>x</abbr>", '<abbr title="&quot;&lt;">x</abbr>'),
        ("<!-- x -->y<![CDATA[z]]>", "y"),
    ],
)
def test_raw_tags_are_well_nested_and_allowed(html: str, expected: str) -> None:
    assert inline(html) == f"<p>{expected}</p>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
        (
            "<table><tr><td>a<th>b<tr><td>c</table>",
            "<table><tr><td>a</td><th>b</th></tr><tr><td>c</td></tr></table>",
        ),
        ("<pre>\n\nx</pre>", "<pre>x</pre>"),
        ("<pre><b>\nx</b></pre>", "<pre><b>\nx</b></pre>"),
    ],
)
def test_elements_end_as_in_browsers(html: str, expected: str) -> None:
    assert block(html) == expected


def test_only_some_elements_span_blocks() -> None:
    assert block("<details>\n<b>x", "y</details>") == "<details>\n<b>x</b>y</details>"
    assert block("<b>x", "y</b>") == "<b>x</b>y"
    assert block("<div><p><div>x", "y") == "<div><p><div>x</div></p>y</div>"


def test_a_raw_tag_ends_with_our_element() -> None:
    assert weave("<p>", Raw("<b>", block=False), "x</p>\n<p>y</p>") == (
        "<p><b>x</b></p>\n<p>y</p>"
    )
    assert weave("<em>", Raw("</em><li>", block=False), "x</em>") == (
        "<em><li>x</li></em>"
    )
    # An item of the answer's does not end an item of ours.
    assert weave("<li>", Raw("<li>x", block=False), "</li>") == "<li><li>x</li></li>"


def test_a_block_ends_its_own_elements_only() -> None:
    assert weave("<blockquote>", Raw("<b>x", block=True), "y</blockquote>") == (
        "<blockquote><b>x</b>y</blockquote>"
    )


def test_a_closing_tag_of_ours_that_opened_nothing_is_dropped() -> None:
    assert weave("x</p>y") == "xy"


def test_nesting_is_bounded() -> None:
    html = inline("<b>" * 60 + "x" + "<br>")
    assert html == f"<p>{'<b>' * 50}x<br>{'</b>' * 50}</p>"


def test_links_of_the_answer_do_not_nest_in_ours() -> None:
    html = weave(
        '<a href="https://x.test/">', Raw("<a href=https://y.test/>z", block=False)
    )
    assert html == '<a href="https://x.test/">z</a>'


@pytest.mark.parametrize(
    ("own", "woven", "carried"),
    [
        ("<p>x</p>", "<p>x</p>", []),
        (
            '<h2 id="cx-h-a">x</h2>',
            '<h2 id="n0">x</h2>',
            [("h2", ' id="cx-h-a"')],
        ),
        (
            '<input type="checkbox"> x',
            '<br id="n0"> x',
            [("input", ' type="checkbox"')],
        ),
        (
            '<math class="m">x</math>',
            '<span id="n0">x</span>',
            [("math", ' class="m"')],
        ),
        ('<a href="#cx-fn1">x</a>', '<a id="n0">x</a>', [("a", ' href="#cx-fn1"')]),
        ('<a href="ftp://x.test/">x</a>', '<a href="ftp://x.test/">x</a>', []),
        (
            '<code class="language-c">x</code>',
            '<code class="language-c">x</code>',
            [],
        ),
    ],
)
def test_our_own_tags_are_carried_where_no_answer_may_have_them(
    own: str, woven: str, carried: list[tuple[str, str]]
) -> None:
    loom = weaver()
    assert loom.weave([own]) == woven
    assert loom.carried == carried
