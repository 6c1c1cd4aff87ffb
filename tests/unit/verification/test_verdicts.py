from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from citemark.errors import SourceError
from citemark.verification.judge import UNJUDGED, Label, Pair, Verdict
from citemark.verification.verdicts import (
    Record,
    RecordedJudge,
    dump_records,
    read_records,
    write_records,
)
from tests.unit.verification.test_judge import Echo

A, B = Pair("It opens at nine.", "We open at nine.", "L1"), Pair("C", "D")
YES = Verdict(Label.SUPPORTED, 0.9, "Line 1.", "anna")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "verdicts.jsonl"


def written(path: Path, *lines: object) -> Path:
    rows = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("".join(f"{row}\n" for row in rows), "utf-8")
    return path


def test_what_is_saved_is_found_again(path: Path) -> None:
    RecordedJudge({A.key: YES}).save(path, [A, B])
    assert RecordedJudge.load(path).judge_many([B, A]) == [UNJUDGED, YES]
    assert [record.claim for record in read_records(path).values()] == [
        A.claim,
        B.claim,
    ]


def test_a_line_is_for_people_too(path: Path) -> None:
    write_records(path, [Record.of(A, YES, "turn0file0")])
    assert json.loads(path.read_text("utf-8")) == {
        "key": A.key,
        "source_id": "turn0file0",
        "locator": "L1",
        "claim": "It opens at nine.",
        "passage": "We open at nine.",
        "label": "supported",
        "score": 0.9,
        "rationale": "Line 1.",
        "judge_id": "anna",
    }


def test_letters_stay_letters_and_half_pairs_survive(path: Path) -> None:
    records = [Record.of(Pair("営業は九時", "\ud800")), Record.of(Pair("九時", "b"))]
    write_records(path, records)
    assert list(read_records(path).values()) == records
    assert "九時" in path.read_text("utf-8")


def test_an_open_line_is_no_verdict(path: Path) -> None:
    written(path, {"claim": "C", "passage": "D", "label": " "})
    assert RecordedJudge.load(path).verdicts == {}
    assert read_records(path)[B.key].verdict is None


def test_a_key_alone_is_enough_and_labels_may_be_capitals(path: Path) -> None:
    written(path, {"key": A.key, "label": "Partial "}, "")
    assert RecordedJudge.load(path).verdicts == {A.key: Verdict(Label.PARTIAL)}


def test_the_last_line_about_a_pair_counts(path: Path) -> None:
    line = {"claim": "C", "passage": "D", "label": "partial"}
    written(path, line, {**line, "label": "unsupported"})
    assert RecordedJudge.load(path).judge_many([B])[0].label is Label.UNSUPPORTED


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2, column 2: not valid JSON"),
        ([], "line 2: expected an object, got list"),
        ({"lable": "partial"}, "line 2: expected only claim, .* got 'lable'"),
        ({"key": "k", "label": "maybe"}, "line 2: Verdict.label: .* got 'maybe'"),
        ({"key": "k", "label": "partial", "score": 2}, "line 2: Verdict.score"),
        ({"key": "k", "score": "high"}, "line 2: score: expected a number, got str$"),
        ({"key": "k", "score": True}, "line 2: score: expected a number, got bool$"),
        ({"key": "k", "label": 2}, "line 2: label: expected text, got int$"),
        ({"key": None}, "line 2: key: expected text, got NoneType$"),
        ({"claim": ["C"]}, "line 2: claim: expected text, got list$"),
        ({"label": "partial"}, "line 2: expected a key, or claim and passage"),
        ({"claim": "C", "label": "partial"}, "line 2: expected a key, or claim"),
        ({"key": A.key, "claim": "C", "passage": "D"}, "line 2: key: claim, passage"),
    ],
)
def test_a_bad_line_is_named(path: Path, line: object, message: str) -> None:
    with pytest.raises(SourceError, match=rf"verdicts\.jsonl: {message}"):
        read_records(written(path, {"key": "x"}, line))


def test_files_that_cannot_be_used_are_named(path: Path) -> None:
    with pytest.raises(SourceError, match=r"verdicts\.jsonl: cannot be read"):
        RecordedJudge.load(path)
    with pytest.raises(SourceError, match=r"v\.jsonl: cannot be written"):
        write_records(path / "away" / "v.jsonl", [])


@pytest.mark.parametrize("name", [".", "/", ""])
def test_folders_have_names_too(name: str) -> None:
    where = name or "."
    with pytest.raises(SourceError, match=rf"^{re.escape(where)}: cannot be read: Is"):
        read_records(name)


def test_a_failure_leaves_the_file_as_it_was(path: Path) -> None:
    written(path, {"key": "x"})
    before = path.read_bytes()
    bad = Record(key="y", claim=b"no text")  # type: ignore[arg-type] # fails late
    with pytest.raises(TypeError):
        write_records(path, [Record(key="a"), bad])
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_only_what_is_new_is_asked_for_and_kept() -> None:
    echo = Echo()
    judge = RecordedJudge({A.key: YES}, echo)
    found = judge.judge_many([A, B])
    assert found == [YES, Verdict(Label.PARTIAL, rationale="C")]
    assert judge.judge_many([B]) == found[1:]
    assert echo.asked == [[B]]


def test_no_records_are_an_empty_file() -> None:
    assert dump_records([]) == ""
