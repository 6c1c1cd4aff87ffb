from __future__ import annotations

import importlib.metadata
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from citemark.diagnostic import Applicability, Severity
from citemark.lint.selection import all_rules
from citemark.spans import Span
from tests.strategies import cite
from tests.unit.reports.reporting import checked, found, report

# Of the SARIF 2.1.0 schema, what concerns the objects we print: their properties,
# required ones first. An object with any other property is not valid.
SHAPES: Mapping[str, tuple[str, str]] = {
    "log": ("version runs", "$schema"),
    "run": ("tool", "columnKind newlineSequences results"),
    "tool": ("driver", ""),
    "driver": ("name", "version informationUri rules"),
    "rule": ("id", "name shortDescription helpUri defaultConfiguration"),
    "configuration": ("", "level enabled"),
    "result": (
        "message",
        "ruleId ruleIndex level locations relatedLocations fixes",
    ),
    "message": ("text", ""),
    "location": ("", "physicalLocation"),
    "physicalLocation": ("", "artifactLocation region"),
    "artifactLocation": ("", "uri"),
    "region": ("", "startLine startColumn endLine endColumn"),
    "fix": ("artifactChanges", "description properties"),
    "artifactChange": ("artifactLocation replacements", ""),
    "replacement": ("deletedRegion", "insertedContent"),
    "artifactContent": ("", "text"),
    "propertyBag": ("", "applicability"),
}
CHILDREN: Mapping[str, Mapping[str, str]] = {
    "log": {"runs": "run"},
    "run": {"tool": "tool", "results": "result"},
    "tool": {"driver": "driver"},
    "driver": {"rules": "rule"},
    "rule": {"shortDescription": "message", "defaultConfiguration": "configuration"},
    "result": {
        "message": "message",
        "locations": "location",
        "relatedLocations": "location",
        "fixes": "fix",
    },
    "location": {"physicalLocation": "physicalLocation"},
    "physicalLocation": {"artifactLocation": "artifactLocation", "region": "region"},
    "fix": {
        "artifactChanges": "artifactChange",
        "description": "message",
        "properties": "propertyBag",
    },
    "artifactChange": {
        "artifactLocation": "artifactLocation",
        "replacements": "replacement",
    },
    "replacement": {"deletedRegion": "region", "insertedContent": "artifactContent"},
}
URI_RE = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})+")
LEVELS = {"none", "note", "warning", "error"}


def problems(value: object, kind: str = "log", path: str = "$") -> Iterator[str]:
    """Yield where *value* is no SARIF object of a *kind*."""
    if not isinstance(value, dict):
        yield f"{path}: no object"
        return
    required, optional = (set(names.split()) for names in SHAPES[kind])
    yield from (f"{path}: no {name}" for name in required - set(value))
    yield from (f"{path}: {name}" for name in set(value) - required - optional)
    yield from (f"{path}.{why}" for why in _wrong_values(value))
    for name, child in CHILDREN.get(kind, {}).items():
        inner = value.get(name, [])
        listed = inner if isinstance(inner, list) else [inner]
        for at, each in enumerate(listed):
            yield from problems(each, child, f"{path}.{name}[{at}]")


def _wrong_values(value: Mapping[str, object]) -> Iterator[str]:
    for name, each in value.items():
        if name in {"uri", "helpUri", "informationUri"}:
            right = isinstance(each, str) and URI_RE.fullmatch(each) is not None
        elif name in {"startLine", "startColumn", "endLine", "endColumn"}:
            right = isinstance(each, int) and each >= 1
        elif name == "level":
            right = each in LEVELS
        elif name == "columnKind":
            right = each == "unicodeCodePoints"
        elif name in {"artifactChanges", "replacements"}:
            right = bool(each)
        elif name == "version":
            right = isinstance(each, str)
        else:
            right = True
        if not right:
            yield f"{name}: {each!r}"


def log(text: str, *names: str) -> dict[str, object]:
    marker = cite("a")
    answers = [
        checked(
            text,
            found(text, marker, fix=Applicability.SAFE, related=(Span(0, 1),)),
            found(text, "x\ny", severity=Severity.ERROR, fix=Applicability.UNSAFE),
            found(text, "z", severity=Severity.INFO, fix=Applicability.DISPLAY),
            name=name,
        )
        for name in names
    ]
    data = json.loads(report("sarif", *answers))
    assert isinstance(data, dict)
    return data


TEXT = f"é🎈 {cite('a')}x\ny\r\nz"


def test_the_log_is_valid() -> None:
    data = log(TEXT, "a.md", "/tmp/b c.md", "ü:ä.md", "<stdin>")  # noqa: S108 - never opened
    assert list(problems(data)) == []
    assert data["version"] == "2.1.0"


def test_the_checker_of_logs_sees_what_is_wrong() -> None:
    data = log(TEXT, "a.md")
    broken = json.dumps(data)
    for old, new in (
        ('"driver"', '"engine"'),
        ('"startLine": 1', '"startLine": 0'),
        ('"uri": "a.md"', '"uri": "a b.md"'),
        ('"level": "error"', '"level": "fatal"'),
        ('"message": {"text"', '"message": {"words"'),
        ('"replacements": [{', '"replacements": [], "x": [{'),
    ):
        assert old in broken
        assert list(problems(json.loads(broken.replace(old, new))))
    assert list(problems([])) == ["$: no object"]


def results(data: Mapping[str, object]) -> list[dict[str, object]]:
    runs = data["runs"]
    assert isinstance(runs, list)
    found_results: list[dict[str, object]] = runs[0]["results"]
    return found_results


def test_places_are_code_points_and_ends_are_exclusive() -> None:
    first, second, _ = results(log(TEXT, "a b.md"))
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "a%20b.md"},
                "region": {
                    "startLine": 1,
                    "startColumn": 4,
                    "endLine": 1,
                    "endColumn": 4 + len(cite("a")),
                },
            }
        }
    ]
    assert "'startColumn': 1, 'endLine': 1, 'endColumn': 2" in str(
        first["relatedLocations"]
    )
    assert "'endLine': 2, 'endColumn': 2" in str(second["locations"])


def test_fixes_are_replacements_and_shown_ones_are_left_out() -> None:
    first, second, third = results(log(TEXT, "a.md"))
    assert first["fixes"] == [
        {
            "description": {"text": "Shout"},
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": "a.md"},
                    "replacements": [
                        {
                            "deletedRegion": {
                                "startLine": 1,
                                "startColumn": 4,
                                "endLine": 1,
                                "endColumn": 4,
                            },
                            "insertedContent": {"text": "!"},
                        }
                    ],
                }
            ],
            "properties": {"applicability": "safe"},
        }
    ]
    assert "'unsafe'" in str(second["fixes"])
    assert third["fixes"] == []


def test_each_rule_is_described_and_each_result_finds_its_own() -> None:
    data = log(TEXT, "a.md")
    runs = data["runs"]
    assert isinstance(runs, list)
    rules = runs[0]["tool"]["driver"]["rules"]
    assert [rule["name"] for rule in rules] == list(all_rules())
    emphasis = next(rule for rule in rules if rule["id"] == "CM101")
    assert emphasis == {
        "id": "CM101",
        "name": "marker-in-emphasis",
        "shortDescription": {"text": all_rules()["marker-in-emphasis"].summary},
        "helpUri": "https://citemark.readthedocs.io/en/stable/rules/CM101.html",
        "defaultConfiguration": {"level": "warning", "enabled": True},
    }
    first, _, third = results(data)
    place = first["ruleIndex"]
    assert isinstance(place, int)
    assert rules[place]["id"] == first["ruleId"] == "CM101"
    assert (third["ruleId"], "ruleIndex" in third, third["level"]) == (
        "CM999",
        False,
        "note",
    )


@pytest.mark.parametrize("is_installed", [True, False])
def test_the_version_is_said_where_it_is_known(
    monkeypatch: pytest.MonkeyPatch, *, is_installed: bool
) -> None:
    def version(name: str) -> str:
        if not is_installed:
            raise importlib.metadata.PackageNotFoundError(name)
        return "7.8.9"

    monkeypatch.setattr("citemark.reports.sarif.version", version)
    output = report("sarif", checked("a"))
    assert ('"version": "7.8.9"' in output) is is_installed


def test_absolute_paths_are_file_addresses() -> None:
    uri = Path("/tmp/b c.md").as_uri()  # noqa: S108 - never opened
    assert f"'uri': '{uri}'" in str(log(TEXT, "/tmp/b c.md"))  # noqa: S108 - likewise
