"""Texts with markers, and lists of sources that come with them or besides."""

from __future__ import annotations

import pytest

from citemark import render
from citemark.locator import Lines
from citemark.locators.blocks import Blocks
from citemark.locators.pages import Pages
from citemark.provider import Answer, AnswerBuilder, Flag
from citemark.providers import (
    alce,
    azure_on_your_data,
    codex,
    dashscope,
    deepseek,
    gemini_app_text,
    gpt_oss,
    kimi,
    longcite,
    markdown_footnotes,
)

PAGES = [{"url": "https://a.test/", "title": "A"}, "https://b.test/"]


def shown(answer: Answer) -> str:
    """Return the text that readers see, without the list of sources."""
    return render(answer, to="text").body.partition("\n\nSources")[0].strip()


def ids(answer: Answer) -> list[str | None]:
    return [each.source_id for each in answer.citations]


def test_the_sources_may_come_besides() -> None:
    chat = {"choices": [{"message": {"content": "Yes[citation:2]."}}]}
    for response in ("Yes[citation:2].", {"text": "Yes[citation:2]."}, chat):
        answer = deepseek.answer_from(response, webpages=PAGES)
        assert [each.url for each in answer.sources] == ["https://a.test/", PAGES[1]]
        assert ids(answer) == ["2"]
    assert ids(kimi.answer_from("Yes[^1^].", sources=PAGES)) == ["1"]
    assert ids(alce.answer_from("Yes[1, 2].", docs=PAGES)) == ["1", "2"]


def test_markers_of_deepseek_and_kimi_name_several_pages() -> None:
    assert ids(deepseek.answer_from("[citation:1-2]", webpages=PAGES)) == ["1", "2"]
    assert ids(kimi.answer_from("[^1, 2^]", sources=PAGES)) == ["1", "2"]
    assert ids(kimi.answer_from("[^8, 9^]", sources=PAGES)) == [None, None]


def test_azure_chunks_may_have_no_number_or_no_name() -> None:
    chunks = [{"filepath": "a.pdf"}, {"content": "words", "chunk_id": "1"}, None]
    message = {"content": "Yes [doc1][Doc2][doc3].", "context": {"citations": chunks}}
    answer = azure_on_your_data.answer_from({"choices": [{"delta": message}]})
    assert ids(answer) == ["a.pdf", "source-2", "source-3"]


def test_dashscope_numbers_are_those_of_the_results() -> None:
    results = [{"index": 3, "title": "T", "url": "https://a.test/"}]
    output = {
        "choices": [{"message": {"content": "Yes[3]. `[3]`"}}],
        "search_info": {"search_results": results},
    }
    answer = dashscope.answer_from({"output": output})
    assert ids(answer) == ["3"]
    assert shown(answer) == "Yes[1]. `[3]`"


def test_dashscope_pages_are_a_range() -> None:
    document = {"index_id": "1", "doc_id": "d", "page_number": [4, 5]}
    response = {"text": "Yes<ref>[1]</ref>.", "doc_references": [document]}
    (span,) = dashscope.answer_from(response).citations
    assert span.locator == Pages(4, 5)


@pytest.mark.parametrize(
    "stack",
    [["https://a.test/", "https://b.test/"], {"0": "x:0", "1": "https://b.test/"}],
)
def test_gpt_oss_pages_are_found_by_their_cursor(stack: object) -> None:
    text = "Yes.【1†L2-4】 No.【1†Title†b.test】 Hm.【9†L1】 【注】"
    answer = gpt_oss.answer_from(text, page_stack=stack)
    assert ids(answer) == ["cursor:1", "cursor:1", None]
    assert [each.locator for each in answer.citations] == [Lines(2, 4), None, None]
    assert answer.citations[2].flags == (Flag.UNKNOWN_SOURCE,)
    assert shown(answer) == "Yes.[1] No.[1] Hm. 【注】"


def test_codex_names_lines_and_products() -> None:
    text = (
        "One.【F:src/a.py†L10-L20】 Two.【F:b.py†L7-L?】 Three.【F:c.py†L5】 "
        ':codex-file-citation{path="d.csv" purpose="output"} '
        ':codex-file-citation{path="e.md" page_number="x"} '
        ':codex-file-citation{purpose="source"}'
    )
    answer = codex.answer_from(text)
    assert ids(answer) == ["src/a.py", "b.py", "c.py", "d.csv", "e.md"]
    assert [each.locator for each in answer.citations] == [
        Lines(10, 20),
        Lines(7, 7),
        Lines(5, 5),
        None,
        None,
    ]
    assert answer.citations[3].flags == (Flag.GENERATED,)
    assert answer.sources[0].title == "a.py"


def test_longcite_sentences_are_blocks_of_the_document() -> None:
    text = "<statement>Yes.<cite>[1-1][9-9]</cite></statement> `<cite></cite>`"
    sentences = ["Zero.", "It\nrained.", "Two."]
    answer = longcite.answer_from(text, sentences=sentences, title="Log")
    first, second = answer.citations
    assert (first.locator, first.flags) == (Blocks(2, 2), ())
    assert second.flags == (Flag.CHUNK_OUT_OF_RANGE,)
    assert answer.sources[0].text == "Zero.\n\nIt rained.\n\nTwo."
    assert shown(answer) == "Yes.[1] `<cite></cite>`"


def test_longcite_puts_its_document_together_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[object] = []
    add = AnswerBuilder.add_source

    def adding(builder: AnswerBuilder, **fields: str) -> str:
        given.append(fields["text"])
        return add(builder, **fields)

    monkeypatch.setattr(AnswerBuilder, "add_source", adding)
    text = "A<cite>[0-0]</cite> B<cite>[1-1]</cite>"
    longcite.answer_from(text, sentences=["Zero.", "One."])
    assert given == ["Zero.\n\nOne."] * 2
    assert given[0] is given[1]


def test_gemini_numbers_without_a_record_are_told_of() -> None:
    text = "[cite_start]Yes[cite: 4, 5]."
    answer = gemini_app_text.answer_from(text, sources={"4": {"title": "Four"}})
    assert ids(answer) == ["4", None]
    assert shown(answer) == "Yes[1]."


def test_footnotes_that_begin_with_a_link_are_citations() -> None:
    text = (
        "One.[^a] Two.[^b] Three.[^note] Four.[^c] `[^a]`\n\n"
        "[^a]: [Log](https://a.test/), pp. 4-5.\n"
        "[^b]: <https://b.test/x>\n"
        "[^c]: https://c.test/.\n"
        "[^note]: See [Log](https://a.test/) for more.\n"
    )
    answer = markdown_footnotes.answer_from(text)
    assert ids(answer) == ["a", "b", "c"]
    assert [each.url for each in answer.sources] == [
        "https://a.test/",
        "https://b.test/x",
        "https://c.test/",
    ]
    assert answer.citations[0].locator == Pages(4, 5)
    body = shown(answer)
    assert body.startswith("One.[1] Two.[2] Three.[^note] Four.[3] `[^a]`")
    assert "[^a]:" not in body
    assert "[^note]: See" in body
