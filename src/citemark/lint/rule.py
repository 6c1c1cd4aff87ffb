"""What a rule is, and what it may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from citemark.diagnostic import Code, Finding
from citemark.document.document import Document
from citemark.spans import Span


@dataclass(frozen=True, slots=True)
class LintContext:
    """One parsed answer; ``prose`` are its stretches outside code and raw HTML."""

    document: Document
    prose: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A text the rule flags (``bad``), and one that it does not (``good``)."""

    bad: str | None = None
    good: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One check. It yields findings; the engine selects, sorts and reports."""

    code: Code
    summary: str
    check: Callable[[LintContext], Iterator[Finding]]
    examples: tuple[Example, ...]

    @property
    def name(self) -> str:
        """The slug, which is the name of its file."""
        return self.code.name
