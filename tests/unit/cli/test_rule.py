"""``citemark rule``: pages and the list, made from the rules themselves."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest

from citemark import codes
from citemark.lint.page import settings_of
from citemark.lint.rule import Rule
from citemark.lint.selection import all_rules
from tests import needed
from tests.unit.cli.calling import call, start


@pytest.mark.parametrize("name", ["CM121", "cm121", "punctuation-side"])
def test_a_page_has_all_there_is_to_know_about_a_rule(name: str) -> None:
    done = call("rule", name)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "CM121 punctuation-side"
    assert "Level warning; runs by default; safe fix." in lines
    for heading in ("What it does", "Why is this bad", "Fix safety", "Examples"):
        assert heading in lines
    settings = lines.index("Settings ([tool.citemark.rules.punctuation-side])")
    assert lines[settings + 1] == '    side = "after"'
    assert lines[settings + 2].startswith("        ``after`` closing punctuation")
    flagged = lines.index("    Flagged:")
    assert lines[flagged : flagged + 4] == [
        "    Flagged:",
        "        Open daily⟦turn0search0⟧.",
        "    Fixed:",
        "        Open daily.⟦turn0search0⟧",
    ]
    assert '    With punctuation-side: side = "before"' in lines
    assert "    Fine:" in lines
    assert lines[-1] == "https://citemark.readthedocs.io/en/stable/rules/CM121.html"
    assert "\n\n\n" not in done.out


@pytest.mark.parametrize("name", all_rules())
def test_every_rule_has_a_page_that_can_be_seen(name: str) -> None:
    done = call("rule", name)
    assert done.status == 0
    assert all(line.isprintable() for line in done.out.split("\n"))


def test_a_rule_without_a_fix_or_that_is_off_says_so() -> None:
    assert "Level warning; runs where it is selected; no fix." in (
        call("rule", "CM126").out
    )
    assert "Settings" not in call("rule", "CM101").out


def test_the_list_has_every_rule() -> None:
    done = call("rule", "--all")
    rows = [line.split(maxsplit=6) for line in done.out.splitlines()]
    rules = all_rules().values()
    assert [row[:2] for row in rows] == [[rule.code.code, rule.name] for rule in rules]
    by_code = {row[0]: row[2:] for row in rows}
    assert by_code["CM101"][:4] == ["warning", "on", "safe", "fix"]
    assert by_code["CM201"][:4] == ["error", "on", "unsafe", "fix"]
    assert by_code["CM126"][:4] == ["warning", "off", "no", "fix"]
    assert by_code["CM101"][4] == all_rules()["marker-in-emphasis"].summary


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("marker-in-emphasi",), "; did you mean marker-in-emphasis?"),
        (("XM101",), "; did you mean CM101?"),
        (("zzz",), "zzz: there is no such rule\n"),
        ((), "rule: expected a code or a name, or --all"),
        (("CM101", "--all"), "rule: expected a code or a name, or --all"),
    ],
)
def test_what_cannot_be_explained_names_the_nearest(
    arguments: tuple[str, ...], complaint: str
) -> None:
    done = call("rule", *arguments)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err


@dataclass(frozen=True)
class Sample:
    """Settings of no rule."""

    plain: int = 3
    listed: tuple[str, ...] = ("a", "ü")
    """Texts.

    More about them.
    """
    made: Mapping[str, int] = field(default_factory=lambda: {"x": 1})


def test_settings_have_their_defaults_and_what_stands_under_them() -> None:
    rule = Rule(
        code=codes.LONE_MARKER,
        summary="A rule.",
        check=lambda _: iter(()),
        examples=(),
        settings=Sample,
    )
    assert not list(settings_of(replace(rule, settings=None)))
    assert list(settings_of(rule)) == [
        ("plain = 3", ""),
        ('listed = ["a", "ü"]', "Texts.\n\nMore about them."),
        ('made = {"x": 1}', ""),
    ]


def test_a_full_disk_is_told() -> None:
    with needed.device("/dev/full").open("wb") as full:
        process = start(["rule", "--all"], stdout=full.fileno(), stderr=subprocess.PIPE)
        _, err = process.communicate()
    assert process.returncode == 2
    assert err == b"citemark: <stdout>: No space left on device\n"
