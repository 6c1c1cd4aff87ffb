from __future__ import annotations

import pytest

from citemark import detect_dialects
from citemark.detecting import Detected
from citemark.dialect import dialect_names, get_dialect
from tests.strategies import cite

DISTINCT = [name for name in dialect_names() if name != "lenticular"]


@pytest.mark.parametrize("name", DISTINCT)
def test_each_dialect_is_found_by_its_own_examples(name: str) -> None:
    texts = [each.text for each in get_dialect(name).examples if any(each.markers)]
    found = {each.name for text in texts for each in detect_dialects(text)}
    assert name in found


def test_plain_text_has_none() -> None:
    assert detect_dialects("Nothing is cited in `x[1]` or [a](https://a.test).") == []


def test_they_are_counted_and_the_most_frequent_is_first() -> None:
    text = f"A [1]. B [2]. C{cite('a')}. D【6†L9】. E【6†L10】. F【7†L1】."
    assert detect_dialects(text) == [
        Detected("gpt-oss", 3, 0.9),
        Detected("numeric", 2, 0.5),
        Detected("openai", 1, 0.9),
    ]


def test_sources_decide_what_counts_and_how_sure_it_is() -> None:
    text = f"A [1]. B [7]. C{cite('a')}. D{cite('b')}. E{cite('c')}."
    sources = [{"source_id": "1"}, {"source_id": "a"}]
    assert detect_dialects(text, sources) == [
        Detected("openai", 3, 0.33),
        Detected("numeric", 1, 1.0),
    ]
    assert detect_dialects("A [1].", []) == []
