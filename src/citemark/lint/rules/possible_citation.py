"""A bracketed number or an undefined footnote that may have been meant as a citation.

What it does
    Flags ``[3]`` and ``[^4]`` that nothing in the answer defines.

Why is this bad
    It looks like a reference and leads nowhere; beside real numbers it misleads.

Fix safety
    There is no fix: only the author of the answer knows what was meant.

Known limits
    An interval or a shape such as ``[3]`` looks the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule

# What may not be before the bracket is looked at behind it: so the search is fast.
# Nothing has the number 0, and what is glued to a single letter is an index.
_LOOKALIKE_RE = re.compile(
    r"\[(?<![\\\[\]]\[)(?<!\b[A-Za-z]\[)(\^?[1-9][0-9]{0,2})\](?![(\[:\]])"
)

_DEFINED_RE = re.compile(r"\[(\^?[0-9]{1,3})\]:")


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each look-alike that is not defined."""
    source = ctx.document.source
    if not _LOOKALIKE_RE.search(source):
        return
    defined = {match[1] for match in _DEFINED_RE.finditer(source)}
    for span in ctx.prose:
        for match in _LOOKALIKE_RE.finditer(source, span.start, span.end):
            if match[1] not in defined:
                message = f"Unexpected {match[0]}, it may have been meant as a citation"
                yield Finding(codes.POSSIBLE_CITATION, message, *match.span())


RULE = Rule(
    code=codes.POSSIBLE_CITATION,
    summary="Bracketed numbers are citations, or defined.",
    check=check,
    examples=(
        Example(bad="Blocked in 2024[3]."),
        Example(good="In Python, `x = y` and x[1] is the second."),
        Example(good="With x[1] and items[0] set, it runs."),
        Example(good="See [1].\n\n[1]: https://example.org"),
    ),
)
