"""Adapters by their names."""

from __future__ import annotations

import pytest

from citemark.errors import ConfigError
from citemark.providers import provider_names, read_response


def test_a_name_is_that_of_a_module() -> None:
    assert {"anthropic", "gemini", "openai_responses"} <= set(provider_names())
    block = {"type": "text", "text": "Yes."}
    assert read_response("anthropic", [block]).text == "Yes."


def test_another_name_is_refused() -> None:
    with pytest.raises(
        ConfigError, match=r"provider: expected one of ai_sdk, .* got 'x'"
    ):
        read_response("x", {})
