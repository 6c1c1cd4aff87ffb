from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from citemark import Options, Rendered, SourceError, render, render_claims
from citemark.errors import ConfigError
from citemark.options import Limits, Numbering
from citemark.snapshots import kept_etag, restore
from citemark.source import Source
from citemark.url_policy import UrlPolicy
from tests.golden_cases import case, slugs

ANSWER = "Open at nine.\ue200cite\ue202a\ue202L2\ue201 Shut.\ue200cite\ue202b\ue201"
RECORDS: list[dict[str, object]] = [
    {
        "source_id": "a",
        "title": "Hours",
        "url": "https://example.org/",
        "heading_path": ["Visit", "Hours"],
        "text": "Every day:\nOpen at nine.",
        "authors": ["A. Keeper"],
        "extra": {"score": 0.3},
    },
    {"source_id": "b", "title": "Notice", "status": "deleted"},
    {"source_id": "c", "title": "Never cited"},
]
RESTORE = """\
import hashlib, sys
from citemark.snapshots import kept_etag, restore
for line in sys.stdin.buffer:
    rendered = restore(line)
    assert rendered.etag == kept_etag(line)
    print(hashlib.sha256(rendered.body.encode()).hexdigest())
"""


def in_another_process(snapshots: list[str], folder: Path) -> list[str]:
    """Return the digest of what each of *snapshots* renders to, elsewhere."""
    return subprocess.run(
        [sys.executable, "-c", RESTORE],
        input="".join(f"{snapshot}\n" for snapshot in snapshots),
        capture_output=True,
        check=True,
        cwd=folder,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "7"},
        text=True,
    ).stdout.split()


def test_every_golden_case_is_the_same_in_a_process_without_its_sources(
    tmp_path: Path,
) -> None:
    rendered = [
        case(slug).rendered(to) for slug in slugs() for to in case(slug).outputs
    ]
    snapshots = [json.dumps(each.snapshot()) for each in rendered]
    assert in_another_process(snapshots, tmp_path) == [
        hashlib.sha256(each.body.encode()).hexdigest() for each in rendered
    ]


def kept(rendered: Rendered) -> Rendered:
    """Return what a snapshot of *rendered* renders to, by way of JSON."""
    snapshot = json.loads(json.dumps(rendered.snapshot()))
    again = restore(snapshot)
    assert again.etag == rendered.etag == kept_etag(snapshot)
    assert again.snapshot() == snapshot
    return again


def test_a_snapshot_holds_the_cited_sources_with_hash_and_text() -> None:
    snapshot = render(ANSWER, RECORDS).snapshot()
    text = str(RECORDS[0]["text"])
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert snapshot["version"] == 1
    assert snapshot["answer"] == ANSWER
    assert snapshot["options"] == {}
    assert snapshot["sources"] == [
        {
            "source_id": "a",
            "title": "Hours",
            "url": "https://example.org/",
            "heading_path": ["Visit", "Hours"],
            "text": text,
            "authors": ["A. Keeper"],
            "content_hash": f"sha256:{digest}",
        },
        {
            "source_id": "b",
            "title": "Notice",
            "status": "deleted",
            "content_hash": f"sha256:{hashlib.sha256(b'').hexdigest()}",
        },
    ]


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(language="ja", grouped=True, on_unresolved="mark", excerpt="located"),
        Options(dialect=("openai", "lenticular"), families=("cite", "show")),
        Options(labels={"sources": "Proof"}, limits=Limits(excerpt_lines=1)),
        Options(numbering=Numbering(4, {"z": 3, "a": 9})),
        Options(url_policy=UrlPolicy(denied_hosts=("example.org", "example.net"))),
        Options(select=("ALL",), rules={"lone-marker": {}}, fingerprint="f"),
        Options(locate="auto"),
    ],
)
def test_options_are_kept(options: Options) -> None:
    rendered = render(ANSWER, RECORDS, options=options, page=True, id_prefix="x-")
    assert kept(rendered).body == rendered.body


def test_lines_of_a_splitter_are_kept() -> None:
    source = Source(
        source_id="a", title="T", text="one|two|three", splitter=lambda t: t.split("|")
    )
    rendered = render(ANSWER, [source])
    assert kept(rendered).references[0].excerpts[0].text == "two"


def test_claims_are_kept_as_claims() -> None:
    claims = {
        "claims": [{"text": "Open at nine.", "source_ids": ["a", "wp:7"]}],
        "insufficient_evidence": True,
    }
    records = [*RECORDS, {"source_id": "wp:7", "title": "Post"}]
    rendered = render_claims(claims, records, to="text")
    assert rendered.snapshot()["claims"] == claims
    assert kept(rendered).body == rendered.body


def test_a_theme_of_one_s_own_is_kept_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "refs.html.j2").write_text("<b>{{ refs }}</b>")
    rendered = render(ANSWER, RECORDS, theme=tmp_path)
    assert kept(rendered).body == rendered.body
    assert "<b>" in rendered.body
    assert "<b>" not in restore(rendered.snapshot(), theme="base").body


def test_a_snapshot_can_be_rendered_otherwise() -> None:
    snapshot = render(ANSWER, RECORDS, page=True).snapshot()
    other = restore(snapshot, to="text")
    assert other.body == render(ANSWER, RECORDS, to="text").body
    assert other.etag != snapshot["etag"]


class MyPolicy(UrlPolicy):
    pass


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (Options(image_url=str.lower), "image_url"),
        (Options(url_policy=MyPolicy()), "url_policy"),
    ],
)
def test_code_cannot_be_kept(options: Options, name: str) -> None:
    rendered = render(ANSWER, RECORDS, options=options)
    assert rendered.etag
    with pytest.raises(ConfigError, match=rf"^Options\.{name}: expected no code"):
        rendered.snapshot()


def changed(name: str, value: object) -> Callable[[dict[str, object]], object]:
    return lambda snapshot: {**snapshot, name: value}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: "{", "snapshot: line 1, column 2: not valid JSON"),
        (lambda _: b"[]", "snapshot: expected version 1, got None"),
        (changed("version", 2), "snapshot: expected version 1, got 2"),
        (changed("page", 3), "snapshot.page: expected bool, got int"),
        (changed("sources", [3]), "snapshot.sources[0]: expected object, got int"),
        (changed("sources", [{"title": 3}]), "sources[0].source_id: expected a string"),
        (
            changed("sources", [{"source_id": "a", "lines": [3]}]),
            "snapshot.sources['a'].lines: expected strings",
        ),
        (lambda _: {"version": 1}, "snapshot: object missing required field to"),
        (changed("answer", None), "snapshot: expected an answer or claims, got"),
    ],
)
def test_what_is_no_snapshot_is_refused(
    change: Callable[[dict[str, object]], str | bytes | dict[str, object]], message: str
) -> None:
    snapshot = render(ANSWER, RECORDS).snapshot()
    with pytest.raises(SourceError) as caught:
        restore(change(snapshot))
    assert str(caught.value).startswith(message)


def test_an_option_that_is_no_more_is_refused() -> None:
    snapshot = render(ANSWER, RECORDS).snapshot()
    with pytest.raises(ConfigError, match=r"^colour: no such option"):
        restore({**snapshot, "options": {"colour": "red"}})
