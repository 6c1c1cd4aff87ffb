"""Results of a search: each source under its ID in lenticular brackets."""

from __future__ import annotations

from citemark.prompt.style import NOT_CITABLE, UNSEEN, Head, Style, described

_INSIDE = "[^【〖】〗]*"
_CLOSED = f"(?={_INSIDE}[】〗])"


def head(shown: Head) -> list[str]:
    """Return the ID in brackets, what is known of the source, and an empty line."""
    name = NOT_CITABLE if shown.source_id is None else f"【{shown.source_id}】"
    return [name, *described(shown)]


STYLE = Style(
    name="lenticular",
    head=head,
    # Brackets around words of Chinese or Japanese are only that, unless an ID, letters
    # and then digits, is among them.
    forgeries=(
        rf"[【〖](?=(?:[\x00-\x7f]|[^\x00-\x7f\w【〖】〗])+[】〗])(?={_INSIDE}[a-z0-9])",
        rf"[【〖]{_CLOSED}(?={_INSIDE}[a-z]{UNSEEN}*[0-9])",
    ),
    reading="Each source begins with a line that holds its ID between 【 and 】.",
    example_ids=("turn41search1", "turn41search6"),
)
