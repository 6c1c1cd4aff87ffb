from __future__ import annotations

import json

import pytest

from citemark.export import list_exports
from tests.unit.cli.calling import BAD, GOOD, SOURCES, UNKNOWN, Desk, Done, call

_BIBTEX = """\
@misc{exampletide,
  title = {{Tide tables}},
  howpublished = {\\url{https://example.org/tides}},
}
"""


def _export(desk: Desk, *arguments: str, stdin: bytes = b"") -> Done:
    """Export with the registry of the folder."""
    registry = desk.write("sources.json", json.dumps(SOURCES))
    return call("export", *arguments, "--sources", registry, stdin=stdin)


def test_one_answer_goes_to_standard_output(desk: Desk) -> None:
    done = _export(desk, desk.write("a.md", GOOD), "--to", "bibtex")
    assert (done.status, done.out, done.err) == (0, _BIBTEX, "")


def test_standard_input_is_an_answer_too(desk: Desk) -> None:
    done = _export(desk, "-", "--to", "bibtex", "-o", "-", stdin=GOOD.encode())
    assert (done.status, done.out) == (0, _BIBTEX)


def test_findings_go_to_standard_error(desk: Desk) -> None:
    answer = desk.write("a.md", BAD)
    done = _export(desk, answer, "--to", "csl-json")
    assert (done.status, done.out, done.err) == (0, "[]\n", f"{answer}:{UNKNOWN}")


def test_a_file_is_written_as_it_must_be_byte_for_byte(desk: Desk) -> None:
    target = desk / "out.ris"
    done = _export(desk, desk.write("a.md", GOOD), "--to", "ris", "-o", str(target))
    assert (done.status, done.out) == (0, "")
    assert target.read_bytes() == (
        b"TY  - ELEC\r\nID  - exampletide\r\nTI  - Tide tables\r\n"
        b"UR  - https://example.org/tides\r\nER  - \r\n"
    )


@pytest.mark.parametrize("name", list_exports())
def test_several_answers_go_into_a_folder(desk: Desk, name: str) -> None:
    suffix = list_exports()[name].suffix
    answers = (desk.write("a.md", GOOD), desk.write("b.md", BAD))
    done = _export(desk, *answers, "--to", name, "-o", str(desk / "out"))
    assert done.status == 0
    written = sorted(path.name for path in (desk / "out").iterdir())
    assert written == [f"a{suffix}", f"b{suffix}"]


def test_options_are_those_of_the_answer(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD)
    done = _export(desk, answer, "--to", "json-ld", "-O", "language=de")
    assert json.loads(done.out)["inLanguage"] == "de"
    denied = _export(
        desk, answer, "--to", "bibtex", "-O", "url_policy.denied_hosts=example.org"
    )
    assert "howpublished" not in denied.out


def test_without_a_registry_nothing_is_cited(desk: Desk) -> None:
    done = call("export", desk.write("a.md", GOOD), "--to", "bibtex")
    assert (done.status, done.out) == (0, "")


def test_nothing_is_written_where_an_option_refuses_an_answer(desk: Desk) -> None:
    good, bad = desk.write("a.md", GOOD), desk.write("b.md", BAD)
    target = str(desk / "out")
    raising = ("-O", "on_unresolved=raise")
    done = _export(desk, good, bad, "--to", "ris", "-o", target, *raising)
    assert done.status == 1
    assert "b.md: " in done.err
    assert not (desk / "out").exists()


def test_an_input_is_not_replaced(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD)
    done = _export(desk, answer, "--to", "ris", "-o", answer)
    assert (done.status, done.out) == (2, "")
    assert "would replace an input" in done.err
    registry = str(desk / "sources.json")
    done = _export(desk, answer, "--to", "ris", "-o", registry)
    assert (done.status, done.out) == (2, "")


def test_a_format_is_needed_and_must_exist(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD)
    assert _export(desk, answer).status == 2
    unknown = _export(desk, answer, "--to", "endnote")
    assert unknown.status == 2
    assert "'biblatex', 'bibtex', 'csl-json'" in unknown.err
