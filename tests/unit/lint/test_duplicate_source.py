from __future__ import annotations

import pytest

from citemark import Options, lint
from citemark.diagnostic import Diagnostic
from tests.strategies import cite

TEXT = f"A{cite('a')} b{cite('b')} c{cite('a', 'b')}"


def found(
    first: dict[str, object], second: dict[str, object], text: str = TEXT
) -> list[Diagnostic]:
    records = [{"source_id": "a", **first}, {"source_id": "b", **second}]
    return lint(text, records, options=Options(select=("duplicate-source",)))


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        pytest.param(
            {"url": "http://www.a.example:80/p/"},
            {"url": "HTTPS://A.example:443/p#part"},
            "URL",
            id="url",
        ),
        pytest.param(
            {"url": "https://a.example/p", "chunk_id": "1"},
            {"url": "https://a.example/p", "chunk_id": "1"},
            "URL",
            id="same-chunk",
        ),
        pytest.param(
            {"url": "https://a.example/p", "chunk_id": "1"},
            {"url": "https://a.example/p"},
            "URL",
            id="chunk-then-whole",
        ),
        pytest.param(
            {"url": "https://a.example/p"},
            {"url": "https://a.example/p", "chunk_id": "1"},
            "URL",
            id="whole-then-chunk",
        ),
        pytest.param(
            {"content_hash": "ab"}, {"content_hash": "ab"}, "content hash", id="hash"
        ),
        pytest.param(
            {"content_hash": "ab", "chunk_id": "1"},
            {"content_hash": "ab"},
            "content hash",
            id="hash-of-chunk-and-whole",
        ),
        pytest.param({"text": "One.\n"}, {"text": "One.\n"}, "text", id="text"),
    ],
)
def test_duplicates(
    first: dict[str, object], second: dict[str, object], what: str
) -> None:
    (diagnostic,) = found(first, second)
    assert f"'b' with the {what} of source 'a'" in diagnostic.message
    assert TEXT[diagnostic.start : diagnostic.end] == cite("b")
    (related,) = diagnostic.related
    assert related.of(TEXT) == cite("a")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param({}, {}, id="nothing-known"),
        pytest.param(
            {"url": "https://a.example/p"}, {"url": "https://a.example/q"}, id="path"
        ),
        pytest.param(
            {"url": "https://a.example/p?x=1"},
            {"url": "https://a.example/p"},
            id="query",
        ),
        pytest.param(
            {"url": "https://a.example/#/a"}, {"url": "https://a.example/"}, id="route"
        ),
        pytest.param(
            {"url": "https://a.example/p", "chunk_id": "1"},
            {"url": "https://a.example/p", "chunk_id": "2"},
            id="chunks",
        ),
        pytest.param(
            {"content_hash": "ab", "chunk_id": "1"},
            {"content_hash": "ab", "chunk_id": "2"},
            id="chunks-with-the-hash-of-their-document",
        ),
        pytest.param({"url": "/p"}, {"url": "/p"}, id="no-usable-url"),
        pytest.param({"text": " \n"}, {"text": " \n"}, id="blank-texts"),
        pytest.param({"text": "One."}, {"text": "Two."}, id="texts"),
    ],
)
def test_no_duplicates(first: dict[str, object], second: dict[str, object]) -> None:
    assert found(first, second) == []


def test_only_cited_sources_count() -> None:
    same: dict[str, object] = {"text": "One."}
    assert found(same, same, f"A{cite('a')}") == []
    (diagnostic,) = found(same, same, f"A{cite('b', 'a')}")
    assert "'a' with the text of source 'b'" in diagnostic.message


def test_without_sources_nothing_is_said() -> None:
    assert lint(TEXT, options=Options(select=("duplicate-source",))) == []
