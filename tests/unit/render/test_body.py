from __future__ import annotations

import re

import pytest

from citemark import Options, render
from citemark.errors import ConfigError
from citemark.render.body import sanitizer_named
from citemark.sanitizer import Policy
from tests.strategies import SOURCES, cite
from tests.unit.render.contexts import article, use_engine

A, B = cite("turn0file0"), cite("turn0file1")
_REF_RE = re.compile(r'<sup class="cx-ref"><a id="cx-r(\d+)"[^>]*>\[(\d+)\]</a></sup>')


def body(answer: str, options: Options | None = None) -> str:
    """Return the body with ``(index:number)`` for each reference."""
    return _REF_RE.sub(r"(\1:\2)", article(answer, options)).removesuffix("\n")


def test_engines_have_names() -> None:
    assert sanitizer_named("nh3").name == "nh3"
    with pytest.raises(ConfigError) as caught:
        sanitizer_named("soap")
    assert str(caught.value) == (
        "Options.sanitizer: expected one of 'bleach', 'nh3', got 'soap'"
    )


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (f"a{A}", "<p>a(1:1)</p>"),
        (f"<b>a{A}</b> c", "<p><b>a(1:1)</b> c</p>"),
        (f"<code>a{A}b</code> c", "<p><code>ab</code>(1:1) c</p>"),
        (
            f"<details><summary>a{A} <code>b{B}</code> c</summary>d</details>",
            "<details><summary>a <code>b</code> c</summary>(1:1)(2:2)d</details>",
        ),
        (f"<pre>a{A} b\n\nc", "<pre>a b\n\nc</pre>(1:1)"),
        (f"<b>a</b><script>x{A}</script>", "<p><b>a</b>(1:1)</p>"),
        (f"a<br>b<hr>{A}", "<p>a<br>b</p><hr>(1:1)<p></p>"),
    ],
)
def test_references_stand_where_a_link_may(answer: str, expected: str) -> None:
    assert body(answer) == expected


@pytest.mark.parametrize("options", [Options(), Options(sanitize="always")])
def test_markdown_comes_out_of_the_sanitizer_as_it_went_in(options: Options) -> None:
    answer = f'# a "b"\n\n- c{A}{B}\n- `d` & <https://x.test/>\n\n|e|\n|:-:|\n|f{A}|\n'
    assert body(answer, options) == body(answer)


def test_our_own_tags_are_put_back() -> None:
    html = body("- [x] <b>a</b>\n\n# c", Options(tasklists=True, heading_ids=True))
    assert '<input class="task-list-item-checkbox" disabled="" type="checkbox"' in html
    assert '<h1 id="cx-h-c">c</h1>' in html
    assert "<b>a</b>" in html


ESCAPED = "<p>&lt;b&gt;a(1:1)&lt;/b&gt;</p>"


def test_a_failing_engine_leaves_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def clean(_html: str, _policy: Policy) -> str:
        raise RuntimeError

    use_engine(monkeypatch, clean)
    assert body(f"<b>a{A}</b>") == ESCAPED


@pytest.mark.parametrize("length", [1, 101])
def test_long_text_is_not_given_to_the_engine(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []

    def clean(html: str, _policy: Policy) -> str:
        given.append(len(html))
        return html

    use_engine(monkeypatch, clean, max_chars=100)
    html = body(f"<b>{'x' * length}</b>")
    assert html.startswith("<p><b>x" if length == 1 else "<p>&lt;b&gt;x")
    assert bool(given) == (length == 1)


def test_a_missing_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def clean(_html: str, _policy: Policy) -> str:
        raise ImportError

    use_engine(monkeypatch, clean)
    with pytest.raises(ConfigError) as caught:
        render("<b>a</b>")
    assert str(caught.value) == "Options.sanitizer: 'stub' is not installed"
    assert "<p>a</p>" in render("a").body


def test_references_that_an_engine_loses_stand_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_engine(monkeypatch, lambda _html, _policy: "<p>gone</p>")
    assert body(f"<b>a{A} b{B}</b>") == "<p>gone</p><p>(1:1)(2:2)</p>"


def test_what_an_engine_doubles_stands_once(monkeypatch: pytest.MonkeyPatch) -> None:
    use_engine(monkeypatch, lambda html, _policy: html + html)
    html = body(f"# <i>a</i>{A}", Options(heading_ids=True))
    assert html == '<h1 id="cx-h-a"><i>a</i>(1:1)</h1>\n<h1><i>a</i></h1>'


def test_a_marker_in_an_attribute_stands_behind_the_element() -> None:
    html = body(f'<abbr title="a{A}b">c</abbr> d')
    assert html == '<p><abbr title="ab">c</abbr>(1:1) d</p>'


def test_raw_html_is_text_on_request() -> None:
    assert body(f"<b>a{A}</b>", Options(raw_html="escape")) == ESCAPED


@pytest.mark.parametrize("answer", ["<b>&#xE200;cite&#xE201;</b>", "<b>a\x0c\x1b</b>"])
def test_no_control_character_comes_through(answer: str) -> None:
    html = render(answer, SOURCES).body
    assert not re.search("[\x00-\x08\x0b-\x1f\ue200-\ue206]", html)


def test_references_are_stripped_from_raw_html() -> None:
    assert body(f"<b>a{A}</b>", Options(strip=True)) == "<p><b>a</b></p>"
