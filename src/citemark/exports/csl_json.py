"""CSL-JSON: what Pandoc, Zotero and citation processors format references from."""

from __future__ import annotations

from collections.abc import Mapping

from citemark.bibliography import Work
from citemark.dates import Day
from citemark.export import CitedAnswer, Example, Export, known, to_json


def write(cited: CitedAnswer) -> str:
    """Write an array with one item for each work."""
    return to_json([_item(work) for work in cited.works])


def _item(work: Work) -> Mapping[str, object]:
    is_page = work.kind == "webpage"
    # Pages are part of a site; to name it twice would print it twice.
    site = work.publisher or (work.host if work.host != work.title else None)
    return known(
        {
            "id": work.key,
            "type": work.kind,
            "title": work.title,
            "author": [{"literal": name} for name in work.authors],
            "container-title": site if is_page else None,
            "publisher": None if is_page else work.publisher,
            "issued": _date(work.issued),
            "accessed": _date(work.accessed),
            "URL": work.url,
            "language": work.language,
        }
    )


def _date(day: Day | None) -> Mapping[str, object] | None:
    return {"date-parts": [list(day.parts)]} if day else None


EXPORT = Export(
    name="csl-json",
    suffix=".csl.json",
    media_type="application/vnd.citationstyles.csl+json",
    write=write,
    examples=(
        Example(
            source={
                "source_id": "S1",
                "title": "Tide tables",
                "url": "https://example.org/tides",
                "authors": ["Jane Doe"],
                "published_at": "2026-04",
                "language": "en-GB",
            },
            written="""\
[
  {
    "id": "doe2026tide",
    "type": "webpage",
    "title": "Tide tables",
    "author": [
      {
        "literal": "Jane Doe"
      }
    ],
    "container-title": "example.org",
    "issued": {
      "date-parts": [
        [
          2026,
          4
        ]
      ]
    },
    "URL": "https://example.org/tides",
    "language": "en-GB"
  }
]
""",
        ),
        Example(
            source={"source_id": "S1", "title": "Rules", "source_type": "report"},
            written="""\
[
  {
    "id": "rules",
    "type": "report",
    "title": "Rules"
  }
]
""",
        ),
    ),
)
