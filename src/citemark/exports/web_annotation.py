"""W3C Web Annotation: what each citation says where, about which words of the answer.

**Why** the target is the answer *without its markers*: a quote that holds markers is
in no text that anybody reads. Its name is that of its content (RFC 6920), so whoever
has the text can tell that the positions are right.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias
from uuid import NAMESPACE_URL, uuid5

from citemark.answer import find_markers
from citemark.bibliography import Work
from citemark.export import CitedAnswer, Example, Export, Fields, known, to_json
from citemark.model import MarkerKind, ResolvedCitation
from citemark.text import ELLIPSIS, clean_line

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_AROUND = 32
# What begins a block, and what ends the sentence before.
_BLOCK_RE = re.compile(r"(?:[\s>|#]|[-*+](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))*")
_REST_RE = re.compile(r"[\s.,;:!?…。，、！？；：|]*")

_Stretch: TypeAlias = tuple[int, int]


class _Answer(NamedTuple):
    """The answer without its markers, and which words its citations are for."""

    text: str
    name: str
    language: str | None
    stretches: Mapping[int, _Stretch | None]
    """Where a marker was → the words it follows, if there are any."""


def write(cited: CitedAnswer) -> str:
    """Write one collection, with an annotation for each citation."""
    answer = _bare(cited)
    works = {work.source_id: work for work in cited.works}
    items = [
        _annotation(each, works[each.source_id], answer)
        for each in cited.rendered.citations
        if each.source_id in works
    ]
    page = {
        "id": _uuid(f"{answer.name}#page"),
        "type": "AnnotationPage",
        "startIndex": 0,
        "items": items,
    }
    return to_json(
        {
            "@context": _CONTEXT,
            "id": _uuid(answer.name),
            "type": "AnnotationCollection",
            "total": len(items),
            **({"first": page} if items else {}),
        }
    )


def _bare(cited: CitedAnswer) -> _Answer:
    """Take the markers out of an answer."""
    answer, options = cited.rendered.answer, cited.options
    pieces: list[str] = []
    places: dict[int, int] = {}
    done = length = 0
    names = frozenset(each.source_id for each in cited.rendered.sources)
    for marker in find_markers(answer, options, lambda _: names):
        # The name of a widget, which may be anything that JSON can spell.
        words = clean_line(marker.text)
        pieces += (answer[done : marker.start], words)
        length += marker.start - done
        if marker.kind is MarkerKind.CITATION:
            places[marker.start] = length
        length += len(words)
        done = marker.end
    text = "".join((*pieces, answer[done:]))
    digest = hashlib.sha256(text.encode()).digest()
    name = urlsafe_b64encode(digest).decode().rstrip("=")
    stretches = _stretches(text, tuple(places.values()))
    return _Answer(
        text=text,
        name=f"ni:///sha-256;{name}",
        language=options.language,
        stretches=dict(zip(places, stretches, strict=True)),
    )


def _stretches(text: str, places: Sequence[int]) -> Iterator[_Stretch | None]:
    """Yield, for each of *places*, the words back to the one before on its line.

    Places with nothing between them share theirs.
    """
    before: _Stretch | None = None
    done = 0
    for place in places:
        end = done + len(text[done:place].rstrip())
        line = max(text.rfind("\n", done, end) + 1, done)
        head = (_REST_RE if 0 < line == done else _BLOCK_RE).match(text, line, end)
        start = head.end() if head else line
        if start < end:
            before = (start, end)
        yield before
        done = place


def _annotation(citation: ResolvedCitation, work: Work, answer: _Answer) -> Fields:
    return {
        "id": _uuid(f"{answer.name}#{citation.citation_id}"),
        "type": "Annotation",
        "motivation": "linking",
        "body": _body(citation, work),
        "target": _target(citation, answer),
    }


def _body(citation: ResolvedCitation, work: Work) -> Fields:
    """Describe the source, and quote the words of it that are cited."""
    # What was cut off is no part of the source.
    quote = citation.excerpt.removesuffix(ELLIPSIS) if citation.locator else ""
    about = {"language": work.language, "dc:title": work.title}
    if work.url is None:
        value = quote or work.title
        text = {"type": "TextualBody", "value": value, "format": "text/plain"}
        return known({**text, **about})
    source = known({"id": work.url, "type": "Text", **about})
    if not quote:
        return source
    selector = {"type": "TextQuoteSelector", "exact": quote}
    return {"type": "SpecificResource", "source": source, "selector": selector}


def _target(citation: ResolvedCitation, answer: _Answer) -> Fields:
    """Name the words that *citation* is for, or the answer as a whole."""
    source = known(
        {
            "id": answer.name,
            "type": "Text",
            "format": "text/markdown",
            "language": answer.language,
        }
    )
    stretch = answer.stretches.get(citation.start)
    if stretch is None:
        return source
    start, end = stretch
    quote = {
        "type": "TextQuoteSelector",
        "exact": answer.text[start:end],
        "prefix": answer.text[max(start - _AROUND, 0) : start],
        "suffix": answer.text[end : end + _AROUND],
    }
    position = {"type": "TextPositionSelector", "start": start, "end": end}
    return {"type": "SpecificResource", "source": source, "selector": [position, quote]}


def _uuid(name: str) -> str:
    return uuid5(NAMESPACE_URL, name).urn


EXPORT = Export(
    name="web-annotation",
    suffix=".jsonld",
    media_type=f'application/ld+json;profile="{_CONTEXT}"',
    write=write,
    examples=(
        Example(
            source={
                "source_id": "S1",
                "title": "Tides",
                "url": "https://example.org/tides",
                "text": "High tide is at nine.",
                "language": "en",
            },
            answer="It is **nine**.\ue200cite\ue202S1\ue202L1\ue201 Bring boots.",
            written="""\
{
  "@context": "http://www.w3.org/ns/anno.jsonld",
  "id": "urn:uuid:f0b2844d-a05e-5e14-9efd-5320ac627105",
  "type": "AnnotationCollection",
  "total": 1,
  "first": {
    "id": "urn:uuid:c6d3e1c1-910f-5714-96d2-d9ae6705e4a1",
    "type": "AnnotationPage",
    "startIndex": 0,
    "items": [
      {
        "id": "urn:uuid:166ac797-e1d4-5d12-9e82-a144219440ea",
        "type": "Annotation",
        "motivation": "linking",
        "body": {
          "type": "SpecificResource",
          "source": {
            "id": "https://example.org/tides",
            "type": "Text",
            "language": "en",
            "dc:title": "Tides"
          },
          "selector": {
            "type": "TextQuoteSelector",
            "exact": "High tide is at nine."
          }
        },
        "target": {
          "type": "SpecificResource",
          "source": {
            "id": "ni:///sha-256;eCk4jFffTOzhmIwALwU7Cz-GkF8DSbGJ4lPEMHrs67k",
            "type": "Text",
            "format": "text/markdown"
          },
          "selector": [
            {
              "type": "TextPositionSelector",
              "start": 0,
              "end": 15
            },
            {
              "type": "TextQuoteSelector",
              "exact": "It is **nine**.",
              "prefix": "",
              "suffix": " Bring boots."
            }
          ]
        }
      }
    ]
  }
}
""",
        ),
    ),
)
