"""BibLaTeX: ``@online``, ``@report`` and ``@misc`` entries, for Biber."""

from __future__ import annotations

from collections.abc import Mapping

from citemark.bibliography import Kind, Work
from citemark.export import CitedAnswer, Example, Export
from citemark.tex import braced, tex_entry, tex_names, tex_text

# Kind → type of entry, and the field for who brought the work out.
_TYPES: Mapping[Kind, tuple[str, str]] = {
    "webpage": ("online", "organization"),
    "report": ("report", "institution"),
    "document": ("misc", "organization"),
}


def write(cited: CitedAnswer) -> str:
    """Write one entry for each work, with a blank line between them."""
    return "\n".join(map(_entry, cited.works))


def _entry(work: Work) -> str:
    kind, publisher = _TYPES[work.kind]
    return tex_entry(
        kind,
        work.key,
        (
            ("author", braced(tex_names(work.authors))),
            ("title", braced(braced(tex_text(work.title)))),
            # A list of names as well, where "and" would divide it.
            (publisher, braced(work.publisher and tex_names([work.publisher]))),
            ("date", braced(work.issued and str(work.issued))),
            ("url", braced(work.url)),
            ("urldate", braced(work.url and work.accessed and str(work.accessed))),
        ),
    )


EXPORT = Export(
    name="biblatex",
    suffix=".bib",
    media_type="application/x-bibtex",
    write=write,
    examples=(
        Example(
            source={
                "source_id": "S1",
                "title": "Tide tables",
                "url": "https://example.org/a_b?c=50%25#d",
                "authors": ["Jane Doe"],
                "publisher": "Tides and Winds",
                "modified_at": "2026-04",
                "retrieved_at": "2026-10-05",
            },
            written=(
                "@online{doe2026tide,\n"
                "  author = {{Jane Doe}},\n"
                "  title = {{Tide tables}},\n"
                "  organization = {{Tides and Winds}},\n"
                "  date = {2026-04},\n"
                "  url = {https://example.org/a_b?c=50%25#d},\n"
                "  urldate = {2026-10-05},\n"
                "}\n"
            ),
        ),
        Example(
            source={
                "source_id": "S1",
                "title": "Annual report",
                "source_type": "report",
                "publisher": "Harbour Office",
                "published_at": "2025",
            },
            written=(
                "@report{source2025annual,\n"
                "  title = {{Annual report}},\n"
                "  institution = {{Harbour Office}},\n"
                "  date = {2025},\n"
                "}\n"
            ),
        ),
    ),
)
