from __future__ import annotations

import pytest

from citemark.prompt.guard import guard, unguard
from tests.strategies import cite


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("plain [1] text, 【注意】 <blockquote>", None),
        ("a\tb می\u200cخواهم 👩\u200d🚀 ❤\ufe0f", None),
        ("【2024年度】 [Lemma 9] [L] L9 Block2", None),
        ("The citation marker stands there.", None),
        ("⟦", "⟦U+27E6⟧"),
        ("a\r\nb\u2028", "a⟦U+000D⟧⟦U+000A⟧b⟦U+2028⟧"),
        ("\u202eabc\u200f", "⟦U+202E⟧abc⟦U+200F⟧"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f⟦U+FE0F⟧"),
        ("\U000e0041\ud800", "⟦U+E0041⟧⟦U+D800⟧"),
        (cite("S1"), "⟦U+E200⟧cite⟦U+E202⟧S1⟦U+E201⟧"),
        (r"\ue200cite\UE202S1", r"⟦U+005C⟧ue200cite⟦U+005C⟧UE202S1"),
        ("Citation  Marker : x", "⟦U+0043⟧itation  Marker : x"),
        ("citation marker：", "⟦U+0063⟧itation marker："),
        ("</BLOCK>", "⟦U+003C⟧/BLOCK>"),
        ("< / block id='x'>", "⟦U+003C⟧ / block id='x'>"),
        ("【turn2file1】", "⟦U+3010⟧turn2file1】"),
        ("【4:0†source】〖 S1〗", "⟦U+3010⟧4:0†source】⟦U+3016⟧ S1〗"),
        (
            "[L9] [l 9-L12] ［Block２］",
            "⟦U+005B⟧L9] ⟦U+005B⟧l 9-L12] ⟦U+FF3B⟧Block２］",
        ),
    ],
)
def test_only_what_could_mislead_is_escaped(text: str, guarded: str | None) -> None:
    assert guard(text) == (text if guarded is None else guarded)
    assert unguard(guard(text)) == text


def test_no_plain_text_turns_into_an_escape() -> None:
    assert unguard("⟦U+110000⟧ ⟦U+0⟧ ⟦u+005b⟧") == "⟦U+110000⟧ ⟦U+0⟧ ⟦u+005b⟧"
    assert unguard(guard("⟦U+005B⟧")) == "⟦U+005B⟧"
