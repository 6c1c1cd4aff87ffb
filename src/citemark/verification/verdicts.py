"""Recorded verdicts: JSON Lines that people can fill in and a re-run finds again.

A line without a label is a question that is still open, as in the template that goes
with a review sheet. What a line says replaces what a line above says of the same pair,
so that verdicts may simply be added at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import starmap
from pathlib import Path
from typing import Self

import msgspec

from citemark.errors import ConfigError, SourceError
from citemark.loaders import show
from citemark.stores.records import is_encodable, line_entry, read_lines
from citemark.stores.replacing import replacing
from citemark.verification.judge import UNJUDGED, Judge, Pair, Verdict, ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One line: the pair, for whoever reads the file, and the verdict if there is one.

    ``key`` alone names the pair; where the texts are given, too, they must agree.
    """

    key: str = ""
    source_id: str = ""
    locator: str = ""
    claim: str | None = None
    passage: str | None = None
    label: str = ""
    score: float | None = None
    rationale: str = ""
    judge_id: str = ""

    @classmethod
    def of(cls, pair: Pair, verdict: Verdict = UNJUDGED, source_id: str = "") -> Self:
        """Return the line for *pair*, open where *verdict* is `UNJUDGED`."""
        given = {} if verdict == UNJUDGED else asdict(verdict)
        return cls(
            key=pair.key,
            source_id=source_id,
            locator=pair.locator,
            claim=pair.claim,
            passage=pair.passage,
            **given,
        )

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, None while the line is open.

        Raises:
            ConfigError: label or score are impossible.
        """
        label = self.label.strip().lower()
        if not label:
            return None
        return Verdict(label, self.score, self.rationale, self.judge_id)  # type: ignore[arg-type] # checked there


_NAMES = frozenset(each.name for each in fields(Record))


def read_records(path: str | Path) -> dict[str, Record]:
    """Return key → line of the file at *path*, open ones included.

    Raises:
        SourceError: the file or a line is unusable; the message names the line.
    """
    path = Path(path)
    name = _name(path)
    try:
        with path.open("rb") as file:
            found = (
                _record(line.text, name, line.number) for line in read_lines(file, name)
            )
            return {record.key: record for record in found}
    except OSError as error:
        msg = f"{name}: cannot be read: {error.strerror or error}"
        raise SourceError(msg) from error


def write_records(path: str | Path, records: Iterable[Record]) -> None:
    """Write *records* to *path*, all or nothing.

    Raises:
        SourceError: the file cannot be written.
    """
    path, text = Path(path), dump_records(records)
    try:
        with replacing(path) as temporary:
            temporary.write_bytes(text.encode("utf-8"))
    except OSError as error:
        msg = f"{_name(path)}: cannot be written: {error.strerror or error}"
        raise SourceError(msg) from error


def _name(path: Path) -> str:
    """Return what messages call *path*: the names of some folders are empty."""
    return path.name or str(path)


class RecordedJudge:
    """Says what was said before; *otherwise*, if given, is asked about the rest.

    >>> pair = Pair("It opens at nine.", "We open at nine.")
    >>> judge = RecordedJudge({pair.key: Verdict("supported")})
    >>> [verdict.label.value for verdict in judge.judge_many([pair, Pair("a", "b")])]
    ['supported', 'unknown']
    """

    def __init__(
        self, verdicts: Mapping[str, Verdict], otherwise: Judge | None = None
    ) -> None:
        """Keep *verdicts*, which are found by ``Pair.key``."""
        self.verdicts = dict(verdicts)
        self.otherwise = otherwise

    @classmethod
    def load(cls, path: str | Path, otherwise: Judge | None = None) -> Self:
        """Read verdicts from JSON Lines; lines without a label are left out.

        Raises:
            SourceError: the file or a line is unusable; the message names the line.
        """
        return cls.of(read_records(path), otherwise)

    @classmethod
    def of(cls, records: Mapping[str, Record], otherwise: Judge | None = None) -> Self:
        """Take the verdicts of *records*; lines without a label are left out."""
        found = {key: record.verdict for key, record in records.items()}
        return cls({key: each for key, each in found.items() if each}, otherwise)

    def save(self, path: str | Path, pairs: Sequence[Pair]) -> None:
        """Write *pairs* and what is known of them as JSON Lines, all or nothing.

        Raises:
            SourceError: the file cannot be written.
        """
        known = zip(pairs, self.recall(pairs), strict=True)
        write_records(path, starmap(Record.of, known))

    def recall(self, pairs: Sequence[Pair]) -> list[Verdict]:
        """Return the verdicts on *pairs*, `UNJUDGED` where there is none."""
        return [self.verdicts.get(pair.key, UNJUDGED) for pair in pairs]

    def judge_many(self, pairs: Sequence[Pair], /) -> list[Verdict]:
        """Return the recorded verdicts, and ask for those there are none of."""
        if self.otherwise is not None:
            new = [pair for pair in pairs if pair.key not in self.verdicts]
            answers = ask(self.otherwise, new)
            self.verdicts |= {
                pair.key: answer for pair, answer in zip(new, answers, strict=True)
            }
        return self.recall(pairs)


def _record(text: str, name: str, number: int) -> Record:
    """Return the line *text* as a record with its key, checked."""
    entry = line_entry(text, name, number)
    given = entry.record
    if not isinstance(given, dict):
        msg = f"{entry.where}expected an object, got {type(given).__name__}"
        raise SourceError(msg)
    for key in given:
        if key not in _NAMES:
            known = ", ".join(sorted(_NAMES))
            msg = f"{entry.where}expected only {known}, got {show(key)}"
            raise SourceError(msg)
    try:
        record = msgspec.convert(given, Record)
        _ = record.verdict
    except msgspec.ValidationError as error:
        # It ends with the field: "… - at `$.score`".
        key = str(error).rpartition("$.")[2].rstrip("`")
        expected = "a number" if key == "score" else "text"
        got = type(given[key]).__name__
        msg = f"{entry.where}{key}: expected {expected}, got {got}"
        raise SourceError(msg) from error
    except ConfigError as error:
        msg = f"{entry.where}{error}"
        raise SourceError(msg) from error
    return _with_key(record, entry.where)


def _with_key(record: Record, where: str) -> Record:
    """Return *record* with the key that its texts have."""
    if record.claim is None or record.passage is None:
        if record.key:
            return record
        msg = f"{where}expected a key, or claim and passage"
        raise SourceError(msg)
    key = Pair(record.claim, record.passage, record.locator).key
    if record.key not in ("", key):
        msg = f"{where}key: claim, passage or locator are not those that were judged"
        raise SourceError(msg)
    return replace(record, key=key)


def dump_records(records: Iterable[Record]) -> str:
    """Return *records* as JSON Lines, from which they can be read again."""
    return "".join(f"{_dump(record)}\n" for record in records)


def _dump(record: Record) -> str:
    values = asdict(record)
    text = json.dumps(values, ensure_ascii=False)
    # Half of a surrogate pair can be escaped, but not encoded.
    return text if is_encodable(text) else json.dumps(values)
