"""An answer held against the registry that its model was shown."""

from __future__ import annotations

import pytest

from citemark import (
    Options,
    SourceRegistry,
    UnresolvedCitationError,
    codes,
    lint,
    render,
)
from citemark.diagnostic import Severity
from tests.strategies import cite

ONE = {"id": "S1", "title": "Handbook", "url": "https://a.example/h", "text": "Three."}
TWO = {"id": "S2", "title": "Travel", "url": "https://a.example/t", "text": "By train."}
ANSWER = f"Go by train.{cite('S2')} Stay home.{cite('S1')}"


def found(sources: object, answer: str, options: Options) -> list[tuple[int, int]]:
    rendered = render(answer, sources, options=options)  # type: ignore[arg-type] # of every kind
    return [
        (each.start, each.end)
        for each in rendered.diagnostics
        if each.code == codes.REGISTRY_CHANGED.code
    ]


def test_another_order_of_ids_is_found_at_the_first_citation() -> None:
    prompt = SourceRegistry([ONE, TWO]).to_prompt()
    options = Options(fingerprint=prompt.fingerprint)
    place = (12, 12 + len(cite("S2")))
    swapped = [{**ONE, "id": "S2"}, {**TWO, "id": "S1"}]
    assert found(prompt.registry, ANSWER, options) == []
    assert found([ONE, TWO], ANSWER, options) == []
    assert found([TWO, ONE], ANSWER, options) == [place]
    assert found(swapped, ANSWER, options) == [place]
    assert found(swapped, ANSWER, Options()) == []
    assert found(swapped, "Nothing is cited.", options) == []


def test_stores_are_not_compared() -> None:
    class Store:
        def get_many(self, ids: object, /) -> dict[str, object]:
            del ids
            return {"S1": ONE, "S2": TWO}

    assert found(Store(), ANSWER, Options(fingerprint="x")) == []


def test_strict_mode_refuses_it() -> None:
    options = Options(fingerprint="x", strict=True)
    with pytest.raises(UnresolvedCitationError) as caught:
        render(ANSWER, [ONE, TWO], options=options)
    assert caught.value.problems == (
        "the registry is not the one that the model was shown",
    )


def test_the_linter_reports_it_as_an_error() -> None:
    (diagnostic,) = lint(ANSWER, [ONE, TWO], options=Options(fingerprint="x"))
    assert (diagnostic.code, diagnostic.severity) == ("CM215", Severity.ERROR)
    assert diagnostic.message == "the registry is not the one that the model was shown"
    assert lint(ANSWER, options=Options(fingerprint="x")) == []
