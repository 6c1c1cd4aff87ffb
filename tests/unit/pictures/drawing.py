"""An answer in five sentences, its sources, and looks at what was drawn of them."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag

from citemark import Options
from citemark.pictures.reading import Reading, read
from tests.cases.support import cite

ANSWER = (
    f"The office opens at nine.{cite('a', 'L1')} It closes at five.{cite('b', 'L2-L3')}"
    f"{cite('a', 'L2')} Nobody knows why.\n\n"
    f"Ask the porter.{cite('a')}{cite('a', 'L1')} He knows.{cite('gone')}"
)
SOURCES = (
    {
        "source_id": "a",
        "title": "Opening hours",
        "url": "https://office.example/hours",
        "heading_path": ["Visits", "Times"],
        "modified_at": "2026-04-02T10:00:00+02:00",
        "text": "We open at nine.\nWe close at five.",
    },
    {"source_id": "b", "title": "House rules", "text": "One\nTwo\nThree\nFour"},
    {"source_id": "c", "title": "Parking", "url": "https://office.example/parking"},
)


def reading(
    answer: str = ANSWER,
    sources: object = SOURCES,
    *,
    options: Options | None = None,
    id_prefix: str = "",
) -> Reading:
    return read(
        answer,
        sources,  # type: ignore[arg-type] # records as they come
        options=options,
        id_prefix=id_prefix,
    )


def soup(markup: object) -> BeautifulSoup:
    return BeautifulSoup(str(markup), "html.parser")


def texts(tag: Tag, selector: str) -> list[str]:
    return [" ".join(each.get_text().split()) for each in tag.select(selector)]


def values(tag: Tag, selector: str, name: str) -> list[str]:
    return [str(each[name]) for each in tag.select(selector)]


def rows(tag: Tag) -> list[list[str]]:
    """Return the body of the table that a picture comes with."""
    return [texts(row, "th, td") for row in tag.select("tbody tr")]
