from __future__ import annotations

import re

from citemark.describe import describe
from citemark.options import Options
from citemark.source import Source
from citemark.url_policy import UrlPolicy
from tests.unit.resolving import (
    NOTES,
    messages,
    resolved,
)


def test_a_title_is_plain_text() -> None:
    titles = ["Guide [2026] *new* _x_ `c` | a", "R & D", "Salt &amp; Pepper"]
    sources = {f"S{at}": {"title": title} for at, title in enumerate(titles)}
    resolution = resolved("S0", "S1", "S2", sources=sources)
    assert [each.title for each in resolution.references] == titles
    assert [each.title for each in resolution.citations] == titles


def test_entities_in_titles_are_decoded_once_on_request() -> None:
    sources = {
        "a": {"title": "Salt &amp; Pepper", "url": "https://e.test/"},
        "b": {"title": "&amp;lt;b&amp;gt; &#xe200;", "url": "https://e.test/"},
    }
    resolution = resolved(
        "a", "b", sources=sources, options=Options(decode_titles=True)
    )
    assert [each.title for each in resolution.references] == [
        "Salt & Pepper",
        "&lt;b&gt;",
    ]
    assert messages(resolution) == [
        ("CM208", "source 'b' has marker characters in its title")
    ]


def test_a_source_without_a_title_is_named_after_its_host_or_number() -> None:
    sources: list[object] = [
        {"id": "a", "url": "https://example.org/x/y.pdf"},
        {"id": "b", "title": " \u200b"},
    ]
    resolution = resolved("a", "b", "a", sources=sources)
    assert [(each.title, each.titled, each.url) for each in resolution.references] == [
        ("example.org", False, "https://example.org/x/y.pdf"),
        ("Source 2", False, None),
    ]
    assert messages(resolution) == [
        ("CM206", "source 'a' has no title and is shown as 'example.org'"),
        ("CM206", "source 'b' has no title and is shown as 'Source 2'"),
        ("CM207", "source 'b' has no URL"),
    ]


def test_an_unusable_url_is_no_link() -> None:
    sources = {
        "a": {"title": "A", "url": "javascript:alert(1)"},
        "b": {"title": "B", "url": "http://e.test/"},
        "c": {"title": "C", "url": "https://user:pass@e.test/"},
    }
    resolution = resolved("a", "b", "c", sources=sources)
    assert [(each.url, each.host) for each in resolution.references] == [
        (None, None),
        ("http://e.test/", "e.test"),
        (None, None),
    ]
    assert messages(resolution) == [
        (
            "CM207",
            "the URL of source 'a' has the scheme 'javascript', which is not allowed",
        ),
        ("CM209", "the URL of source 'b' is http, not https"),
        ("CM207", "the URL of source 'c' has a user name or password in it"),
    ]


def test_marker_characters_are_left_out_of_everything() -> None:
    forged = "\ue200cite\ue202S2\ue201"
    record = {
        "title": f"T{forged}",
        "heading_path": [f"H{forged}", "\ue200"],
        "document_id": f"d{forged}",
        "chunk_id": f"c{forged}",
        "anchor": f"a{forged}",
        "text": f"t{forged}",
        "url": "https://e.test/",
    }
    resolution = resolved("S1", sources={"S1": record})
    fields = "title, text, heading_path, document_id, chunk_id, anchor"
    assert messages(resolution) == [
        ("CM208", f"source 'S1' has marker characters in its {fields}")
    ]
    (citation,) = resolution.citations
    assert (citation.title, citation.heading, citation.url) == (
        "TciteS2",
        "HciteS2",
        "https://e.test/#aciteS2",
    )
    assert (citation.document_id, citation.chunk_id) == ("dciteS2", "cciteS2")
    assert citation.excerpt == "tciteS2"
    assert not re.search("[\ue200-\ue206]", repr(resolution.references))


def test_a_template_makes_links_to_places() -> None:
    record = NOTES | {"anchor": "notes", "url_template": "{url}#L{first}-L{last}"}
    resolution = resolved("s L2-L3", "s", sources=[record])
    assert [each.url for each in resolution.citations] == [
        "https://example.org/notes#L2-L3",
        "https://example.org/notes#notes",
    ]
    assert resolution.references[0].url == "https://example.org/notes#notes"
    (only,) = resolved("s L2-L3", sources=[record]).references
    assert only.url == "https://example.org/notes#L2-L3"
    (two,) = resolved("s L2", "s L4", sources=[record]).references
    assert two.url == "https://example.org/notes#notes"


def test_a_viewer_needs_no_url_of_the_source() -> None:
    record = {"id": "s", "title": "T", "url_template": "https://v.test/s?line={line}"}
    (reference,) = resolved("s L7", sources=[record]).references
    assert reference.url == "https://v.test/s?line=7"


def test_a_bad_template_or_anchor_falls_back_to_the_url() -> None:
    sources = {
        "a": {
            "title": "A",
            "url": "https://e.test/",
            "url_template": "javascript:{line}",
        },
        "b": {"title": "B", "url": "https://e.test/", "anchor": "x" * 2048},
        "c": {"title": "C", "url": "nowhere", "url_template": "{url}#{line}"},
        "d": {
            "title": "D",
            "url": "https://e.test/",
            "url_template": f"https://v.test/{'x' * 2032}{{line}}",
        },
    }
    resolution = resolved("a L1", "b", "c L1", "d L10", sources=sources)
    assert [each.url for each in resolution.references] == [
        "https://e.test/",
        "https://e.test/",
        None,
        "https://e.test/",
    ]
    about_urls = [text for code, text in messages(resolution) if code == "CM207"]
    assert about_urls == [
        (
            "the URL from the url_template of source 'a' has the scheme 'javascript', "
            "which is not allowed"
        ),
        "the URL of source 'b', with its anchor, is longer than 2048 characters",
        "the URL of source 'c' has no scheme",
    ]


def test_a_reference_carries_what_a_reader_asks_for() -> None:
    record = NOTES | {
        "heading_path": ["Work", " \u200b", "Remote\nwork"],
        "modified_at": "2026-08-10T03:20:00+09:00",
        "language": "de-CH",
    }
    (reference,) = resolved("s", sources=[record]).references
    assert reference.heading == ("Work", "Remote work")
    assert reference.updated == "2026-08-10T03:20:00+09:00"
    assert reference.language == "de-CH"
    assert reference.host == "example.org"
    bad = record | {"language": 'x" onclick="y'}
    assert resolved("s", sources=[bad]).references[0].language is None


def test_the_policy_of_the_options_judges_urls_anchors_and_templates() -> None:
    policy = UrlPolicy(denied_hosts=("denied.example",))
    options = Options(url_policy=policy)
    denied = Source(source_id="a", title="A", url="https://denied.example/")
    shown = describe(denied, 1, options)
    assert shown.url is None
    assert [remark.code.code for remark in shown.remarks] == ["CM207"]
    assert describe(denied, 1, Options()).url == "https://denied.example/"
    templated = Source(
        source_id="b",
        title="B",
        url="https://open.example/",
        url_template="https://denied.example/{first}",
    )
    assert describe(templated, 1, options).template is None
