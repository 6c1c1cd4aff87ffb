"""What fields may be: source IDs by pattern, and kinds of locators by name."""

from __future__ import annotations

import pytest

from citemark import Options, render
from citemark.dialects import openai
from citemark.errors import ConfigError
from citemark.model import Marker
from citemark.syntax import Syntax, id_pattern
from tests.strategies import DELIM, START, cite


def read(text: str, syntax: Syntax) -> list[Marker]:
    return openai.scan(text, syntax)


def pairs(text: str, **fields: str | tuple[str, ...]) -> list[tuple[str, str]]:
    found = read(text, Syntax(**fields))  # type: ignore[arg-type] # by their names
    return [(each.source_id, str(each.locator)) for each in found[0].citations]


@pytest.mark.parametrize(
    ("pattern", "matches", "refuses"),
    [
        ("[A-Za-z0-9_-]+", "turn0file0", "a.b"),
        (r"^doc:[0-9]+(/[a-z]+)*$", "doc:12/a/b", "doc:12/"),
        (r"(?:a|ab)c|x{2,3}", "abc", "x"),
        (r"\w+", "水", "a-b"),
        (r"[\]a]+\.[^\W\d]++", "]a.b", "a.1"),
        (r"\x41\u00e9{2}", "Aéé", "Aé"),
        (r"{a}", "{a}", "a"),
        (r"(?:[a-z]+[0-9]*)+", "a1b2", "1"),
    ],
)
def test_patterns(pattern: str, matches: str, refuses: str) -> None:
    compiled = id_pattern(pattern)
    assert compiled.fullmatch(matches)
    assert not compiled.fullmatch(refuses)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("[a-z", "a regular expression"),
        ("(a", "a regular expression"),
        ("a**", "a regular expression"),
        ("a*", "a pattern that does not match nothing"),
        ("", "a pattern that does not match nothing"),
        ("a|", "a pattern that does not match nothing"),
        (".+", "no white space, control or marker characters in what . matches"),
        (r"\S+", r"in what \\S matches"),
        ("[^/]+", r"in what \[\^/\] matches"),
        ("a b", "in what   matches"),
        ("a\ue200", "marker characters in what"),
        ("a^b", r"in what \^ matches"),
        ("a$b", r"in what \$ matches"),
        ("(?=a)b", "greedy quantifiers only"),
        ("(?i)a", "greedy quantifiers only"),
        ("(?P<x>a)", "greedy quantifiers only"),
        ("a+?", "greedy quantifiers only"),
        (r"(a)\1", "greedy quantifiers only"),
        (r"a\b", "greedy quantifiers only"),
        ("a\\", "greedy quantifiers only"),
    ],
)
def test_patterns_that_cannot_be_used(pattern: str, expected: str) -> None:
    with pytest.raises(ConfigError, match=f"^Options.source_id_pattern: .*{expected}"):
        Options(source_id_pattern=pattern)


@pytest.mark.parametrize(
    "pattern", ["(?:a+)+", "(?:a|a)*b", "(?:a?){30}a{30}", "a*a*a*a*a*a*b", "(a|aa)+b"]
)
def test_no_pattern_takes_long(pattern: str) -> None:
    # With backtracking, these would not end before the suite's time limit.
    assert not id_pattern(pattern).fullmatch("a" * 4_000 + "!")


def test_an_unknown_kind_names_those_there_are() -> None:
    with pytest.raises(
        ConfigError, match=r"^Options.locators: expected some of .*lines.*, got 'verse'"
    ):
        Options(locators=("lines", "verse"))


def test_ids_of_another_pattern() -> None:
    syntax = Syntax(source_id=r"doc:[0-9]+")
    found = read(cite("doc:7", "L2", "other"), syntax)[0]
    assert found.source_ids == ("doc:7",)
    (finding,) = found.findings
    assert (
        finding.message == "Unexpected source ID, expected one that matches doc:[0-9]+"
    )
    rendered = render(
        f"Yes.{cite('doc:7')}",
        [{"source_id": "doc:7", "title": "T"}],
        to="text",
        options=Options(source_id_pattern=r"doc:[0-9]+"),
    )
    assert "[1] T" in str(rendered)


def test_what_is_a_locator_is_no_id() -> None:
    kinds = ("lines", "paragraphs", "pages", "blocks", "time")
    text = cite("a", "p2", "P3", "Block4", "0:05", "P4b")
    expected = [
        ("a", "p2"),
        ("a", "P3"),
        ("a", "Block4"),
        ("a", "0:05"),
        ("P4b", "None"),
    ]
    assert pairs(text, locators=kinds) == expected
    assert pairs(text) == [("a", "None"), ("p2", "None"), ("P3", "None"),
                           ("Block4", "None"), ("P4b", "None")]  # fmt: skip


def test_without_kinds_all_is_ids() -> None:
    assert pairs(cite("a", "L1"), locators=()) == [("a", "None"), ("L1", "None")]


@pytest.mark.parametrize(
    "word", ["P٣", "p１２-p１３", "１2:30", "Block९", "C۰-C۹", "¶３"]
)
def test_digits_of_other_scripts_make_no_locator(word: str) -> None:
    kinds = ("paragraphs", "pages", "time", "blocks", "chars")
    (marker,) = read(cite("a", word), Syntax(locators=kinds))
    assert [found.code.code for found in marker.findings] == ["CM009"]
    assert marker.citations[0].locator is None


def test_a_last_resort_needs_a_source_and_is_no_id() -> None:
    kinds = ("lines", "opaque")
    assert pairs(cite("a", "fig.3", "b"), locators=kinds) == [
        ("a", "fig.3"),
        ("b", "None"),
    ]
    (marker,) = read(cite("fig.3", "a"), Syntax(locators=kinds))
    assert [found.code.code for found in marker.findings] == ["CM003"]
    assert marker.source_ids == ("a",)


def test_a_broken_marker_hides_its_locator_and_no_prose() -> None:
    syntax = Syntax(locators=("time", "section", "lines"))
    start = f"{START}cite{DELIM}a{DELIM}"
    for field, prose in [("12:30-13:05", " said"), ("", "§Leave了"), ("L2", "、と")]:
        marker = read(start + field + prose, syntax)[0]
        assert marker.raw == start + field


def test_reversed_ranges_of_all_kinds_are_turned() -> None:
    for word, read_as in {
        "P5-P3": "P3-P5",
        "13:05-12:30": "12:30-13:05",
        "C9-C4": "C4-C9",
    }.items():
        (marker,) = read(
            cite("a", word), Syntax(locators=("paragraphs", "time", "chars"))
        )
        (finding,) = marker.findings
        assert (
            finding.message == f"Unexpected reversed locator {word}, read as {read_as}"
        )
        assert str(marker.citations[0].locator) == read_as
