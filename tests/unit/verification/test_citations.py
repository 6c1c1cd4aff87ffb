from __future__ import annotations

import hashlib
from collections.abc import Mapping

import pytest

from citemark import Options, verify
from citemark.options import Limits
from citemark.verification.report import CitationCheck, Outcome
from tests.strategies import cite

RECORD = {
    "source_id": "a",
    "title": "Tide tables",
    "url": "https://example.org/tides",
    "text": "one\ntwo",
}
PASSED, FAILED, UNCHECKED = Outcome.PASSED, Outcome.FAILED, Outcome.UNCHECKED


def citations(
    record: Mapping[str, object], *locators: str, options: Options | None = None
) -> tuple[CitationCheck, ...]:
    answer = "".join(f"Yes.{cite('a', each)}" for each in locators or ("L1",))
    return verify(answer, [{**RECORD, **record}], options=options).citations


def outcome(
    name: str,
    record: Mapping[str, object],
    locator: str = "L1",
    options: Options | None = None,
) -> tuple[str, str, str | None]:
    """Outcome, message and level of one check of a single citation."""
    (citation,) = citations(record, locator, options=options)
    (check,) = (each for each in citation.checks if each.name == name)
    return check.outcome.value, check.message, check.severity and check.severity.value


def test_a_sound_citation_passes_everything() -> None:
    (citation,) = citations({})
    assert {each.name: each.outcome for each in citation.checks} == {
        "id_validity": PASSED,
        "source_status": PASSED,
        "locator_validity": PASSED,
        "url_policy": PASSED,
        "title_present": PASSED,
        "content_hash": UNCHECKED,
        "unmodified_since": UNCHECKED,
    }
    assert (citation.source_id, citation.locator, citation.ordinal) == ("a", "L1", 0)
    assert (citation.start, citation.end) == (10, 14)


def test_an_unknown_source_fails_each_time_and_has_no_more_checks() -> None:
    report = verify(f"A.{cite('x')} B.{cite('x', 'L1')}", [RECORD])
    assert [[check.name for check in each.checks] for each in report.citations] == [
        ["id_validity"],
        ["id_validity"],
    ]
    assert [found.message for found in report.findings] == ["unknown source ID 'x'"] * 2


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"status": "deleted"}, "source 'a' is deleted"),
        ({"status": "unpublished"}, "source 'a' is unpublished"),
        ({"citable": False}, "source 'a' is not to be cited"),
    ],
)
def test_sources_that_may_not_be_cited_fail(
    record: Mapping[str, object], message: str
) -> None:
    assert outcome("source_status", record) == ("failed", message, "error")


@pytest.mark.parametrize(
    ("record", "locator", "expected"),
    [
        ({}, "L3", ("failed", "locator L3 is beyond the source (2 lines)", "error")),
        (
            {},
            "L2-L3",
            ("failed", "locator L2-L3 is beyond the source (2 lines)", "warning"),
        ),
        ({"text": None}, "L1", ("unchecked", "", None)),
    ],
)
def test_places_are_held_against_the_text(
    record: Mapping[str, object], locator: str, expected: tuple[str, str, str | None]
) -> None:
    assert outcome("locator_validity", record, locator) == expected


def test_a_place_written_backwards_fails() -> None:
    found, message, level = outcome("locator_validity", {}, "L2-L1")
    assert (found, level) == ("failed", "warning")
    assert "L2-L1" in message
    (citation,) = citations({}, "L2-L1")
    assert citation.locator == "L1-L2"


def test_only_the_place_written_backwards_fails() -> None:
    answer = f"Yes.{cite('a', 'L2-L1', 'b', 'L1')}"
    report = verify(answer, [RECORD, {**RECORD, "source_id": "b"}])
    places = [
        check.outcome for check in report.checks if check.name == "locator_validity"
    ]
    assert places == [FAILED, PASSED]


def test_a_place_that_nobody_can_find_is_unchecked() -> None:
    options = Options(locators=("pages",))
    assert outcome("locator_validity", {}, "p2", options) == ("unchecked", "", None)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (
            {"url": "javascript:alert"},
            ("failed", "the URL of source 'a' has the scheme 'javascript'", "warning"),
        ),
        ({"url": None}, ("unchecked", "", None)),
    ],
)
def test_urls_are_held_against_the_policy(
    record: Mapping[str, object], expected: tuple[str, str, str | None]
) -> None:
    found, message, level = outcome("url_policy", record)
    assert (found, level) == (expected[0], expected[2])
    assert message.startswith(expected[1])


def test_the_limit_of_the_options_counts_for_urls() -> None:
    options = Options(limits=Limits(url_chars=10))
    assert outcome("url_policy", {}, options=options)[0] == "failed"


@pytest.mark.parametrize(
    ("title", "what"),
    [
        ("", "has no title"),
        (" \u200b", "has no title"),
        ("Untitled", "has only 'Untitled' for a title"),
        ("example.org", "has only 'example.org' for a title"),
        (RECORD["url"], "has only 'https://example.org/tides' for a title"),
    ],
)
def test_titles_say_something(title: str, what: str) -> None:
    expected = ("failed", f"source 'a' {what}", "warning")
    assert outcome("title_present", {"title": title}) == expected


HASH = hashlib.sha256(b"one\ntwo").hexdigest()


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"content_hash": f"sha256:{HASH}"}, "passed"),
        ({"content_hash": HASH.upper()}, "passed"),
        ({"content_hash": f"SHA-256={HASH}"}, "passed"),
        ({"content_hash": "0" * 64}, "failed"),
        ({"content_hash": "0" * 64, "chunk_id": "7"}, "unchecked"),
        ({"content_hash": "0" * 64, "text": None}, "unchecked"),
        ({"content_hash": "v7"}, "unchecked"),
    ],
)
def test_hashes_are_held_against_the_text(
    record: Mapping[str, object], expected: str
) -> None:
    found, message, _ = outcome("content_hash", record)
    assert found == expected
    assert bool(message) is (expected == "failed")


@pytest.mark.parametrize(
    ("modified", "retrieved", "expected"),
    [
        ("2026-04-02", "2026-04-01", "failed"),
        ("2026-04-01", "2026-04-01", "passed"),
        ("2026-04-02T00:30:00+02:00", "2026-04-01T23:00:00Z", "passed"),
        ("2026-04-02T01:30:00+02:00", "2026-04-01T23:00:00Z", "failed"),
        ("2026-04-02T01:30:00", "2026-04-01T23:00:00", "failed"),
        ("2026-04-02T01:30:00", "2026-04-01T23:00:00Z", "passed"),
        ("2026-04-02T14:30:00", "2026-04-01T23:00:00Z", "failed"),
        ("2026-04-02", "2026-04-01T23:00:00Z", "passed"),
        ("2026-04-03T00:00:00Z", "2026-04-01", "failed"),
        ("0001-01-01T00:00:00", "9999-12-31T23:59:59-14:00", "passed"),
        ("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00", "failed"),
        ("2026", "2026-04-01", "unchecked"),
        ("20260402", "2026-04-01T12:00:00Z", "passed"),
        ("2026-04-02", None, "unchecked"),
    ],
)
def test_sources_modified_after_they_were_retrieved_fail(
    modified: str, retrieved: str | None, expected: str
) -> None:
    record = {"modified_at": modified, "retrieved_at": retrieved}
    found, message, level = outcome("unmodified_since", record)
    assert found == expected
    assert level == ("warning" if expected == "failed" else None)
    if expected == "failed":
        assert message == (
            f"source 'a' was modified on {modified}, "
            f"after it was retrieved on {retrieved}"
        )


def test_what_is_wrong_with_a_source_is_said_once() -> None:
    first, second = citations({"title": "", "status": "deleted"}, "L1", "L2")
    assert [[each.severity for each in (*first.checks,)].count(None)] == [5]
    wrong = {each.name for each in second.checks if each.severity is not None}
    assert wrong == {"source_status"}
    failed = {each.name for each in second.checks if each.outcome is FAILED}
    assert failed == {"source_status", "title_present"}


def test_only_so_many_markers_are_checked() -> None:
    options = Options(limits=Limits(markers=1))
    assert len(citations({}, "L1", "L2", options=options)) == 1
