from __future__ import annotations

from pathlib import Path

import pytest

from citemark.errors import SourceError
from citemark.loaders import Entry, decode, entries, read_entries, show
from citemark.source import Source
from citemark.sources import SourceRegistry


def refusal(record: object) -> str:
    with pytest.raises(SourceError) as caught:
        decode(Entry("[2]", record), Source)
    return str(caught.value)


def file_refusal(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        SourceRegistry.load(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"source_id": "S1", "url": 3}, "[2].url: expected str, got int"),
        ({"id": "S1", "canonical_url": 3}, "[2].canonical_url: expected str, got int"),
        (
            {"chunk_id": "c", "source": {"canonical_url": 3}},
            "[2].source.canonical_url: expected str, got int",
        ),
        (
            {"id": "S1", "heading_path": ["a", 3]},
            "[2].heading_path[1]: expected str, got int",
        ),
        (
            {"id": "S1", "heading_path": "a"},
            "[2].heading_path: expected array, got str",
        ),
        ({"id": "S1", "heading": 3}, "[2].heading: expected array, got int"),
        ({"id": "S1", "citable": 1}, "[2].citable: expected bool, got int"),
        ({"id": "S1", "status": 3}, "[2].status: expected str, got int"),
        (
            {"id": "S1", "status": "old"},
            "[2].status: expected 'current', 'deleted' or 'unpublished', got 'old'",
        ),
        ({"id": "S1", "extra": 3}, "[2].extra: expected object, got int"),
        ({"id": "S1", "extra": {1: 2}}, "[2].extra: expected str, got int"),
        (
            {"id": "S1", "modified_at": "last week"},
            "[2].modified_at: expected an ISO 8601 date or time, got 'last week'",
        ),
        ({"id": "S1", "retrieved_at": 7}, "[2].retrieved_at: expected str, got int"),
        (
            {"id": "c", "source": {"published_at": "\uff12\uff10\uff12\uff16"}},
            (
                "[2].source.published_at: expected an ISO 8601 date or time, "
                "got '\uff12\uff10\uff12\uff16'"
            ),
        ),
        ({"id": 0}, "[2].id: expected str, got int"),
        ({"id": ""}, "[2].id: expected a string that is not empty, got ''"),
        (
            {"title": "x"},
            "[2].source_id: expected a string that is not empty, got nothing",
        ),
        (
            {"id": None},
            "[2].source_id: expected a string that is not empty, got nothing",
        ),
        ("S1", "[2]: expected a record, got str"),
        ({1: "S1"}, "[2]: expected names as keys, got int"),
        ({"id": "S1", "source": {2: 3}}, "[2].source: expected names as keys, got int"),
    ],
)
def test_decode_names_the_place_and_what_was_expected(
    record: object, message: str
) -> None:
    assert refusal(record) == message


def test_decode_reads_every_field() -> None:
    record = {
        "source_id": "S1",
        "title": "Staff handbook",
        "url": "https://example.org/handbook",
        "text": "one\ntwo",
        "heading_path": ["Work", "Remote"],
        "document_id": "d",
        "chunk_id": "c",
        "source_type": "pdf",
        "published_at": "2026-07-01",
        "modified_at": "2026-08-10T03:20:00+09:00",
        "retrieved_at": "2026-08-17T05:01:22Z",
        "content_hash": "sha256:0",
        "status": "unpublished",
        "citable": False,
        "anchor": "remote",
        "url_template": "{url}#L{line}",
        "language": "en",
        "license": "CC-BY-4.0",
        "authors": ["A. Writer"],
        "publisher": "P",
        "extra": {"score": 1},
    }
    source = decode(Entry("[0]", record), Source)
    read = {name: getattr(source, name) for name in record}
    assert read == record | {
        "heading_path": ("Work", "Remote"),
        "authors": ("A. Writer",),
    }


def test_decode_sorts_aliases_nulls_and_the_unknown() -> None:
    source = decode(
        Entry(
            "[0]",
            {
                "id": "S1",
                "canonical_url": "https://example.org/",
                "heading": "Work",
                "title": None,
                "score": 0.5,
                "splitter": "x",
                "source": "handbook.pdf",
                "extra": {"score": 1, "rank": 2},
            },
        ),
        Source,
    )
    assert source == Source(
        source_id="S1",
        url="https://example.org/",
        heading_path=("Work",),
        extra={"score": 1, "rank": 2, "splitter": "x", "source": "handbook.pdf"},
    )


def test_decode_prefers_proper_names_and_the_record_over_its_source() -> None:
    record = {
        "source_id": "S1",
        "id": 7,
        "title": "Own",
        "chunk_id": "c",
        "source": {
            "title": "Nested",
            "url": "https://n.example",
            "id": 8,
            "lang": None,
        },
    }
    source = decode(Entry("[0]", record), Source)
    assert source == Source(
        source_id="S1",
        title="Own",
        chunk_id="c",
        url="https://n.example",
        extra={"id": 7, "title": "Nested"},
    )


def test_a_chunk_is_known_by_its_own_id_not_by_its_documents() -> None:
    record = {"chunk_id": "c", "source": {"id": "doc", "text": "whole", "title": "T"}}
    source = decode(Entry("[0]", record), Source)
    assert (source.source_id, source.chunk_id, source.text) == ("c", "c", None)
    assert source.extra == {"id": "doc", "text": "whole"}


def test_a_key_names_its_record() -> None:
    assert decode(Entry("['S1']", {"chunk_id": "c"}, "S1"), Source).source_id == "S1"
    assert decode(Entry("['S1']", {"id": "S1"}, "S1"), Source).source_id == "S1"
    for record, got in (({"id": "S2"}, "'S2'"), ({"id": 2}, "int")):
        with pytest.raises(SourceError) as caught:
            decode(Entry("['S1']", record, "S1"), Source)
        expected = f"['S1'].id: expected 'S1' as in its key, got {got}"
        assert str(caught.value) == expected


def test_entries_knows_lists_mappings_and_wrapped_lists() -> None:
    assert list(entries(["a"])) == [Entry("[0]", "a")]
    assert list(entries({"S1": "a"})) == [Entry("['S1']", "a", "S1")]
    assert list(entries({"sources": ["a"], "version": 1})) == [Entry("sources[0]", "a")]
    assert list(entries({"sources": {"title": "x"}})) == [
        Entry("['sources']", {"title": "x"}, "sources")
    ]


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ("abc", "expected a list or mapping of records, got str"),
        (b"abc", "expected a list or mapping of records, got bytes"),
        (3, "expected a list or mapping of records, got int"),
        ({1: {}}, "expected source IDs as keys, got int"),
    ],
)
def test_entries_refuses_what_holds_no_records(records: object, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        list(entries(records))
    assert str(caught.value) == message


def test_read_entries_reads_json_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "sources.json"
    path.write_text('\ufeff[{"id": "S1"}]', encoding="utf-8")
    assert list(read_entries(path)) == [Entry("sources.json: [0]", {"id": "S1"})]


def test_read_entries_reads_one_record_a_line(tmp_path: Path) -> None:
    path = tmp_path / "sources.JSONL"
    path.write_text('{"id": "S1", "title": "a\u2028b"}\r\n\n{"id": "S2"}', "utf-8")
    assert [entry.record for entry in read_entries(path)] == [
        {"id": "S1", "title": "a\u2028b"},
        {"id": "S2"},
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("s.json", '[{"id": "a", "url": 3}]', "s.json: [0].url: expected str, got int"),
        ("s.json", "3", "s.json: expected a list or mapping of records, got int"),
        (
            "s.json",
            '{"sources": [{"id": "a"}, {"id": 3}]}',
            "s.json: sources[1].id: expected str, got int",
        ),
        (
            "s.json",
            '{"a": {"title": 3}}',
            "s.json: ['a'].title: expected str, got int",
        ),
        (
            "s.json",
            '[{"id": "a"},\n {"id": "a"}]',
            "s.json: [1]: the source ID 'a' is taken by s.json: [0]",
        ),
        (
            "s.json",
            '[\n{"id": }]',
            "s.json: line 2, column 8: not valid JSON: Expecting value",
        ),
        (
            "s.json",
            '{"b": {}, "a": {}, "c": {}, "a": {}}',
            "s.json: not usable JSON: entries 2 and 4 of one object are both named 'a'",
        ),
        ("s.json", "[NaN]", "s.json: not usable JSON: NaN is no JSON value"),
        (
            "s.jsonl",
            '\n{"id": "a"}\n{"id": "b", "url": 3}',
            "s.jsonl: line 3: url: expected str, got int",
        ),
        ("s.jsonl", "\n3", "s.jsonl: line 2: expected a record, got int"),
        (
            "s.ndjson",
            '{"id": "a"}\n{"id": "a"}',
            "s.ndjson: line 2: the source ID 'a' is taken by s.ndjson: line 1",
        ),
        (
            "s.jsonl",
            '{"id": "a"}\n{"id" 3}',
            "s.jsonl: line 2, column 7: not valid JSON: Expecting ':' delimiter",
        ),
        (
            "s.jsonl",
            '\n{"a": 1, "a": 2}',
            (
                "s.jsonl: line 2: not usable JSON: "
                "entries 1 and 2 of one object are both named 'a'"
            ),
        ),
        ("s.txt", "", "s.txt: expected a .json, .jsonl or .ndjson file"),
    ],
)
def test_load_names_file_and_place(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert file_refusal(path) == message


def test_load_refuses_what_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "s.json"
    assert file_refusal(missing) == "s.json: cannot be read: No such file or directory"
    missing.write_bytes(b'["\xff"]')
    assert (
        file_refusal(missing)
        == "s.json: expected UTF-8, got another encoding at byte 2"
    )


def test_load_survives_deep_nesting(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    assert file_refusal(path).startswith("s.json: not usable JSON: ")


def test_show_quotes_a_strangers_text_short_and_clean() -> None:
    assert show("a'b\n\x1b\u202e") == '"a\'b"'
    assert show("x" * 99) == repr("x" * 60 + "\u2026")


def test_one_record_is_no_mapping_of_ids() -> None:
    with pytest.raises(SourceError, match="expected a list of records, got one record"):
        list(entries({"source_id": "a", "title": "T"}))
