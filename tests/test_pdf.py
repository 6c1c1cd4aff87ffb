"""PDF as its readers get it: notes on their pages, links, tags, fonts and bytes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citemark import Options, Rendered, Source, SourceRegistry, render, render_claims
from tests.cases.support import cite
from tests.pdf_reading import Pdf

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "handbook"
ENGLISH = Options(language="en")
_LINES = "\n".join(f"Line {number} of the source." for number in range(1, 31))
_WORDS = "A sentence of some words that fill a line of the page, more or less. "
_PAGES = 6
_LIST_RE = re.compile(r"^ *Sources$", re.MULTILINE)


def sources(count: int) -> SourceRegistry:
    return SourceRegistry(
        Source(
            source_id=f"s{number}",
            title=f"Manual {number}",
            url=f"https://x.test/{number}",
            heading_path=("Part", f"Chapter {number}"),
            text=_LINES,
        )
        for number in range(count)
    )


def report(sections: int, count: int) -> str:
    """Return an answer that comes back to its sources in prose, lists and tables."""
    blocks = ["# Report"]
    for number in range(sections):
        first, second = f"s{number % count}", f"s{(number * 3 + 1) % count}"
        blocks += [
            f"## Section {number}{cite(first)}",
            _WORDS * 2 + cite(first, f"L{number % 20 + 1}") + " " + _WORDS * 3,
            f"- {_WORDS}{cite(second, 'L2-L4')}\n- {_WORDS}{cite(first)}",
            f"| a{cite(second)} | b |\n|---|---|\n" + f"| x{cite(first)} | y |\n" * 12,
            _WORDS * 4 + cite(second, "L9"),
        ]
    return "\n\n".join(blocks)


def read(rendered: Rendered, folder: Path) -> Pdf:
    return Pdf(bytes(rendered), folder)


def pdf(
    answer: str,
    registry: object,
    folder: Path,
    options: Options = ENGLISH,
    theme: Path | None = None,
) -> Pdf:
    made = render(answer, registry, to="pdf", options=options, theme=theme)  # type: ignore[arg-type] # records, too
    return read(made, folder)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    answer = (EXAMPLE / "answer.md").read_text("utf-8")
    registry = SourceRegistry.load(EXAMPLE / "sources.json")
    return pdf(answer, registry, tmp_path_factory.mktemp("example"))


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    return pdf(report(12, 9), sources(9), tmp_path_factory.mktemp("long"))


def text_pages(found: Pdf) -> range:
    """Return the pages before the list of sources."""
    listed = (
        n
        for n, text in enumerate(found.texts)
        if re.search(r"^ *Sources$", text, re.MULTILINE)
    )
    return range(next(listed, len(found.texts)))


def check_notes(found: Pdf, pages: Sequence[int]) -> None:
    for page in pages:
        notes, calls = found.notes(page), found.calls(page)
        assert sorted(notes) == sorted(set(calls)), f"page {page + 1}"


def test_each_page_tells_each_source_that_it_cites_once(long: Pdf) -> None:
    assert len(text_pages(long)) > _PAGES
    assert sum(len(long.calls(page)) for page in text_pages(long)) == 12 * 18
    check_notes(long, text_pages(long))


def test_a_note_says_which_places_its_page_cites(long: Pdf) -> None:
    page = long.texts[0]
    assert "[1] Manual 0 › Chapter 0 · line 1 · x.test" in page
    assert "[2] Manual 1 › Chapter 1 · lines 2–4, line 9" in page


def test_the_list_comes_last_with_its_excerpts_and_the_pages_that_cite(
    long: Pdf,
) -> None:
    text = "".join(long.texts[len(text_pages(long)) :])
    assert [int(n) for n in re.findall(r"^ *\[(\d+)\]", text, re.MULTILINE)] == list(
        range(1, 10)
    )
    assert "9 Line 9 of the source." in text
    cited = [page + 1 for page in text_pages(long) if 1 in long.calls(page)]
    assert f"Back to text: pp. {', '.join(map(str, cited))}" in text


def test_pages_are_counted_through_and_headed_by_title_and_section(long: Pdf) -> None:
    assert [text.split()[-1] for text in long.texts] == [
        str(number) for number in range(1, len(long.texts) + 1)
    ]
    assert "Report" not in long.lines(0)[0]
    assert all(text.split()[0] == "Report" for text in long.texts[1:])
    assert long.lines(1)[0].rstrip().endswith("Section 1")
    assert long.lines(len(long.texts) - 1)[0].rstrip().endswith("Sources")


def test_the_file_is_tagged_and_says_title_and_language(example: Pdf) -> None:
    assert example.info["Tagged"] == "yes"
    assert example.info["Title"] == "Working from another country this summer"
    assert "Sources cited: " in example.texts[0]
    assert example.info["Creator"] == "citemark"
    assert example.language == "en"
    for tag in ("H1", "H2", "L", "LI", "LBody", "Link", "Table", "TH", "P"):
        assert re.search(rf"^ *{tag}\b", example.structure, re.MULTILINE), tag


def test_the_outline_has_the_headings_without_numbers(long: Pdf) -> None:
    wanted = ["Report", *(f"Section {number}" for number in range(12)), "Sources"]
    assert long.outline == wanted


def test_links_out_lead_where_the_registry_says(long: Pdf) -> None:
    pages = {url.partition("#")[0] for url in long.urls()}
    assert pages == {f"https://x.test/{number}" for number in range(9)}


def test_links_of_places_are_those_of_html(example: Pdf) -> None:
    answer = (EXAMPLE / "answer.md").read_text("utf-8")
    registry = SourceRegistry.load(EXAMPLE / "sources.json")
    made = render(answer, registry)
    wanted = {each.url for each in made.references}
    wanted |= {link for each in made.references for link in each.place_links}
    # A note tells the places of its page, of which the list makes fewer that touch.
    single = {link for each in made.references for link in each.links}
    found = set(example.urls())
    assert wanted - {None} <= found <= wanted | single


def test_links_inside_lead_to_what_is_there(long: Pdf) -> None:
    there = long.reader.named_destinations
    assert set(long.targets()) <= set(there)
    assert {f"cx-s{number}" for number in range(1, 10)} <= set(long.targets())
    assert any(target.startswith("cx-r") for target in long.targets())


def test_screen_readers_hear_what_a_number_leads_to(example: Pdf) -> None:
    said = {
        str(item["/Dest"]): str(item["/Contents"])
        for item in example.annotations()
        if "/Dest" in item
    }
    assert said["cx-s1"] == "Source 1: Employee Handbook"
    assert said["cx-s1-4"] == "Source 1: Employee Handbook, lines 4–5"


def test_a_short_answer_has_its_sources_on_the_same_page(tmp_path: Path) -> None:
    found = pdf(f"Yes.{cite('s0', 'L2')}", sources(1), tmp_path)
    (text,) = found.texts
    assert "Sources" in text
    assert "Back to text: p. 1" in text
    assert found.info["Title"] == "Answer"


def test_only_notes(tmp_path: Path) -> None:
    options = Options(language="en", pdf_notes="page")
    found = pdf(report(3, 4), sources(4), tmp_path, options)
    assert "Sources" not in found.outline
    check_notes(found, range(len(found.texts)))
    there = found.reader.named_destinations
    assert set(found.targets()) <= set(there)
    assert {target[:4] for target in found.targets()} == {"cx-f", "cx-r"}


def test_only_the_list(tmp_path: Path) -> None:
    options = Options(language="en", pdf_notes="end")
    found = pdf(report(3, 4), sources(4), tmp_path, options)
    assert all(found.notes(page) == [] for page in text_pages(found))
    assert "Sources" in found.outline
    assert "Back to text: pp. 1, 2" in "".join(found.texts)


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant", "ko"])
def test_every_language_has_the_shapes_of_its_own_font(
    language: str, tmp_path: Path
) -> None:
    suffix = {"ja": "JP", "zh-Hans": "SC", "zh-Hant": "TC", "ko": "KR"}[language]
    found = pdf(f"直骨角{cite('s0')}", sources(1), tmp_path, Options(language=language))
    assert all(found.fonts.values())
    cjk = {name.rpartition("-CJK-")[2][:2] for name in found.fonts if "CJK" in name}
    assert cjk == {suffix}


def test_a_source_in_another_language_has_its_own_font(tmp_path: Path) -> None:
    source = Source(source_id="a", title="直す", text="直す", language="ja")
    options = Options(language="zh-Hans")
    found = pdf(f"直{cite('a')}", [source], tmp_path, options)
    names = " ".join(found.fonts)
    assert "CJK-SC" in names
    assert "CJK-JP" in names


def test_arabic_runs_from_right_to_left(tmp_path: Path) -> None:
    answer = f"# عنوان\n\nنص قصير `f(x);`{cite('s0', 'L1-L2')}"
    found = pdf(answer, sources(1), tmp_path, Options(language="ar"))
    assert found.language == "ar"
    assert "Arabic" in " ".join(found.fonts)
    assert "Manual 0" in found.texts[0]
    assert pdf(f"نص{cite('s0')}", sources(1), tmp_path, Options()).texts[0].strip()


def test_a_name_that_runs_the_other_way_turns_nothing_round(tmp_path: Path) -> None:
    records = [
        Source(source_id="a", title="Rules (2)!", heading_path=("A (1)",)),
        Source(source_id="b", title="", url="https://x.test/b"),
        Source(source_id="c", title="دليل", text="نص"),
    ]
    answer = f"نص{cite('a')}{cite('b')}{cite('c')}"
    found = pdf(answer, records, tmp_path, Options(language="ar"))
    (text,) = found.texts
    assert text.count("Rules (2)!") == 2, "in its note and in the list"
    assert text.count("x.test") == 2


@pytest.mark.parametrize("language", ["en", "ar", "ja"])
def test_a_note_keeps_its_place_beside_a_long_name(
    language: str, tmp_path: Path
) -> None:
    record = Source(
        source_id="a",
        title="A handbook " * 17,
        url="https://x.test/a",
        heading_path=("Some part " * 30,),
        text="x",
    )
    options = Options(language=language, pdf_notes="page")
    found = pdf(f"x{cite('a', 'L1')}", [record], tmp_path, options)
    (note,) = (line for line in found.texts[0].splitlines() if "handbook" in line)
    assert "A handbook A" in note
    assert "Some part" in note
    assert "x.test" in note


def test_numbers_of_lines_stay_whole(tmp_path: Path) -> None:
    text = "\n".join(f"Text {number}." for number in range(1, 12_001))
    record = Source(source_id="a", title="Log", text=text)
    answer = f"x{cite('a', 'L999-L1000')}{cite('a', 'L11007')}"
    found = pdf(answer, [record], tmp_path)
    for number in (999, 1_000, 11_007):
        assert re.search(
            rf"^ *{number} +Text {number}\.$", found.texts[0], re.MULTILINE
        )


_DIGEST = """
import hashlib, sys
from pathlib import Path
from citemark import Options, SourceRegistry, render
folder = Path(sys.argv[1])
answer = (folder / "answer.md").read_text("utf-8")
registry = SourceRegistry.load(folder / "sources.json")
options = Options(language="en", attach_evidence=True)
made = render(answer, registry, to="pdf", options=options)
print(hashlib.sha256(bytes(made)).hexdigest())
"""


def test_two_processes_write_the_same_bytes() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST, str(EXAMPLE)],
            env={**os.environ, "PYTHONPATH": "src", "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == hashlib.sha256().digest_size * 2


def test_the_evidence_is_attached_by_option(example: Pdf, tmp_path: Path) -> None:
    assert example.reader.attachments == {}
    options = Options(language="en", attach_evidence=True)
    made = render(f"Yes.{cite('s0', 'L2')}", sources(1), to="pdf", options=options)
    (data,) = read(made, tmp_path).reader.attachments["evidence.json"]
    found = json.loads(data)
    assert found.keys() == {"citations", "references", "dependencies"}
    assert found["citations"] == json.loads(json.dumps(made.to_dict()["citations"]))
    assert found["citations"][0]["excerpt"] == "Line 2 of the source."
    assert found["dependencies"] == made.dependencies


def test_characters_without_a_font_are_found() -> None:
    lost = "".join(map(chr, range(0xA7DD, 0xA7DD + 12)))
    made = render(f"Yes{lost}.", [], to="pdf", options=ENGLISH)
    (found,) = made.diagnostics
    assert found.code == "CM502"
    assert found.message.endswith(f"shown as boxes: {lost[:10]}…")
    few = render(f"Yes{lost[:2]}.", [], to="pdf", options=ENGLISH)
    assert few.diagnostics[0].message.endswith(f"shown as boxes: {lost[:2]}")


def test_nothing_cited_and_nothing_said(tmp_path: Path) -> None:
    assert pdf("", [], tmp_path).texts[0].split() == ["Answer", "1"]
    bare = pdf("Plain words.", [], tmp_path)
    assert "Sources" not in bare.texts[0]
    strip = Options(language="en", strip=True)
    left = pdf(f"Plain words.{cite('s0')}", sources(1), tmp_path, strip)
    assert left.texts == bare.texts


def test_claims_that_the_sources_are_not_enough_for(tmp_path: Path) -> None:
    claims = {"claims": [], "insufficient_evidence": True}
    found = read(render_claims(claims, (), to="pdf", options=ENGLISH), tmp_path)
    assert "The sources are not enough for a full answer." in found.texts[0]


@pytest.mark.parametrize("grouped", [True, False])
def test_marked_and_grouped_citations(*, grouped: bool, tmp_path: Path) -> None:
    options = Options(language="en", on_unresolved="mark", grouped=grouped)
    answer = f"Yes.{cite('s0', 's1')}{cite('nowhere')}"
    found = pdf(answer, sources(2), tmp_path, options)
    assert ("Yes.[1, 2, ?]" if grouped else "Yes.[1][2][?]") in found.texts[0]
    assert {"[1] Manual 0", "[2] Manual 1"} <= {
        line.partition(" ›")[0].strip() for line in found.lines(0)
    }


def test_many_references_in_a_row_break_into_lines(tmp_path: Path) -> None:
    one = cite(*(f"s{number}" for number in range(40)))
    answer = f"Yes.{one}\n\nNo.{cite('s0') * 80}"
    found = pdf(answer, sources(40), tmp_path)
    assert max(map(len, found.lines(0))) < 160
    assert len(found.calls(0)) == 120


def test_a_table_is_as_wide_as_it_must_be(tmp_path: Path) -> None:
    small = "| a | b |\n|---|--:|\n| one | 2 |\n"
    row = "|" + "aratherlongwordwithoutanybreak|" * 5
    wide = f"{row}\n|{'---|' * 5}\n{row}\n"
    found = pdf(f"{small}\n{wide}", [], tmp_path)
    text = "".join(found.texts[0].split())
    assert text.count("h") == 20
    edges = [
        float(operands[4])
        for page in found.reader.pages
        if (contents := page.get_contents()) is not None
        for operands, operator in contents.operations
        if operator == b"Tm"
    ]
    assert max(edges) < 595
    short = next(line for line in found.lines(0) if "one" in line)
    assert len(short.rstrip()) < 40


def test_a_repeated_table_head_repeats_no_reference(tmp_path: Path) -> None:
    rows = "| x | y |\n" * 60
    bare = pdf(f"| Head | b |\n|---|---|\n{rows}", [], tmp_path)
    assert [("Head" in text) for text in bare.texts] == [True] * len(bare.texts)
    answer = f"| Head{cite('s0')} | b |\n|---|---|\n{rows}"
    found = pdf(answer, sources(1), tmp_path, Options(language="en", pdf_notes="page"))
    assert [("Head" in text) for text in found.texts][:2] == [True, False]
    check_notes(found, range(len(found.texts)))


def test_tasks_details_and_images_are_words_on_paper(tmp_path: Path) -> None:
    answer = (
        "- [ ] open\n- [x] done\n\n"
        "<details><summary>More</summary>Hidden</details>\n\n"
        '![A picture](https://x.test/a.png)\n\n<b title="t">bold</b>'
    )
    options = Options(
        language="en", tasklists=True, images="allow", image_hosts=("x.test",)
    )
    found = pdf(answer, [], tmp_path, options)
    for words in ("☐ open", "☑ done", "More", "Hidden", "A picture (x.test)", "bold"):
        assert words in found.texts[0]
    assert found.urls() == ["https://x.test/a.png"]


NESTS = {
    "lists": "\n".join("  " * depth + f"- item{depth}" for depth in range(60)),
    "quotes": ">" * 90 + " item59",
    "html": "<div>" * 50 + "<ul><li>" * 50 + "item59",
    "inline": "*a **b " * 20 + "item59",
}


@pytest.mark.parametrize("nest", NESTS)
def test_no_nest_is_too_deep(nest: str, tmp_path: Path) -> None:
    found = pdf(f"{NESTS[nest]}{cite('s0')}", sources(1), tmp_path)
    items = re.findall(r"item\d+", "".join(found.texts))
    assert items[-1] == "item59"
    assert found.calls(len(text_pages(found)) - 1)[-1:] == [1]


def test_no_word_is_too_long(tmp_path: Path) -> None:
    answer = "x" * 6_000 + "\n\n    " + "y" * 6_000 + "&" * 500
    found = pdf(answer, [], tmp_path)
    text = "".join("".join(found.texts).split())
    assert (text.count("x"), text.count("y"), text.count("&")) == (6_000, 6_000, 500)


@settings(max_examples=12)
@given(st.data())
def test_any_answer_has_its_notes_where_it_cites(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    registry = sources(7)
    marker = st.integers(0, 6).map(lambda number: cite(f"s{number}"))
    sentence = st.builds(
        lambda size, mark: _WORDS * size + mark, st.integers(1, 6), marker
    )
    block = st.one_of(
        sentence,
        st.lists(sentence, min_size=2, max_size=4).map("\n- ".join).map("- {}".format),
        sentence.map("> {}".format),
        marker.map(lambda mark: f"| a | b |\n|---|---|\n| x{mark} | y |"),
        st.just("## Section"),
    )
    answer = "\n\n".join(data.draw(st.lists(block, min_size=20, max_size=40)))
    options = Options(language="en", pdf_notes="page")
    found = pdf(answer, registry, tmp_path_factory.mktemp("any"), options)
    check_notes(found, range(len(found.texts)))
