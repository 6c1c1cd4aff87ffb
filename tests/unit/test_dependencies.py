from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest

from citemark import Options, SourceRegistry, render
from citemark.dependencies import content_hash, dependencies_of, find_stale
from citemark.source import Source

ANSWER = "Open.\ue200cite\ue202S1\ue201 Shut.\ue200cite\ue202S2\ue202S9\ue201"
HOURS = {"source_id": "S1", "document_id": "wp:7", "text": "Open at nine."}
RULES = {"source_id": "S2", "document_id": "wp:8", "content_hash": "sha256:ab12"}
PLAIN = {"source_id": "S3", "text": "No document."}


def sha256(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def test_the_record_s_own_hash_comes_before_that_of_its_text() -> None:
    assert content_hash(Source(source_id="a", text="x", content_hash="v 2")) == "v2"
    assert content_hash(Source(source_id="a", text="x")) == sha256("x")
    assert content_hash(Source(source_id="a", text="\ud800")).startswith("sha256:")
    assert content_hash(Source(source_id="a")) == sha256("")


def test_dependencies_are_of_what_is_cited_and_exists() -> None:
    rendered = render(ANSWER, [RULES, HOURS, PLAIN])
    assert rendered.dependencies == {
        "wp:7": sha256("Open at nine."),
        "wp:8": "sha256:ab12",
    }


def test_a_source_without_document_is_its_own() -> None:
    rendered = render("A.\ue200cite\ue202S3\ue201", [PLAIN])
    assert rendered.dependencies == {"S3": sha256("No document.")}


def test_parts_of_a_document_are_all_named() -> None:
    parts = [
        Source(source_id="b", document_id="d", text="two"),
        Source(source_id="a", document_id="d", text="one"),
    ]
    hashes = sorted([sha256("one"), sha256("two")])
    assert dependencies_of(parts) == {"d": " ".join(hashes)}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, ()),
        ({"source_id": "S8"}, ()),
        ({"title": "Another title"}, ()),
        ({"text": "Open at ten."}, ("wp:7",)),
        ({"status": "deleted"}, ("wp:7",)),
        ({"citable": False}, ("wp:7",)),
        ({"document_id": "wp:9"}, ("wp:7",)),
    ],
)
def test_exactly_what_changed_or_went_is_stale(
    changed: dict[str, object], expected: tuple[str, ...]
) -> None:
    kept = render(ANSWER, [HOURS, RULES]).dependencies
    assert SourceRegistry([PLAIN, RULES, {**HOURS, **changed}]).stale(kept) == expected


def test_a_document_with_more_parts_is_not_stale() -> None:
    kept = render(ANSWER, [HOURS, RULES]).dependencies
    more = {**HOURS, "source_id": "S7", "text": "Parking is free."}
    assert SourceRegistry([HOURS, RULES, more]).stale(kept) == ()


def test_what_was_refused_is_stale_when_it_may_be_shown() -> None:
    gone = {**HOURS, "status": "deleted"}
    kept = render(ANSWER, [gone, RULES]).dependencies
    assert kept["wp:7"] == f"deleted:{sha256('Open at nine.')}"
    assert SourceRegistry([gone, RULES]).stale(kept) == ()
    assert SourceRegistry([HOURS, RULES]).stale(kept) == ("wp:7",)


def test_everything_is_stale_without_sources() -> None:
    assert find_stale({"a": "x", "b": "y"}, []) == ("a", "b")


def etag(answer: str = ANSWER, to: str = "html", **options: object) -> str:
    records = [{**HOURS, **options.pop("source", {})}, RULES]  # type: ignore[dict-item]
    chosen = Options(**options)  # type: ignore[arg-type]
    return render(answer, records, to=to, options=chosen).etag


def test_the_entity_tag_is_strong_and_stays() -> None:
    tag = etag()
    assert tag == etag()
    assert tag[0] == tag[-1] == '"'
    assert len(tag) == 34


@pytest.mark.parametrize(
    "other",
    [
        etag(f"{ANSWER} "),
        etag(to="text"),
        etag(language="de"),
        etag(grouped=True),
        etag(source={"text": "Open at ten."}),
        etag(source={"title": "Another title"}),
    ],
)
def test_the_entity_tag_changes_with_everything(other: str) -> None:
    assert other != etag()


def test_what_only_the_linter_reads_is_not_in_the_entity_tag() -> None:
    assert etag(select=("ALL",), fingerprint=None) == etag()


def test_the_entity_tag_is_the_same_in_every_process() -> None:
    code = (
        "from citemark import render, Options\n"
        "from citemark.url_policy import UrlPolicy\n"
        "policy = UrlPolicy(denied_hosts=('a.example', 'b.example', 'c.example'))\n"
        "print(render('x', options=Options(url_policy=policy)).etag)\n"
    )
    tags = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(tags) == 1
