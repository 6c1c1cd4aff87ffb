"""Verification of one answer: every check, on every citation and cited sentence."""

from __future__ import annotations

from citemark.errors import ConfigError
from citemark.options import Options
from citemark.sources import Sources
from citemark.verification.judge import Judge
from citemark.verification.report import VerificationReport


def verify(
    answer: str,
    sources: Sources,
    *,
    question: str | None = None,
    options: Options | None = None,
    judge: Judge | None = None,
) -> VerificationReport:
    r"""Return how far the citations of *answer* hold, by checks that need no model.

    Sentences that only repeat the user's *question* need no citation. A *judge* is
    asked for verdicts on all pairs of sentence and passage, with one call.

    >>> record = {"source_id": "a", "title": "Hours", "text": "The quay opens at 9."}
    >>> report = verify("It opens at 8.\ue200cite\ue202a\ue202L1\ue201", [record])
    >>> [found.message for found in report.findings]
    ["number '8' is not in the cited passage"]

    Raises:
        SourceError: a source record is unusable.
        ConfigError: an argument or option has an impossible value, or the package
            ``sentencex`` is missing.
    """
    given: object = answer
    if not isinstance(given, str):
        msg = f"answer: expected str, got {type(given).__name__}"
        raise ConfigError(msg)
    # Patterns of many languages: only who verifies shall wait for them.
    from citemark.verification.running import run_checks

    return run_checks(
        answer,
        sources,
        question=question,
        options=options or Options(),
        judge=judge,
    )
