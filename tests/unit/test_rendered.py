from __future__ import annotations

import json
from dataclasses import replace
from typing import Literal, cast

import pytest

from citemark import Rendered, render
from citemark.errors import ConfigError
from tests.strategies import SOURCES, cite

ANSWER = f"😀 <b>Tide</b>{cite('turn0file0', 'L2')} and{cite('turn9file9')}."


@pytest.mark.parametrize("to", ["html", "markdown", "text"])
def test_str_is_the_body(to: str) -> None:
    rendered = render(ANSWER, SOURCES, to=to)
    assert str(rendered) == rendered.body


def test_html_goes_into_a_template_as_it_is() -> None:
    rendered = render(ANSWER, SOURCES)
    assert rendered.__html__() == rendered.body
    assert rendered.media_type == "text/html"


@pytest.mark.parametrize("to", ["markdown", "text"])
def test_everything_else_goes_into_a_template_escaped(to: str) -> None:
    rendered = render('<b>&"Tide"', to=to)
    assert "<" not in rendered.__html__()
    assert "&amp;" in rendered.__html__()


def test_a_body_of_bytes_is_no_text() -> None:
    printed = replace(
        render("Yes."),
        body=cast("str", b"%PDF"),
        media_type="application/pdf",
    )
    assert bytes(printed) == b"%PDF"
    with pytest.raises(ConfigError, match="got application/pdf: use bytes"):
        str(printed)


def test_plain_data_survives_json() -> None:
    data = render(ANSWER, SOURCES).to_dict()
    assert json.loads(json.dumps(data)).keys() == {
        "body",
        "media_type",
        "citations",
        "references",
        "diagnostics",
        "unsupported",
        "dependencies",
        "etag",
    }


def offsets_of(rendered: Rendered, unit: Literal["codepoint", "utf-16"]) -> list[int]:
    (citation,) = cast(
        "list[dict[str, object]]", rendered.to_dict(offsets=unit)["citations"]
    )
    return [cast("int", citation["start"]), cast("int", citation["end"])]


def test_utf16_offsets_count_as_javascript_does() -> None:
    rendered = render(ANSWER, SOURCES)
    start = ANSWER.index("\ue200")
    end = start + len(cite("turn0file0", "L2"))
    assert offsets_of(rendered, "codepoint") == [start, end]
    assert offsets_of(rendered, "utf-16") == [start + 1, end + 1]


def test_utf16_offsets_reach_diagnostics_and_unsupported_stretches() -> None:
    rendered = render(ANSWER, SOURCES)
    plain, wide = rendered.to_dict(), rendered.to_dict(offsets="utf-16")
    for key in ("diagnostics", "unsupported"):
        before = cast("list[dict[str, int]]", plain[key])
        after = cast("list[dict[str, int]]", wide[key])
        assert before
        for old, new in zip(before, after, strict=True):
            assert (new["start"], new["end"]) == (old["start"] + 1, old["end"] + 1)


def test_ascii_answers_have_the_same_offsets_in_both() -> None:
    rendered = render("Plain [x](javascript:a).")
    assert rendered.to_dict(offsets="utf-16") == rendered.to_dict()


def test_unknown_offsets_are_refused() -> None:
    rendered = render("a")
    with pytest.raises(ConfigError, match=r"offsets: expected .*'bytes'"):
        rendered.to_dict(offsets=cast("Literal['utf-16']", "bytes"))
