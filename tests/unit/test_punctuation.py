from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.punctuation import (
    CLOSING,
    SENTENCE_END,
    guess_language,
    is_lower,
    sentence_ends,
    sentences,
)


def test_closing_punctuation_of_all_scripts() -> None:
    assert set(".,;:!?…\"'”’»)]}。，、！？；：」』）】》〉؟،۔؛।॥։።") <= CLOSING
    assert set(".!?…。！？؟۔।॥։።") <= SENTENCE_END <= CLOSING
    assert CLOSING.isdisjoint("([{“«„「『（【《〈¿¡-–—*_`a1 ")


@pytest.mark.parametrize(
    ("char", "expected"),
    [("a", True), ("я", True), ("λ", True), ("A", False), ("ა", False), ("", False)],
)
def test_small_letters(char: str, *, expected: bool) -> None:
    assert is_lower(char) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("1.5 %", ""),
        ("port", ""),
        ("港口", "zh"),
        ("港は東", "ja"),
        ("ポート", "ja"),
        ("항구", "ko"),
        ("ميناء", "ar"),
        ("बंदरगाह", "hi"),
        ("порт", "ru"),
        ("λιμάνι", "el"),
        ("נמל", "he"),
        ("港口 port", ""),
    ],
)
def test_guessed_language(text: str, expected: str) -> None:
    assert guess_language(text) == expected


def ended(text: str) -> list[str]:
    ends = sentence_ends(text)
    return [text[a:b].strip() for a, b in zip([0, *ends], ends, strict=False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One. Two! Three?", ["One.", "Two!", "Three?"], id="plain"),
        pytest.param("No stop", [], id="none"),
        pytest.param("Really?! Yes.", ["Really?!", "Yes."], id="several-marks"),
        pytest.param("“No.” (Yes.) End.", ["“No.”", "(Yes.)", "End."], id="closed"),
        pytest.param("„Ja.“ Er ging.", ["„Ja.“", "Er ging."], id="german-quotes"),
        pytest.param("« Oui. » Non.", ["« Oui.", "» Non."], id="french-quotes"),
        pytest.param("“Stop!” he said.", ["“Stop!” he said."], id="goes-on"),
        pytest.param("**Yes.** No.", ["**Yes.**", "No."], id="emphasis"),
        pytest.param(
            "At 3.5. Then 1.000,5.", ["At 3.5.", "Then 1.000,5."], id="numbers"
        ),
        pytest.param(
            "Oh... what? Well… yes.", ["Oh... what?", "Well… yes."], id="ellipsis"
        ),
        pytest.param("He left… Then she came.", ["He left…", "Then she came."], id="…"),
        pytest.param("Dr. Ito met Mr. Wu.", ["Dr. Ito met Mr. Wu."], id="titles"),
        pytest.param("Das ist z. B. Wien.", ["Das ist z. B. Wien."], id="z-b"),
        pytest.param("Das gilt z.B. Montag.", ["Das gilt z.B. Montag."], id="zb"),
        pytest.param("The U.S. Navy.", ["The U.S. Navy."], id="us"),
        pytest.param("See e.g. Rome.", ["See e.g. Rome."], id="eg"),
        pytest.param("Pine Co. of cl. 2.", ["Pine Co. of cl. 2."], id="clauses"),
        pytest.param("J. R. R. Tolkien.", ["J. R. R. Tolkien."], id="initials"),
        pytest.param("А. С. Пушкин.", ["А. С. Пушкин."], id="russian-initials"),
        pytest.param("No. 5, p. 7, Art. 2.", ["No. 5, p. 7, Art. 2."], id="numbered"),
        pytest.param(
            "In Nr. 4 bzw. Abs. 2.", ["In Nr. 4 bzw. Abs. 2."], id="german-numbered"
        ),
        pytest.param("He said no. Then.", ["He said no.", "Then."], id="no"),
        pytest.param("Wu et al. Found.", ["Wu et al. Found."], id="et-al"),
        pytest.param(
            "It is in the U.S.", ["It is in the U.S."], id="last-abbreviation"
        ),
        pytest.param("1. One. Two\n2. Two.", ["1. One.", "Two\n2. Two."], id="lists"),
        pytest.param("Am 3. Oktober. Ja.", ["Am 3. Oktober.", "Ja."], id="ordinals"),
        pytest.param("It was 5. Then 6.", ["It was 5.", "Then 6."], id="number-ends"),
        pytest.param(
            "At https://a.b/?d=e. So.", ["At https://a.b/?d=e.", "So."], id="url"
        ),
        pytest.param(
            "A.md or .NET v2.0. So.", ["A.md or .NET v2.0.", "So."], id="files"
        ),
        pytest.param("See example.com. So.", ["See example.com.", "So."], id="host"),
        pytest.param("Yes.[^1] No.<br>", ["Yes.", "[^1] No."], id="markup-behind"),
        pytest.param("是。不！真的？", ["是。", "不！", "真的？"], id="chinese"),
        pytest.param("他说：“走。”她走了。", ["他说：“走。”", "她走了。"], id="quoted"),
        pytest.param("是。“不”。", ["是。", "“不”。"], id="quote-opens"),
        pytest.param("是。**不**。", ["是。", "**不**。"], id="emphasis-opens"),
        pytest.param("「行け！」と言った。", ["「行け！」と言った。"], id="particle"),
        pytest.param("是OK.是。", ["是OK.", "是。"], id="latin-stop"),
        pytest.param("갔다. 왔다. 수. 끝.", ["갔다.", "왔다.", "수.", "끝."], id="ko"),
        pytest.param("یہ ہے۔ اور؟", ["یہ ہے۔", "اور؟"], id="urdu"),
        pytest.param("हाँ। नहीं॥", ["हाँ।", "नहीं॥"], id="hindi"),
        pytest.param("ეს ასეა. არა.", ["ეს ასეა.", "არა."], id="georgian"),
    ],
)
def test_sentence_ends(text: str, expected: list[str]) -> None:
    assert ended(text) == expected


def test_a_list_number_alone_is_no_sentence() -> None:
    assert sentence_ends("12.") == []


@given(st.text(st.sampled_from('.!。？"“ \nAb1港と')))
def test_sentences_are_all_of_a_text(text: str) -> None:
    found = sentences(text)
    assert "".join(found) == text
    assert all(found)
    assert len(found) - len(sentence_ends(text)) in (0, 1)
