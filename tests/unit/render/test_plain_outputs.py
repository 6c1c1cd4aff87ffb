from __future__ import annotations

import pytest

from citemark import Options, render
from citemark.render.output import Output
from citemark.render.outputs import markdown, text
from tests.strategies import SOURCES, cite

MARKER = cite("turn0file0")


@pytest.mark.parametrize(
    ("output", "name", "suffix", "media_type"),
    [
        (markdown.OUTPUT, "markdown", ".md", "text/markdown"),
        (text.OUTPUT, "text", ".txt", "text/plain"),
    ],
)
def test_outputs_say_what_they_are(
    output: Output, name: str, suffix: str, media_type: str
) -> None:
    assert (output.name, output.suffix, output.media_type) == (name, suffix, media_type)
    assert render("a", to=name).media_type == media_type


def test_markdown_ends_with_its_footnotes() -> None:
    body = render(f"a{MARKER}\n\n", SOURCES, to="markdown").body
    assert body.startswith("a[^1]\n\n[^1]: [Record 1](<https://example.org/1>).")


def test_markdown_never_takes_the_authors_label() -> None:
    text, options = f"a{MARKER} b[^1]\n\n[^1]: Mine.", Options(footnotes=True)
    body = render(text, SOURCES, to="markdown", options=options).body
    assert body.startswith("a[^cx-1] b[^1]\n\n[^1]: Mine.\n\n[^cx-1]: ")


def test_text_ends_with_its_sources() -> None:
    body = render(f"a{MARKER}\n", SOURCES, to="text").body
    assert body.startswith("a[1]\n\nSources\n")
    assert "https://example.org/1" in body


@pytest.mark.parametrize("to", ["markdown", "text"])
def test_without_references_nothing_is_added(to: str) -> None:
    assert render("a \n\n", to=to).body == "a \n\n"
    stripped = render(f"a{MARKER}\n", SOURCES, to=to, options=Options(strip=True)).body
    assert stripped == "a\n"


def test_text_commands_no_terminal() -> None:
    assert render("a\x1b[31m\x07\x9b b\tc\r\nd\x85", to="text").body == (
        "a\ufffd[31m\ufffd\ufffd b\tc\r\nd\x85"
    )
