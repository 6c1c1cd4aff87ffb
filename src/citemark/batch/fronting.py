"""Front matter of files: kept in front of Markdown, left out of what people read.

Places in findings are those of the file, whatever the output.
"""

from __future__ import annotations

from dataclasses import replace

from citemark.rendered import Rendered
from citemark.spans import Span

_MARKDOWN = "text/markdown"


def behind(front: str, rendered: Rendered) -> Rendered:
    """Return *rendered* as the output of a file that begins with *front*."""
    if not front:
        return rendered
    is_markdown = rendered.media_type == _MARKDOWN
    by, lines = len(front), front.count("\n")
    return replace(
        rendered,
        body=front + rendered.body if is_markdown else rendered.body,
        citations=tuple(
            replace(each, start=each.start + by, end=each.end + by)
            for each in rendered.citations
        ),
        unsupported=tuple(
            replace(each, start=each.start + by, end=each.end + by)
            for each in rendered.unsupported
        ),
        diagnostics=tuple(
            replace(
                each,
                start=each.start + by,
                end=each.end + by,
                line=each.line + lines,
                related=tuple(
                    Span(span.start + by, span.end + by) for span in each.related
                ),
            )
            for each in rendered.diagnostics
        ),
    )
