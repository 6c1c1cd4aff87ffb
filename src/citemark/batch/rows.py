"""Rows of tables: answers as they are read, results as they are written.

**Why** citations and diagnostics are flat: whatever reads JSON Lines or Parquet can
read them, and each has the same fields in every row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TypedDict, cast

from citemark.answer import clean_answer
from citemark.batch.items import Item
from citemark.diagnostic import Diagnostic
from citemark.errors import SourceError
from citemark.loaders import parse_json
from citemark.model import ResolvedCitation
from citemark.rendered import Rendered
from citemark.sources import Sources

CITATION_FIELDS = tuple(each.name for each in fields(ResolvedCitation))
# Fixes are for `lint`; what else is left out is not flat.
DIAGNOSTIC_FIELDS = tuple(
    each.name for each in fields(Diagnostic) if each.name not in ("fix", "related")
)


class Row(TypedDict):
    """One result."""

    id: str
    body: str | bytes
    """Bytes where the output is no text, as ``eml`` is none."""
    citations: list[dict[str, object]]
    diagnostics: list[dict[str, object]]


def as_row(name: str, rendered: Rendered) -> Row:
    """Return what a table holds of *rendered*, as plain data."""
    return Row(
        id=name,
        body=rendered.body,
        citations=[_flat(each, CITATION_FIELDS) for each in rendered.citations],
        diagnostics=[_flat(each, DIAGNOSTIC_FIELDS) for each in rendered.diagnostics],
    )


def _flat(value: object, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(value, name) for name in names}


def item_from(row: object, where: str) -> Item:
    """Return the item of a row ``{id, answer, sources?}``; *where* is its place.

    *sources* are records, or the JSON of some. A row that is no such is an item too:
    one that fails.
    """
    fault = _fault(row)
    if not isinstance(row, Mapping) or fault:
        return Item(name=where, answer="", error=fault)
    sources = row.get("sources")
    name = clean_answer(str(row["id"]))
    if isinstance(sources, str):
        try:
            sources = parse_json(sources, f"{where}: sources")
        except SourceError as error:
            return Item(name=name, answer="", error=str(error))
    # Records are checked where they are used; what is none of them fails there.
    return Item(name=name, answer=row["answer"], sources=cast("Sources", sources))


def _fault(row: object) -> str | None:
    """Say what keeps *row* from being an item."""
    if not isinstance(row, Mapping):
        return f"expected a row with id and answer, got {type(row).__name__}"
    name, answer = row.get("id"), row.get("answer")
    if isinstance(name, bool) or not isinstance(name, int | str) or name == "":
        return f"id: expected a string or whole number, got {name!r}"
    if not isinstance(answer, str):
        return f"answer: expected a string, got {type(answer).__name__}"
    return None
