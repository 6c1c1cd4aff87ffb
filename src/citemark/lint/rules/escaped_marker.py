r"""A marker whose characters are spelled out: as JSON escapes, or by their names.

What it does
    Flags ``\ue200`` … ``\ue202`` written as six characters in prose, and
    ``{CITATION_START}`` … ``{CITATION_STOP}``.

Why is this bad
    Readers see the escapes instead of a reference: some step did not decode its JSON,
    or a model copied its instructions.

Fix safety
    There is no fix. The dialect ``openai-escaped`` reads such markers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule

_MARKER_RE = re.compile(
    r"\\ue200(?:(?!\\ue20[01]).){0,500}?\\ue201|\\ue202[A-Za-z0-9_-]+|\\ue20[0-6]"
    r"|\{CITATION_START\}(?:(?!\{CITATION_ST).){0,500}?\{CITATION_STOP\}"
)


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker that is spelled out."""
    if r"\ue20" not in ctx.source and "{CITATION_" not in ctx.source:
        return
    for span in ctx.prose:
        for match in _MARKER_RE.finditer(ctx.document.source, span.start, span.end):
            message = "Unexpected escaped marker, expected the characters themselves"
            yield Finding(codes.ESCAPED_MARKER, message, *match.span())


RULE = Rule(
    code=codes.ESCAPED_MARKER,
    summary="Marker characters are characters, not escapes.",
    check=check,
    examples=(
        Example(bad=r"Open daily. \ue200cite\ue202turn0search0\ue201"),
        Example(bad="Yes {CITATION_START}cite{CITATION_DELIMITER}a{CITATION_STOP}."),
        Example(good=r"The escape `\ue200` opens a marker."),
    ),
)
