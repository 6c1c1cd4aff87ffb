from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.verification.normal import normal
from citemark.verification.quotes import find_quote, quotes_in
from citemark.verification.reading import Reading
from citemark.verification.sentences import sentences_of
from tests.unit.verification.test_sentences import read


def quotes(answer: str) -> list[str]:
    return [
        span.of(sentence.text)
        for sentence in sentences_of(read(answer))
        for span in quotes_in(sentence)
    ]


def found(quote: str, text: str) -> str | None:
    span = find_quote(quote, Reading(text))
    return span.of(text) if span else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A “B” — Ｃ", "a 'b' - c"),
        ("ﬁne  \n\tline", "fine line"),
        ("cafe\u0301", "café"),
        ("ｶﾞｽ", "ガス"),
        ("soft\u00adhyphen\u200b", "softhyphen"),
        ("hyphen-\n  ated e-mail 3-5", "hyphenated email 3-5"),
        ("> one\n> two", "> one two"),
        ("**bold** [text](https://e.com) `code` <b>x</b>", "bold text code x"),
        ("港の\n取扱 量", "港の取扱量"),
        ("a &amp; b", "a & b"),
        ("STRASSE Straße", "strasse strasse"),
        ("\u1112\u1161\u11ab", "한"),
        ("snake_case _em_", "snake_case em"),
        ("", ""),
    ],
)
def test_texts_are_made_alike(text: str, expected: str) -> None:
    assert normal(text).text == expected


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60))
def test_normal_texts_stay_as_they_are_and_know_their_origins(text: str) -> None:
    made = normal(text)
    places = [made.origin(at) for at in range(len(made.text))]
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("He said “one two three” and “one two”.", ["one two three"]),
        ("条例说“未经许可不得”和“不得”。", ["未经许可不得"]),
        ("Il dit « un deux trois ».", ["un deux trois"]),
        ("> One two three.", ["One two three."]),
        ("> “One two three,” he said.", ["One two three,"]),
        ("> — The port of Bergen, 2025", []),
        ("> Note: one two three.", []),
        ("> One two", []),
        ("`“one two three”` and one two three", ["one two three"]),
    ],
)
def test_quotations_are_long_enough_to_be_looked_for(
    answer: str, expected: list[str]
) -> None:
    assert quotes(answer) == expected


TEXT = """\
§ 9 The **tenant** must “repair”
the roof-
  top, with-
out delay. Unless agreed."""


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("the tenant must", "The **tenant** must"),
        ("must ‘repair’ the", "must “repair”\nthe"),
        ("must «repair» the rooftop", "must “repair”\nthe roof-\n  top"),
        ("without delay.", "with-\nout delay"),
        ("The tenant … without delay", TEXT[4 : TEXT.index(". U")]),
        ("The tenant [...] delay", TEXT[4 : TEXT.index(". U")]),
        ("The tenant ( … ) delay", TEXT[4 : TEXT.index(". U")]),
        ("[T]he tenant must", "The **tenant** must"),
        ("The tenant [of the flat] must", "The **tenant** must"),
        ("must [at once] the rooftop", "must “repair”\nthe roof-\n  top"),
        ("The tenant [sic] must", "The **tenant** must"),
        ("Unless agreed … the tenant", None),
        ("…", None),
        ("The landlord must", None),
    ],
)
def test_quotations_are_found_word_for_word(quote: str, expected: str | None) -> None:
    assert found(quote, TEXT) == expected


@given(st.text(alphabet="ab *“”-\n…ﬁ港の.", max_size=40), st.data())
def test_what_was_cut_out_of_a_text_is_found_in_it(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    quote = text[start:end]
    if any(map(str.isalnum, quote)) and "…" not in quote:
        assert found(quote, text) is not None
