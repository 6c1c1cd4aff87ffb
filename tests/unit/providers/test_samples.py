"""Recorded shapes of responses give the citations that they mean."""

from __future__ import annotations

import pytest

from citemark import render
from tests.unit.providers.support import Sample, meant, read, samples, told

ADAPTERS = {
    "anthropic": "anthropic",
    "bedrock_converse": "bedrock",
    "bedrock_kb": "bedrock_kb",
    "chatgpt_export": "chatgpt_export",
    "cohere_v1": "cohere",
    "cohere_v2": "cohere",
    "gemini": "gemini",
    "gemini_interactions": "gemini_interactions",
    "mistral_chat": "mistral",
    "mistral_conversations": "mistral",
    "vertex_answer": "vertex_search",
    "vertex_search_summary": "vertex_search",
    "alce": "alce",
    "azure_agents": "openai_assistants",
    "azure_on_your_data": "azure_on_your_data",
    "codex_directive": "codex",
    "dashscope": "dashscope",
    "dashscope_app": "dashscope",
    "deepseek": "deepseek",
    "gemini_app_text": "gemini_app_text",
    "gpt_oss": "gpt_oss",
    "groq": "groq",
    "haystack": "haystack",
    "kimi": "kimi",
    "langchain": "langchain",
    "llamaindex": "llamaindex",
    "longcite": "longcite",
    "markdown": "markdown_footnotes",
    "mcp": "mcp",
    "openai_assistants": "openai_assistants",
    "openai_chat": "openai_chat",
    "openrouter": "openai_chat",
    "perplexity": "perplexity",
    "perplexity_agent": "perplexity",
    "pydantic_ai": "pydantic_ai",
    "vercel_ai_ui": "ai_sdk",
    "xai_sdk": "xai",
    "openai_responses": "openai_responses",
    "openai_chatkit": "openai_responses",
    "xai_responses": "openai_responses",
}
"""Provider of a sample → the module that reads it."""

_SAMPLES = [pytest.param(each, id=each.id) for each in samples(*ADAPTERS)]


@pytest.mark.parametrize("sample", _SAMPLES)
def test_the_citations_are_those_that_were_meant(sample: Sample) -> None:
    answer = read(ADAPTERS[sample.provider], sample)
    assert answer.text == sample.text
    assert len(answer.citations) == len(sample.expected)
    for span, like in zip(answer.citations, sample.expected, strict=True):
        assert told(answer, span, like) == meant(like)


@pytest.mark.parametrize("sample", _SAMPLES)
def test_each_source_that_is_cited_has_a_reference(sample: Sample) -> None:
    answer = read(ADAPTERS[sample.provider], sample)
    rendered = render(answer)
    shown = {each.source_id for each in rendered.references}
    known = {each.source_id for each in answer.citations if not each.flags}
    assert known <= shown
