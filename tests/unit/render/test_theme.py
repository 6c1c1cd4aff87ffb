"""Themes: folders, inheritance, and what is said about broken ones."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from citemark import ThemeError, render, theme_css
from citemark.render import theme as theme_module
from citemark.render.part import Format
from citemark.render.theme import bundled_themes, list_themes, load_theme
from tests.unit.render.answers import SOURCES, R


def write(folder: Path, **files: str) -> Path:
    """Write files into *folder*; ``_html`` stands for ``.html.j2`` and so on."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        for short, suffix in (
            ("_html", ".html.j2"),
            ("_md", ".md.j2"),
            ("_txt", ".txt.j2"),
            ("_css", ".css"),
            ("_toml", ".toml"),
        ):
            if name.endswith(short):
                path = folder / (name.removesuffix(short) + suffix)
                path.write_text(text, encoding="utf-8")
    return folder


def test_bundled_themes_are_listed() -> None:
    themes = list_themes()
    names = [theme.name for theme in themes]
    assert names == sorted(names)
    assert {"academic", "article", "base", "chat", "docs", "minimal"} <= set(names)
    assert all(theme.title and theme.description for theme in themes)


def test_themes_of_an_installed_wheel_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "themes").mkdir()
    monkeypatch.setattr(theme_module, "files", lambda _package: tmp_path)
    assert bundled_themes() == tmp_path / "themes"


def test_a_checkout_has_them_beside_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme_module, "files", lambda _package: tmp_path)
    assert (Path(str(bundled_themes())) / "base" / "theme.toml").is_file()


def test_extending_themes_add_their_sheet_to_that_of_base() -> None:
    base, article = theme_css("base"), theme_css("article")
    assert article.startswith(base)
    assert len(article) > len(base)
    assert theme_css() == base


def test_a_folder_without_anything_of_a_theme_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no part", encoding="utf-8")
    with pytest.raises(ThemeError, match=r"expected theme\.toml, style\.css or a part"):
        load_theme(tmp_path)


@pytest.mark.parametrize("file", ["theme_toml", "style_css"])
def test_one_file_makes_a_theme(file: str, tmp_path: Path) -> None:
    folder = write(tmp_path, **{file: ""})
    answer = render("Yes." + R, SOURCES, theme=folder)
    assert answer.body == render("Yes." + R, SOURCES).body


def test_own_parts_replace_inherited_ones(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "mine",
        theme_toml='extends = "chat"\ntitle = "Mine"\ndescription = "Own."',
        refs_html="<i>{{ refs }}</i>\n",
        note_txt="{{ title }}!\n",
        style_css="/* mine */",
    )
    (folder / "README.md").write_text("Not a part.")
    theme = load_theme(str(folder))
    assert (theme.title, theme.description) == ("Mine", "Own.")
    assert theme.css == theme_css("chat") + "/* mine */"
    assert theme.part("refs").render({"refs": "x"}) == "<i>x</i>"
    assert theme.part("note", Format.TEXT) != load_theme("chat").part(
        "note", Format.TEXT
    )
    shown = render(f"A{R}", SOURCES, theme=folder)
    assert "<p>A<i><a id=" in str(shown.body)


def test_a_theme_may_extend_a_folder_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "house", refs_html="<u>{{ refs }}</u>")
    folder = write(tmp_path / "mine", theme_toml='extends = "../house"')
    assert load_theme(folder).part("refs").render({"refs": "x"}) == "<u>x</u>"


def test_a_theme_is_read_once_and_shared(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", style_css="/* 1 */")
    first = load_theme(folder)
    write(folder, style_css="/* 2 */")
    assert load_theme(folder) is first


def test_threads_get_equal_themes(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", refs_html="<i>{{ refs }}</i>")
    shown: list[str] = []
    threads = [
        threading.Thread(
            target=lambda: shown.append(
                load_theme(folder).part("refs").render({"refs": "x"})
            )
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shown == ["<i>x</i>"] * 8


@pytest.mark.parametrize("name", ["nowhere", "no/such/folder", "..\\x", "base/x"])
def test_missing_theme_is_refused(name: str) -> None:
    with pytest.raises(ThemeError, match=r"expected a theme \(academic, .*chat"):
        load_theme(name)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"theme_toml": "title = \n"}, r"theme\.toml:1: "),
        ({"theme_toml": 'title = "a"\nx = "'}, r"theme\.toml:(1|2): "),
        ({"theme_toml": 'titel = "a"'}, r"theme\.toml: expected texts named extends"),
        ({"theme_toml": "title = 1"}, r"got title = 1"),
        (
            {"theme_toml": 'references = "letters"'},
            "references: expected numbers or author-date, got 'letters'",
        ),
        ({"theme_toml": 'extends = "gone"'}, "expected a theme .*, got 'gone'"),
        ({"notref_html": "x"}, r"notref\.html\.j2: no such part, expected one of n"),
        ({"noteref_md": "x"}, r"noteref\.md\.j2: no such part"),
        ({"refs_html": "\n{{ x }}"}, r"refs\.html\.j2:2: unknown field 'x'"),
        ({"style_css": "a\n</STYLE >"}, r"style\.css:2: .*'</STYLE'"),
    ],
)
def test_broken_theme_says_where(
    files: dict[str, str], message: str, tmp_path: Path
) -> None:
    folder = write(tmp_path / "mine", **files)
    with pytest.raises(ThemeError, match=message):
        load_theme(folder)


def test_files_must_be_utf8(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_bytes(b"/* \xe9 */")
    with pytest.raises(ThemeError, match=r"style\.css: expected UTF-8, got byte 0xe9"):
        load_theme(tmp_path)


def test_themes_may_not_extend_each_other(tmp_path: Path) -> None:
    write(tmp_path / "one", theme_toml='extends = "../two"')
    write(tmp_path / "two", theme_toml='extends = "../one"')
    with pytest.raises(ThemeError, match=r"two.theme\.toml: themes extend each other"):
        load_theme(tmp_path / "one")
    write(tmp_path / "self", theme_toml='extends = "../self"')
    with pytest.raises(ThemeError, match="themes extend each other"):
        load_theme(tmp_path / "self")
