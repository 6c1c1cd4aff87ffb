"""Every catalogue: whole, in order, as its language is written, read as others do."""

from __future__ import annotations

import os
import re
import subprocess
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from citemark import Options
from citemark.render.catalogue import Phrase, read_catalogue
from citemark.render.labels import direction, labels_for, languages
from tests import needed

FOLDER = files("citemark.render") / "languages"
ENGLISH = "en"
OTHERS = tuple(tag for tag in languages() if tag != ENGLISH)
COUNTED = ("complete", "more_never")
COUNTS = range(201)
_PLACE_RE = re.compile(r"\{[a-z]+\}")
_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
_ISOLATES = frozenset("\u2066\u2067\u2068\u2069")


@cache
def source(tag: str) -> str:
    name = "citemark.pot" if tag == ENGLISH else f"{tag}.po"
    return (FOLDER / name).read_text("utf-8")


@cache
def phrases(tag: str) -> Mapping[str, Phrase]:
    return read_catalogue(source(tag))


def read_with_babel(text: str) -> Catalog:
    return read_po(BytesIO(text.encode()), abort_invalid=True)


def messages(catalog: Catalog) -> dict[str, Message]:
    """Return context → message, without the header."""
    return {str(each.context): each for each in catalog if each.id}


def texts(value: object) -> tuple[str, ...]:
    """Return the one or several texts of a message."""
    return tuple(value) if isinstance(value, list | tuple) else (str(value),)


def test_there_is_no_file_that_is_not_read() -> None:
    expected = {"citemark.pot", *(f"{tag}.po" for tag in OTHERS)}
    assert {file.name for file in FOLDER.iterdir()} == expected


@pytest.mark.parametrize("tag", OTHERS)
def test_every_label_is_there_in_the_order_of_the_template(tag: str) -> None:
    assert list(phrases(tag)) == list(phrases(ENGLISH))


@pytest.mark.parametrize("tag", languages())
def test_every_form_has_the_places_of_the_english(tag: str) -> None:
    for key, phrase in phrases(tag).items():
        wanted = sorted(_PLACE_RE.findall(phrases(ENGLISH)[key].text))
        assert sorted(_PLACE_RE.findall(phrase.text)) == wanted
        for form in phrase.forms:
            # "One source" and "two sources" may be words.
            assert set(_PLACE_RE.findall(form)) <= set(wanted)
            assert form.strip()


@pytest.mark.parametrize("tag", languages())
def test_bundled_labels_obey_the_rule_of_overrides(tag: str) -> None:
    labels = labels_for(Options(language=tag))
    assert labels_for(Options(labels=labels)) == labels


@pytest.mark.parametrize("tag", languages())
def test_babel_reads_the_same(tag: str) -> None:
    catalog = read_with_babel(source(tag))
    assert str(catalog.locale) == tag.replace("-", "_")
    assert not catalog.fuzzy
    assert not catalog.obsolete
    found = messages(catalog)
    assert list(found) == list(phrases(tag))
    for key, message in found.items():
        text = message.id if tag == ENGLISH else message.string
        assert texts(text) == phrases(tag)[key].forms
        assert message.auto_comments
        assert not message.fuzzy


@pytest.mark.parametrize("tag", OTHERS)
def test_the_checks_of_babel_find_nothing(tag: str) -> None:
    assert [
        error for _, errors in read_with_babel(source(tag)).check() for error in errors
    ] == []


@pytest.mark.parametrize("tag", languages())
def test_the_header_is_filled_in(tag: str) -> None:
    header = dict(read_with_babel(source(tag)).mime_headers)
    named = ("PO-Revision-Date", "Last-Translator", "Language-Team", "Language")
    assert [name for name in named if not header[name].strip("{}")] == []
    assert header["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("tag", languages())
def test_gettext_has_nothing_to_say(tag: str, tmp_path: Path) -> None:
    given = tmp_path / "given.po"
    given.write_text(source(tag), "utf-8")
    command = [
        needed.program("msgfmt"),
        "--check",
        "--output-file",
        os.devnull,
        str(given),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("tag", OTHERS)
def test_nothing_is_translated_from_an_older_english(tag: str) -> None:
    found = messages(read_with_babel(source(tag)))
    template = messages(read_with_babel(source(ENGLISH)))
    assert {key: each.id for key, each in found.items()} == {
        key: each.id for key, each in template.items()
    }
    for key, message in found.items():
        assert message.auto_comments == template[key].auto_comments
        assert message.flags == template[key].flags


@pytest.mark.parametrize("tag", OTHERS)
def test_what_a_tool_writes_back_is_read_as_it_was(tag: str) -> None:
    out = BytesIO()
    write_po(out, read_with_babel(source(tag)), width=40)
    again = read_catalogue(out.getvalue().decode())
    assert list(again) == list(phrases(tag))
    for key, phrase in phrases(tag).items():
        assert again[key].forms == phrase.forms
        assert [again[key].rule(n) for n in COUNTS] == [phrase.rule(n) for n in COUNTS]


@pytest.mark.parametrize(("tag", "key"), list(product(languages(), COUNTED)))
def test_plural_rules_divide_numbers_as_babel_does(tag: str, key: str) -> None:
    phrase = phrases(tag)[key]
    locale = Locale.parse(tag, sep="-")
    pairs = {(phrase.rule(n), locale.plural_form(n)) for n in COUNTS}
    assert {index for index, _ in pairs} == set(range(len(phrase.forms)))
    assert len(pairs) == len({name for _, name in pairs}) == len(phrase.forms)


@pytest.mark.parametrize("tag", languages())
def test_no_text_mixes_directions(tag: str) -> None:
    foreign = {"L"} if direction(tag) == "rtl" else {"R", "AL"}
    for phrase in phrases(tag).values():
        for form in phrase.forms:
            text = _PLACE_RE.sub("", form)
            assert not foreign & {unicodedata.bidirectional(char) for char in text}
            assert not (_CONTROLS | _ISOLATES) & set(text)


@pytest.mark.parametrize("tag", languages())
def test_texts_are_written_as_in_print(tag: str) -> None:
    for form in all_forms(tag):
        assert not re.search(r"['\"`]|\.\.\.|  ", form)
        assert unicodedata.is_normalized("NFC", form)


def test_french_has_a_narrow_space_before_high_punctuation() -> None:
    high = [form for form in all_forms("fr") if re.search("[:;!?%]", form)]
    assert len(high) > 5
    assert [form for form in high if re.search("(?<!\u202f)[:;!?%]", form)] == []


@pytest.mark.parametrize("tag", ["ja", "zh-Hans", "zh-Hant"])
def test_chinese_and_japanese_have_full_width_punctuation(tag: str) -> None:
    assert [form for form in all_forms(tag) if re.search("[,:;!?()]", form)] == []
    assert any("：" in form for form in all_forms(tag))


@pytest.mark.parametrize("tag", languages())
def test_letters_are_of_one_script_and_all_different(tag: str) -> None:
    letters = phrases(tag)["letters"].text.split(" ")
    assert len(set(letters)) == len(letters) > 10
    assert len({unicodedata.name(each[0]).split(" ")[0] for each in letters}) == 1


def all_forms(tag: str) -> list[str]:
    return [form for phrase in phrases(tag).values() for form in phrase.forms]
