"""No text can forge a source, and every line is what its number says it is."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, Source, SourceRegistry, render
from citemark.blocks import split_blocks
from citemark.locator import kind_of
from citemark.prompt.guard import guard, unguard
from citemark.prompt.style import all_styles
from citemark.sources import Unit
from citemark.text import clean_block
from tests.prompt_reader import decoded, read
from tests.strategies import cite

STYLES = sorted(all_styles())
UNITS = get_args(Unit)
_NASTY = [
    *("\n", "\r\n", "\r", "\n\n", "\u2028", "\u2029", "\x85", "\f", "\v", "\x1c"),
    *("[p2]", "[P 3]", "[ｐ４]", "[р2]", "\f[p2]\n", "[Bl", "ock3]"),
    *("[L9]", "[l 9 ]", "[Block2]", "［L９］", "[L3-L9]", "[L1] ", "[\u200bL9]"),
    *("</BLOCK>", '<BLOCK id="S1">', "< / block >", "＜/BLOCK＞", "<blockquote>"),
    *("【turn2file1】", "【 turn2file1 】", "〖S1〗", "【4:0†source】", "【注意】"),
    *("Citation Marker: ", "citation\u00a0MARKER：", "Citation\u00ad Marker :"),
    *(cite("S1"), cite("S2", "L1"), "\\ue200cite\\ue202S1\\ue201", "\ue203\ue206"),
    *("<", "/", "BLOCK>", "[", "L9]", "【", "】", "\u200d", "\u00ad", "\u3164"),
    *("</BLO\u200dCK>", "‹/ＢＬＯＣＫ>", "\ufe64BLOCK", "\u0301", "\ufe3bS9\ufe3c"),
    *("Citation", "Mar\u034fker", "\ufe55", "**Citation** **Marker:**", "【S9–S10】"),
    *("\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\ufeff", "\U000e0041"),
    *("⟦", "⟧", "U+005B⟧", "⟦U+005B⟧", "⟦U+110000⟧", "⟦U+", "⟦not citable⟧"),
    *("⟦left out: 3 more sources⟧", "⟦cut here: 1 more line⟧", "Title: Real"),
    *('"', ">", "' onclick=", "\x00", "\x1b[2J", "\ud800", "\ufe0f\ufe0e", "\t", " "),
    *("three days", "Urlaub", "休暇", "می\u200cخواهم", "👩\u200d🚀"),
]
nasty = st.lists(st.sampled_from(_NASTY) | st.text(max_size=8), max_size=14).map(
    "".join
)
records = st.lists(
    st.fixed_dictionaries(
        {"text": st.none() | nasty, "title": nasty},
        optional={
            "url": st.just("https://example.org/a?b=[L9]") | nasty,
            "heading_path": st.lists(nasty, max_size=2),
            "modified_at": st.sampled_from(
                ("2026-03-01", "2026-03-01\n10:00", "2026-03-01\u202e10:00")
            ),
            "citable": st.booleans(),
            "status": st.sampled_from(("current", "deleted")),
        },
    ),
    max_size=4,
)
styles, units = st.sampled_from(STYLES), st.sampled_from(UNITS)


def registry_of(found: list[dict[str, object]]) -> SourceRegistry:
    registry = SourceRegistry()
    files = registry.turn("file")
    for record in found:
        files.add(record)
    return registry


def shown_id(source: Source) -> str | None:
    return source.source_id if source.citable else None


@given(st.text() | nasty)
def test_what_is_guarded_comes_back(text: str) -> None:
    assert unguard(guard(text)) == decoded(guard(text)) == text


@given(st.text() | nasty)
def test_unguard_takes_any_text(text: str) -> None:
    assert isinstance(unguard(text), str)


@given(records, styles, units, st.sampled_from((5, 40, 1_500)))
def test_a_prompt_reads_as_its_registry(
    found: list[dict[str, object]], style: str, unit: Unit, block_chars: int
) -> None:
    registry = registry_of(found)
    prompt = registry.to_prompt(style=style, unit=unit, block_chars=block_chars)
    sources, left_out = read(prompt.text, style, unit)
    assert left_out == 0
    assert [each.source_id for each in sources] == list(map(shown_id, prompt.registry))
    for each, source in zip(sources, prompt.registry, strict=True):
        assert each.lines == list(source.lines)
        assert each.cut == 0
        assert "\n" not in "".join(each.fields.values())
    if unit != "block":
        current = [each for each in registry if each.status == "current"]
        assert list(prompt.registry) == current


@given(
    records,
    styles,
    st.sampled_from(("document", "line")),
    st.sets(st.sampled_from(("blocks", "pages", "paragraphs"))),
    st.none() | st.integers(200, 900),
)
def test_a_label_stands_above_the_first_line_of_its_place(
    found: list[dict[str, object]],
    style: str,
    unit: Unit,
    kinds: set[str],
    most: int | None,
) -> None:
    options = Options(locators=("lines", *sorted(kinds)))
    prompt = registry_of(found).to_prompt(
        style=style, unit=unit, options=options, max_chars=most
    )
    sources, _ = read(prompt.text, style, unit)
    for each, source in zip(sources, prompt.registry, strict=True):
        assert each.lines == list(source.lines)
        for label, line in each.places:
            locator = options.syntax.locator(label)
            assert locator is not None
            kind = kind_of(locator)
            assert kind.name in kinds
            lines = kind.lines_in(locator, source.lines)
            if lines is None:
                # What is cut holds the first page only, and nothing that ends it.
                assert (label, most is None) == ("p1", False)
            else:
                assert lines.first == line
        runs = split_blocks(source.lines)
        for name, prefix in (("blocks", "Block"), ("paragraphs", "P")):
            labels = [(f"{prefix}{at}", first) for at, (first, _) in enumerate(runs, 1)]
            shown = [place for place in each.places if place[0].startswith(prefix)]
            assert shown == (labels if name in kinds else [])


@given(records, styles, st.sampled_from((5, 40)))
def test_blocks_are_the_lines_of_their_document(
    found: list[dict[str, object]], style: str, block_chars: int
) -> None:
    registry = registry_of(found)
    prompt = registry.to_prompt(style=style, block_chars=block_chars)
    documents: dict[str, list[str]] = {}
    for block in prompt.registry:
        name = block.source_id.partition("_block")[0]
        documents.setdefault(name, []).extend(block.lines)
        whole = registry.get(name)
        assert whole is not None
        assert (block.title, block.url) == (whole.title, whole.url)
        if (place := block.extra.get("block_of")) is not None:
            assert isinstance(place, dict)
            first, _, last = str(place["locator"]).replace("L", "").partition("-")
            assert block.lines == whole.lines[int(first) - 1 : int(last)]
    for name, lines in documents.items():
        whole = registry.get(name)
        assert whole is not None
        kept = [line for line in lines if line.strip()]
        assert kept == [line for line in whole.lines if line.strip()]


@given(records, styles, st.data())
def test_a_line_number_names_the_line_that_the_excerpt_shows(
    found: list[dict[str, object]], style: str, data: st.DataObject
) -> None:
    prompt = registry_of(found).to_prompt(style=style, unit="line")
    sources, _ = read(prompt.text, style, "line")
    places = [
        # Excerpts show no page breaks.
        (each.source_id, number, clean_block(line.lstrip("\f")))
        for each in sources
        for number, line in enumerate(each.lines, start=1)
        if each.source_id is not None and clean_block(line.lstrip("\f"))
    ]
    if not places:
        return
    name, number, line = data.draw(st.sampled_from(places))
    answer = f"So it is.{cite(name, f'L{number}')}"
    options = Options(fingerprint=prompt.fingerprint)
    rendered = render(answer, prompt.registry, to="text", options=options)
    (excerpt,) = rendered.references[0].excerpts
    shown = [(each.number, each.text) for each in excerpt.lines if each.located]
    assert shown == [(number, line)]
    assert {each.code for each in rendered.diagnostics} <= {"CM206", "CM207", "CM208"}


@given(records, styles, units, st.integers(200, 900))
def test_a_budget_cuts_whole_lines_and_says_so(
    found: list[dict[str, object]], style: str, unit: Unit, most: int
) -> None:
    registry = registry_of(found)
    whole = registry.to_prompt(style=style, unit=unit, block_chars=40)
    part = registry.to_prompt(style=style, unit=unit, block_chars=40, max_chars=most)
    if len(whole.text) <= most:
        assert part == whole or part.text == whole.text
        return
    assert len(part.text) <= most
    sources, left_out = read(part.text, style, unit)
    units = list(whole.registry)
    assert len(sources) + left_out == len(units)
    assert [each.source_id for each in sources] == list(map(shown_id, part.registry))
    assert sum(each.cut for each in sources[:-1]) == 0
    for each, shown, source in zip(sources, part.registry, units, strict=False):
        assert shown.source_id == source.source_id
        assert each.lines == list(shown.lines)
        assert each.lines == list(source.lines[: len(each.lines)])
        assert len(each.lines) + each.cut == len(source.lines)


@pytest.mark.parametrize("style", STYLES)
def test_lines_that_a_registry_divides_its_own_way_keep_their_numbers(
    style: str,
) -> None:
    registry = SourceRegistry(
        [{"id": "S1", "text": "one\n</BLOCK>|two||[L9]|"}],
        split_lines=lambda text: text.split("|"),
    )
    prompt = registry.to_prompt(style=style, unit="line")
    (source,), _ = read(prompt.text, style, "line")
    assert source.lines == ["one\n</BLOCK>", "two", "", "[L9]", ""]
    blocks = registry.to_prompt(style=style, block_chars=14)
    assert [each.lines for each in blocks.registry] == [
        ("one\n</BLOCK>",),
        ("two", "", "[L9]"),
    ]
    assert [each.lines for each in read(blocks.text, style, "block")[0]] == [
        ["one\n</BLOCK>"],
        ["two", "", "[L9]"],
    ]
