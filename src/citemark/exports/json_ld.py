"""schema.org as JSON-LD: the answer as an article that cites its sources.

It may stand in a ``<script type="application/ld+json">`` as it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from citemark.bibliography import Kind, Work
from citemark.export import CitedAnswer, Example, Export, known, to_json

_TYPES: Mapping[Kind, str] = {
    "webpage": "WebPage",
    "report": "Report",
    "document": "CreativeWork",
}


def write(cited: CitedAnswer) -> str:
    """Write one article, with a citation for each work."""
    head = {"@context": "https://schema.org", "@type": "Article"}
    language = cited.options.language
    citations = [_citation(work) for work in cited.works]
    return to_json(known({**head, "inLanguage": language, "citation": citations}))


def _citation(work: Work) -> Mapping[str, object]:
    publisher = {"@type": "Organization", "name": work.publisher}
    return known(
        {
            "@type": _TYPES[work.kind],
            "name": work.title,
            "url": work.url,
            # Whether a person or an organization, no record says.
            "author": [{"name": name} for name in work.authors],
            "publisher": publisher if work.publisher else None,
            "datePublished": work.published and str(work.published),
            "dateModified": work.modified and str(work.modified),
            "inLanguage": work.language,
            "license": _license(work),
        }
    )


def _license(work: Work) -> object:
    """Return the address of the licence, or what is said of it."""
    named = {"@type": "CreativeWork", "name": work.license}
    return work.license_url or (named if work.license else None)


EXPORT = Export(
    name="json-ld",
    suffix=".jsonld",
    media_type="application/ld+json",
    write=write,
    examples=(
        Example(
            source={
                "source_id": "S1",
                "title": "Tides </script>",
                "url": "https://example.org/tides",
                "authors": ["Jane Doe"],
                "publisher": "Harbour Office",
                "published_at": "2025-01-31",
                "modified_at": "2026-04-02",
                "license": "CC-BY-4.0",
            },
            written="""\
{
  "@context": "https://schema.org",
  "@type": "Article",
  "citation": [
    {
      "@type": "WebPage",
      "name": "Tides \\u003c/script\\u003e",
      "url": "https://example.org/tides",
      "author": [
        {
          "name": "Jane Doe"
        }
      ],
      "publisher": {
        "@type": "Organization",
        "name": "Harbour Office"
      },
      "datePublished": "2025-01-31",
      "dateModified": "2026-04-02",
      "license": {
        "@type": "CreativeWork",
        "name": "CC-BY-4.0"
      }
    }
  ]
}
""",
        ),
    ),
)
