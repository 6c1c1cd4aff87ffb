from __future__ import annotations

import pytest

from citemark.render.catalogue import read_catalogue

HEADER = 'msgid ""\nmsgstr ""\n"Language: xx\\n"\n"Plural-Forms: {}\\n"\n\n'
FILES = """\
msgctxt "files"
msgid "{n} file"
msgid_plural "{n} files"
msgstr[0] "{n} soubor"
msgstr[1] "{n} soubory"
msgstr[2] "{n} souborů"
"""
RULE = "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"


@pytest.mark.parametrize(
    ("count", "expected"), [(0, 2), (1, 0), (2, 1), (4, 1), (5, 2), (10**30, 2)]
)
def test_the_rule_of_the_header_picks_the_form(count: int, expected: int) -> None:
    phrase = read_catalogue(HEADER.format(RULE) + FILES)["files"]
    assert phrase.form(count) == phrase.forms[expected]
    assert phrase.text == "{n} souborů"


def test_strings_go_on_over_several_lines() -> None:
    text = 'msgctxt "a"\nmsgid ""\n"One "\n"two"\nmsgstr ""\n"Eins "\n"zwei"\n'
    assert read_catalogue(text)["a"].forms == ("Eins zwei",)


def test_escapes_are_undone() -> None:
    text = r"""
msgctxt "a"
msgid "x"
msgstr "\"\t\\n\n\r\\"
"""
    assert read_catalogue(text)["a"].text == '"\t\\n\n\r\\'


def test_comments_and_what_was_removed_are_no_entries() -> None:
    text = """
# Translators may say "msgid" here.
#. So may we.
#: place.py:3
#| msgid "before"
msgctxt "a"
msgid "x"
msgstr "y"

#~ msgctxt "b"
#~ msgid "x"
#~ msgstr "z"
"""
    assert {key: phrase.text for key, phrase in read_catalogue(text).items()} == {
        "a": "y"
    }


@pytest.mark.parametrize(
    "text",
    [
        'msgctxt "a"\nmsgid "x"\nmsgstr ""\n',
        '#, fuzzy\nmsgctxt "a"\nmsgid "x"\nmsgstr "y"\n',
        '#, python-brace-format, fuzzy\nmsgctxt "a"\nmsgid "x"\nmsgstr "y"\n',
    ],
    ids=["empty", "unchecked", "unchecked-flags"],
)
def test_what_is_not_translated_stays_english(text: str) -> None:
    assert read_catalogue(text)["a"].forms == ("x",)


def test_english_forms_have_the_english_rule() -> None:
    untranslated = FILES.replace("{n} soubory", "")
    phrase = read_catalogue(HEADER.format(RULE) + untranslated)["files"]
    found = [phrase.form(count) for count in (0, 1, 2, 21)]
    assert found == ["{n} files", "{n} file", "{n} files", "{n} files"]


def test_a_header_that_is_not_filled_in_has_its_rule_nevertheless() -> None:
    text = f"#, fuzzy\n{HEADER.format(RULE)}{FILES}"
    assert read_catalogue(text)["files"].form(5) == "{n} souborů"


def test_a_catalogue_without_a_header_counts_as_english_does() -> None:
    two = FILES.replace('msgstr[2] "{n} souborů"\n', "")
    assert read_catalogue(two)["files"].form(1) == "{n} soubor"


def test_a_rule_is_read_and_never_run() -> None:
    with pytest.raises(ValueError, match="plural form"):
        read_catalogue(HEADER.format("nplurals=1; plural=print(n);"))
