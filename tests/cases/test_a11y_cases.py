"""Cases of what screen readers and speech say: names, headings, languages."""

from __future__ import annotations

from pathlib import Path

from citemark import Options, render
from citemark.render.labels import labels_for
from tests.cases.support import Given, Page, case, check_page, text_of, to_html


@case("b045")
def test_every_way_back_has_a_name_of_its_own(given: Given) -> None:
    _, page = to_html(given)
    links = page.soup.select("a[role=doc-backlink]")
    assert [str(link["aria-label"]) for link in links] == [
        "Back to reference 1a",
        "Back to reference 1b",
    ]
    # What is seen is part of the name, and no arrow is read out.
    assert [link.get_text() for link in links] == ["a", "b"]


@case("b046")
def test_speech_has_no_numbers_but_those_of_the_text(given: Given) -> None:
    spoken = text_of(
        render(given.answer, given.sources, to="text", options=Options(strip=True))
    )
    assert spoken.strip() == "Salt melts ice. It is 801 degrees."


@case("b167")
def test_every_word_that_is_read_out_can_be_set(given: Given) -> None:
    words = {key: f"\u00df {text}" for key, text in labels_for(Options()).items()}
    words["letters"] = "\u00e4 \u00f6"
    _, page = to_html(given, Options(labels=words))
    names = [str(tag["aria-label"]) for tag in page.soup.select("[aria-label]")]
    assert all(name.startswith("\u00df ") for name in names)
    german = Page(
        text_of(render(given.answer, given.sources, options=Options(language="de")))
    )
    said = " ".join([german.soup.get_text(" "), *_labels(german)])
    for text in labels_for(Options()).values():
        word = text.partition("{")[0].strip()
        assert len(word) < len("Back") or word not in said.split()
    assert "Quellen" in said


def _labels(page: Page) -> list[str]:
    return [str(tag["aria-label"]) for tag in page.soup.select("[aria-label]")]


@case("b169")
def test_each_list_has_a_heading_of_the_chosen_level(
    given: Given, tmp_path: Path
) -> None:
    # The level is the theme's: one part, with another heading in it.
    part = (
        '<section class="cx-src" role="doc-bibliography" aria-labelledby="{{ id }}">\n'
        '<h3 id="{{ id }}">{{ heading }}</h3>\n<ol>\n{{ notes }}\n</ol>\n</section>\n'
    )
    (tmp_path / "notes.html.j2").write_text(part)
    markup = "".join(
        text_of(render(answer, given.sources, id_prefix=prefix, theme=tmp_path))
        for answer, prefix in zip(given.answers, "ab", strict=True)
    )
    page = Page(markup)
    check_page(page)
    sections = page.soup.select("section[role=doc-bibliography]")
    named = [str(section["aria-labelledby"]) for section in sections]
    assert named == ["a-h", "b-h"]
    for name in named:
        heading = page.soup.select_one(f"h3[id='{name}']")
        assert heading is not None
        assert heading.get_text() == "Sources"
