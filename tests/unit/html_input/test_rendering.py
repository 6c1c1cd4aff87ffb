from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from citemark import ConfigError, Options, SourceError, render
from citemark.errors import UnresolvedCitationError
from citemark.snapshots import restore
from tests.html_pages import DELIM, SOURCES, START, STOP, body, marker, rendered

A, B, C = marker("alpha"), marker("beta"), marker("gamma")
NONE = marker("nowhere")
REL = 'rel="nofollow noopener noreferrer"'
DOCUMENT = f"""<!DOCTYPE html>
<html lang=de>
<head><title>Urlaub &amp; mehr {A}</title><style>p {{ color: red }}</style></head>
<body class="x">
<h1 id="urlaub-citealpha">Urlaub {A}</h1>
<!-- kept --><p onclick="f()">Zwei  Tage.{B}
</body>
</html>
"""


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<p>One {A}.</p>", "<p>One[1].</p>"),
        (f"<p><strong>One {A} two.</strong> x",
         "<p><strong>One two.</strong>[1] x</p>"),
        (f"<p><em>One <b>two {A}</b></em> {B}x",
         "<p><em>One <b>two</b></em>[1][2]x</p>"),
        (f"<p>x <em>{A}</em> y</p>", "<p>x[1] y</p>"),
        (f"<p>x <code>a {A} b</code> y</p>", "<p>x <code>a b</code>[1] y</p>"),
        (f"<p>x <kbd>{A}</kbd></p>", "<p>x <kbd></kbd>[1]</p>"),
        (f"<p>x</p><pre><code>a\n  {A}b</code></pre>",
         "<p>x[1]</p><pre><code>a\n  b</code></pre>"),
        (f'<p>x</p><pre><code class="language-py{A}">a</code></pre>',
         '<p>x[1]</p><pre><code class="language-py">a</code></pre>'),
        (f"<pre>a {A}</pre>b", "<pre>a</pre>\n<p>[1]</p>b"),
        (f"<ul><li>x <pre>a {A}</pre></ul>", "<ul><li>x[1] <pre>a</pre></li></ul>"),
        (f'<p>x <span class="math inline">12{A}</span></p>',
         "<p>x <span>12</span>[1]</p>"),
        (f"<p>x</p><div class='math block'>12{A}</div>", "<p>x[1]</p><div>12</div>"),
        (f"<h2>One {A}</h2>", "<h2>One[1]</h2>"),
        (f"<table><tr><td>a {A}<th>b{B}</table>",
         "<table><tbody><tr><td>a[1]</td><th>b[2]</th></tr></tbody></table>"),
        (f"<table><tr><td>a</td>{A}</tr>{B}</table>",
         "<table><tbody><tr><td>a[1][2]</td></tr></tbody></table>"),
        (f"<table><tr>{A}</tr></table>b",
         "<table><tbody><tr></tr></tbody></table>\n<p>[1]</p>b"),
        (f"<ul>{A}<li>a</ul>", "<ul><li>a</li></ul>\n<p>[1]</p>"),
        (f"<ul><li>a</li> {A}<li>b</ul>", "<ul><li>a[1]</li><li>b</li></ul>"),
        (f'<p><a href="https://a.test/{quote(A)}">b</a> c',
         f'<p><a href="https://a.test/" {REL}>b</a>[1] c</p>'),
        (f"<p>b <span title='{A}'>c</span> d</p>", "<p>b <span>c</span>[1] d</p>"),
        (f"<div title='{A}'>b</div>c", "<div>b[1]</div>c"),
        (f"<p>a</p><!-- {A} --><script>{B}</script><p>b</p>", "<p>a[1][2]</p><p>b</p>"),
        (f"<!-- {A} -->a</b>b", "[1]ab"),
        (f"<p>a <i title=b title='{A}' title=c>d</i></p>",
         "<p>a <i>d</i></p>"),
        (f"a<svg><title>b {A}</title><p>c {B}<g/></svg>d", "a[1][2]d"),
        (f"a<math><mi>x</mi><!-- {A} --></math><template><br>b</template>c", "a[1]c"),
        (f"<p>a</p><!-- {NONE} -->b", "<p>a</p>b"),
        (f"<p>a</p>{A} b", "<p>a</p>[1] b"),
        (f"<p>{A}</p>", "<p>[1]</p>"),
        (f"{START}cite{DELIM}<em>alpha</em>{STOP} b", "[1] b"),
        (f"<p>a {NONE}, <b>b {NONE}</b> .</p>", "<p>a, <b>b</b>.</p>"),
        (f"<p>a {NONE} b</p>", "<p>a b</p>"),
        (f"<p>a {NONE}b <b>c {NONE}</b>d {NONE}</p>", "<p>a b <b>c</b>d</p>"),
        (f"<p>a <b>{NONE}</b>b <b>{NONE}</b> c</p>", "<p>a b c</p>"),
        (f"<ul>\n<li>{NONE}</li>\n</ul><p>{NONE}</p><h1> {NONE}</h1>a", "a"),
        (f"<p>{A}{NONE}</p><blockquote><p>{NONE}</p></blockquote>", "<p>[1]</p>"),
        (f"<p>a{NONE}<br>.</p>", "<p>a<br>.</p>"),
        ('<p>a \ue203b\ue204 \ue200entity\ue202["city","A&lt;b"]\ue201</p>',
         "<p>a b A&lt;b</p>"),
        ("<p>a &#xe200; b</p>", "<p>a b</p>"),
    ],
)  # fmt: skip
def test_places(html: str, expected: str) -> None:
    assert body(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<P CLASS=x>a {A}<BR/>&nbsp;b<p>c", "<P CLASS=x>a[1]<BR/>&nbsp;b<p>c"),
        (f'<a href="javascript:f()" onclick=g()>a {A}</a>',
         '<a href="javascript:f()" onclick=g()>a</a>[1]'),
        (f'<img src="/a.png" alt="b {A}">', '<img src="/a.png" alt="b ">[1]'),
        (f"<script>f('{A}')</script></b>", "<script>f('')</script>[1]</b>"),
        ("<iframe src=x></iframe><svg/>a<![CDATA[ b ]]>",
         "<iframe src=x></iframe><svg/>a<![CDATA[ b ]]>"),
        (f"<p>{A}</p><p>{NONE}</p>b", "<p>[1]</p>b"),
    ],
)  # fmt: skip
def test_trusted_html_stays_as_it_is(html: str, expected: str) -> None:
    assert body(html, trusted=True) == expected


def test_ids_made_of_headings_lose_their_markers() -> None:
    html = (
        '<a href="#one-citealpha">b</a><a href="#c">d</a>'
        f'<h2 id="one-citealpha-e">f</h2>{B}<h2 ID=one-citealpha_1>One {A}</h2>'
        f'<h2 id="citebetal1">{marker("beta", "L1")}</h2><h2 id=c>{C}{START}</h2>'
        '<a href="#one-citealpha_1">g</a>'
    )
    assert body(html, trusted=True) == (
        '<a href="#one-citealpha">b</a><a href="#c">d</a>'
        '<h2 id="one-citealpha-e">f</h2>[1]<h2 ID=one_1>One[2]</h2>'
        '<h2 id="section">[1]</h2><h2 id=c>[3]</h2>'
        '<a href="#one_1">g</a>'
    )


def test_images_become_links_unless_allowed() -> None:
    html = (
        '<p><img src="https://a.test/b.png" alt="c"> '
        '<a href="https://d.test/"><img alt=e src=f></a>'
    )
    link = f'<a href="https://d.test/" {REL}>e</a></p>'
    assert body(html) == (
        f'<p><a href="https://a.test/b.png" {REL}>c (a.test)</a> {link}'
    )
    allowed = body(html, images="allow", image_hosts=("a.test",))
    assert allowed == f'<p><img src="https://a.test/b.png" alt="c"> {link}'


def test_references_side_by_side_are_grouped() -> None:
    assert body(f"<p>a {A} <b>{B}</b></p>", grouped=True) == "<p>a[1, 2]</p>"
    text = render(
        f"<p>a {A} {B}, {C}",
        SOURCES,
        to="text",
        source_format="html",
        options=Options(grouped=True),
    )
    assert str(text).startswith("a[1, 2],[3]\n")


def test_unknown_sources_are_marked() -> None:
    assert body(f"<p>a {NONE}</p>", on_unresolved="mark").startswith("<p>a")
    with pytest.raises(UnresolvedCitationError):
        body(f"<p>a {NONE}</p>", strict=True)
    assert body(f"<p>a {A}</p>", strip=True) == "<p>a</p>"


def test_a_document_becomes_a_page() -> None:
    page = str(rendered(DOCUMENT))
    assert page.startswith('<!DOCTYPE html>\n<html lang="de" dir="ltr">')
    assert "<title>Urlaub &amp; mehr</title>" in page
    assert "<h1>Urlaub<sup" in page
    assert "Quellen</h2>" in page
    assert "color: red" not in page
    assert "onclick" not in page


def test_a_trusted_document_gets_our_list_and_style() -> None:
    page = str(rendered(DOCUMENT, trusted=True))
    head, tail = DOCUMENT.partition("<h1")[0], "</body>\n</html>\n"
    begin = head.replace(f" {A}", " ").partition("</head>")[0]
    assert page.startswith(f"{begin}<style>")
    assert page.endswith(f"</article>\n{tail}")
    assert '</style>\n</head>\n<body class="x">\n<article' in page
    assert '<h1 id="urlaub">Urlaub<sup' in page
    assert '<!-- kept --><p onclick="f()">Zwei  Tage.<sup' in page


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<!doctype html><p>a", "<!doctype html>{}<article"),
        ("<html><body>a", "<html>{}<body><article"),
        ("<head></head>a</body>b", "<head>{}</head><article"),
    ],
)
def test_where_a_style_sheet_goes(html: str, expected: str) -> None:
    page = str(rendered(html, trusted=True, stylesheet="/a&b.css"))
    link = '<link href="/a&amp;b.css" rel="stylesheet"/>\n'
    assert page.startswith(expected.format(link))


def test_a_head_may_have_no_tags() -> None:
    html = f"<!doctype html><title>Leave</title>\n<p>a {A}"
    page = str(rendered(html))
    assert "<title>Leave</title>" in page
    assert "<p>a<sup" in page.partition('<article class="cx"')[2].partition("Leave")[0]
    kept = str(rendered(html, trusted=True))
    assert kept.startswith("<!doctype html><title>Leave</title>\n<style>")


def test_an_unknown_language_of_a_document_changes_nothing() -> None:
    assert "Sources</h2>" in str(rendered(f'<html lang="tlh"><p>{A}'))
    assert "Sources</h2>" in str(rendered(f"<html><p>{A}"))
    assert "Sources</h2>" in str(rendered(f"<html lang=de><p>{A}", language="en"))
    (found,) = rendered("a", language="tlh").diagnostics
    assert found.message.startswith("no labels in the language 'tlh'")


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<h1><img></h1><h2>a <b>b</b> &amp; c" + A + "</h2>", "a b &amp; c"),
        ("<svg><title>a</title></svg><h1>b</h1>", "b"),
        ("<p>a", "Answer"),
    ],
)
def test_a_fragment_becomes_a_page_if_asked(html: str, title: str) -> None:
    page = render(html, SOURCES, source_format="html", page=True)
    assert f"<title>{title}</title>" in str(page)


def test_other_outputs() -> None:
    html = f"<h1>Leave</h1><ul><li>one {A}<li>two{B}</ul>"
    text = str(render(html, SOURCES, source_format="html", to="text"))
    assert text.startswith("Leave\n\n- one[1]\n- two[2]\n\nSources\n[1] Source ALPHA")
    gone = f"{NONE}<p>a {NONE} . b {NONE} {A} c {NONE}"
    text_of_lost = str(render(gone, SOURCES, source_format="html", to="text"))
    assert text_of_lost.startswith("a. b[1] c\n")
    mail = render(html, SOURCES, source_format="html", to="email")
    assert mail.text == text
    assert "<title>Leave</title>" in str(mail)
    draft = render(html, SOURCES, source_format="html", to="eml")
    assert b"Subject: Leave" in bytes(draft)


def test_words_of_other_families_are_text() -> None:
    html = '<p>a \ue200entity\ue202["city","Rome"]\ue201, b</p>'
    text = render(html, source_format="html", to="text")
    assert str(text) == "a Rome, b"


def test_places_are_those_of_the_html() -> None:
    html = f"<p>a &amp; <b>b</b>.{A}</p>\n<p>c {NONE}</p><img src=x alt=y><nav></nav>"
    found = rendered(html)
    (citation,) = found.citations
    assert html[citation.start : citation.end] == A
    (lost,) = found.unsupported
    assert (html[lost.start : lost.end], lost.text) == ("c", "c")
    assert [
        (each.code, each.line, html[each.start : each.end])
        for each in found.diagnostics
    ] == [
        ("CM201", 2, NONE),
        ("CM402", 2, "<img src=x alt=y>"),
        ("CM401", 2, "<nav>"),
    ]


@pytest.mark.parametrize(
    ("html", "code"),
    [
        (f"<em>{A}</em>", "CM101"),
        (f"<b><i>a</i>{A}</b>", "CM101"),
        (f"<code>{A}</code>", "CM102"),
        (f"<pre><b>{A}</b></pre>", "CM103"),
        (f"<p><a>b {A}</a>", "CM105"),
        (f'<a href="{A}">b</a>', "CM106"),
        (f'<img src=x alt="{A}">', "CM107"),
        (f"<div title='{A}'>b</div>", "CM108"),
        (f"<summary>{A}</summary>", "CM108"),
        (f"<math>{A}</math>", "CM109"),
        (f'<span class="math inline">{A}</span>', "CM109"),
        (f"<div class=arithmatex>{A}</div>", "CM109"),
        (f"<script>{A}</script>", "CM108"),
    ],
)
def test_misplaced_markers_are_found(html: str, code: str) -> None:
    found = rendered(html).diagnostics
    assert [each.code for each in found if each.code.startswith("CM1")] == [code]


def test_code_deep_in_tables_has_a_place() -> None:
    html = "<p>a</p>" + "<table><tr><td>" * 20 + f"<pre>b{A}</pre>"
    assert body(html, trusted=True).endswith("<pre>b</pre>\n<p>[1]</p>")


def test_depth_is_told() -> None:
    html = "<div>" * 60 + f"a{A}"
    (found,) = rendered(html).diagnostics
    assert (found.code, found.start) == ("CM404", 250)
    with pytest.raises(ConfigError, match="at most 512 elements"):
        rendered("<div>" * 10_000)


def test_bad_arguments() -> None:
    wanted = "to: expected one of 'email', 'eml', 'html', 'pdf', 'text' for HTML, got"
    with pytest.raises(ConfigError, match=wanted):
        render("a", to="markdown", source_format="html")
    with pytest.raises(ConfigError, match=r"Options.raw_html: expected 'sanitize'"):
        body("a", raw_html="escape")
    with pytest.raises(ConfigError, match="source_format: expected 'markdown' or"):
        render("a", source_format="xml")  # type: ignore[arg-type] # the point
    with pytest.raises(ConfigError, match="answer: expected str"):
        render(b"a", source_format="html")  # type: ignore[arg-type] # the point
    with pytest.raises(SourceError):
        render("a", [{"title": "no ID"}], source_format="html")


def test_a_snapshot_is_rendered_again() -> None:
    first = rendered(f"<p>*a* {A}</p>")
    kept = first.snapshot()
    assert kept["source_format"] == "html"
    again = restore(kept)
    assert (again.body, again.etag) == (first.body, first.etag)
    assert first.etag != render(f"<p>*a* {A}</p>", SOURCES).etag


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param(
            f'<div class="box">Depth 4 m {A}</div>\n\nNext.',
            "<div>Depth 4 m[1]</div>\n\nNext.",
            id="b081",
        ),
        pytest.param(
            f'Before <a href="https://example.com">{A}</a> after.',
            "Before[1] after.",
            id="m13",
        ),
        pytest.param(
            f'<span title="{A}">text</span>', "<span>text</span>[1]", id="m15"
        ),
        pytest.param(f"Before <code>{NONE}</code> {A}.", "Before[1].", id="m16"),
        pytest.param(
            f'Before <span title="<code>">text</span> {A}',
            "Before <span>text</span>[1]",
            id="m18",
        ),
    ],
)
def test_reported_cases(html: str, expected: str) -> None:
    shown = body(html)
    assert re.sub(' title="[^"]*"', "", shown) == expected
