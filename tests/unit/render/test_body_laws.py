"""The body: raw HTML through an engine, references placed, failures closed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

from citemark import ConfigError, Options
from citemark.render import body as body_module
from citemark.render.body import html_body, sanitizer_named
from citemark.render.context import RenderContext
from citemark.render.names import Names
from citemark.render.noterefs import NoteRefs
from citemark.sanitizer import Policy, Sanitizer
from citemark.sanitizers import bleach_engine, nh3_engine
from tests.unit.render.answers import R_LINES, R, S, context, soup, text_of

ENGINES = ["nh3", "bleach"]


def body(ctx: RenderContext) -> str:
    return html_body(ctx, NoteRefs(ctx, Names(ctx)))


def simple(html: str) -> str:
    """Write references as ``[1]``."""
    page = BeautifulSoup(html, "html.parser")
    for sup in page.select("sup.cx-ref"):
        sup.replace_with(sup.get_text())
    return str(page)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (f"<b>a{R}</b> b", "<p><b>a[1]</b> b</p>\n"),
        (f"<kbd>a</kbd>{R}<br>b{S}", "<p><kbd>a</kbd>[1]<br/>b[2]</p>\n"),
        (f"<code>a {R}b</code> c", "<p><code>a b</code>[1] c</p>\n"),
        (f"<code><i>a{R}</i>{S}b</code>c", "<p><code><i>a</i>b</code>[1][2]c</p>\n"),
        (
            f"<details>\n<summary>a {R}</summary>\n\nb{S}\n\n</details>",
            "<details>\n<summary>a</summary>[1]\n<p>b[2]</p>\n</details>\n",
        ),
        (f"<div>a {R}</div>", "<div>a[1]</div>\n"),
        (f"<pre>a {R}</pre>", "<pre>a</pre>[1]\n"),
        (f"a <!-- {R} --> b", "<p>a [1] b</p>\n"),
        (f"<script>\nx{R}\n</script>", "<p>[1]</p>\n"),
        ("<script>x</script>", ""),
        ("a <blink>b</blink> <b>c", "<p>a b <b>c</b></p>\n"),
        ("x <img src=https://i.test/a.png alt=y> z", "<p>x y z</p>\n"),
    ],
)
def test_references_stand_where_they_may(
    answer: str, expected: str, engine: str
) -> None:
    assert simple(text_of(answer, Options(sanitizer=engine))) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_a_reference_follows_a_raw_link(engine: str) -> None:
    page = soup(f'<a href="https://x.test/">a{R} b</a> c{S}', Options(sanitizer=engine))
    paragraph = page.select("p")[0]
    assert paragraph.get_text() == "a b[1] c[2]"
    assert not page.select("a a, a sup")


@pytest.mark.parametrize("engine", ENGINES)
def test_our_own_elements_survive_beside_raw_html(engine: str) -> None:
    options = Options(
        sanitizer=engine, heading_ids=True, tasklists=True, footnotes=True
    )
    answer = (
        f"# Title{R}\n\n- [x] a <b>b</b>\n\n| a |\n|--:|\n| 1 |\n\n"
        "```py\nx\n```\n\nc[^1]\n\n[^1]: d\n"
    )
    with_raw = text_of(answer, options)
    without = text_of(answer.replace("<b>b</b>", "b"), options)
    assert with_raw.replace("<b>b</b>", "b") == without
    for part in (
        'id="cx-h-title"',
        'type="checkbox"',
        'class="cx-right"',
        "language-py",
    ):
        assert part in with_raw


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "forged",
    [
        f'<a id="cx-r1" role="doc-biblioref" href="#cx-s1">[1]</a>{R}',
        f'<li id="cx-s1" class="cx-card" popover="hint" aria-label="x">{R}',
        f'<b name="cx-r1" interestfor="cx-c1" style="x" onclick="y">{R}</b>',
    ],
)
def test_raw_html_cannot_imitate_our_references(forged: str, engine: str) -> None:
    page = soup(f"{forged}\n\nx{S}", Options(sanitizer=engine))
    links = page.select("[role=doc-biblioref]")
    assert [link["id"] for link in links] == ["cx-r1", "cx-r2"]
    assert len(page.select("[popover]")) == len(page.select("section li"))
    assert not page.select("[name], [style], [onclick]")


def test_each_reference_is_placed_once_even_where_text_is_doubled() -> None:
    """An engine that repeats text must not repeat ids with it."""
    ctx = context(f"# H{R_LINES}\n\n<b>x{S}</b>", Options(heading_ids=True))
    twice = Sanitizer(
        name="nh3",
        clean=lambda html, _policy: html + html,
        max_chars=10_000,
        examples=(),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(body_module, "sanitizer_named", lambda _name: twice)
        page = BeautifulSoup(body(ctx), "html.parser")
    ids = [str(tag["id"]) for tag in page.select("[id]")]
    assert ids == ["cx-h-h", "cx-r1", "cx-r2"]
    assert len(page.select("h1")) == 2


def test_words_in_attributes_are_removed_and_their_references_kept() -> None:
    """No marker stands in a tag; if an engine put one there, it is not lost."""
    ctx = context(f"<b>x{R}</b>")

    def misplace(html: str, _policy: Policy) -> str:
        word = html.removeprefix("<p><b>x").removesuffix("</b></p>\n")
        return f'<p title="{word}">x</p>\n'

    odd = Sanitizer(name="odd", clean=misplace, max_chars=1000, examples=())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(body_module, "sanitizer_named", lambda _name: odd)
        shown = simple(body(ctx))
    assert shown == '<p title="">x</p>\n<p>[1]</p>\n'


def failing(error: Exception) -> Callable[[str, Policy], str]:
    def clean(_html: str, _policy: Policy) -> str:
        raise error

    return clean


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(
            Sanitizer(
                name="x", clean=failing(ValueError()), max_chars=1000, examples=()
            ),
            id="raises",
        ),
        pytest.param(
            Sanitizer(
                name="x", clean=lambda _h, _p: "</b></b>", max_chars=1000, examples=()
            ),
            id="unbalanced",
        ),
        pytest.param(
            Sanitizer(name="x", clean=lambda html, _p: html, max_chars=3, examples=()),
            id="too-long",
        ),
    ],
)
def test_without_an_engine_raw_html_is_text(
    engine: Sanitizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_module, "sanitizer_named", lambda _name: engine)
    answer = f"a <script>x</script> *b*{R}\n\n<div>\nc {S}</div>\n\n<p>\r\f</p>"
    assert simple(body(context(answer))) == (
        "<p>a &lt;script&gt;x&lt;/script&gt; <em>b</em>[1]</p>\n"
        "<p>&lt;div&gt;\nc[2]&lt;/div&gt;</p>\n"
        "<p>&lt;p&gt;\n &lt;/p&gt;</p>\n"
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_a_missing_engine_is_a_configuration_error(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("nh3", "bleach", "bleach.sanitizer"):
        monkeypatch.setitem(sys.modules, name, None)
    ctx = context("<b>x</b>", Options(sanitizer=engine))
    with pytest.raises(ConfigError, match=f"'{engine}' is not installed"):
        body(ctx)


def test_engines_are_found_by_name() -> None:
    assert sanitizer_named("nh3") is nh3_engine.SANITIZER
    assert sanitizer_named("bleach") is bleach_engine.SANITIZER
    with pytest.raises(ConfigError, match="expected one of 'bleach', 'nh3', got 'x'"):
        sanitizer_named("x")


def test_raw_html_can_be_shown_as_text() -> None:
    shown = text_of(f"<b>a{R}</b>", Options(raw_html="escape"))
    assert simple(shown) == "<p>&lt;b&gt;a[1]&lt;/b&gt;</p>\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_grouped_references_stay_in_groups(engine: str) -> None:
    options = Options(grouped=True, sanitizer=engine)
    shown = simple(text_of(f"<b>a</b>{R}{S} <code>c{R}{S}</code>d", options))
    assert shown == "<p><b>a</b>[1, 2] <code>c</code>[1, 2]d</p>\n"


def test_the_nonce_leaves_no_trace() -> None:
    ctx = context(f"<b>x{R}</b>", Options(sanitize="always"))
    assert body(ctx) == body(replace(ctx))


@pytest.mark.parametrize("engine", ENGINES)
def test_amplification_is_bounded(engine: str) -> None:
    """Open formatting is not carried from block to block."""
    opened = "".join(f"<b title={n}>" for n in range(200))
    answer = f"{opened}\n\n" + "x\n\n" * 500
    assert len(text_of(answer, Options(sanitizer=engine))) < 8 * len(answer)
