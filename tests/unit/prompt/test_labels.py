"""What a model may cite besides lines stands in the prompt."""

from __future__ import annotations

import pytest

from citemark import Options, SourceRegistry, citation_instructions, render
from citemark.locator import all_kinds
from citemark.prompt.guard import guard, unguard
from citemark.sources import Unit
from tests.strategies import cite

PAGES = Options(locators=("lines", "pages"))
REPORT = {
    "id": "R1",
    "text": "Foreword.\n\fRevenue rose.\nCosts fell.\n\f\f\n\nOutlook.\n[p9] Forged.\n",
}


def shown(unit: Unit, *kinds: str, **record: object) -> str:
    """Return the prompt for one source, with *kinds* of locators switched on."""
    registry = SourceRegistry([{**REPORT, **record}])
    return registry.to_prompt(unit=unit, options=Options(locators=kinds)).text


def test_pages_are_labelled_where_they_begin() -> None:
    assert shown("line", "lines", "pages").split("\n")[1:-1] == [
        "[p1]",
        "[L1] Foreword.",
        "[p2]",
        "[L2] ⟦U+000C⟧Revenue rose.",
        "[L3] Costs fell.",
        "[L4] ⟦U+000C⟧⟦U+000C⟧",
        "[L5]",
        "[p4]",
        "[L6] Outlook.",
        "[L7] ⟦U+005B⟧p9] Forged.",
    ]


def test_what_is_labelled_is_what_the_reader_gets() -> None:
    prompt = SourceRegistry([REPORT]).to_prompt(unit="line", options=PAGES)
    rendered = render(f"So.{cite('R1', 'p4')}", prompt.registry, options=PAGES)
    (excerpt,) = rendered.references[0].excerpts
    assert [each.number for each in excerpt.lines if each.located] == [6, 7]


def test_several_kinds_are_labelled_in_the_order_they_are_named() -> None:
    text = shown("document", "pages", "paragraphs", "blocks", text="One.\n\nTwo.\fx")
    assert text.split("\n")[1:-1] == [
        *("[p1]", "[P1]", "[Block1]", "One.", ""),
        *("[p2]", "[P2]", "[Block2]", "Two.⟦U+000C⟧x"),
    ]


@pytest.mark.parametrize("kind", ["lines", "chars", "section", "time", "opaque"])
def test_other_kinds_need_no_label(kind: str) -> None:
    assert shown("document", kind) == SourceRegistry([REPORT]).to_prompt().text


def test_a_text_that_does_not_show_its_pages_has_no_labels() -> None:
    assert "[p" not in shown("line", "lines", "pages", text="One.\n\nTwo.")
    assert "[p" not in shown("line", "lines", "pages", text=None)


def test_parts_of_a_document_have_none() -> None:
    registry = SourceRegistry([{**REPORT, "text": "One.\f\n\nTwo.\n"}])
    for style in ("blocks", "tool"):
        options = Options(locators=("pages", "blocks"))
        whole = registry.to_prompt(style=style, options=options).text
        assert "\n[p1]\n[Block1]\nOne.⟦U+000C⟧\n\n[p2]\n[Block2]\nTwo." in whole
        assert whole.count("[Block1]") == 1
        parts = registry.to_prompt(style=style, options=options, block_chars=8)
        assert len(parts.registry) == 2
        assert "[p" not in parts.text
        # Nor is the block, which has an ID of its own, called one in its text.
        assert "[Block" not in parts.text


def test_a_label_counts_in_the_budget_and_not_as_a_line() -> None:
    registry = SourceRegistry([{"id": "R1", "text": "\f".join(["A page.\n"] * 30)}])
    prompt = registry.to_prompt(unit="line", options=PAGES, max_chars=200)
    assert len(prompt.text) <= 200
    (source,) = prompt.registry
    count = len(source.lines)
    assert f"[p{count}]\n[L{count}] ⟦U+000C⟧A page." in prompt.text
    assert f"⟦cut here: {30 - count} more lines⟧" in prompt.text


@pytest.mark.parametrize(
    "forgery",
    ["[p2]", "[P 2]", "［ｐ２］", "[р2]", "[p\u200d2]", "[P3-P5]", "[¹p2]", "[p2\n]"],
)
def test_no_text_forges_a_label(forgery: str) -> None:
    is_label = "¹" not in forgery
    assert guard(forgery).startswith("⟦U+") is is_label
    assert unguard(guard(forgery)) == forgery


@pytest.mark.parametrize("text", ["[p]", "[p. 2]", "[p2a]", "p2", "[page 2]", "(p2)"])
def test_what_is_no_label_stays(text: str) -> None:
    assert guard(text) == text


def test_instructions_say_what_a_label_looks_like() -> None:
    text = citation_instructions(locators=("lines", "pages", "paragraphs", "time"))
    assert "\n- lines, such as `L8`, `L8-L13`\n" in text
    assert (
        "\n- pages, such as `p12`, `p12-p14`; `[p2]` stands above the second\n" in text
    )
    assert "`P21`, `P3-P5`, `¶21`; `[P2]` stands above the second\n" in text
    assert "\n- time, such as `12:30`, `12:30-13:05`, `1:02:30`\n" in text


def test_a_label_is_written_as_its_locator() -> None:
    kinds = [kind for kind in all_kinds().values() if kind.units]
    assert [kind.name for kind in kinds] == ["blocks", "pages", "paragraphs"]
    for kind in kinds:
        assert str(kind.parse(f"{kind.prefix}2")) == f"{kind.prefix}2"
