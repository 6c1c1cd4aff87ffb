"""Reports for tests of what is made from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from citemark import verify
from citemark.sources import SourceRegistry
from citemark.verification.judge import Judge
from citemark.verification.report import Coverage, VerificationReport

Records = Sequence[Mapping[str, object]] | SourceRegistry


def report_of(
    answer: str,
    records: Records,
    *,
    judge: Judge | None = None,
    needs: Coverage | None = None,
) -> VerificationReport:
    """Return the report on *answer*, with other *needs* where they are given."""
    report = verify(answer, records, judge=judge)
    return report if needs is None else replace(report, needs=needs)
