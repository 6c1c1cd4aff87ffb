"""A locator with digits of another script.

What it does
    Flags a field that would be a locator if its digits were ASCII, such as one with
    Arabic or full-width digits.

Why is this bad
    It is not read as a locator, so the citation means its whole source.

Fix safety
    Unsafe: the digits are written in ASCII, which gives the citation a place that it
    did not have. Numbers are easily mistaken when their script changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from unicodedata import decimal

from citemark import codes
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each locator whose digits are not ASCII."""
    for finding in ctx.findings(codes.NON_ASCII_LOCATOR):
        span = Span(finding.start, finding.end)
        ascii_digits = "".join(map(_in_ascii, span.of(ctx.source)))
        fix = Fix(
            "Write the digits in ASCII",
            (Edit(span, ascii_digits),),
            Applicability.UNSAFE,
        )
        yield replace(finding, fix=fix)


def _in_ascii(char: str) -> str:
    return str(decimal(char)) if char.isdecimal() else char


RULE = Rule(
    code=codes.NON_ASCII_LOCATOR,
    summary="A locator has ASCII digits.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue202L\u0664-L\u0669\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue202L4-L9\ue201",
        ),
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue202L\uff11\uff12\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue202L12\ue201",
        ),
        Example(good="Open daily.\ue200cite\ue202turn0search0\ue202L4-L9\ue201"),
    ),
)
