from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.deflist import deflist_plugin

from citemark import Numbering, Options, Rendered, codes, render
from citemark.answer import clean_answer, draft, find_markers
from citemark.diagnostic import Finding
from citemark.document.parser import build_parser
from citemark.errors import ConfigError
from citemark.model import Related
from citemark.pipeline import get_output, render_draft
from citemark.render.output import Made, Output
from citemark.render.theme import load_theme
from tests.strategies import SOURCES, cite

A, B, X, Y = (
    cite(each) for each in ("turn0file0", "turn0file1", "turn9file8", "turn9file9")
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain é 😀", "plain é 😀"),
        ("a\ud800b", "a\ufffdb"),
        ("a\udfff\ud83d", "a\ufffd\ufffd"),
        ("a\x00b", "a\ufffdb"),
        ("", ""),
    ],
)
def test_answers_are_cleaned_and_keep_their_length(text: str, expected: str) -> None:
    assert clean_answer(text) == expected
    assert len(clean_answer(text)) == len(text)


def test_private_use_characters_are_dropped_or_kept() -> None:
    text = f"\uf8ff{A}"
    assert len(find_markers(text, Options())) == 2
    assert len(find_markers(text, Options(private_use="keep"))) == 1
    assert render("a\uf8ffb", to="text").body == "ab"
    assert render("a\uf8ffb", to="text", options=Options(private_use="keep")).body == (
        "a\uf8ffb"
    )


def test_outputs_have_names() -> None:
    assert get_output("text").name == "text"
    with pytest.raises(ConfigError, match="got 'TEXT'"):
        get_output("TEXT")


def test_an_output_may_make_more_than_a_text() -> None:
    related = Related(name="logo", media_type="image/png", data=b"PNG")
    finding = Finding(codes.IMAGE_REFUSED, "no room for it", 0, 3)
    made = Made(body="Yes.", text="Yes", related=(related,), findings=(finding,))
    output = Output(
        name="made",
        suffix=".made",
        media_type="text/made",
        default_theme="article",
        render=lambda _: made,
    )
    options = Options()
    rendered = render_draft(
        draft("Yes.", options),
        SOURCES,
        md=build_parser(options),
        output=output,
        theme=load_theme("article"),
        options=options,
        page=False,
        id_prefix="cx-",
    )
    assert (str(rendered), rendered.text) == ("Yes.", "Yes")
    assert rendered.related == (related,)
    assert [each.message for each in rendered.diagnostics] == ["no room for it"]


def stretches(
    text: str, options: Options | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    rendered = render(text, SOURCES, to="text", options=options)
    for each in rendered.unsupported:
        assert rendered.answer[each.start : each.end] == each.text
    return [(each.text, each.source_ids) for each in rendered.unsupported]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"One.{A} Two.{X}", [("Two.", ("turn9file8",))], id="one"),
        pytest.param(
            f"One{X}. Two{Y}.",
            [("One", ("turn9file8",)), ("Two", ("turn9file9",))],
            id="all",
        ),
        pytest.param(f"One.{A} Two.{B}", [], id="none"),
        pytest.param(f"P.\n\nOne. {X}", [("One.", ("turn9file8",))], id="paragraph"),
        pytest.param(f"One.{A}{X} Two.", [], id="nothing-between"),
        pytest.param(f"One.{cite('turn0file0', 'turn9file8')}", [], id="one-of-two"),
        pytest.param(
            f"One.\ue201 Two.{X}", [("One.\ue201 Two.", ("turn9file8",))], id="stray"
        ),
    ],
)
def test_stretches_that_lost_their_only_citation(
    text: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert stretches(text) == expected


def codes_of(rendered: Rendered) -> list[str]:
    return [each.code for each in rendered.diagnostics]


def test_every_stage_reports() -> None:
    text = f"a\ue201 **b{A}** {X} [c](javascript:d) <script>e</script>"
    assert codes_of(render(text, SOURCES)) == [
        "CM007",
        "CM101",
        "CM201",
        "CM403",
        "CM401",
    ]


def test_stripped_answers_have_no_references() -> None:
    rendered = render(f"a {A} b {X}", SOURCES, options=Options(strip=True))
    assert rendered.references == ()
    assert len(rendered.citations) == 1
    assert "[1]" not in rendered.body


def test_marked_answers_show_what_is_unresolved() -> None:
    rendered = render(
        f"a{X}", SOURCES, to="text", options=Options(on_unresolved="mark")
    )
    assert rendered.body == "a[?]"


def test_numbers_carry_over() -> None:
    first = render(f"a{A}", SOURCES, to="text")
    second = render(
        f"b{B} a{A}", SOURCES, to="text", options=Options(numbering=first.numbering)
    )
    assert second.body.startswith("b[2] a[1]")
    third = render(
        f"b{B}", SOURCES, to="text", options=Options(numbering=Numbering(start=9))
    )
    assert third.body.startswith("b[9]")
    assert third.numbering == Numbering(9, {"turn0file1": 9})


def test_tokens_of_plugins_are_printed_by_them() -> None:
    options = Options(footnotes=True, dollarmath=True, tasklists=True)
    text = f"a[^n] $x$\n\n- [x] b{A}\n\n[^n]: Note."
    body = render(text, SOURCES, options=options, id_prefix="p").body
    assert 'class="math inline"' in body
    assert 'type="checkbox"' in body
    assert "Note." in body
    assert 'role="doc-biblioref"' in body


class Silent:
    """A renderer that is not markdown-it's."""

    __output__: ClassVar[str] = "silence"

    def render(
        self, tokens: Sequence[Token], options: OptionsDict, env: EnvType
    ) -> str:
        del tokens, options, env
        return ""


def defined(md: MarkdownIt) -> str:
    """Return a list of definitions, as read by a parser that knows them."""
    rendered = render_draft(
        draft(f"Tide\n: Rises.{A}", Options()),
        SOURCES,
        md=md.use(deflist_plugin),
        output=get_output("html"),
        theme=load_theme("base"),
        options=Options(),
        page=False,
        id_prefix="",
    )
    return str(rendered.body)


def test_tokens_that_have_no_printer_are_printed_as_tags() -> None:
    body = defined(build_parser(Options()))
    assert "<dl>\n<dt>Tide</dt>\n<dd>Rises.<sup" in body


def test_what_no_html_renderer_prints_is_left_out() -> None:
    md = build_parser(Options())
    md.renderer = Silent()
    body = defined(md)
    assert "<dl>" not in body
    assert "Tide" in body


def test_the_answer_of_the_result_is_the_one_offsets_refer_to() -> None:
    rendered = render(f"a\x00{A}", SOURCES)
    assert rendered.answer == f"a\ufffd{A}"
    assert rendered.citations[0].start == 2
