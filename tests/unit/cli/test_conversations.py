"""``citemark conversations``: an export in, a folder of pages out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citemark.cli import conversing
from tests.exports import conversation
from tests.unit.cli.calling import Desk, Terminal, call

URL = "https://harbour.example/rules"


def talk(title: str) -> dict[str, object]:
    return conversation(("Open?", "Yes.", (URL,)), title=title, create_time=0)


def written(desk: Desk, *conversations: object) -> str:
    return desk.write("conversations.json", json.dumps(list(conversations)))


def test_each_conversation_is_a_page_that_the_index_leads_to(desk: Desk) -> None:
    given = written(desk, talk("Harbour"), talk("<b>Fees"), talk("Harbour"))
    out = desk / "out"
    done = call("conversations", given, "-o", str(out), "--isolated")
    assert (done.status, done.out) == (0, "")
    assert done.err == f"3 pages, 3 citations: {out / 'index.html'}\n"
    names = sorted(path.name for path in out.iterdir())
    assert names == [
        "1970-01-01-b-fees.html",
        "1970-01-01-harbour-2.html",
        "1970-01-01-harbour.html",
        "index.html",
    ]
    index = (out / "index.html").read_text()
    assert '<a href="1970-01-01-harbour-2.html">' in index
    assert "&lt;b&gt;Fees" in index
    assert URL in (out / "1970-01-01-harbour.html").read_text()


def test_the_same_export_gives_the_same_bytes(desk: Desk) -> None:
    given = written(desk, talk("Harbour"))
    pages = []
    for name in "ab":
        call("conversations", given, "-o", str(desk / name), "--isolated")
        pages.append({path.name: path.read_bytes() for path in (desk / name).iterdir()})
    assert pages[0] == pages[1]


def test_one_that_fails_does_not_stop_the_others(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversing, "_MOST_SHOWN", 1)
    given = written(desk, "x", talk("Harbour"), None)
    done = call("conversations", given, "-o", str(desk / "out"), "--isolated")
    assert done.status == 1
    first, more, last = done.err.splitlines()
    assert first.startswith("conversation 1: response: expected an object")
    assert more == "... and 1 more that failed"
    assert last.startswith("1 page, 1 citations")


@pytest.mark.parametrize("theme", ["base", "minimal"])
def test_a_theme_is_that_of_all_pages(desk: Desk, theme: str) -> None:
    given, out = written(desk, talk("Harbour")), desk / "out"
    arguments = ("-o", str(out), "--theme", theme, "--isolated")
    assert call("conversations", given, *arguments).status == 0
    styles = {
        path.read_text().partition("</style>")[0][-500:] for path in out.iterdir()
    }
    assert len(styles) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [("[{", "expected a list in JSON"), ("", "expected a list in JSON")],
)
def test_what_is_no_export_is_told_in_a_line(
    desk: Desk, content: str, message: str
) -> None:
    given = desk.write("a.json", content)
    done = call("conversations", given, "-o", str(desk / "out"), "--isolated")
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_is_missing_is_named(desk: Desk) -> None:
    missing = str(desk / "none.json")
    done = call("conversations", missing, "-o", str(desk / "out"), "--isolated")
    assert done.status == 2
    assert done.err.startswith("citemark: ")
    assert "none.json" in done.err


def test_a_terminal_shows_how_far_it_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = written(desk, talk("Harbour"), talk("Fees"))
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with Path(given).open("rb") as file:
        found = list(conversing.read(file))
    assert len(found) == 2
    assert "Rendering" in terminal.getvalue()
    assert "100%" in terminal.getvalue()
