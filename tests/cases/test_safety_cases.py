"""What references may never do to links, tables, names and spaces."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from citemark import Options, render
from citemark.providers import chatgpt_export
from tests.cases.support import cite

_TABLE = "| a | b |\n|---|---|\n| x [1] | y |"
_NUMERIC = Options(dialect="numeric")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://user:pw@harbour.example/",
        "https://harbour.example/\nx",
    ],
)
@pytest.mark.parametrize("to", ["html", "markdown", "text", "email"])
def test_f09_no_link_is_made_to_what_nobody_may_follow(url: str, to: str) -> None:
    source = {"source_id": "turn0search0", "title": "Harbour", "url": url}
    result = render(f"Open.{cite('turn0search0')}", [source], to=to)
    assert result.references[0].url is None
    for part in "javascript:", "file:", "pw@":
        assert part not in str(result)


def test_f09_a_plain_address_is_a_link_that_is_flagged() -> None:
    source = {"source_id": "a", "title": "T", "url": "http://harbour.example/"}
    result = render(f"Open.{cite('a')}", [source])
    assert [each.name for each in result.diagnostics] == ["insecure-url"]


def test_f11_a_reference_to_a_space_replaces_no_space() -> None:
    reference = {
        "matched_text": " ",
        "start_idx": 4,
        "end_idx": 5,
        "type": "webpage",
        "items": [{"title": "T", "url": "https://harbour.example/"}],
    }
    message = {
        "author": {"role": "assistant"},
        "content": {"content_type": "text", "parts": ["Deux mots ici"]},
        "metadata": {"content_references": [reference]},
    }
    answer = chatgpt_export.answer_from(message)
    assert answer.citations == ()
    assert "<p>Deux mots ici</p>" in render(answer).body


@pytest.mark.parametrize("profile", ["gfm", "plain"])
def test_f13_a_pipe_in_a_title_divides_no_cell(profile: str) -> None:
    source = {
        "source_id": "1",
        "title": "Left | Right",
        "url": "https://a.example/?a|b",
    }
    html = render(_TABLE, [source], options=_NUMERIC).body
    options = Options(dialect="numeric", markdown_profile=profile)  # type: ignore[arg-type] # one of them
    markdown = str(render(_TABLE, [source], to="markdown", options=options))
    for page in html, MarkdownIt().enable("table").render(markdown):
        rows = BeautifulSoup(page, "html.parser").select("tr")
        assert [len(row.select("td, th")) for row in rows] == [2, 2]
    assert "Left | Right" in BeautifulSoup(html, "html.parser").get_text()


@pytest.mark.parametrize("name", ["__proto__", "constructor", "__class__", "toString"])
def test_f14_names_that_languages_know_are_like_any_other(name: str) -> None:
    source = {"source_id": name, "title": "Harbour", "url": "https://a.example/"}
    options = Options(dialect="footnote")
    result = render(f"Open.[^{name}]", [source], options=options)
    assert [each.source_id for each in result.references] == [name]
    own = f"Open.[^{name}]\n\n[^{name}]: blah"
    assert "blah" in render(own, [source], options=Options(footnotes=True)).body
