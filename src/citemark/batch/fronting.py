"""Front matter: kept in front of Markdown output, and counted in places."""

from __future__ import annotations

from dataclasses import replace

from citemark.front_matter import split_front_matter
from citemark.rendered import Rendered
from citemark.spans import Span


def divided(text: str, to: str) -> tuple[str, str]:
    """Return what goes into the output as it is, and the answer."""
    return split_front_matter(text) if to == "markdown" else ("", text)


def behind(front: str, rendered: Rendered) -> Rendered:
    """Return *rendered* as the output of a file that begins with *front*."""
    if not front:
        return rendered
    by, lines = len(front), front.count("\n")
    return replace(
        rendered,
        body=front + rendered.body,
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
