"""Whatever a record holds, programs read it back as it is, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Rendered, render
from citemark.export import export
from citemark.text import clean_line
from tests.catalogues import (
    Found,
    read_annotations,
    read_csl_json,
    read_ris,
    read_schema_org,
    read_with_bibtexparser,
    read_with_pybtex,
)
from tests.strategies import cite

_NASTY = (
    "Tides\nER  - \nTY  - JOUR\nTI  - Forged",
    "Tides\r\n\r\nER  - ",
    "ER  - ",
    "TY  - ELEC\x85AU  - Mallory\u2028ER  - ",
    "},\n}\n@misc{forged,\n  title = {Forged}",
    "}}",
    "{{{",
    "a} and {b",
    "\\}",
    "\\input{/etc/passwd}",
    "\\write18{ls}",
    "100 % of $1 & #2_3 ~ ^ \\ | < >",
    "@comment{x",
    '@string{a = "b"}',
    '" # jan # "',
    "--- -- ''quoted'' ,, ``so``",
    "and",
    " and ",
    "Doe, Jane and Roe, Richard",
    "others",
    "</script><script>alert(1)</script>",
    "<!-- & ]]>",
    '"}, {"title": "Forged"',
    "\\u003c \\n \\",
    "\ue200cite\ue202turn0file1\ue201Tides",
    "\u202egnp.exe\u2066\u200b\ufeff",
    "海の潮　表 — “q” é e\u0301 👩‍👩‍👧",
    "%2e%2e %EE%88%80",
    "@id",
    "@type",
    "_:b0",
)
_TEXTS = st.one_of(
    st.sampled_from(_NASTY),
    st.text("aB {}\\%&$#_~^`'\"@,=-<>|\n\r\t.:;/\u2028\u202e海", max_size=24),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=24),
)
_PATHS = st.text("abZ09-._~!$&'()*+,;=:@/?%{}|^`[]#", max_size=16)
_DATES = st.sampled_from(
    ("2026", "2026-04", "2026-04-02", "2026-04-02T23:59:59+14:00", "20260402", "1066")
)
_RECORDS = st.fixed_dictionaries(
    {"title": _TEXTS},
    optional={
        "url": _PATHS.map("https://example.org/{}".format) | _TEXTS,
        "authors": st.lists(_TEXTS, max_size=3),
        "publisher": _TEXTS,
        "published_at": _DATES,
        "modified_at": _DATES,
        "retrieved_at": _DATES,
        "source_type": st.sampled_from((*_NASTY, "report", "web", "file")),
        "license": _TEXTS,
        "language": st.sampled_from(("en", "de-AT", "x\ny", "{}")),
        "text": _TEXTS,
        "anchor": _TEXTS,
    },
)
_READERS: tuple[tuple[str, Callable[[str], list[Found]]], ...] = (
    ("bibtex", read_with_bibtexparser),
    ("bibtex", read_with_pybtex),
    ("biblatex", read_with_bibtexparser),
    ("biblatex", read_with_pybtex),
    ("ris", read_ris),
    ("csl-json", read_csl_json),
    ("json-ld", read_schema_org),
)
# Web page, report, anything else.
_KINDS = {
    "bibtex": ("misc", "misc", "misc"),
    "biblatex": ("online", "report", "misc"),
    "ris": ("ELEC", "RPRT", "GEN"),
    "csl-json": ("webpage", "report", "document"),
    "json-ld": ("WebPage", "Report", "CreativeWork"),
}
_NAMES = tuple(f"{name}, {read.__name__}" for name, read in _READERS)


def _rendered(
    records: Sequence[Mapping[str, object]],
) -> tuple[Rendered, list[dict[str, object]]]:
    """Cite each of *records* twice, once with a locator."""
    sources = [
        {"source_id": f"turn0file{at}", **record} for at, record in enumerate(records)
    ]
    ids = [str(source["source_id"]) for source in sources]
    answer = "".join(f"Yes.{cite(each, 'L1', each)}\n\n" for each in ids)
    return render(answer, sources), sources


@pytest.mark.parametrize(("name", "read"), _READERS, ids=_NAMES)
@given(records=st.lists(_RECORDS, max_size=3))
def test_every_field_comes_back(
    name: str,
    read: Callable[[str], list[Found]],
    records: list[dict[str, object]],
) -> None:
    rendered, sources = _rendered(records)
    found = read(export(rendered, sources, to=name))
    assert len(found) == len(rendered.references)
    for each, reference, record in zip(
        found, rendered.references, sources, strict=True
    ):
        authors = record.get("authors", [])
        assert isinstance(authors, list)
        date = record.get("published_at", record.get("modified_at"))
        assert _even(each.title) == _even(reference.title)
        assert [*map(_even, each.authors)] == [
            _even(clean) for author in authors if (clean := clean_line(author))
        ]
        assert each.year == (str(date)[:4] if date else None)
        assert each.url == _plain_url(reference.url, name)
        assert each.kind == _KINDS[name][_kind(record, each.url)]
        if publisher := clean_line(str(record.get("publisher", ""))):
            assert _even(each.publisher or "") == _even(publisher)
        # BibLaTeX knows languages by other names.
        if name != "biblatex":
            assert each.language == reference.language
    keys = [each.key for each in found if each.key]
    assert len(set(keys)) == (0 if name == "json-ld" else len(found))
    assert all(map(re.compile("[a-z][a-z0-9]*").fullmatch, keys))


@given(records=st.lists(_RECORDS, max_size=3))
def test_annotations_say_what_was_cited_and_where(
    records: list[dict[str, object]],
) -> None:
    rendered, sources = _rendered(records)
    found = read_annotations(export(rendered, sources, to="web-annotation"))
    assert len(found) == len(rendered.citations)
    assert len({str(each["id"]) for each in found}) == len(found)
    bare = "Yes.\n\n" * len(records)
    for each in found:
        target = each["target"]
        assert isinstance(target, dict)
        position, quote = target["selector"]
        assert bare[position["start"] : position["end"]] == quote["exact"] == "Yes."


@pytest.mark.parametrize("name", ["csl-json", "json-ld", "web-annotation"])
@given(records=st.lists(_RECORDS, max_size=2))
def test_json_cannot_leave_a_script(
    name: str, records: list[dict[str, object]]
) -> None:
    rendered, sources = _rendered(records)
    written = export(rendered, sources, to=name)
    assert not set("<>&\u2028\u2029") & set(written)
    json.loads(written)


@given(records=st.lists(_RECORDS, min_size=1, max_size=2))
def test_no_line_of_ris_is_anything_but_a_field(
    records: list[dict[str, object]],
) -> None:
    rendered, sources = _rendered(records)
    written = export(rendered, sources, to="ris")
    lines = written.split("\r\n")
    assert lines.pop() == ""
    assert all(line[2:6] == "  - " for line in lines if line)
    assert sum(line == "ER  - " for line in lines) == len(records)
    assert not set("\r\n") & set("".join(lines))


def _even(text: str) -> str:
    return " ".join(text.split())


def _plain_url(url: str | None, name: str) -> str | None:
    """Return *url* with those characters escaped that no URI has by the book."""
    refused = "{}|\\^`;" if name == "ris" else "{}|\\^`"
    if url is None:
        return None
    return "".join(f"%{ord(char):02X}" if char in refused else char for char in url)


def _kind(record: Mapping[str, object], url: str | None) -> int:
    if record.get("source_type") == "report":
        return 1
    return 0 if url and record.get("source_type") != "file" else 2
