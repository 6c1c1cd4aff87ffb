"""Results of a search: each source under its ID in lenticular brackets."""

from __future__ import annotations

from citemark.prompt.style import GAP, NOT_CITABLE, Head, Style, described


def head(shown: Head) -> list[str]:
    """Return the ID in brackets, what is known of the source, and an empty line."""
    name = NOT_CITABLE if shown.source_id is None else f"【{shown.source_id}】"
    return [name, *described(shown)]


STYLE = Style(
    name="lenticular",
    head=head,
    # Brackets around words of Chinese or Japanese are only that.
    forgeries=(rf"[【〖](?=(?:{GAP}|[!-~†：０-９Ａ-Ｚａ-ｚ＿－])+[】〗])",),
    reading="Each source begins with a line that holds its ID between 【 and 】.",
    example_ids=("turn41search1", "turn41search6"),
)
