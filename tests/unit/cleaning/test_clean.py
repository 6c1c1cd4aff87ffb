"""`clean` as a whole: what is recovered, what goes, what is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from citemark import Source, SourceError, SourceRegistry, clean, render
from citemark.cleaning.clean import Cleaned

TITLED = (
    {
        "source_id": "h1",
        "title": "Leave rules",
        "url": "https://www.example.org/rules/leave.pdf?lang=de&utm_source=chatgpt.com",
    },
    {"source_id": "h2", "title": "Paris", "url": "https://en.wikipedia.org/wiki/Paris"},
    {"source_id": "h3", "title": "Twice", "publisher": "The Herald"},
    {"source_id": "h4", "title": "Twice", "document_id": "docs/tides.md"},
    {"source_id": "not/writable", "title": "Slash"},
    {"source_id": "L8", "title": "Locator"},
    {"source_id": "h5", "title": "Odd", "url": "https://[broken/x"},
    {"source_id": "h6", "title": "Dots", "url": "https://..x/"},
)


def cite(*fields: str) -> str:
    return "\ue200cite\ue202" + "\ue202".join(fields) + "\ue201"


@pytest.mark.parametrize(
    ("residue", "wanted"),
    [
        ("【4:0†Leave rules】", "h1"),
        ("【4:0†LEAVE.PDF】", "h1"),
        ("【4:0†example.org】", "h1"),
        ("【3†Rules†www.example.org】", "h1"),
        ("【3†Rules†example.org】", "h1"),
        ("【F:old/rules/leave.pdf†L2-L3】", "h1"),
        ("【F:docs/tides.md†L2-L3】", "h4"),
        ("[oai_citation:1‡x](https://www.example.org/rules/leave.pdf?lang=de)", "h1"),
        ("[oai_citation:1‡x](https://example.org/rules/leave.pdf?lang=fr)", None),
        ("[oai_citation:1‡x](https://[broken/x)", None),
        ("[oai_citation:1‡The Herald](https://[broken/y)", "h3"),
        ("[oai_citation:1‡Twice]", None),
        ("[oai_citation:1‡]", None),
        ("【8†source】", None),
        ("citeturn0search3", None),
    ],
)
def test_sources_are_known_by_their_names(residue: str, wanted: str | None) -> None:
    for sources in (TITLED, SourceRegistry(TITLED)):
        (found,) = clean(f"It rose.{residue}", sources).findings
        assert found.outcome == ("recovered" if wanted else "removed")
        if wanted:
            assert found.source_ids == (wanted,)


@pytest.mark.parametrize(
    "text",
    [
        "It rose [oai_citation:1‡Slash].",
        "It rose [oai_citation:1‡Locator].",
        "It rose【4:0†source】.",
        "It rose【F:src/a.py†L1】.",
        "It rose\ue200kb:0\ue202.",
    ],
)
def test_what_only_another_dialect_can_write_is_left_to_it(text: str) -> None:
    sources = [
        *TITLED,
        {"source_id": "4:0"},
        {"source_id": "src/a.py"},
        {"source_id": "kb:0"},
    ]
    assert clean(text, sources) == Cleaned(text=text, findings=())
    assert clean(text).text == "It rose."


def test_labels_glued_to_a_sentence() -> None:
    text = "It is old.Wikipedia+2\nIt is new.The Herald+1\n\nIt is.Nobody+1"
    found = clean(text, TITLED)
    assert found.text == (
        f"It is old.{cite('h2')}\nIt is new.{cite('h3')}\n\nIt is.Nobody+1"
    )


class Store:
    """A store that has IDs only, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def get_many(self, ids: Iterable[str], /) -> Mapping[str, object]:
        self.asked.append(list(ids))
        return {"S1": Source(source_id="S1", title="Leave rules")}


def test_a_store_is_asked_once_for_all_ids() -> None:
    store = Store()
    found = clean("A.citeS1L2 B.citeturn0file0 C【4:0†Leave rules】.", store)
    assert found.text == f"A.{cite('S1', 'L2')} B. C."
    assert store.asked == [["S1", "turn0file0", "4:0"]]


def test_it_is_a_detector() -> None:
    text = "A.citeturn0search3turn1view0 B【4:0†source】. C【4:1†source】."
    found = clean(text)
    assert found.counts == {"dagger": 2, "undelimited": 1}
    assert found.findings[0].source_ids == ("turn0search3", "turn1view0")
    assert found.to_dict()["counts"] == found.counts
    assert found.findings[1].to_dict() == {
        "kind": "dagger",
        "start": text.index("【"),
        "end": text.index("】") + 1,
        "raw": "【4:0†source】",
        "source_ids": ["4:0"],
        "outcome": "removed",
        "text": "",
    }
    assert str(found) == "A. B. C."
    assert clean("").findings == ()


def test_what_is_uncertain_needs_company() -> None:
    assert clean("Bare turn0view0 left.").findings == ()
    assert clean("Bare turn0view0 left【1†source】.").text == "Bare left."
    # What is certain of another family says nothing.
    assert clean("Bare turn0view0 left[cite: 1].").text == "Bare turn0view0 left."
    found = clean("Bare turn0view0 left.", [{"source_id": "turn0view0"}])
    assert found.text == f"Bare {cite('turn0view0')} left."


def test_ids_of_ones_own_are_all_known_or_none_is_read() -> None:
    sources = [{"source_id": name} for name in ("S1", "S2", "S1S2S3")]
    assert clean("A.citeS1S2L2 B", sources).text == f"A.{cite('S1', 'S2', 'L2')} B"
    assert clean("A.citeS1S2S3 B", sources).text == f"A.{cite('S1S2S3')} B"
    assert clean("A.citeS1S9 B", sources).findings == ()
    assert clean("A.<cite>S1, S9</cite> B", sources).findings == ()


def test_complete_markers_stay() -> None:
    text = (
        f"A.{cite('turn0search3', 'L2')} B.\ue200url\ue202News\ue202turn0news1\ue201"
        "\ue200cite\ue202doc/2\ue201 C.\ue200cite\ue202turn0file0 "
        f"{cite('turn0search3')}citeturn0search3"
    )
    found = clean(text)
    assert found.text == (
        f"A.{cite('turn0search3', 'L2')} B.\ue200url\ue202News\ue202turn0news1\ue201"
        f"\ue200cite\ue202doc/2\ue201 C. {cite('turn0search3')}"
    )
    assert clean("A.\ue200cite\ue202 \ue202\ue201").text == "A."


def test_a_marker_within_residue_is_not_lost() -> None:
    text = f"A【4:0†see {cite('a')}】."
    assert clean(text).text == text


def test_joined_residue_goes_too_and_is_placed_in_the_answer() -> None:
    text = "It rose.cite[cite_start]turn0search3 Then"
    found = clean(text)
    assert found.text == "It rose. Then"
    assert [each.raw for each in found.findings] == [
        "cite[cite_start]turn0search3",
        "[cite_start]",
    ]
    found = clean(f"[cite: 1]{text}", [{"source_id": "1"}])
    assert found.text == f"{cite('1')}It rose. Then"
    assert found.findings[1].raw == "cite[cite_start]turn0search3"


def test_what_is_nested_on_purpose_stays() -> None:
    text = "[cite_start]"
    for _ in range(12):
        text = f"[cite_{text}start]"
    assert clean(text) == Cleaned(text=text, findings=())


def test_much_residue_takes_linear_time() -> None:
    # Quadratic time would not end before the suite's time limit.
    for piece in (
        "citeturn0search3 ",
        "- citeturn0search3\n",
        "citeturn0search3\n\n",
        "(citeturn0search3), ",
        "cite[cite_start]turn0search3 ",
        "turn0search3/",
        "□cite□",
    ):
        text = piece * (60_000 // len(piece)) + "citeturn0search3"
        assert clean(text).findings


def test_what_is_recovered_is_rendered() -> None:
    sources = [{"source_id": "turn0file0", "title": "Handbook"}]
    found = clean("Three days (citeturn0file0). Ask【4:0†Handbook】.", sources)
    body = str(render(found.text, sources, to="text"))
    assert body == "Three days[1]. Ask[1].\n\nSources\n[1] Handbook\n"


def test_bad_sources_are_misuse() -> None:
    with pytest.raises(SourceError, match="source_id"):
        clean("citeturn0search3", [{"title": "x"}])


def test_lone_surrogates_and_nul_stay() -> None:
    text = "a\ud800b\x00 `c\x00`citeturn0search3"
    assert clean(text).text == "a\ud800b\x00 `c\x00`"
