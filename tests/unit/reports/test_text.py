from __future__ import annotations

import pytest
from wcwidth import wcswidth

from citemark.diagnostic import Applicability, Finding, Severity
from citemark.report import Run, get_report, plain
from tests.strategies import cite
from tests.unit.reports.reporting import checked, found, report

SAFE, UNSAFE, DISPLAY = (
    Applicability.SAFE,
    Applicability.UNSAFE,
    Applicability.DISPLAY,
)
MARKER = cite("turn0file0", "L8-L13")


def frame(text: str, part: str) -> tuple[str, str]:
    """Return the drawn line and the line of carets, without their gutters."""
    lines = report("text", checked(text, found(text, part))).split("\n")
    at = next(number for number, line in enumerate(lines) if "^" in line)
    gutter = lines[at - 1].index("| ") + 2
    return lines[at - 1][gutter:], lines[at][gutter:]


def test_a_finding_is_a_place_a_frame_and_its_fix() -> None:
    text = f"One.\n\nLow tide is **at three{MARKER}** today.\n"
    assert report("text", checked(text, found(text, MARKER, fix=SAFE))) == (
        "a.md:3:23: CM101 [*] Unexpected place\n"
        "  |\n"
        "3 | Low tide is **at three⟦turn0file0 L8-L13⟧** today.\n"
        "  |                       ^^^^^^^^^^^^^^^^^^^\n"
        "  = fix: Shout\n"
        "\n"
        "Found 1 finding (1 fixable with --fix).\n"
    )


@pytest.mark.parametrize(
    "before",
    [
        "",
        "plain ",
        "高潮は九時です",
        "ｆｕｌｌ　ｗｉｄｔｈ",
        "cafe\u0301 n\u0303 ",
        "\ta\tb\t",
        "👩\u200d🔬 🇫🇷 ",
        "\u0645\u06cc\u200c\u0631\u0648\u062f ",
        "ไม่ใช่ ",
        "नमस्ते ",
        "\x1b[31m\u202e",
        f"{cite('a')} {cite('b', 'L1')} ",
    ],
)
@pytest.mark.parametrize("part", [MARKER, "文字"])
def test_carets_stand_under_what_they_mean(before: str, part: str) -> None:
    drawn, carets = frame(f"{before}{part} after", part)
    shown = "⟦turn0file0 L8-L13⟧" if part == MARKER else part
    assert wcswidth(carets.rstrip("^")) == wcswidth(drawn[: drawn.index(shown)])
    assert carets.count("^") == wcswidth(shown)


def test_a_part_of_a_marker_has_its_own_carets() -> None:
    assert frame(f"a{MARKER}", "L8-L13") == (
        "a⟦turn0file0 L8-L13⟧",
        " " * 13 + "^" * 6,
    )


@pytest.mark.parametrize(
    ("text", "part", "carets"),
    [
        ("a\n", "\n", " ^"),
        (f"a{MARKER}", "cite", "  ^"),
        ("ab\ncd", "b\nc", " ^"),
    ],
)
def test_what_has_no_width_or_several_lines_gets_carets_on_its_first_line(
    text: str, part: str, carets: str
) -> None:
    assert frame(text, part)[1] == carets


def test_a_long_line_is_cut_around_the_finding() -> None:
    text = f"{'a' * 70}{'b' * 48}{MARKER}{'c' * 24}{'d' * 70}"
    assert frame(text, MARKER) == (
        f"...{'b' * 48}⟦turn0file0 L8-L13⟧{'c' * 24}...",
        " " * 51 + "^" * 19,
    )


def test_a_long_finding_is_cut_too() -> None:
    text = f"{'x' * 200} end"
    drawn, carets = frame(text, "x" * 200)
    assert (drawn, carets) == (f"{'x' * 84}...", "^" * 84)


def test_no_character_is_cut_in_two() -> None:
    family = "👩\u200d🔬"
    text = f"{'a' * 20}{family}e\u0301{'b' * 46}X"
    # 48 code points before X stands the mark of the e; all of both is shown.
    assert frame(text, "X")[0] == f"...e\u0301{'b' * 46}X"
    text = f"{'a' * 20}{family}{'b' * 46}X"
    assert frame(text, "X")[0] == f"...{family}{'b' * 46}X"
    pile = "e" + "\u0301" * 90 + "X"
    assert frame(pile, "X")[0].startswith("...\u0301")


@pytest.mark.parametrize("line", ["a\x1b[2J\x9b31m\u202eb", "\x07\x00\x7f"])
def test_nothing_in_a_report_steers_a_terminal(line: str) -> None:
    text = f"{line}X"
    finding = found(text, "X", message=f"Unexpected {line}", fix=SAFE)
    output = report("text", checked(text, finding, name=f"{line}.md"))
    assert all(part.isprintable() for part in output.split("\n"))
    assert "\\x" in output


@pytest.mark.parametrize(
    ("fix", "least", "flag", "line"),
    [
        (SAFE, SAFE, " [*] ", "  = fix: Shout\n"),
        (UNSAFE, SAFE, " ", "  = fix: Shout (with --unsafe-fixes)\n"),
        (UNSAFE, UNSAFE, " [*] ", "  = fix: Shout\n"),
        (DISPLAY, UNSAFE, " ", "  = fix: Shout (by hand)\n"),
        (None, SAFE, " ", ""),
    ],
)
def test_it_says_how_far_a_fix_may_be_trusted(
    fix: Applicability | None, least: Applicability, flag: str, line: str
) -> None:
    answer = checked("X", found("X", "X", fix=fix))
    output = plain(get_report("text").pieces(Run(answers=[answer], least=least)))
    assert f"CM101{flag}Unexpected" in output
    assert f"  | ^\n{line}\nFound" in output


def test_the_summary_counts() -> None:
    text = "abc"
    safe = found(text, "a", fix=SAFE)
    unsafe = found(text, "b", fix=UNSAFE)
    shown = found(text, "c", fix=DISPLAY)

    def summary(*findings: Finding, fixed: int = 0) -> str:
        return report("text", checked(text, *findings, fixed=fixed)).splitlines()[-1]

    assert summary() == "No findings."
    assert summary(shown) == "Found 1 finding."
    assert summary(safe, shown) == "Found 2 findings (1 fixable with --fix)."
    assert summary(unsafe) == "Found 1 finding (1 with --unsafe-fixes)."
    assert summary(fixed=1) == "Found 1 finding (1 fixed, 0 left)."
    assert summary(safe, unsafe, fixed=2) == (
        "Found 4 findings (2 fixed, 2 left, 1 fixable with --fix, "
        "1 with --unsafe-fixes)."
    )


def test_statistics_count_each_code() -> None:
    text = "abcabcabcabc"
    many = checked("x" * 10, *[found("x" * 10, "x", fix=SAFE)] * 10)
    few = checked(text, found(text, "b", severity=Severity.ERROR))
    run = Run(answers=[few, many], statistics=True)
    assert plain(get_report("text").pieces(run)) == (
        "10  CM101  [*] marker-in-emphasis\n"
        " 1  CM201  [ ] unknown-source\n"
        "Found 11 findings (10 fixable with --fix).\n"
    )
    none = Run(answers=[checked("a")], statistics=True)
    assert plain(get_report("text").pieces(none)) == "No findings.\n"
