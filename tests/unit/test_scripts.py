from __future__ import annotations

import re

import pytest

from citemark.scripts import (
    ARABIC,
    CJK,
    CYRILLIC,
    DEVANAGARI,
    GREEK,
    HAN,
    HANGUL,
    HEBREW,
    HIRAGANA,
    KATAKANA,
    LATIN,
    THAI,
    UNSPACED,
    WIDE,
    is_cjk,
)

SCRIPTS = {
    LATIN: "azAZÀßſɏ",
    GREEK: "αΩ",
    CYRILLIC: "аЯѣ",
    HEBREW: "אתּ",
    ARABIC: "ابي؟٣",
    DEVANAGARI: "कहा।",
    THAI: "กำ๓",
    HANGUL: "가힣",
    HIRAGANA: "ぁんゞ",
    KATAKANA: "アヶー・ｱﾟㇰ",
    HAN: "一漢々〆〇㐀豈𠀀⼀",
}


def found(script: str, text: str) -> str:
    return "".join(re.findall(f"[{script}]", text))


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_has_its_characters_and_no_others(script: str) -> None:
    everything = "".join(SCRIPTS.values())
    assert found(script, everything) == SCRIPTS[script]


def test_what_is_written_without_blanks() -> None:
    japanese = SCRIPTS[HIRAGANA] + SCRIPTS[KATAKANA] + SCRIPTS[HAN]
    assert found(CJK, f"{japanese}ㄅㆠ。（Ａ가a \u3000") == f"{japanese}ㄅㆠ"
    assert found(WIDE, f"{japanese}。（Ａ｡￥㍿가aก \u3000") == f"{japanese}。（Ａ｡￥㍿"
    assert found(UNSPACED, f"{japanese}กລབမខꀀ가کa।。") == f"{japanese}กລབမខꀀ"


@pytest.mark.parametrize("char", list("漢かカㄅ。，、「」（）！％Ａ々〆𠀀㍿豈"))
def test_chinese_and_japanese_are_cjk(char: str) -> None:
    assert is_cjk(char)


@pytest.mark.parametrize("char", ["", *"aß.,5한ไяمक…”—", "\u3000", "\U000e0001"])
def test_all_else_is_not(char: str) -> None:
    assert not is_cjk(char)
