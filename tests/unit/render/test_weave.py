"""Weaving our HTML and the answer's into one well-nested text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options
from citemark.render.policies import LINK_REL, answer_policy
from citemark.render.tokens import Raw
from citemark.render.weave import Weaver
from citemark.sanitizers import bleach_engine, nh3_engine

NONCE = "cxnonce"
POLICY = answer_policy(Options(), NONCE)


def block(html: str) -> Raw:
    return Raw(html, block=True)


def inline(html: str) -> Raw:
    return Raw(html, block=False)


def weave(*pieces: str | Raw) -> str:
    return Weaver(POLICY, NONCE).weave(pieces)


@pytest.mark.parametrize(
    ("raw", "woven"),
    [
        ("<b>x</b>", "<b>x</b>"),
        ("<b>x", "<b>x</b>"),
        ("x</b>", "x"),
        ("<b><i>x</b>y</i>", "<b><i>x</i></b>y"),
        ("<b onclick=x class=y id=z style=s>x</b>", "<b>x</b>"),
        ("<blink>x</blink>", "x"),
        ("a<br>b<hr/>c<wbr>", "a<br>b<hr>c<wbr>"),
        ("</br>", ""),
        ("<img src=x onerror=y alt='<b>'>", "&lt;b&gt;"),
        ("<img src=x>", ""),
        ("<td colspan=2 dir=rtl>x", '<td colspan="2" dir="rtl">x</td>'),
        ("<a href='https://x.test/?a&b'>x</a>", None),
        ("<a href='javascript:1'>x</a>", "x"),
        ("<a name=x>y</a>", "y"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        (
            "<table><tr><td>a<th>b<tr><td>c</table>",
            "<table><tr><td>a</td><th>b</th></tr><tr><td>c</td></tr></table>",
        ),
        ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<pre>\n\n x</pre>", "<pre> x</pre>"),
        ("<pre><b>\n x</b></pre>", "<pre><b>\n x</b></pre>"),
        ("a &lt;b&gt; \xa0 &copy;", "a &lt;b&gt; &nbsp; ©"),
    ],
)
def test_raw_html_is_nested_well(raw: str, woven: str | None) -> None:
    if woven is None:
        woven = f'<a href="https://x.test/?a&amp;b" rel="{LINK_REL}">x</a>'
    assert weave(inline(raw)) == woven


def test_links_do_not_nest() -> None:
    raw = '<a href="https://x.test/">a<a href="https://y.test/">b</a>c</a>'
    assert weave(inline(raw)).count("<a ") == 1
    own = '<a href="https://x.test/" rel="r">'
    assert weave(own, inline(raw), "</a>").count("<a ") == 1


def test_raw_tags_end_with_the_element_they_stand_in() -> None:
    assert weave("<p>", inline("<b><i>"), "x</p>\n<p>", inline("</b>"), "y</p>\n") == (
        "<p><b><i>x</i></b></p>\n<p>y</p>\n"
    )


def test_raw_end_tags_cannot_close_our_elements() -> None:
    assert weave("<blockquote>\n<p>", inline("</p></blockquote>"), "x</p>") == (
        "<blockquote>\n<p>x</p></blockquote>"
    )


def test_only_containers_span_blocks() -> None:
    assert weave(block("<details><b>\n"), "<p>x</p>\n", block("</b></details>\n")) == (
        "<details><b>\n</b><p>x</p>\n</details>\n"
    )
    assert weave(block("<h1>x\n"), "<p>y</p>\n") == "<h1>x\n</h1><p>y</p>\n"


def test_a_container_opened_in_an_item_ends_with_it() -> None:
    assert weave(
        "<ul>\n<li>", block("<div>"), "</li>\n<li>", block("</div>"), "</li>\n</ul>"
    ) == ("<ul>\n<li><div></div></li>\n<li></li>\n</ul>")


def test_stray_end_tags_of_ours_do_no_harm() -> None:
    assert weave("</p>x") == "x"


def test_depth_is_capped_but_no_text_lost() -> None:
    woven = weave(inline("<div>" * 500 + "x" + "</div>" * 500 + "y"))
    assert woven.count("<div>") == woven.count("</div>") == 50
    assert "x" in woven
    assert "y" in woven


def test_our_own_attributes_travel_under_a_number() -> None:
    weaver = Weaver(POLICY, NONCE)
    woven = weaver.weave(
        [
            '<h1 id="cx-h-x">',
            "x</h1>\n",
            '<input class="box" disabled="" type="checkbox"> ',
            '<td class="cx-left">y</td>',
            "<custom>z</custom>",
            '<a href="#fn1">1</a>',
            '<code class="language-x">c</code>',
            f'<a href="https://x.test/" rel="{LINK_REL}">l</a>',
        ]
    )
    assert woven == (
        f'<h1 id="{NONCE}0">x</h1>\n<br id="{NONCE}1"> <td id="{NONCE}2">y</td>'
        f'<span id="{NONCE}3">z</span><a id="{NONCE}4">1</a>'
        '<code class="language-x">c</code>'
        f'<a href="https://x.test/" rel="{LINK_REL}">l</a>'
    )
    assert weaver.carried == [
        ("h1", ' id="cx-h-x"'),
        ("input", ' class="box" disabled="" type="checkbox"'),
        ("td", ' class="cx-left"'),
        ("custom", ""),
        ("a", ' href="#fn1"'),
    ]


def test_links_out_have_to_stand_the_sanitizer() -> None:
    woven = weave(f'<a href="javascript:x" rel="{LINK_REL}">l</a>')
    assert woven.startswith('<a href="javascript:x"')
    assert "javascript" not in nh3_engine.clean(woven, POLICY)


TABLES = ["table", "tr", "td"]
TAGS = ["b", "i", "a", "div", "p", "li", "ul", "pre", "h1", "script", "svg", "br"]
TEXTS = ["x", " ", "\n", "&lt;", "<", '"', "<!--", "-->", "\xa0"]


def written(tags: list[str]) -> st.SearchStrategy[list[Raw]]:
    """Make pieces of raw HTML out of *tags*, opened and closed at random."""
    pieces = [form.format(tag) for tag in tags for form in ("<{}>", "</{}>")]
    html = st.lists(st.sampled_from([*pieces, *TEXTS]), max_size=30).map("".join)
    return st.lists(st.builds(Raw, html, st.booleans()), max_size=4)


@given(written(TAGS))
def test_engines_agree_on_what_is_woven(pieces: list[Raw]) -> None:
    woven = weave(*pieces)
    clean = nh3_engine.clean(woven, POLICY)
    assert bleach_engine.clean(woven, POLICY) == clean
    assert nh3_engine.clean(clean, POLICY) == clean


@given(written([*TABLES, "b", "li"]))
def test_tables_come_out_of_the_default_engine_as_they_went_in(
    pieces: list[Raw],
) -> None:
    """The other engine repairs stray content of tables in its own way."""
    clean = nh3_engine.clean(weave(*pieces), POLICY)
    assert nh3_engine.clean(clean, POLICY) == clean
