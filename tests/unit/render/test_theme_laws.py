"""Laws that every bundled theme keeps, with zero, one, many and repeated citations."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from citemark import Options, render
from citemark.render.policies import OUTPUT_POLICY
from citemark.render.theme import bundled_themes, list_themes, load_theme
from citemark.sanitizers import bleach_engine, nh3_engine
from tests.unit.render.answers import NOBODY, R_LINES, SOURCES, M, R, S, cite

THEMES = [theme.name for theme in list_themes()]
ANSWERS = {
    "zero": "Nothing is cited. \"Quotes\", 'more' & <.",
    "one": f"A{R}.",
    "many": f"A{R}{S} b{M}.\n\n- c{cite('untitled')}\n",
    "repeated": f"A{R_LINES} b{cite('returns', 'L6')} c{R_LINES}{R}.",
    "unresolved": f"A{NOBODY} b{R}.",
    "rich": (
        f"# H{R}\n\n| a | b |\n|:-|-:|\n| x{S} | y |\n\n> q{R_LINES}\n\n"
        f"```py x\n<>&\"'\n```\n\n1. `c`{R}\n\n***\n\na\\\nb ![i](https://i.test/i.png)"
        f' [l](https://l.test/?a&b "t")\xa0~~s~~\n\n<details open><summary>s{S}'
        "</summary>\n\n*x*\n\n</details>\n"
    ),
}
CASES = [
    pytest.param(theme, answer, id=f"{theme}-{answer}")
    for theme in THEMES
    for answer in ANSWERS
]
OPTIONS = Options(on_unresolved="mark", heading_ids=True)


def shown(theme: str, answer: str, prefix: str = "p") -> str:
    body = render(
        ANSWERS[answer], SOURCES, theme=theme, id_prefix=prefix, options=OPTIONS
    ).body
    assert isinstance(body, str)
    return body


@pytest.mark.parametrize(("theme", "answer"), CASES)
def test_every_fragment_link_leads_to_one_id(theme: str, answer: str) -> None:
    page = BeautifulSoup(
        shown(theme, answer) + shown(theme, answer, "q"), "html.parser"
    )
    ids = Counter(str(tag["id"]) for tag in page.select("[id]"))
    assert set(ids.values()) <= {1}
    assert all(name.startswith(("p-", "q-")) for name in ids)
    hrefs = [str(a["href"]) for a in page.select('a[href^="#"]')]
    assert {href.removeprefix("#") for href in hrefs} <= set(ids)
    cards = {str(a["interestfor"]) for a in page.select("[interestfor]")}
    assert cards <= set(ids)


@pytest.mark.parametrize(("theme", "answer"), CASES)
def test_references_and_backlinks_pair(theme: str, answer: str) -> None:
    page = BeautifulSoup(shown(theme, answer), "html.parser")
    has_numbers = load_theme(theme).references == "numbers"
    noterefs = page.select("a[role=doc-biblioref]")
    backlinks = page.select("a[role=doc-backlink]")
    assert sorted(f"#{a['id']}" for a in noterefs) == sorted(
        str(a["href"]) for a in backlinks
    )
    names = [str(a["aria-label"]) for a in backlinks]
    assert len(set(names)) == len(names)
    for noteref in noterefs:
        shown_as = noteref.get_text().strip("[]")
        # Who speaks to the page says what is seen.
        assert shown_as in str(noteref["aria-label"])
        target = page.select_one(f"[id='{str(noteref['href']).removeprefix('#')}']")
        assert target is not None
        entry = target if target.name == "li" else target.find_parent("li")
        assert entry is not None
        assert f" {entry['value']}" in str(noteref["aria-label"])
        if has_numbers:
            assert entry["value"] == shown_as
        else:
            assert shown_as in entry.get_text()


@pytest.mark.parametrize(("theme", "answer"), CASES)
def test_the_list_is_a_named_landmark_or_not_there(theme: str, answer: str) -> None:
    page = BeautifulSoup(shown(theme, answer), "html.parser")
    sections = page.select("section[role=doc-bibliography]")
    assert len(sections) == (0 if answer == "zero" else 1)
    for section in sections:
        heading = page.select_one(f"h2[id={section['aria-labelledby']}]")
        assert heading is not None
        assert heading.get_text() == "Sources"
        assert section.select("ol > li")


@pytest.mark.parametrize("clean", [nh3_engine.clean, bleach_engine.clean])
@pytest.mark.parametrize(("theme", "answer"), CASES)
def test_output_comes_out_of_each_sanitizer_as_it_went_in(
    theme: str, answer: str, clean: object
) -> None:
    assert callable(clean)
    html = shown(theme, answer)
    assert clean(html, OUTPUT_POLICY) == html


@pytest.mark.parametrize("engine", ["nh3", "bleach"])
@pytest.mark.parametrize("answer", ANSWERS)
def test_sanitizing_always_changes_no_byte(answer: str, engine: str) -> None:
    options = Options(
        on_unresolved="mark", heading_ids=True, sanitize="always", sanitizer=engine
    )
    rendered = render(ANSWERS[answer], SOURCES, id_prefix="p", options=options)
    assert rendered.body == shown("base", answer)


@pytest.mark.parametrize("theme", THEMES)
def test_the_page_is_complete_and_has_no_script(theme: str) -> None:
    html = str(render(ANSWERS["many"], SOURCES, theme=theme, page=True).body)
    assert html.startswith("<!DOCTYPE html>\n<html lang=")
    page = BeautifulSoup(html, "html.parser")
    assert page.title is not None
    assert page.title.get_text()
    assert page.select("meta[charset=utf-8], meta[name=viewport]")
    assert not page.select("script, link, img, iframe")
    assert len(page.select("main article.cx")) == 1
    assert "@layer cx" in page.select("style")[0].get_text()


@pytest.mark.parametrize("theme", THEMES)
def test_the_sheet_of_a_page_may_be_a_file(theme: str) -> None:
    options = Options(stylesheet='/s.css?v="1"&x')
    html = str(render("Yes.", theme=theme, page=True, options=options).body)
    page = BeautifulSoup(html, "html.parser")
    assert page.select("style, script, [style]") == []
    assert [link["href"] for link in page.select("link")] == ['/s.css?v="1"&x']
    assert [link["rel"] for link in page.select("link")] == [["stylesheet"]]


def files(suffix: str) -> list[Path]:
    found = sorted(Path(str(bundled_themes())).rglob(f"*{suffix}"))
    assert found
    return found


@pytest.mark.parametrize("path", files(".j2"), ids=lambda path: path.name)
def test_parts_are_small_and_switch_no_escaping_off(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= 40
    assert not re.search(r"\|\s*safe|autoescape|<script|\son\w+=", text)
    # Mail programs need styles in the tags; only the sides of lines vary in them.
    styles = re.findall(r'style="([^"]*)"', text)
    assert text.count("style=") == len(styles)
    assert not styles or path.name.endswith(".email.j2")
    fields = re.findall(r"\{[{%]\s*(.*?)\s*[}%]\}", "".join(styles))
    assert set(fields) <= {"start", "end"}
    assert text.endswith("\n")


@pytest.mark.parametrize("path", files("style.css"), ids=lambda path: path.parent.name)
def test_sheets_stay_in_their_layer_and_fetch_nothing(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL).strip()
    # Behind the layer may stand what calls off a site's own rules, for our elements.
    text, *unlayered = re.split(r"(?<=\n\})\s+", text)
    for rule in unlayered:
        selectors, _, declarations = rule.partition("{")
        assert declarations.strip() == "all: revert-layer; }"
        assert all(".cx" in each for each in re.split(r",\n", selectors))
    assert text.startswith("@layer cx {")
    assert text.endswith("}")
    depth = 0
    for match in re.finditer(r"[{}]", text):
        depth += 1 if match[0] == "{" else -1
        assert depth > 0 or match.end() == len(text)
    assert not re.search(r"@import|url\(|expression|!important", text)
    # Not every browser knows lists here, and an unknown selector drops its rule.
    assert not re.search(r":lang\([^)]*,", text)
    classes = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"\d\.\d", "", text)))
    assert all(
        name.startswith("cx") or name in ("task-list-item-checkbox", "md-typeset")
        for name in classes
    )
    assert not re.search(r"(margin|padding|border|inset)-(left|right)", text)
