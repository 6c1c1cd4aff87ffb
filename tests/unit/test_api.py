from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Literal, cast

import pytest

from citemark import Options, Renderer, render
from citemark.errors import (
    ConfigError,
    SourceError,
    ThemeError,
    UnresolvedCitationError,
)
from citemark.provider import Answer
from tests.strategies import SOURCES, cite

ANSWER = f"Tide.{cite('turn0file0', 'L2')}"


def test_render_and_renderer_agree() -> None:
    renderer = Renderer("article", Options(grouped=True))
    for to in ("html", "markdown", "text"):
        assert renderer.render(ANSWER, SOURCES, to=to, id_prefix="x") == render(
            ANSWER,
            SOURCES,
            to=to,
            theme="article",
            id_prefix="x",
            options=Options(grouped=True),
        )


def test_html_is_the_default_and_a_fragment() -> None:
    body = render(ANSWER, SOURCES).body
    assert body.startswith("<article")
    assert "<html" not in body
    assert "<html" in render(ANSWER, SOURCES, page=True).body


def test_threads_may_share_a_renderer() -> None:
    renderer = Renderer()
    answers = [f"{ANSWER} {number}" for number in range(20)]
    with ThreadPoolExecutor(4) as pool:
        shared = list(
            pool.map(lambda text: str(renderer.render(text, SOURCES)), answers)
        )
    assert shared == [str(render(text, SOURCES)) for text in answers]


@pytest.mark.parametrize("answer", [b"bytes", None, 7])
def test_an_answer_is_text(answer: object) -> None:
    with pytest.raises(ConfigError, match="answer: expected str or Answer, got"):
        render(cast("str", answer))


def test_a_source_format_is_known() -> None:
    wrong = cast("Literal['markdown']", "rst")
    with pytest.raises(
        ConfigError, match="source_format: expected 'markdown' or 'html', got 'rst'"
    ):
        render("a", source_format=wrong)


def test_an_unknown_output_names_those_there_are() -> None:
    with pytest.raises(
        ConfigError, match=r"to: expected one of .*html.*text, got 'pdf9'"
    ):
        render("a", to="pdf9")


def test_a_renderer_refuses_bad_settings_at_once() -> None:
    with pytest.raises(ConfigError, match=r"Options\.sanitizer: .*'none'"):
        Renderer(options=Options(sanitizer="none"))
    with pytest.raises(ThemeError):
        Renderer("no-such-theme")
    with pytest.raises(ThemeError):
        render("a", theme="no-such-theme")


def test_bad_sources_and_strictness_raise() -> None:
    with pytest.raises(SourceError):
        render(ANSWER, [{"title": "no id"}])
    with pytest.raises(UnresolvedCitationError) as raised:
        render(ANSWER, [], options=Options(strict=True))
    assert len(raised.value.problems) == 1


def test_an_answer_of_a_provider_is_no_html() -> None:
    with pytest.raises(ConfigError, match="answer: expected str as HTML, got Answer"):
        render(Answer(text="Yes."), source_format="html")
