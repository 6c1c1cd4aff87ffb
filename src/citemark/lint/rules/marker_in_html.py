"""A marker inside an HTML tag, comment or element that can hold no link.

What it does
    Flags a marker in a tag or its attributes, in a comment, in ``<script>``,
    ``<style>`` and their like, in ``<a>``, ``<code>``, ``<pre>`` and ``<summary>``, and
    anywhere in a block of raw HTML.

Why is this bad
    The tag breaks and shows up as text, or the reference is lost with the comment. And
    markers are found by reading Markdown, which raw HTML is not.

Fix safety
    Safe: the marker moves behind the element or comment, or to the end of the paragraph
    before a block of raw HTML.

Known limits
    The attribute that held the marker stays, if need be empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in HTML."""
    yield from misplaced(ctx, codes.MARKER_IN_HTML)


RULE = Rule(
    code=codes.MARKER_IN_HTML,
    summary="A marker stands behind HTML, not inside.",
    check=check,
    examples=(
        Example(
            bad="Open <b\ue200cite\ue202turn0search0\ue201>daily</b> until nine.",
            good="Open <b>daily</b>\ue200cite\ue202turn0search0\ue201 until nine.",
        ),
        Example(
            bad='Open <b title="Not\ue200cite\ue202turn0search0\ue201 '
            'today">daily</b>.',
            good='Open <b title="Not today">daily</b>\ue200cite'
            "\ue202turn0search0\ue201.",
        ),
        Example(
            bad="Open daily. <!-- as of May\ue200cite"
            "\ue202turn0search0\ue201 --> Free entry.",
            good="Open daily. <!-- as of May -->\ue200cite"
            "\ue202turn0search0\ue201 Free entry.",
        ),
        Example(
            bad="Open <script>daily()\ue200cite"
            "\ue202turn0search0\ue201</script> until nine.",
            good="Open <script>daily()</script>\ue200cite"
            "\ue202turn0search0\ue201 until nine.",
        ),
        Example(
            bad="Run <code>tide\ue200cite\ue202turn0search0\ue201</code> first.",
            good="Run <code>tide</code>\ue200cite\ue202turn0search0\ue201 first.",
        ),
        Example(
            bad="Ask:\n\n<pre>\ntide\ue200cite\ue202turn0search0\ue201\n</pre>",
        ),
        Example(
            bad="Open.\n\n<style>\np{}\ue200cite\ue202turn0search0\ue201\n</style>",
            good="Open.\ue200cite\ue202turn0search0\ue201\n\n<style>\np{}\n</style>",
        ),
        Example(good="Open <b>daily</b>\ue200cite\ue202turn0search0\ue201 until nine."),
    ),
)
