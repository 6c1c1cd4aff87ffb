"""``citemark lint``: what it prints, writes and returns."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from citemark.lint.presets import PRESETS
from tests.strategies import cite
from tests.unit.cli.calling import SOURCES, Desk, Done, call, start

DOCS = Path(__file__).resolve().parents[3] / "docs"
REGISTRY = json.dumps([{**SOURCES[0], "text": "High tide: nine.\nLow tide: three."}])
MARKER = cite("turn0file0")
BAD = f"High tide is **at nine{MARKER}** today.\n"
FIXED = f"High tide is **at nine**{MARKER} today.\n"
UNKNOWN = f"Low tide is at three.{cite('nowhere')}\n"
INFO = "As shown in [3].\n"
FINE = f"High tide is at nine.{MARKER}\n"
PLACE = "CM101 [*] Unexpected marker inside emphasis, expected it after it\n"
FRAME = """\
  |
1 | High tide is **at nine⟦turn0file0⟧** today.
  |                       ^^^^^^^^^^^^
"""


def lint(desk: Desk, *arguments: str, stdin: str = "") -> Done:
    """Lint without any configuration of the machine."""
    registry = desk.write("sources.json", REGISTRY)
    return call(
        "lint",
        *arguments,
        "--sources",
        registry,
        "--isolated",
        stdin=stdin.encode(),
    )


def test_findings_are_shown_where_they_are(desk: Desk) -> None:
    path = desk.write("a.md", BAD)
    done = lint(desk, path)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith(f"{path}:1:23: {PLACE}{FRAME}  = fix: ")
    assert done.out.endswith("\n\nFound 1 finding (1 fixable with --fix).\n")
    assert Path(path).read_text("utf-8") == BAD


@pytest.mark.parametrize(
    ("text", "status"), [(FINE, 0), (INFO, 0), (BAD, 1), (UNKNOWN, 1), ("", 0)]
)
def test_the_status_says_whether_a_warning_or_an_error_is_left(
    desk: Desk, text: str, status: int
) -> None:
    assert lint(desk, "-", stdin=text).status == status
    assert lint(desk, desk.write("a.md", FINE), desk.write("b.md", text)).status == (
        status
    )


def test_fix_changes_the_file_and_says_what_it_did(desk: Desk) -> None:
    path = desk.write("a.md", b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode())
    other = desk.write("b.md", FINE)
    before = Path(other).stat().st_mtime_ns
    done = lint(desk, "--fix", path, other)
    assert (done.status, done.out) == (0, "Found 1 finding (1 fixed, 0 left).\n")
    assert done.err == f"Fixed {path}: CM101 marker-in-emphasis × 1\n"
    assert (
        Path(path).read_bytes()
        == b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode()
    )
    assert Path(other).stat().st_mtime_ns == before
    assert desk.names() == ["a.md", "b.md", "sources.json"]


def test_a_fixed_standard_input_goes_to_standard_output(desk: Desk) -> None:
    done = lint(desk, "--fix", "-", stdin=f"\ufeff{BAD}{UNKNOWN}")
    assert (done.status, done.out) == (1, f"\ufeff{FIXED}{UNKNOWN}")
    assert "<stdin>:2:22: CM201 " in done.err
    assert done.err.endswith(
        "Found 2 findings (1 fixed, 1 left, 1 with --unsafe-fixes).\n"
    )
    report = str(desk / "report.txt")
    quiet = lint(desk, "--fix", "-", "-o", report, stdin=BAD)
    assert (quiet.status, quiet.out, quiet.err) == (0, FIXED, "")
    assert "1 fixed" in Path(report).read_text("utf-8")


def test_unsafe_fixes_are_applied_only_where_asked_for(desk: Desk) -> None:
    path = desk.write("a.md", UNKNOWN)
    assert lint(desk, "--fix", path).status == 1
    assert Path(path).read_text("utf-8") == UNKNOWN
    counted = lint(desk, "--unsafe-fixes", path)
    assert "(1 fixable with --fix)" in counted.out
    assert lint(desk, "--fix", "--unsafe-fixes", path).status == 0
    assert Path(path).read_text("utf-8") == "Low tide is at three.\n"


def test_nothing_is_changed_where_a_file_cannot_be_used(desk: Desk) -> None:
    path = desk.write("a.md", BAD)
    done = lint(desk, "--fix", path, str(desk / "none.md"))
    assert (done.status, done.out) == (2, "")
    assert done.err == f"citemark: {desk / 'none.md'}: No such file or directory\n"
    assert Path(path).read_text("utf-8") == BAD


@pytest.mark.parametrize("flags", [("--diff",), ("--diff", "--fix")])
def test_a_diff_writes_nothing_and_can_be_applied(
    desk: Desk, flags: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(desk.folder)
    desk.write("a.md", BAD)
    desk.write("b.md", FINE)
    done = lint(desk, *flags, "a.md", "b.md")
    assert done.status == 1
    assert done.out == f"--- a.md\n+++ a.md\n@@ -1,1 +1,1 @@\n-{BAD}+{FIXED}"
    assert done.err == "Found 1 finding (1 fixable with --fix).\n"
    assert (desk / "a.md").read_text("utf-8") == BAD
    patch = shutil.which("patch")
    if patch:
        subprocess.run([patch, "-p0"], input=done.out.encode(), check=True)
        assert (desk / "a.md").read_text("utf-8") == FIXED


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif", "html"])
def test_every_format_can_be_printed_or_written(desk: Desk, form: str) -> None:
    path = desk.write("a.md", BAD)
    printed = lint(desk, path, "--format", form)
    assert printed.status == 1
    assert "CM101" in printed.out
    target = str(desk / "out")
    written = lint(desk, path, "--format", form, "-o", target)
    assert (written.status, written.out) == (1, "")
    assert Path(target).read_text("utf-8") == printed.out
    assert lint(desk, path, "--format", form, "-o", "-").out == printed.out


def test_a_file_given_twice_is_linted_once(desk: Desk) -> None:
    path = desk.write("a.md", BAD)
    assert "Found 1 finding " in lint(desk, path, path).out


def test_statistics_count_the_codes(desk: Desk) -> None:
    path = desk.write("a.md", BAD + "\n" + BAD + "\n" + UNKNOWN)
    done = lint(desk, path, "--statistics", "--ignore", "repeated-source")
    assert done.out.splitlines()[:2] == [
        "2  CM101  [*] marker-in-emphasis",
        "1  CM201  [ ] unknown-source",
    ]


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ((), {"CM101", "CM201"}),
        (("--select", "CM2"), {"CM201", "CM210"}),
        (("--select", "CM2, marker-in-emphasis,"), {"CM101", "CM201", "CM210"}),
        (("--select", "CM1", "--select", "CM201"), {"CM101", "CM201"}),
        (("--ignore", "CM201"), {"CM101"}),
        (("--extend-select", "CM210"), {"CM101", "CM201", "CM210"}),
        (("--select", "CM1", "--extend-select", "CM210"), {"CM101", "CM210"}),
        (("--preset", "strict", "--ignore", "CM3"), {"CM101", "CM201", "CM210"}),
        (("-O", "select=CM2"), {"CM201", "CM210"}),
        (("-O", "families=memo"), {"CM006"}),
    ],
)
def test_rules_are_chosen(
    desk: Desk, arguments: tuple[str, ...], codes: set[str]
) -> None:
    path = desk.write("a.md", f"{BAD}\n{UNKNOWN}")
    done = lint(desk, path, "--format", "json", *arguments)
    assert set(json.loads(done.out)["summary"]["codes"]) == codes


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("--format", "xml"),
            "format: expected one of github, html, json, sarif, text, got 'xml'",
        ),
        (("--select", "CM999"), "Options.select: there is no 'CM999'"),
        (("--ignore", "marker-in-emphasiss"), "did you mean 'marker-in-emphasis'?"),
        (
            ("--preset", "guid"),
            "Options.preset: there is no 'guid'; did you mean 'guide'?",
        ),
        (("-O", "slect=x"), "-O slect: no such option; did you mean select?"),
        (("--config", "x.toml"), "--config and --isolated: expected only one of them"),
        (("-",), "-: expected standard input alone, not among other answers"),
        (
            ("--statistics", "--format", "json"),
            "--statistics: expected --format text, got json",
        ),
        (
            ("--diff", "--format", "json"),
            "--diff: expected neither --format nor --output",
        ),
        (("--diff", "-o", "x"), "--diff: expected neither --format nor --output"),
        (("-o", "a.md"), "a.md: would replace an input"),
        (("-o", "sources.json"), "sources.json: would replace an input"),
    ],
)
def test_what_cannot_be_used_is_said(
    desk: Desk,
    arguments: tuple[str, ...],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(desk.folder)
    desk.write("a.md", BAD)
    done = lint(desk, "a.md", "--fix", *arguments)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err
    assert done.err.count("\n") == 1
    assert (desk / "a.md").read_text("utf-8") == BAD
    assert desk.names() == ["a.md", "sources.json"]


def test_standard_input_cannot_be_watched(desk: Desk) -> None:
    done = lint(desk, "-", "--watch")
    assert (done.status, done.err) == (
        2,
        "citemark: --watch: expected files to watch, got -\n",
    )


CONFIG = """\
[tool.citemark]
ignore = ["CM101"]
extend-select = ["CM210"]
[tool.citemark.rules.punctuation-side]
side = "before"
"""


def configured(desk: Desk, *arguments: str) -> set[str]:
    """Return the codes found under the configuration of the folder."""
    registry = desk.write("sources.json", REGISTRY)
    done = call("lint", *arguments, "--sources", registry, "--format", "json")
    assert done.err == ""
    return set(json.loads(done.out)["summary"]["codes"])


def test_the_nearest_configuration_counts_and_arguments_go_over_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("pyproject.toml", CONFIG)
    (desk / "sub").mkdir()
    path = desk.write("sub/a.md", f"{BAD}\n{FINE}")
    other = desk.write("other.toml", "select = ['CM1']")
    assert configured(desk, path) == {"CM121", "CM210"}
    assert configured(desk, path, "--ignore", "CM121") == {"CM210"}
    assert configured(desk, path, "--extend-select", "CM213") == {"CM121", "CM210"}
    # What the file ignores is no part of a selection of one's own.
    assert configured(desk, path, "--select", "CM101") == {"CM101"}
    assert configured(desk, path, "-O", "rules.punctuation-side.side=keep") == {"CM210"}
    assert configured(desk, path, "--config", other) == {"CM101"}
    assert configured(desk, path, "--isolated") == {"CM101"}
    monkeypatch.chdir(desk / "sub")
    assert configured(desk, "a.md") == {"CM121", "CM210"}
    done = call("lint", "-", "--format", "json", stdin=FINE.encode())
    assert set(json.loads(done.out)["summary"]["codes"]) == {"CM121"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("slect = []", "slect: no such option; did you mean select?"),
        ("select = ['CM199']", "Options.select: there is no 'CM199'"),
        (
            "[rules.punctuation-sid]\nside = 'after'",
            "Options.rules: there is no 'punctuation-sid'; did you mean",
        ),
        (
            "[rules.punctuation-side]\nsid = 'after'",
            "Options.rules['punctuation-side']: there is no 'sid'; did you",
        ),
        ("dialect = 'klingon'", "dialect: expected one of "),
    ],
)
@pytest.mark.parametrize("arguments", [(), ("--select", "CM101")])
def test_what_is_wrong_with_a_configuration_is_said_with_its_name(
    desk: Desk, text: str, complaint: str, arguments: tuple[str, ...]
) -> None:
    path = desk.write("citemark.toml", text)
    done = call("lint", desk.write("a.md", FINE), *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"citemark: {path}: {complaint}")
    assert done.err.count("\n") == 1


def test_render_reads_the_configuration_too(desk: Desk) -> None:
    desk.write("citemark.toml", "on-unresolved = 'mark'")
    path = desk.write("a.md", UNKNOWN)
    assert "three.[?]\n" in desk.render(path, "--to", "text").out
    assert "[?]" not in desk.render(path, "--to", "text", "--isolated").out
    assert "[?]" not in (
        desk.render(path, "--to", "text", "-O", "on_unresolved=drop").out
    )


def test_the_module_lints_as_a_program() -> None:
    process = start(
        ["lint", "--fix", "--isolated", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, err = process.communicate(BAD.encode())
    assert (process.returncode, out.decode()) == (0, FIXED)
    assert err.decode() == "Found 1 finding (1 fixed, 0 left).\n"


def test_every_option_and_preset_is_documented() -> None:
    page = (DOCS / "rules/index.md").read_text("utf-8")
    presets = re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)
    assert presets == list(PRESETS)
    manual = (DOCS / "cli.md").read_text("utf-8")
    options = set(re.findall(r"--[a-z-]+", call("lint", "--help").out))
    assert [name for name in sorted(options - {"--help"}) if name not in manual] == []
