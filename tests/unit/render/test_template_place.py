"""Fields of a theme in places where escaping them for HTML would not be enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from citemark import ThemeError, render
from citemark.render.part import Format, compile_part

FIELDS = frozenset(["title", "url"])
HOSTILE = "\"';alert(1)//</script><b>{x:y}\\"


def compiled(source: str) -> str:
    part = compile_part(source, "p", FIELDS, Format.HTML, inline=True)
    return str(part.render({"title": HOSTILE, "url": "u"}))


@pytest.mark.parametrize(
    "source",
    [
        "<script>{{ title }}</script>",
        '<script>var t = "{{ title }}"</script>',
        "<SCRIPT type='x'>{{ title }}</SCRIPT>",
        "<script>if (1 < 2) {{ title }}</script>",
        "<iframe>{{ title }}</iframe>",
        "<xmp>{{ title }}</xmp>",
        '<a onclick="{{ title }}">',
        "<a ONCLICK = '{{ title }}'>",
        '<a class="x" on{% if url %}click{% endif %}="go(\'{{ title }}\')">',
        '<iframe srcdoc="{{ title }}">',
        "<a {{ title }}>",
        "<a href={{ title }}>",
        "<!-- {{ title }} -->",
    ],
)
def test_what_cannot_be_escaped_is_refused(source: str) -> None:
    with pytest.raises(ThemeError, match=r"p:1: expected \{\{ title \}\} between tags"):
        compiled(source)


@pytest.mark.parametrize(
    "source", ["<style>a { b: {{ title }} }</style>", '<p style="b:{{ title }}">']
)
def test_in_style_sheets_only_words_are_printed(source: str) -> None:
    words = "alert1scriptbxy"
    assert compiled(source) == source.replace("{{ title }}", words)


@pytest.mark.parametrize(
    "source",
    [
        "<script>1</script>{{ title }}",
        "<style>a { b: c }</style>{{ title }}",
        "<script src='x'></script>{{ title }}",
        "<br/>{{ title }}",
        "<p onclick='x'>{{ title }}</p>",
        "<!DOCTYPE html>{{ title }}",
        "<p style='x'>{{ title }}</p>",
    ],
)
def test_behind_them_text_is_text_again(source: str) -> None:
    escaped = "\"';alert(1)//&lt;/script&gt;&lt;b&gt;{x:y}\\"
    assert compiled(source) == source.replace("{{ title }}", escaped)


def test_an_attribute_beside_one_with_a_script_is_escaped() -> None:
    assert "&quot;" in compiled("<p onclick='x' title=\"{{ title }}\">")
    assert (
        compiled('<p title="{{ url }}" lang="{{ url }}">') == '<p title="u" lang="u">'
    )


def test_tests_without_end_are_a_fault_of_the_theme() -> None:
    deep = "{% if title %}" * 2_000 + "x" + "{% endif %}" * 2_000
    with pytest.raises(ThemeError, match="p:1: expected fewer tests"):
        compiled(deep)


@pytest.mark.parametrize("name", ["theme.toml", "style.css", "note.html.j2"])
def test_a_folder_in_the_place_of_a_file_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(ThemeError, match=rf"{name}: cannot be read: Is a directory"):
        render("x", theme=tmp_path)
