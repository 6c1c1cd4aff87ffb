"""Style sheets of themes, written into the tags of an e-mail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from citemark import ConfigError, Rendered, render
from citemark.config import options_from
from citemark.render.mail_inline import inlined
from citemark.render.theme import load_theme
from tests.mail_reader import mail_faults
from tests.unit.render.answers import SOURCES, R

ANSWER = f"# Days\n\nUp to three.{R}"


def themed(folder: Path, css: str, **options: object) -> Rendered:
    (folder / "email.css").write_text(css, "utf-8")
    return render(
        ANSWER, SOURCES, to="email", theme=str(folder), options=options_from(options)
    )


def test_without_a_sheet_of_the_theme_nothing_is_inlined() -> None:
    html = "<p class=x>as it is"
    assert inlined(html, load_theme("article")) is html


def test_rules_stand_in_the_tags_they_are_about(tmp_path: Path) -> None:
    rendered = themed(tmp_path, "h1 { font-family: Georgia } .cx p { color: #333333 }")
    soup = BeautifulSoup(rendered.html, "html.parser")
    assert soup.h1 is not None
    assert "font-family: Georgia" in str(soup.h1["style"])
    # The styles that were there are still there, and those of the part go first.
    assert "font-size: 26px" in str(soup.h1["style"])
    assert soup.p is not None
    assert "color: #333333" in str(soup.p["style"])
    assert mail_faults(rendered.html) == []


def test_a_rule_beats_the_styles_of_base_if_it_is_important(tmp_path: Path) -> None:
    important = themed(tmp_path, ".cx a { color: #006600 !important }").html
    (link, *_) = BeautifulSoup(important, "html.parser").select("sup a")
    assert link["style"] == "color: #006600;text-decoration: none"
    # In a tag it would beat the rules for dark mode, too.
    assert "!important" not in important.partition("</head>")[2]


def test_other_rules_leave_the_styles_of_base(tmp_path: Path) -> None:
    plain = themed(tmp_path, ".cx a { color: #006600 }").html
    assert "#006600" not in plain.partition("</head>")[2]


def test_what_no_tag_can_hold_stays_in_the_head(tmp_path: Path) -> None:
    rule = "@media (max-width: 400px) { h1 { font-size: 20px !important } }"
    html = themed(tmp_path, f"{rule}\n.cx a:hover {{ color: red }}").html
    head = html.partition("</head>")[0]
    assert rule in head
    assert "a:hover" in head
    assert "prefers-color-scheme: dark" in head
    assert head.index("<meta charset") < head.index("<style")


def test_the_words_of_an_answer_are_no_rules(tmp_path: Path) -> None:
    (tmp_path / "email.css").write_text("h1 { color: #006600 }", "utf-8")
    text = 'a style="color: red !important" b'
    rendered = render(text, to="email", theme=str(tmp_path))
    assert text in BeautifulSoup(rendered.html, "html.parser").get_text()


def test_a_sheet_is_part_of_the_size(tmp_path: Path) -> None:
    css = "\n".join(f".cx td {{ {name}: 0px }}" for name in ("margin", "border-top"))
    sources = [
        {
            "source_id": f"s{number}",
            "title": f"Title {number}",
            "url": f"https://docs.example/{number}",
            "text": "One.\nTwo.\nThree.",
        }
        for number in range(120)
    ]
    (tmp_path / "email.css").write_text(css, "utf-8")
    answer = " ".join(f"A.\ue200cite\ue202s{i}\ue202L2\ue201" for i in range(120))
    rendered = render(answer, sources, to="email", theme=str(tmp_path))
    assert len(rendered.html.encode()) <= 95_000
    assert "margin: 0px" in rendered.html
    assert [found.code for found in rendered.diagnostics] == ["CM501"]


def test_the_extra_is_named_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "css_inline", None)
    with pytest.raises(ConfigError, match=r"pip install 'citemark\[email\]'"):
        themed(tmp_path, "h1 { color: #006600 }")
    assert render(ANSWER, SOURCES, to="email").html
