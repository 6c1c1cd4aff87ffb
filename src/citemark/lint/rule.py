"""What a rule is: one check of one code, in one file of `lint/rules/`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from citemark.diagnostic import Code, Finding
from citemark.lint.context import LintContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A text the rule flags (``bad``), and one that it does not (``good``).

    With both, ``good`` is exactly what fixing ``bad`` gives, by an unsafe fix if the
    rule has no safe one. ``sources`` are the records that both may cite, ``rules`` the
    settings under which the example holds.
    """

    bad: str | None = None
    good: str | None = None
    sources: tuple[Mapping[str, object], ...] = ()
    rules: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One check. It yields findings; the engine selects, sorts and reports.

    ``settings`` is a frozen dataclass whose fields all have defaults: what a user may
    set for this rule, read by ``check`` as ``ctx.settings(Settings)``.
    """

    code: Code
    summary: str
    check: Callable[[LintContext], Iterator[Finding]]
    examples: tuple[Example, ...]
    default: bool = True
    """Whether the rule runs where nothing selects it."""
    settings: type | None = None

    @property
    def name(self) -> str:
        """The slug, which is the name of its file."""
        return self.code.name
