"""What holds for every kind of locator."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, scan
from citemark.dialects import openai
from citemark.grammar import scan_grammar
from citemark.locator import Lines, Locator, LocatorKind, Range, all_kinds, kind_of
from citemark.locators.blocks import Blocks
from citemark.locators.chars import Chars
from citemark.locators.opaque import LOCATOR as OPAQUE
from citemark.locators.opaque import Opaque
from citemark.locators.pages import Pages
from citemark.locators.paragraphs import Paragraphs
from citemark.locators.section import Section
from citemark.locators.time import Time
from citemark.model import Citation
from citemark.places import Places
from citemark.render.labels import labels_for, languages
from citemark.source import Source
from citemark.spans import split_lines
from citemark.syntax import Syntax
from citemark.text import clean_line
from tests.strategies import cite

KINDS = all_kinds()
NAMES = sorted(KINDS)
LANGUAGES = languages()
EXAMPLES = [
    pytest.param(name, word, value, id=f"{name}-{word}")
    for name, kind in KINDS.items()
    for word, value in kind.examples
]
NUMBERS = st.integers(0, 9_999_999_999)
# Letters that a heading may hold, the characters that are spelled, and other scripts.
WORDS = st.text(st.sampled_from("Aé_>%§ #-|<水/&ا."), min_size=1, max_size=12)
HEADINGS = WORDS.map(lambda text: " ".join(text.split())).filter(
    lambda text: bool(text) and clean_line(text) == text
)
VALUES: dict[str, st.SearchStrategy[Locator]] = {
    "lines": st.builds(Lines, NUMBERS, NUMBERS),
    "paragraphs": st.builds(Paragraphs, NUMBERS, NUMBERS),
    "pages": st.builds(Pages, NUMBERS, NUMBERS),
    "blocks": st.builds(Blocks, NUMBERS, NUMBERS),
    "chars": st.builds(Chars, NUMBERS, NUMBERS),
    "section": st.builds(
        lambda path: Section(tuple(path)), st.lists(HEADINGS, min_size=1, max_size=4)
    ),
    "time": st.builds(Time, st.integers(0, 3_599_999), st.integers(0, 3_599_999)),
    "opaque": st.builds(Opaque, st.from_regex(OPAQUE.pattern, fullmatch=True)),
}
SMALL = st.integers(0, 12)
NEAR: dict[str, st.SearchStrategy[Locator]] = {
    **{
        name: st.builds(value, SMALL, SMALL)
        for name, value in {
            "lines": Lines,
            "paragraphs": Paragraphs,
            "pages": Pages,
            "blocks": Blocks,
        }.items()
    },
    "chars": st.builds(Chars, st.integers(0, 90), st.integers(0, 90)),
    "section": st.sampled_from(
        [Section(("A",)), Section(("b c",)), Section(("A", "b c")), Section(("None",))]
    ),
    "time": st.builds(Time, st.integers(0, 200), st.integers(0, 200)),
    "opaque": st.just(Opaque("fig.1")),
}
TEXTS = st.lists(
    st.sampled_from(
        (
            *("word", "", " ", "\f", "a\fb", "\fc", "# A", "## b c", "### `A` #"),
            *(
                "A",
                "===",
                "b c",
                "---",
                "```",
                "~~~~",
                "[00:00:10] x",
                "0:45",
                "1:30 y",
            ),
            *("00:01.000 --> 00:03.500", "00:01:00.0 --> 00:02:00.0", "2", "NOTE", "#"),
        )
    ),
    max_size=14,
).flatmap(
    lambda lines: st.sampled_from(("\n", "\r\n", "\r")).map(lambda end: end.join(lines))
)


def test_every_kind_is_tried() -> None:
    assert set(VALUES) == set(NEAR) == set(KINDS)


@pytest.mark.parametrize(("name", "word", "value"), EXAMPLES)
def test_examples_mean_what_they_say(name: str, word: str, value: Locator) -> None:
    assert KINDS[name].parse(word) == value
    assert kind_of(value) is KINDS[name]
    assert type(value) is KINDS[name].value


@pytest.mark.parametrize(("name", "word", "value"), EXAMPLES)
def test_no_two_kinds_read_the_same_word(name: str, word: str, value: Locator) -> None:
    del value
    others = [kind for kind in KINDS.values() if not kind.is_last_resort]
    readers = [kind.name for kind in others if kind.parse(word) is not None]
    assert readers == ([] if KINDS[name].is_last_resort else [name])


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_what_is_printed_is_read_again(name: str, data: st.DataObject) -> None:
    value = data.draw(VALUES[name])
    assert KINDS[name].parse(str(value)) == value


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_marker_holds_any_of_them(name: str, data: st.DataObject) -> None:
    value = data.draw(VALUES[name])
    ids = Syntax().id_pattern()
    if KINDS[name].is_last_resort and ids.fullmatch(str(value)):
        return
    markers = openai.scan(cite("turn0file0", str(value)), Syntax(locators=(name,)))
    (citation,) = markers[0].citations
    turned = value.turned()
    assert citation.locator == (turned or value)
    assert [found.code.code for found in markers[0].findings] == ["CM005"] * bool(
        turned
    )


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_place_is_turned_at_most_once(name: str, data: st.DataObject) -> None:
    turned = data.draw(VALUES[name]).turned()
    assert turned is None or turned.turned() is None


@pytest.mark.parametrize(("name", "language"), list(product(NAMES, LANGUAGES)))
def test_every_kind_has_its_labels_in_every_language(name: str, language: str) -> None:
    kind, labels = KINDS[name], labels_for(Options(language=language))
    assert {kind.label(value)[0] for _, value in kind.examples} == set(kind.labels)
    for key in kind.labels:
        assert labels[key].count("{r}") == 1


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS, data=st.data())
def test_places_are_within_the_text(name: str, text: str, data: st.DataObject) -> None:
    value = data.draw(NEAR[name])
    lines = split_lines(text)
    found = KINDS[name].lines_in(value.turned() or value, lines)
    assert found is None or 1 <= found.first <= found.last <= len(lines)


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS, data=st.data())
def test_what_is_found_is_found_again(
    name: str, text: str, data: st.DataObject
) -> None:
    value = data.draw(NEAR[name])
    source = Source(source_id="a", text=text)
    citation = Citation("a", value.turned() or value, str(value), 0, 1)
    place, _ = Places().find(source, citation)
    if place.locator is not None:
        again = Citation("a", place.locator, str(place.locator), 0, 1)
        assert Places().find(source, again) == (place, None)
        assert KINDS[name].parse(str(place.locator)) == place.locator


@pytest.mark.parametrize(("name", "word", "value"), EXAMPLES)
def test_patterns_take_linear_time(name: str, word: str, value: Locator) -> None:
    del value
    # A quadratic one would not end before the suite's time limit.
    for hostile in (
        word * 200_000,
        word + word[-1] * 1_000_000 + "\n",
        "1" * 1_000_000,
    ):
        assert KINDS[name].parse(hostile + "\n") is None


@pytest.mark.parametrize("name", NAMES)
def test_many_places_in_a_long_text_take_linear_time(name: str) -> None:
    lines = 20_000
    text = "\n\n".join(f"## H{n}\n[{n // 60}:{n % 60:02}] x\f" for n in range(lines))
    source = Source(source_id="a", text=text)
    places = Places()
    shapes = {"section": "§H{}", "time": "0:10-{}:30", "opaque": "f.{}"}
    prefix = getattr(KINDS[name].value, "prefix", "C")
    shape = shapes.get(name, prefix + "1-" + prefix + "{}")
    values = [KINDS[name].parse(shape.format(n)) for n in range(1, lines) if n < 999]
    values *= 20
    found = [places.find(source, Citation("a", each, None, 0, 1)) for each in values]
    assert all((place.lines is None) is (name == "opaque") for place, _ in found[:300])


@pytest.mark.parametrize("name", NAMES)
def test_only_kinds_that_are_switched_on_are_read(name: str) -> None:
    word, value = KINDS[name].examples[0]
    (marker,) = scan(cite("turn0file0", word))
    locators = [citation.locator for citation in marker.citations]
    assert (value in locators) is (name == "lines")
    on = scan_grammar(
        cite("turn0file0", word), Syntax(locators=(name,)), openai.CHARACTERS
    )
    assert [each.locator for each in on[0].citations] == [value]


@pytest.mark.parametrize("name", NAMES)
def test_the_module_is_named_and_documented(name: str) -> None:
    kind: LocatorKind[Locator] = KINDS[name]
    module = __import__(f"citemark.locators.{name}", fromlist=["LOCATOR"])
    assert module.LOCATOR is kind
    assert module.__doc__
    assert (module.__doc__ or "").partition("\n")[0].endswith(".")
    assert issubclass(kind.value, Range) or kind.value.__doc__
