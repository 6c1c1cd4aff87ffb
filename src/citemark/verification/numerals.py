"""What stands beside numbers, or for them: units, scales, small words, other digits.

Tables only, and what reads one spelling; finding them in a text is for `numbers`.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import NamedTuple

from citemark.verification.language import vocabulary

COMMA_LANGUAGES = vocabulary(
    "bg ca cs da de el es fi fr hr hu id it nb nl nn no pl pt ro ru sk sl sr sv tr"
    " uk vi"
)
"""Languages that write a comma before the decimals, and a point between thousands."""

_FROM = "０１２３４５６７８９٫٬٪％﹪，．：￥＄\u00a0\u202f\u2009\u2007\u3000’−～‒／"
# The last are letters whose small ones are others than a pattern takes them for.
_EVEN = str.maketrans(_FROM + "ſ\u212aıİ", "0123456789.,%%%,.:¥$     '-〜–/" + "skii")
_OTHER_DIGITS_RE = re.compile(r"(?:(?![0-9])\d)+")


class Unit(NamedTuple):
    """A unit, by the one that all of its kind are counted in."""

    kind: str
    factor: Decimal = Decimal(1)


def _units(kind: str, factor: str, words: str) -> dict[str, Unit]:
    return dict.fromkeys(words.split("|"), Unit(kind, Decimal(factor)))


UNITS: dict[str, Unit] = {
    **_units(
        "%",
        "1",
        "%|percent|per cent|pct|prozent|pour cent|por ciento|per cento|パーセント"
        "|퍼센트|في المئة|بالمئة",
    ),
    **_units("%", "10", "割"),
    **_units("USD", "1", "$|us$|usd|dollars|dollar|ドル|美元|달러"),
    **_units("EUR", "1", "€|eur|euros|euro|d'euros|ユーロ|欧元|유로"),
    **_units("GBP", "1", "£|gbp|pounds"),
    **_units("JPY", "1", "円|jpy|yen"),
    **_units("CNY", "1", "元|cny|rmb|yuan"),
    **_units("KRW", "1", "₩|원|krw|won"),
    **_units("m", "1000", "km|kilometers|kilometres|kilometer|kilometre|公里|千米"),
    **_units("m", "1", "metres|meters|metre|meter|metern|mètres|mètre|メートル|米"),
    **_units("m", "0.01", "cm|centimetres|centimeters|zentimeter|厘米"),
    **_units("m", "0.001", "mm|millimetres|millimeters|毫米"),
    **_units("g", "1000", "kg|kilograms|kilogrammes|kilogramm|公斤|千克"),
    **_units("g", "1", "g|grams|gramm|grammes|克"),
    **_units("g", "0.001", "mg|milligrams|毫克"),
    **_units("g", "1000000", "tonnes|tonne|tonnen|トン|吨"),
    **_units("s", "1", "seconds|second|sekunden|secondes|秒"),
    **_units("s", "60", "minutes|minute|minuten|min|分钟"),
    **_units("s", "3600", "hours|hour|stunden|stunde|heures|heure|時間|小时"),
    **_units("s", "86400", "days|day|tage|tagen|jours|jour|日間"),
    **_units("s", "604800", "weeks|week|wochen|woche|semaines|semaine|週間"),
    **_units(
        "month", "1", "months|month|monate|monaten|monat|mois|か月|ヶ月|个月|개월"
    ),
    **_units("month", "12", "years|year|jahre|jahren|jahr|ans|années|an"),
    **_units("m", "0.3048", "feet|foot|ft|fuß|pieds"),
    **_units("m", "1609.344", "miles|mile|mi"),
    **_units("m", "0.0254", "inches|inch|zoll|pouces"),
    **_units("g", "453.59237", "lbs|lb"),
}
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "₩": "KRW"}

_SCALES = {
    **dict.fromkeys(("hundred", "cent"), 100),
    **dict.fromkeys(("thousand", "tausend", "tsd", "mille", "mil", "ألف"), 10**3),
    **dict.fromkeys(("lakh", "lakhs", "लाख"), 10**5),
    # The last sign is one character, or two.
    **dict.fromkeys(("crore", "crores", "करो\u095c", "करो\u0921\u093c"), 10**7),
    **dict.fromkeys(
        vocabulary(
            "million millions mio millionen millones millón mn mln milioni milhões"
            " مليون ملايين"
        ),
        10**6,
    ),
    **dict.fromkeys(
        vocabulary(
            "billion billions bn milliard milliards mrd milliarden milliarde miliardi"
            " مليار"
        ),
        10**9,
    ),
    **dict.fromkeys(("trillion", "trillions", "tn"), 10**12),
}
# Only right behind a number, and only these in capitals.
_SUFFIXES = {"K": 10**3, "k": 10**3, "M": 10**6, "B": 10**9, "bn": 10**9, "mn": 10**6}


def _one_of(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


SCALE_RE = re.compile(
    rf"[ -]?(?P<scale>{_one_of(list(_SCALES))})(?!\w)\.?"
    rf"|(?P<suffix>{_one_of(list(_SUFFIXES))})(?![^\W_])",
    re.IGNORECASE,
)
_LATIN_UNITS = [word for word in UNITS if word[-1].isascii() and word[-1].isalpha()]
_OTHER_UNITS = [word for word in UNITS if word not in _LATIN_UNITS]
UNIT_RE = re.compile(
    rf"[ -]?(?:de |d')?(?P<unit>(?:{_one_of(_LATIN_UNITS)})(?![^\W_])"
    rf"|{_one_of(_OTHER_UNITS)}|m(?![\w²³]))",
    re.IGNORECASE,
)
ORDINAL_RE = re.compile(r"(?:st|nd|rd|th|er|re|ère|e|ème|º|ª|te[rn]?|ste[rn]?)\b")

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen"
    " fourteen fifteen sixteen seventeen eighteen nineteen"
)
_GERMAN = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
_FRENCH = "zéro une deux trois quatre cinq six sept huit neuf dix onze douze"
_SPANISH = "cero una dos tres cuatro cinco seis siete ocho nueve diez"
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_PARTS = {"half": 50, "hälfte": 50, "moitié": 50, "mitad": 50}
_PARTS |= {"quarter": 25, "viertel": 25, "quart": 25}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_WORDS = {
    word: value
    for words in (_SPANISH, _FRENCH, _GERMAN, _ENGLISH)
    for value, word in enumerate(words.split())
}
_WORDS |= {word: 10 * at for at, word in enumerate(_ENGLISH_TENS.split(), 2)}
_WORDS |= {"zwanzig": 20, "dreißig": 30, "vingt": 20, "trente": 30, "veinte": 20}
_WORDS |= {"dozen": 12, "hundred": 100, "hundert": 100, "cien": 100}
LOOSE_WORDS = vocabulary(
    "null eins one una une zero zéro cero neuf elf acht dozen hundred hundert cien"
    " first second third fourth fifth sixth seventh eighth ninth tenth"
)
"""Words that often are no number: only a passage may mean one by them."""
LOOSE_WORDS |= frozenset(_PARTS)
_WORDS |= _PARTS
_WORDS |= {word: at for at, word in enumerate(_ORDINALS.split(), 1)}
WORD_RE = re.compile(
    rf"(?<![\w-])(?P<word>{_one_of(list(_WORDS))})"
    rf"(?:-(?P<ones>{_one_of(_ENGLISH.split()[1:10] + _ORDINALS.split()[:9])}))?(?!\w)",
    re.IGNORECASE,
)


def even_digits(text: str) -> str:
    """Return *text*, as long as it is, with the digits and signs of ASCII.

    >>> even_digits("１２，５ ٣٪")
    '12,5 3%'
    """
    if text.isascii():
        return text
    return _OTHER_DIGITS_RE.sub(
        lambda match: "".join(str(unicodedata.decimal(char)) for char in match[0]),
        text.translate(_EVEN),
    )


def unit_of(text: str) -> Unit | None:
    """Return the unit that *text* names, as it follows a number."""
    return Unit("m") if text == "m" else UNITS.get(text.lower())


def currency_of(sign: str) -> Unit | None:
    """Return the currency of a *sign* before a number; ``¥`` may be two."""
    kind = _SIGNS.get(sign[-1:])
    return Unit(kind) if kind else None


def scale_of(match: re.Match[str]) -> Decimal:
    """Return what a match of `SCALE_RE` multiplies a number by."""
    if match["scale"]:
        return Decimal(_SCALES[match["scale"].lower()])
    return Decimal(_SUFFIXES.get(match["suffix"], 1))


def is_part(match: re.Match[str]) -> bool:
    """Say whether a match of `WORD_RE` is a part of something: its value is in %."""
    return match["word"].lower() in _PARTS


def word_value(match: re.Match[str]) -> Decimal:
    """Return the value of a match of `WORD_RE`."""
    ones = _WORDS[match["ones"].lower()] if match["ones"] else 0
    return Decimal(_WORDS[match["word"].lower()] + ones)
