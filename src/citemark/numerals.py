"""Numbers as they are written: digits with separators, numerals of East Asia."""

from __future__ import annotations

import re
from decimal import Decimal

_MOST_DIGITS = 40

KANJI = "〇零一二三四五六七八九十百千万萬億亿兆两兩"
"""Characters that numbers of China and Japan are written with."""

NUMERALS = f"{KANJI}천백만억조"
"""Characters that numbers of China, Japan and Korea are written with."""
_KANJI_DIGITS = {char: at for at, char in enumerate("零一二三四五六七八九")}
_KANJI_DIGITS |= {"〇": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100, "千": 1_000, "백": 100, "천": 1_000}
_MYRIADS = {
    **dict.fromkeys("万萬만", 10**4),
    **dict.fromkeys("億亿억", 10**8),
    **dict.fromkeys("兆조", 10**12),
}
_KANJI_PART_RE = re.compile(r"(?:^\.)?[0-9][0-9.,]*|\S")


def read_digits(digits: str, comma_decimal: bool | None) -> frozenset[Decimal]:  # noqa: FBT001 - one of three states, not a switch
    """Return what *digits* may mean, with a comma before decimals or a point.

    None for *comma_decimal* means that nobody knows. Nothing is returned for what is no
    number: a version, a fraction.

    >>> sorted(read_digits("1,200", None)), sorted(read_digits("1.234,5", None))
    ([Decimal('1.200'), Decimal('1200')], [Decimal('1234.5')])
    """
    plain = digits.replace(" ", "").replace("'", "")
    if not plain or len(plain) > _MOST_DIGITS or "/" in plain:
        return frozenset()
    points, commas = plain.count("."), plain.count(",")
    if points and commas:
        return _mixed(plain)
    if points or commas:
        return _separated(plain, comma_decimal)
    return frozenset({Decimal(plain)})


def _separated(plain: str, comma_decimal: bool | None) -> frozenset[Decimal]:  # noqa: FBT001 - one of three states, not a switch
    """Read a number with points or with commas."""
    mark = "." if "." in plain else ","
    head, *groups = plain.split(mark)
    is_grouped = _is_grouped(head, groups)
    if len(groups) > 1:
        return frozenset({Decimal(head + "".join(groups))} if is_grouped else ())
    grouped, decimal = Decimal(head + groups[0]), Decimal(f"{head}.{groups[0]}")
    if not is_grouped:
        return frozenset({decimal})
    if comma_decimal is None:
        return frozenset({grouped, decimal})
    return frozenset({decimal if comma_decimal is (mark == ",") else grouped})


def _mixed(plain: str) -> frozenset[Decimal]:
    """Read a number with points and commas: the last one is before the decimals."""
    mark = max(".,", key=plain.rfind)
    head, _, decimals = plain.rpartition(mark)
    first, *groups = head.split("," if mark == "." else ".")
    if mark in head or not _is_grouped(first, groups):
        return frozenset()
    return frozenset({Decimal(f"{first}{''.join(groups)}.{decimals}")})


def _is_grouped(head: str, groups: list[str]) -> bool:
    """Say whether thousands may be separated so; India has groups of two."""
    return (
        0 < len(head) <= 3  # noqa: PLR2004 - digits of a group
        and not head.startswith("0")
        and len(groups[-1]) == 3  # noqa: PLR2004 - likewise
        and all(len(group) in (2, 3) for group in groups)
    )


def read_kanji(text: str) -> Decimal:
    """Return the value of a number with characters of `NUMERALS`.

    >>> [int(read_kanji(text)) for text in ("1億2,000万", "三十五", "二〇二六")]
    [120000000, 35, 2026]
    """
    total = section = counted = Decimal(0)
    number: Decimal | None = None
    for part in _KANJI_PART_RE.findall(text[: 2 * _MOST_DIGITS]):
        if part in _KANJI_DIGITS:
            number = (number or Decimal(0)) * 10 + _KANJI_DIGITS[part]
        elif part in _TENS:
            section += (Decimal(1) if number is None else number) * _TENS[part]
            number = None
        elif part in _MYRIADS:
            # In 万亿 the second sign multiplies what the first one made.
            if number is None and not section:
                total -= counted
                section = counted or Decimal(1)
            counted = (section + (number or 0)) * _MYRIADS[part]
            total += counted
            section, number = Decimal(0), None
        else:
            values = read_digits(part.rstrip(".,"), comma_decimal=False)
            number = next(iter(values), Decimal(0))
    return total + section + (number or 0)
