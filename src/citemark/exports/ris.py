"""RIS: what reference managers import; one tag a line, and lines end in CRLF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citemark.bibliography import Kind, Work
from citemark.dates import Day
from citemark.export import CitedAnswer, Example, Export

_TYPES: Mapping[Kind, str] = {"webpage": "ELEC", "report": "RPRT", "document": "GEN"}


def write(cited: CitedAnswer) -> str:
    """Write one record for each work, with a blank line between them."""
    return "\r\n".join("".join(_record(work)) for work in cited.works)


def _record(work: Work) -> Iterator[str]:
    issued, accessed = work.issued, work.accessed
    fields = (
        ("TY", _TYPES[work.kind]),
        ("ID", work.key),
        *(("AU", name) for name in work.authors),
        ("TI", work.title),
        ("PB", work.publisher),
        ("PY", issued and f"{issued.year:04}"),
        ("DA", issued and _date(issued)),
        # A bare semicolon would divide it into two.
        ("UR", work.url and work.url.replace(";", "%3B")),
        ("Y2", accessed and _date(accessed)),
        ("LA", work.language),
    )
    for tag, value in fields:
        if value:
            yield f"{tag}  - {value}\r\n"
    yield "ER  - \r\n"


def _date(day: Day) -> str:
    """Return *day* with the four places, by slashes, that the format wants."""
    places = (*(f"{part:02}" for part in day.parts[1:]), "", "", "")
    return "/".join((f"{day.year:04}", *places[:3]))


EXPORT = Export(
    name="ris",
    suffix=".ris",
    media_type="application/x-research-info-systems",
    write=write,
    examples=(
        Example(
            source={
                "source_id": "S1",
                "title": "Tide\nER  - tables",
                "url": "https://example.org/tides",
                "authors": ["Jane Doe", "Tides and Winds, Inc."],
                "publisher": "Harbour Office",
                "published_at": "2026-04",
                "retrieved_at": "2026-10-05T12:00:00Z",
                "language": "en",
            },
            written=(
                "TY  - ELEC\r\n"
                "ID  - doe2026tide\r\n"
                "AU  - Jane Doe\r\n"
                "AU  - Tides and Winds, Inc.\r\n"
                "TI  - Tide ER - tables\r\n"
                "PB  - Harbour Office\r\n"
                "PY  - 2026\r\n"
                "DA  - 2026/04//\r\n"
                "UR  - https://example.org/tides\r\n"
                "Y2  - 2026/10/05/\r\n"
                "LA  - en\r\n"
                "ER  - \r\n"
            ),
        ),
    ),
)
