from __future__ import annotations

from markdown_it import MarkdownIt

from citemark import citations_plugin, scan
from citemark.document.env import Env
from citemark.document.plugin import MARKERS
from citemark.model import Marker
from tests.strategies import cite

A, B = cite("turn0file0"), cite("turn0file1", "L1", "turn0file0")


def parser() -> MarkdownIt:
    return MarkdownIt().use(citations_plugin)


def test_references_are_numbers_by_first_appearance() -> None:
    assert parser().render(f"a{B} b{A} c{A}") == (
        '<p>a<sup class="cx-ref">[1][2]</sup> b<sup class="cx-ref">[2]</sup>'
        ' c<sup class="cx-ref">[2]</sup></p>\n'
    )


def test_numbers_start_again_with_each_text() -> None:
    md = parser()
    env: dict[str, object] = {}
    first, second = md.render(f"a{A}", env), md.render(f"b{B}", env)
    assert "[1]</sup>" in first
    assert "[1][2]</sup>" in second
    assert md.render("c", env) == "<p>c</p>\n"


def test_tokens_carry_their_marker() -> None:
    tokens = parser().parse(f"**a{B}**")
    (ref,) = [each for each in tokens[1].children or () if each.type == "citation_ref"]
    marker = ref.meta["marker"]
    assert isinstance(marker, Marker)
    assert (marker.raw, marker.source_ids) == (B, ("turn0file1", "turn0file0"))


def test_the_reference_can_be_printed_another_way() -> None:
    md = parser()
    md.add_render_rule("citation_ref", lambda *_: "(ref)")
    assert md.render(f"a{A}") == "<p>a(ref)</p>\n"


def test_code_without_a_paragraph_gets_one() -> None:
    assert parser().render(f"```\na{A}\n```") == (
        '<pre><code>a\n</code></pre>\n<p><sup class="cx-ref">[1]</sup></p>\n'
    )


def test_raw_html_blocks_are_followed_by_their_references() -> None:
    md = MarkdownIt("commonmark").use(citations_plugin)
    html = md.render(f"<div>\na{A}\n</div>")
    assert html.startswith("<div>\na\n</div>")
    assert html.count("cx-ref") == 1


def test_dialect_and_families_are_options() -> None:
    md = MarkdownIt().use(citations_plugin, dialect="lenticular")
    assert md.render("a【4:2†source】") == "<p>a</p>\n"
    md = MarkdownIt().use(citations_plugin, families=("see",))
    assert "[1]" in md.render(cite("x", family="see"))
    assert "[1]" not in md.render(cite("x"))


def test_cjk_emphasis_is_an_option() -> None:
    text = "これは**「強調」**です。"
    assert "<strong>" not in parser().render(text)
    md = MarkdownIt().use(citations_plugin, cjk_emphasis=True)
    assert md.render(text) == "<p>これは<strong>「強調」</strong>です。</p>\n"


def test_markers_may_be_found_before() -> None:
    md = parser()
    env: Env = {}
    text = f"a{A}b{A}"
    MARKERS.put(env, scan(text)[:1])
    assert md.render(text, env).count("cx-ref") == 1


def test_a_script_url_split_by_a_marker_is_no_link() -> None:
    html = parser().render(f"[x](java{A}script:alert)")
    assert "<a" not in html
    assert "[1]" in html


def test_urls_are_normalised_without_placeholders() -> None:
    html = parser().render(f"<https://example.org/a{A}b> [c](/d{A}é)")
    assert 'href="https://example.org/ab"' in html
    assert ">https://example.org/ab</a>" in html
    assert 'href="/d%C3%A9"' in html
