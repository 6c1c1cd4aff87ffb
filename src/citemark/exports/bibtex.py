r"""BibTeX: ``@misc`` entries, which every style knows, with the link in ``\url{}``.

Texts are UTF-8. Authors stay as they are given, since nothing says which of their
words is the surname.
"""

from __future__ import annotations

from citemark.bibliography import Work
from citemark.export import CitedAnswer, Example, Export
from citemark.tex import braced, tex_entry, tex_names, tex_text

# What styles define, so that each can name the months its way.
_MONTHS = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)


def write(cited: CitedAnswer) -> str:
    """Write one entry for each work, with a blank line between them."""
    return "\n".join(map(_entry, cited.works))


def _entry(work: Work) -> str:
    issued, accessed = work.issued, work.accessed
    return tex_entry(
        "misc",
        work.key,
        (
            ("author", braced(tex_names(work.authors))),
            ("title", braced(braced(tex_text(work.title)))),
            ("year", braced(issued and f"{issued.year:04}")),
            ("month", _MONTHS[issued.month - 1] if issued and issued.month else ""),
            ("publisher", braced(tex_text(work.publisher or ""))),
            ("howpublished", braced(work.url and f"\\url{{{work.url}}}")),
            ("language", braced(work.language)),
            ("note", braced(accessed and f"Accessed {accessed}")),
        ),
    )


EXPORT = Export(
    name="bibtex",
    suffix=".bib",
    media_type="application/x-bibtex",
    write=write,
    examples=(
        Example(
            source={
                "source_id": "S1",
                "title": "R&D in 100 days",
                "url": "https://www.example.org/a_b",
                "authors": ["Jane Doe", "Tides and Winds, Inc."],
                "publisher": "Example Press",
                "published_at": "2026-04-02T09:00:00+09:00",
                "retrieved_at": "2026-10-05",
                "language": "en",
            },
            written=(
                "@misc{doe2026days,\n"
                "  author = {{Jane Doe} and {Tides and Winds, Inc.}},\n"
                "  title = {{R\\&D in 100 days}},\n"
                "  year = {2026},\n"
                "  month = apr,\n"
                "  publisher = {Example Press},\n"
                "  howpublished = {\\url{https://www.example.org/a_b}},\n"
                "  language = {en},\n"
                "  note = {Accessed 2026-10-05},\n"
                "}\n"
            ),
        ),
        Example(
            source={"source_id": "S1", "title": "海の潮 {1}"},
            written=("@misc{source1,\n  title = {{海の潮 \\{1\\}}},\n}\n"),
        ),
    ),
)
