from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import codes
from citemark.diagnostic import Finding
from citemark.errors import SourceError, UnresolvedCitationError
from citemark.model import MarkerKind, NoteRef, Reference, ResolvedCitation
from citemark.options import Limits, Numbering, Options
from citemark.resolution import Ledger, Resolution
from citemark.resolve import resolve
from citemark.sources import SourceRegistry
from tests.unit.resolving import (
    ALL,
    HANDBOOK,
    NOTES,
    TRAVEL,
    listed,
    marker,
    markers_of,
    messages,
    numbers,
    resolved,
)


def test_the_articles_citation_object() -> None:
    chunk = {
        "chunk_id": "wp:481:return-policy:0",
        "document_id": "wp:481",
        "text": "返品は商品到着後14日以内に...",
        "retrieved_at": "2026-08-17T05:01:22Z",
        "anchor": "return-deadline",
        "source": {
            "canonical_url": "https://example.com/returns/",
            "title": "返品について",
            "heading_path": ["返品条件", "受付期限"],
            "source_type": "web_page",
            "published_at": "2026-07-01T00:00:00Z",
            "modified_at": "2026-08-10T03:20:00Z",
            "content_hash": "sha256:...",
        },
    }
    (citation,) = resolved("S2", sources={"S2": chunk}).citations
    assert asdict(citation) == {
        "citation_id": "C1",
        "source_id": "S2",
        "document_id": "wp:481",
        "chunk_id": "wp:481:return-policy:0",
        "title": "返品について",
        # The article joins with a full-width sign; ours is the same in any language.
        "heading": "返品条件 > 受付期限",
        "url": "https://example.com/returns/#return-deadline",
        "excerpt": "返品は商品到着後14日以内に...",
        "source_modified_at": "2026-08-10T03:20:00Z",
        "retrieved_at": "2026-08-17T05:01:22Z",
        "number": 1,
        "locator": None,
        "start": 0,
        "end": 9,
    }


def test_numbers_follow_first_appearance_not_the_registry() -> None:
    resolution = resolved("turn0search0", "turn0file0", "turn0file1")
    assert numbers(resolution) == {0: [1], 1: [2], 2: [3]}
    assert listed(resolution) == [
        (1, "turn0search0"),
        (2, "turn0file0"),
        (3, "turn0file1"),
    ]


def test_the_order_of_reading_counts_not_that_of_the_markers() -> None:
    markers = markers_of(["turn0file0", "turn0file1"])
    resolution = resolve(markers, (1, 0), ALL, Options())
    assert numbers(resolution) == {1: [1], 0: [2]}
    assert [each.citation_id for each in resolution.citations] == ["C1", "C2"]


def test_a_source_keeps_its_number() -> None:
    resolution = resolved("turn0file0", "turn0file1", "turn0file0")
    assert numbers(resolution) == {0: [1], 1: [2], 2: [1]}
    first, second = resolution.references
    assert [(ref.index, ref.occurrence, ref.ordinal) for ref in first.noterefs] == [
        (1, 1, 0),
        (3, 2, 2),
    ]
    assert [(ref.index, ref.occurrence) for ref in second.noterefs] == [(2, 1)]
    assert resolution.noterefs[2] == (first.noterefs[1],)


def test_a_start_shifts_every_number() -> None:
    options = Options(numbering=Numbering(start=5))
    resolution = resolved("turn0file0", "turn0file1", options=options)
    assert numbers(resolution) == {0: [5], 1: [6]}
    assert listed(resolution) == [(5, "turn0file0"), (6, "turn0file1")]
    assert [each.number for each in resolution.citations] == [5, 6]


def test_sources_of_earlier_turns_keep_theirs() -> None:
    carried = {"turn0file1": 2, "gone": 3}
    options = Options(numbering=Numbering(assigned=carried))
    resolution = resolved("turn0file0", "turn0file1", options=options)
    assert numbers(resolution) == {0: [4], 1: [2]}
    assert listed(resolution) == [(2, "turn0file1"), (4, "turn0file0")]
    assert resolution.assigned == {"turn0file1": 2, "gone": 3, "turn0file0": 4}
    assert carried == {"turn0file1": 2, "gone": 3}


def test_unknown_sources_use_up_no_number() -> None:
    resolution = resolved("turn9search9", "turn0file0", "turn9search8", "turn0file1")
    assert numbers(resolution) == {1: [1], 3: [2]}
    assert resolution.refused == {0: ("turn9search9",), 2: ("turn9search8",)}
    assert len(resolution.citations) == 2
    assert messages(resolution) == [
        ("CM201", "unknown source ID 'turn9search9'"),
        ("CM201", "unknown source ID 'turn9search8'"),
    ]


def test_an_unknown_source_beside_a_known_one() -> None:
    resolution = resolved("turn0file0 nope turn0file1 nope")
    assert numbers(resolution) == {0: [1, 2]}
    assert resolution.refused == {0: ("nope",)}
    assert [(found.start, found.end) for found in resolution.findings] == [
        (17, 21),
        (33, 37),
    ]


def test_a_finding_spans_a_marker_that_holds_one_citation() -> None:
    (found,) = resolved("turn0file0", "turn7file3").findings
    assert (found.start, found.end) == (100, 117)


def test_an_unknown_id_suggests_the_one_that_was_meant() -> None:
    message = "unknown source ID 'turn0fi1e0'; did you mean 'turn0file0'?"
    assert messages(resolved("turn0fi1e0")) == [("CM201", message)]
    assert messages(resolved("turn0fi1e0", sources=SourceRegistry(ALL))) == [
        ("CM201", message)
    ]


def test_suggestions_have_a_budget() -> None:
    many = {f"turn0file{number}": {"title": "T"} for number in range(501)}
    assert messages(resolved("turn0fi1e0", sources=many)) == [
        ("CM201", "unknown source ID 'turn0fi1e0'")
    ]
    written = [f"turn0fi{number}e0" for number in range(8)]
    suggested = [text for _, text in messages(resolved(*written)) if "mean" in text]
    assert len(suggested) == 5
    long = f"turn0file0{'x' * 90}"
    known = [{"id": long, "title": "T", "url": "https://e.test"}]
    assert messages(resolved(long[:-1], sources=known)) == [
        ("CM201", f"unknown source ID '{long[:60]}…'")
    ]


def test_a_store_that_cannot_list_gives_no_suggestion() -> None:
    class Store:
        calls = 0

        def get_many(self, ids: object, /) -> dict[str, object]:
            assert ids == ["turn0fi1e0", "turn0file0"]
            self.calls += 1
            return {"turn0file0": HANDBOOK}

    store = Store()
    resolution = resolved("turn0fi1e0", "turn0file0", "turn0fi1e0", sources=store)
    assert messages(resolution) == [("CM201", "unknown source ID 'turn0fi1e0'")] * 2
    assert store.calls == 1


def test_a_hostile_id_is_shown_as_plain_data() -> None:
    resolution = resolved("\x1b[31m\u202e'><script>")
    assert messages(resolution) == [("CM201", 'unknown source ID "[31m\'><script>"')]


@pytest.mark.parametrize(
    ("record", "code", "message"),
    [
        ({"status": "deleted"}, "CM203", "source 'S1' is deleted"),
        ({"status": "unpublished"}, "CM203", "source 'S1' is unpublished"),
        ({"citable": False}, "CM202", "source 'S1' may not be cited"),
    ],
)
def test_a_source_may_be_refused(
    record: dict[str, object], code: str, message: str
) -> None:
    sources = {"S1": {"title": "T", "url": "https://e.test/"} | record}
    resolution = resolved("S1", "S1", sources=sources)
    assert messages(resolution) == [(code, message)] * 2
    assert resolution.refused == {0: ("S1",), 1: ("S1",)}
    assert not resolution.references
    assert not resolution.noterefs
    assert not resolution.assigned


def test_strict_lists_every_problem_once() -> None:
    sources = {
        "a": {"title": "A", "url": "http://e.test/"},
        "b": {"url": "https://e.test/"},
        "c": {"title": "C", "url": "https://e.test/", "status": "deleted"},
        "d": {"title": "D", "url": "ftp://e.test/"},
        "e": {"title": "E"},
    }
    with pytest.raises(UnresolvedCitationError) as caught:
        resolved(
            "nope", *"abcdea", "nope", sources=sources, options=Options(strict=True)
        )
    assert caught.value.problems == (
        "unknown source ID 'nope'",
        "the URL of source 'a' is http, not https",
        "source 'b' has no title and is shown as 'e.test'",
        "source 'c' is deleted",
        "the URL of source 'd' has the scheme 'ftp', which is not allowed",
    )


def test_strict_lets_good_sources_pass_also_without_a_url() -> None:
    options = Options(strict=True)
    sources = [HANDBOOK, {"id": "f", "title": "Uploaded file"}]
    resolution = resolved("turn0file0", "f", sources=sources, options=options)
    assert numbers(resolution) == {0: [1], 1: [2]}


def test_raise_is_about_unresolved_citations_only() -> None:
    options = Options(on_unresolved="raise")
    sources = {"a": {"url": "http://e.test/"}}
    assert numbers(resolved("a", sources=sources, options=options)) == {0: [1]}
    with pytest.raises(UnresolvedCitationError) as caught:
        resolved("a", "x", "y", "x", sources=sources, options=options)
    assert caught.value.problems == (
        "unknown source ID 'x'",
        "unknown source ID 'y'",
    )


def test_mark_keeps_what_was_refused_for_the_outputs() -> None:
    resolution = resolved("x turn0file0 y x", options=Options(on_unresolved="mark"))
    assert resolution.refused == {0: ("x", "y")}


def test_no_more_markers_than_the_limit() -> None:
    options = Options(limits=Limits(markers=2))
    resolution = resolved("turn0file0", "turn0file0", "nope", "x", options=options)
    assert numbers(resolution) == {0: [1], 1: [1]}
    assert resolution.refused == {}
    message = (
        "only the first 2 markers are shown as references; dropped from here on: 2"
    )
    assert resolution.findings == (Finding(codes.TOO_MANY_MARKERS, message, 200, 211),)


def test_only_complete_markers_cite() -> None:
    broken = replace(marker("turn0file0", 0), kind=MarkerKind.BROKEN)
    widget = replace(marker("turn0file0", 50), kind=MarkerKind.WIDGET)
    good = marker("turn0file1", 100)
    resolution = resolve([broken, widget, good], (0, 1, 2), ALL, Options())
    assert numbers(resolution) == {2: [1]}


def test_no_sources_at_all() -> None:
    assert resolved(sources=None) == Resolution()
    assert resolved("a", sources=None).refused == {0: ("a",)}
    with pytest.raises(SourceError):
        resolved("a", sources="a")


NAMES = ["s", "turn0file0", "turn0file1", "nope", "gone", "s L1", "s L2-L9", "s L7"]
POOL = [NOTES, HANDBOOK, TRAVEL, {"id": "gone", "status": "deleted"}]


@given(st.lists(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map(" ".join)))
def test_numbers_agree_everywhere(written: list[str]) -> None:
    resolution = resolved(*written, sources=POOL)
    in_text = [ref for refs in resolution.noterefs.values() for ref in refs]
    first_uses = list(dict.fromkeys(ref.number for ref in in_text))
    assert first_uses == list(range(1, len(first_uses) + 1))
    assert [each.number for each in resolution.references] == first_uses
    assert [ref.index for ref in in_text] == list(range(1, len(in_text) + 1))
    of_source = {each.source_id: each.number for each in resolution.references}
    assert of_source == resolution.assigned
    for citation in resolution.citations:
        assert citation.number == of_source[citation.source_id]
    for reference in resolution.references:
        own = [ref for ref in in_text if ref.number == reference.number]
        assert list(reference.noterefs) == own
        assert [ref.occurrence for ref in own] == list(range(1, len(own) + 1))
    assert resolution == resolved(*written, sources=POOL)


def link(noteref: NoteRef) -> tuple[object, ...]:
    """Return all of a link but its ordinal, which is that of its piece."""
    return tuple(asdict(replace(noteref, ordinal=0)).items())


def entry(reference: Reference) -> tuple[object, ...]:
    return (replace(reference, noterefs=()), [*map(link, reference.noterefs)])


_numberings = st.sampled_from(
    [Numbering(), Numbering(start=4), Numbering(assigned={"turn0file1": 2, "x": 5})]
)


@given(
    st.lists(
        st.lists(
            st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map(" ".join),
            max_size=4,
        ),
        max_size=4,
    ),
    _numberings,
    st.integers(0, 12),
)
def test_pieces_resolve_to_what_the_whole_does(
    pieces: list[list[str]], numbering: Numbering, most: int
) -> None:
    options = Options(numbering=numbering, limits=Limits(markers=most))
    whole = resolved(
        *(each for piece in pieces for each in piece), sources=POOL, options=options
    )
    markers = markers_of([each for piece in pieces for each in piece])
    ledger, links, at = Ledger.of(options), [], 0
    references: dict[str, Reference] = {}
    citations: list[ResolvedCitation] = []
    findings: list[Finding] = []
    for piece in pieces:
        own = markers[at : at + len(piece)]
        at += len(piece)
        made = resolve(own, range(len(own)), POOL, options, before=ledger)
        ledger.add(made, len(own))
        links += [each for refs in made.noterefs.values() for each in refs]
        references |= {each.source_id: each for each in made.references}
        citations += made.citations
        findings += made.findings
    expected = [each for refs in whole.noterefs.values() for each in refs]
    assert [*map(link, links)] == [*map(link, expected)]
    assert tuple(citations) == whole.citations
    assert {name: entry(each) for name, each in references.items()} == {
        each.source_id: entry(each) for each in whole.references
    }
    assert (ledger.assigned, ledger.next_number) == (whole.assigned, whole.next_number)
    if len(markers) <= most:
        assert tuple(findings) == whole.findings


def test_a_piece_leaves_what_is_before_it_as_it_was() -> None:
    ledger = Ledger.of(Options())
    first = resolve(markers_of(["s L1"]), (0,), [NOTES], Options(), before=ledger)
    ledger.add(first, 1)
    for _ in range(2):  # The open end of an answer is resolved again and again.
        again = resolve(
            markers_of(["s L2", "s"]), (0, 1), [NOTES], Options(), before=ledger
        )
        (reference,) = again.references
        assert [each.index for each in reference.noterefs] == [1, 2, 3]
        assert [each.occurrence for each in reference.noterefs] == [1, 2, 3]
        assert [each.citation_id for each in again.citations] == ["C2", "C3"]
    assert (ledger.noterefs, ledger.citations, ledger.markers) == (1, 1, 1)
    assert len(first.references[0].noterefs) == 1


def test_excerpts_are_cut_where_they_are_lacking() -> None:
    asked: list[Reference] = []

    def lacks(reference: Reference) -> bool:
        asked.append(reference)
        return len(asked) > 1

    ledger = Ledger.of(Options())
    ledger.lacks = lacks
    ledger = ledger.anew(Options())
    markers = markers_of(["s L1", "s L2"])
    bare, full = (
        resolve(markers, (0, 1), [NOTES], Options(), before=ledger).references[0]
        for _ in range(2)
    )
    assert full.excerpts
    assert len(full.links) == 2
    assert len(full.place_links) == 1
    assert bare == replace(full, excerpts=(), links=(), place_links=())
    assert asked == [bare, bare]
    assert resolve(markers, (0, 1), [NOTES], Options()).references == (full,)


def test_a_source_is_looked_for_once_in_all_pieces() -> None:
    class Store:
        def __init__(self) -> None:
            self.asked: list[list[str]] = []

        def get_many(self, ids: Iterable[str], /) -> dict[str, object]:
            self.asked.append(list(ids))
            return {"turn0file0": HANDBOOK}

    store, ledger = Store(), Ledger.of(Options())
    for written in (["turn0file0", "nope"], ["nope", "turn0file0"], ["s"], []):
        made = resolve(
            markers_of(written), range(len(written)), store, Options(), before=ledger
        )
        ledger.add(made, len(written))
    assert store.asked == [["turn0file0", "nope"], ["s"]]
    assert ledger.found["nope"] is None


def test_the_limit_of_markers_counts_those_before() -> None:
    options = Options(limits=Limits(markers=3))
    ledger = Ledger.of(options)
    for written, shown, dropped in (
        (["turn0file0"] * 2, [0, 1], 0),
        (["turn0file0"] * 3, [0], 2),
        (["turn0file0"], [], 1),
    ):
        markers = markers_of(written)
        made = resolve(markers, range(len(markers)), ALL, options, before=ledger)
        ledger.add(made, len(markers))
        assert list(made.noterefs) == shown
        assert [each.message.rpartition(" ")[2] for each in made.findings] == (
            [str(dropped)] if dropped else []
        )
