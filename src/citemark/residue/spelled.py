r"""A marker with its delimiters spelled out: ``\ue200cite\ue202turn0search0\ue201``.

Some step printed the escapes of JSON, of HTML or of URLs instead of the characters, or
lost the backslashes on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citemark.residue_kind import FIELD, TURN, Example, Named, ResidueKind, fields


def _spelled(*digits: str) -> str:
    """Return the pattern of the delimiters with these last digits, in any spelling."""
    ways = (
        way
        for digit in digits
        for way in (
            rf"\\{{0,2}}+[uU][eE]20{digit}",
            f"&#[xX][eE]20{digit};",
            f"%[eE][eE]%88%8{digit}",
        )
    )
    decimal = (f"&#{0xE200 + int(digit)};" for digit in digits)
    return f"(?:{'|'.join((*ways, *decimal))})"


_START, _STOP, _DELIMITER = _spelled("0"), _spelled("1"), _spelled("2")
_FIELD_RE = re.compile(f"{_DELIMITER}\\s?{FIELD}")


def _read(match: re.Match[str]) -> Iterable[Named]:
    return fields(_FIELD_RE.finditer(match[0]))


RESIDUE = ResidueKind(
    name="spelled",
    family="openai",
    summary="a marker whose delimiters are spelled as escapes",
    pattern=re.compile(
        f"{_START}\\s?(?:file)?cite(?:{_DELIMITER}\\s?[A-Za-z0-9_-]{{1,256}}+)++"
        f"(?:{_STOP})?+|(?:{_DELIMITER}{TURN})++(?:{_STOP})?+"
    ),
    hints=("e202", "E202", "&#57858;", "%88%82"),
    read=_read,
    examples=(
        Example(r"Open daily. \ue200cite\ue202turn0search0\ue201", "Open daily."),
        Example(r"Open daily \ue202turn0search1.", "Open daily."),
        Example("Open ue200citeue202turn0search0ue201 daily.", "Open daily."),
        Example("Open %EE%88%80cite%EE%88%82S1%EE%88%81 daily.", "Open daily."),
        Example("Open&#xe200;cite&#xE202;S1&#57857; daily.", "Open daily."),
        Example(
            r"Open daily.\ue200cite\ue202turn0file0\ue202L8-L13\ue202turn0file1\ue201",
            "Open daily.\ue200cite\ue202turn0file0\ue202L8-L13\ue202turn0file1\ue201",
            ("turn0file0", "turn0file1"),
        ),
    ),
    lookalikes=(
        r"\u00e9 is é, and \ue200 opens a marker.",
        r"Print `\ue200cite\ue202turn0search0\ue201` as it is.",
        "A marker begins with &#xe200; and ends with &#xe201;.",
    ),
)
