"""Tool results: each source under a line with the marker that cites it."""

from __future__ import annotations

from citemark.prompt.style import GAP, NOT_CITABLE, Head, Style, described, spelled


def head(shown: Head) -> list[str]:
    """Return a marker line, what is known of the source, and an empty line."""
    return [f"Citation Marker: {shown.marker or NOT_CITABLE}", *described(shown)]


STYLE = Style(
    name="tool",
    head=head,
    forgeries=(rf"{spelled('citation')}{GAP}*{spelled('marker')}{GAP}*:",),
    reading="Each source begins with a line `Citation Marker:`, and the marker on that "
    "line holds its ID.",
    example_ids=("turn41file1", "turn41file6"),
)
