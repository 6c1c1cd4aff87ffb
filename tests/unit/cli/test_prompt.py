"""``citemark prompt``, called as a command of its own."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from citemark import Options, SourceRegistry, citation_instructions, lint
from citemark.cli.failure import Failure
from citemark.cli.prompting import prompt_command
from citemark.errors import ConfigError, SourceError
from citemark.stores import open_store, write_store
from tests.unit.cli.calling import Desk, call

RECORDS = [
    {
        "id": "turn0file0",
        "title": "Tides",
        "url": "http://a.example",
        "text": "one\ntwo",
    },
    {"id": "turn0file1", "title": "Ferry", "text": "three"},
]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(prompt_command, arguments, standalone_mode=False)


@pytest.fixture
def sources(desk: Desk) -> str:
    return desk.write("sources.json", json.dumps(RECORDS))


def test_sources_are_shown(sources: str) -> None:
    done = run("--sources", sources)
    assert done.exception is None
    assert (done.stdout, done.stderr) == (
        f"{SourceRegistry(RECORDS).to_prompt().text}\n",
        "",
    )


def test_every_argument_counts(sources: str) -> None:
    done = run(
        *("--sources", sources, "--style", "tool", "--unit", "line", "--ids", "S"),
        *("--tool-name", "find", "--max-chars", "200", "--instructions"),
        *("-O", "url_policy.schemes=https", "--isolated"),
    )
    assert done.exception is None
    how = citation_instructions(style="tool", locators="lines", tool_name="find")
    shown = done.stdout.removeprefix(f"{how}\n")
    assert shown != done.stdout
    assert "⟦Results of find⟧" in shown
    assert "[L2] two" in shown
    assert "S1" in shown
    assert "http://" not in shown
    assert len(shown) <= 201


def test_instructions_for_blocks_have_no_locators(sources: str) -> None:
    done = run("--sources", sources, "--instructions")
    assert done.stdout.startswith(citation_instructions())


@pytest.mark.parametrize("name", ["shown.jsonl", "shown.sqlite"])
def test_what_is_shown_goes_into_a_store(desk: Desk, sources: str, name: str) -> None:
    target = str(desk / name)
    done = run("--sources", sources, "--ids", "block", "--registry", target)
    assert done.exception is None
    wanted = SourceRegistry(RECORDS).to_prompt(ids="block")
    store = open_store(target)
    # Only what is read whole is held against a fingerprint.
    is_compared = isinstance(store, SourceRegistry)
    more = "" if is_compared else " (which this kind of store never compares)"
    message = f"Wrote 2 sources into {target}, fingerprint {wanted.fingerprint}{more}\n"
    assert done.stderr == message
    answer = "One.\ue200cite\ue202block1\ue201"
    found_codes = lint(answer, store, options=Options(fingerprint="another"))
    assert ("CM215" in {each.code for each in found_codes}) == is_compared
    found = SourceRegistry(store.get_many(store.ids).values())
    assert found.fingerprint == wanted.fingerprint


def test_stores_are_read_too(desk: Desk) -> None:
    path = desk / "store.sqlite"
    write_store(path, RECORDS)
    done = run("--sources", str(path))
    assert done.stdout == f"{SourceRegistry(RECORDS).to_prompt().text}\n"


def test_an_input_is_not_replaced(sources: str) -> None:
    done = run("--sources", sources, "--registry", sources)
    assert isinstance(done.exception, Failure)
    assert done.exception.message == f"{sources}: would replace an input"


def test_places_are_named_as_they_were_given(desk: Desk, sources: str) -> None:
    done = call("prompt", "--sources", ".")
    assert (done.status, ".: expected SQLite, or a .json" in done.err) == (2, True)
    target = str(desk / "none" / "out.jsonl")
    done = call("prompt", "--sources", sources, "--registry", target)
    assert (done.status, f"{target}: cannot be written" in done.err) == (2, True)


def test_mistakes_are_named(desk: Desk, sources: str) -> None:
    assert isinstance(run("--sources", sources, "--style", "x").exception, ConfigError)
    assert isinstance(
        run("--sources", sources, "--max-chars", "5").exception, ConfigError
    )
    bad = desk.write("bad.json", '[{"id": "a:b"}]')
    assert isinstance(run("--sources", bad).exception, SourceError)
    done = call("prompt", "--sources", bad)
    assert done.status == 2
    assert "the source ID 'a:b' cannot be written in a marker" in done.err


@pytest.mark.parametrize("unit", ["block", "document", "line"])
def test_places_are_those_of_the_options(desk: Desk, unit: str) -> None:
    paged = json.dumps([{"id": "turn0file0", "text": "one\n\ftwo\n"}])
    done = run(
        *("--sources", desk.write("paged.json", paged), "--unit", unit),
        *("--instructions", "-O", "locators=lines,pages"),
    )
    kinds = ("lines", "pages") if unit == "line" else ("pages",)
    how = citation_instructions(locators=kinds)
    assert done.stdout.startswith(f"{how}\n")
    number = "[L2] " if unit == "line" else ""
    assert f"\n[p2]\n{number}⟦U+000C⟧two\n" in done.stdout
