"""ALCE, a benchmark of cited answers: ``[1][2]``, counting the ``docs`` from 1."""

from __future__ import annotations

from citemark.provider import Answer
from citemark.responses.marked_text import answer_of_marks
from citemark.responses.written import numbered


def answer_from(response: object, *, docs: object = None) -> Answer:
    """Return the answer of *response*: a record of the benchmark, or its output.

    Raises:
        SourceError: *response* is neither.
    """
    return answer_of_marks(response, docs, "docs", numbered, "output")
