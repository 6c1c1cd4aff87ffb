"""What holds for every provider: nothing that it sends makes an adapter raise."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import citemark.providers
from citemark import SourceError, render
from citemark.provider import Answer
from tests.unit.providers.support import Sample, samples
from tests.unit.providers.test_samples import ADAPTERS

_DOCS = Path(__file__).parents[2] / "docs/providers"
_MODULES = [each.name for each in iter_modules(citemark.providers.__path__)]
_PARTS = Sample(
    id="parts-01",
    provider="parts",
    payload={
        "parts": [
            {"text": "été. "},
            {
                "text": "Rain【1:0†source】 fell.【2:0†source】",
                "annotations": [
                    {"start": 4, "end": 16, "source": "a"},
                    {"start": 5, "end": 6, "unit": "utf8", "anchor": "point"},
                    {"text": "fell", "source": {"id": "b"}, "locator": "p3"},
                ],
            },
        ],
        "sources": [{"id": "a", "title": "Weather", "url": "https://a.example/"}],
    },
    text="été. Rain【1:0†source】 fell.【2:0†source】",
    expected=[],
)
_BY_MODULE = {**ADAPTERS, "parts": "parts"}
_SAMPLES = [*samples(*ADAPTERS), _PARTS]
_EACH = [pytest.param(each, id=each.id) for each in _SAMPLES]
_ODD: tuple[object, ...] = (
    *(None, True, 5, -1, 10**30, 0.5, float("nan"), "", "x", "\ud800", "-7"),
    *([], {}, [None], ["x"], [[]], {"type": "text"}, [{"text": "x"}]),
)


def _adapter(module: str) -> Callable[..., Answer]:
    adapter: Callable[..., Answer] = import_module(
        f"citemark.providers.{module}"
    ).answer_from
    return adapter


def _read(sample: Sample, payload: object, context: dict[str, object]) -> Answer:
    return _adapter(_BY_MODULE[sample.provider])(payload, **context)


def _changed(value: object) -> Iterator[object]:
    """Yield *value* with one thing in it missing, or something else."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield {key: each for key, each in value.items() if key != name}
            yield from ({**value, name: odd} for odd in (*_ODD, *_changed(inner)))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            for odd in (*_ODD, *_changed(inner)):
                yield [*value[:at], odd, *value[at + 1 :]]


def _objects(value: object) -> object:
    """Return *value* with objects in place of mappings, as an SDK has them."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: _objects(each) for key, each in value.items()})
    return [_objects(each) for each in value] if isinstance(value, list) else value


def test_every_adapter_has_samples() -> None:
    assert sorted(_MODULES) == sorted({*_BY_MODULE.values()})


@pytest.mark.parametrize("sample", _EACH)
def test_objects_are_read_like_mappings(sample: Sample) -> None:
    answer = _read(sample, _objects(sample.payload), sample.context)
    assert answer == _read(sample, sample.payload, sample.context)


@pytest.mark.parametrize("sample", _EACH)
def test_responses_that_are_not_as_expected_are_read_all_the_same(
    sample: Sample,
) -> None:
    for payload in _changed(sample.payload):
        answer = _read(sample, payload, sample.context)
        assert len(answer.registry) == len(answer.sources)
        for span in answer.citations:
            assert (span.start is None) is (span.end is None)
            assert 0 <= (span.start or 0) <= (span.end or 0) <= len(answer.text)
    for context in _changed(sample.context):
        assert isinstance(context, dict)
        _read(sample, sample.payload, {**sample.context, **context})


@given(data=st.data())
def test_whatever_is_read_can_be_rendered(data: st.DataObject) -> None:
    sample = data.draw(st.sampled_from(_SAMPLES))
    likes = list(_changed(sample.payload))
    payload = data.draw(st.sampled_from(likes)) if likes else sample.payload
    rendered = render(_read(sample, payload, sample.context))
    assert rendered.body


@pytest.mark.parametrize("sample", _EACH)
def test_an_answer_is_kept_and_read_again(sample: Sample) -> None:
    answer = _read(sample, sample.payload, sample.context)
    kept = json.loads(json.dumps(answer.to_dict()))
    again = Answer.from_dict(kept)
    assert again.to_dict() == answer.to_dict()
    assert render(again, answer.sources).body == render(answer).body


@pytest.mark.parametrize("module", _MODULES)
@pytest.mark.parametrize("response", [None, 5, b"{}"])
def test_what_is_no_response_is_refused(module: str, response: object) -> None:
    with pytest.raises(SourceError, match="response: expected"):
        _adapter(module)(response)


@pytest.mark.parametrize("module", _MODULES)
@pytest.mark.parametrize("response", [{}, [], [{}], [None], {"choices": []}])
def test_a_response_without_a_text_is_an_empty_answer(
    module: str, response: object
) -> None:
    answer = _adapter(module)(response)
    assert (answer.text, answer.citations) == ("", ())


@pytest.mark.parametrize("module", _MODULES)
def test_the_module_is_documented(module: str) -> None:
    about = import_module(f"citemark.providers.{module}").__doc__ or ""
    assert about.partition("\n")[0].endswith((".", ","))
    page = (_DOCS / f"{module}.md").read_text("utf-8")
    assert page.startswith("# ")
    assert f"citemark.providers.{module}" in page
    assert ">>> " in page
