"""Programs that read what is exported, and what they understand of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import rispy
from bibtexparser.entrypoint import parse_string as parse_bibtex
from citeproc import (
    Citation,
    CitationItem,
    CitationStylesBibliography,
    CitationStylesStyle,
    formatter,
)
from citeproc.source.json import CiteProcJSON
from jsonschema import Draft202012Validator
from pybtex.database import parse_string
from pylatexenc.latex2text import (
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)
from pyld import jsonld

_FIXTURES = Path(__file__).parent / "fixtures" / "exports"
# Commands of LaTeX itself that the decoder does not know, or reads as other characters.
_COMMANDS = {
    "textbraceleft": "{",
    "textbraceright": "}",
    "textasciicircum": "^",
    "textasciigrave": "`",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One record, as a program understood it; None for what it did not find."""

    key: str | None
    kind: str
    title: str
    authors: tuple[str, ...]
    url: str | None
    publisher: str | None
    year: str | None
    language: str | None = None


def read_with_bibtexparser(text: str) -> list[Found]:
    """Read BibTeX or BibLaTeX."""
    library = parse_bibtex(text)
    assert not library.failed_blocks
    assert len(library.blocks) == len(library.entries)
    return [
        _of_tex(
            entry.key,
            entry.entry_type,
            {field.key: str(field.value) for field in entry.fields},
            _divided(str(entry["author"])) if "author" in entry else (),
        )
        for entry in library.entries
    ]


def read_with_pybtex(text: str) -> list[Found]:
    """Read BibTeX or BibLaTeX, with the parser of a replacement for BibTeX itself."""
    found = []
    for key, entry in parse_string(text, "bibtex").entries.items():
        authors = tuple(str(person) for person in entry.persons.get("author", ()))
        fields = {**entry.fields}
        found.append(_of_tex(key, entry.type, fields, authors))
    return found


def read_ris(text: str) -> list[Found]:
    """Read RIS; a record in a record would be one more."""
    return [
        Found(
            key=record.get("id"),
            kind=record["type_of_reference"],
            title=record["title"],
            authors=tuple(record.get("authors", ())),
            url=record.get("urls", [None])[0],
            publisher=record.get("publisher"),
            year=record.get("year"),
            language=record.get("language"),
        )
        for record in rispy.loads(text)
    ]


def read_csl_json(text: str) -> list[Found]:
    """Read CSL-JSON that the schema allows, and let a processor print it."""
    items = json.loads(text)
    _validator("csl.json").validate(items)
    printed = _print(items)
    assert len(printed) == len(items)
    return [
        Found(
            key=item["id"],
            kind=item["type"],
            title=item["title"],
            authors=tuple(name["literal"] for name in item.get("author", ())),
            url=item.get("URL"),
            publisher=item.get("publisher") or item.get("container-title"),
            year=_first_part(item.get("issued")),
            language=item.get("language"),
        )
        for item in items
    ]


def read_schema_org(text: str) -> list[Found]:
    """Read JSON-LD by the vocabulary of schema.org."""
    context = {"@vocab": _SCHEMA, "url": {"@type": "@id"}, "license": {"@type": "@id"}}
    data = json.loads(text)
    assert data.pop("@context") == "https://schema.org"
    (article,) = jsonld.expand({"@context": context, **data})
    assert article["@type"] == [f"{_SCHEMA}Article"]
    return [
        Found(
            key=None,
            kind=_type(work),
            title=_schema(work, "name") or "",
            authors=tuple(_schema(each, "name") or "" for each in _all(work, "author")),
            url=_schema(work, "url"),
            publisher="".join(
                _schema(each, "name") or "" for each in _all(work, "publisher")
            ),
            year=_year(_schema(work, "datePublished") or _schema(work, "dateModified")),
            language=_schema(work, "inLanguage"),
        )
        for work in _all(article, "citation")
    ]


def read_annotations(text: str) -> list[Mapping[str, object]]:
    """Read annotations that the model allows, of which JSON-LD loses nothing."""
    data = json.loads(text)
    _validator("web_annotation.json").validate(data)
    context = json.loads((_FIXTURES / "anno_context.json").read_text("utf-8"))
    assert data["@context"] == "http://www.w3.org/ns/anno.jsonld"
    expanded = jsonld.expand({**data, "@context": context})
    # Terms that the context lacks would be dropped; IRIs that are none, too.
    back = jsonld.compact(expanded, context)
    assert _counted(back) == _counted({**data, "@context": context})
    assert jsonld.to_rdf(expanded)["@default"]
    items: list[Mapping[str, object]] = data.get("first", {}).get("items", [])
    assert data["total"] == len(items)
    return items


_SCHEMA = "https://schema.org/"


def _of_tex(
    key: str, kind: str, fields: Mapping[str, str], authors: tuple[str, ...]
) -> Found:
    linked = fields.get("howpublished", "").removeprefix("\\url{").removesuffix("}")
    named = ("publisher", "organization", "institution")
    publisher = next((fields[name] for name in named if name in fields), None)
    date = fields.get("year") or fields.get("date")
    return Found(
        key=key,
        kind=kind,
        title=_decoded(fields["title"]),
        authors=tuple(map(_decoded, authors)),
        url=fields.get("url") or linked or None,
        publisher=publisher and _decoded(publisher),
        year=date and date[:4],
        language=fields.get("language"),
    )


def _decoded(tex: str) -> str:
    """Return what TeX would print."""
    return str(_decoder().latex_to_text(tex))


@cache
def _decoder() -> LatexNodes2Text:
    commands = [
        MacroTextSpec(name, discard=False, simplify_repl=char)
        for name, char in _COMMANDS.items()
    ]
    known = get_default_latex_context_db()
    known.add_context_category("kernel", prepend=True, macros=commands)
    return LatexNodes2Text(latex_context=known)


def _divided(authors: str) -> tuple[str, ...]:
    """Divide a list of names as BibTeX does: at an ``and`` outside of braces."""
    names, depth = [""], 0
    for word in authors.split(" "):
        if word == "and" and not depth:
            names.append("")
            continue
        depth += word.count("{") - word.count("}")
        names[-1] += f" {word}"
    return tuple(name.strip(" ") for name in names)


@cache
def _validator(name: str) -> Draft202012Validator:
    schema = json.loads((_FIXTURES / name).read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def _print(items: list[dict[str, object]]) -> list[str]:
    source = CiteProcJSON(items)
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    printer = CitationStylesBibliography(style, source, formatter.plain)
    for key in source:
        printer.register(Citation([CitationItem(key)]))
    return [str(entry) for entry in printer.bibliography()]


def _first_part(issued: dict[str, list[list[int]]] | None) -> str | None:
    return f"{issued['date-parts'][0][0]:04}" if issued else None


def _year(date: str | None) -> str | None:
    return date and date[:4]


def _type(node: Mapping[str, object]) -> str:
    types = node["@type"]
    assert isinstance(types, list)
    assert len(types) == 1
    return str(types[0]).removeprefix(_SCHEMA)


def _all(node: Mapping[str, object], name: str) -> list[dict[str, object]]:
    found = node.get(f"{_SCHEMA}{name}", [])
    assert isinstance(found, list)
    return found


def _schema(node: Mapping[str, object], name: str) -> str | None:
    """Return the one value of a property, None where there is none."""
    values = [each.get("@value", each.get("@id")) for each in _all(node, name)]
    assert len(values) <= 1
    return str(values[0]) if values else None


def _counted(data: object) -> int:
    """Count the values of nested data."""
    if isinstance(data, dict):
        return sum(_counted(data[name]) for name in data if name != "@context")
    return sum(map(_counted, data)) if isinstance(data, list) else 1
