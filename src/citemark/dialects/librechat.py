r"""What an application asks models for: ``\ue202turn0search0``, alone or in a group.

A group is ``\ue200\ue202turn0search0\ue202turn0news1\ue201``, without a family. Prose
that is cited may stand between U+E203 and U+E204, before its marker; it stays. Markers
of the default dialect are read as well: models mix them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import NOTHING, Cited, Form, Patterns

_REF = r"turn[0-9]{1,4}[a-z_]{1,24}[0-9]{1,4}"
_PLACE = r"L[0-9]{1,9}(?:-L[0-9]{1,9})?"
_FIELD_RE = re.compile(rf"(?P<id>{_REF})(?:\ue202(?P<place>{_PLACE}))?")
_FIELD = rf"{_REF}(?:\ue202{_PLACE})?"
_CHARS = r"[A-Za-z0-9_\ue202-]"


def _read(match: re.Match[str]) -> Sequence[Cited]:
    found = _FIELD_RE.finditer(match.string, *match.span("body"))
    return [Cited(each["id"], each["place"], *each.span()) for each in found]


def write(citations: Sequence[Pair]) -> str:
    """Return one marker for all of *citations*: a reference, or a group of them."""
    fields = "".join(
        f"\ue202{name}" + (f"\ue202{place}" if place else "")
        for name, place in citations
    )
    return fields if len(citations) == 1 else f"\ue200{fields}\ue201"


_GROUP = Form(
    openers=("\ue200",),
    body=rf"(?:cite|filecite)?(?:\ue202{_FIELD}){{1,32}}",
    closer="\ue201",
    chars=_CHARS,
    longest=2_400,
    read=_read,
)
_ALONE = Form(
    openers=("\ue202",),
    body=_FIELD,
    closer="",
    chars=_CHARS,
    longest=80,
    after="(?![A-Za-z0-9_-])",
    read=_read,
)
_SPAN = Form(
    openers=("\ue203", "\ue204"), body="", closer="", chars=NOTHING, item=NOTHING
)

DIALECT = Patterns(_GROUP, _ALONE, _SPAN).dialect(
    "librechat",
    triggers="\ue200\ue202\ue203\ue204",
    write=write,
    examples=(
        Example("A \ue202turn0search0.", ((("turn0search0", None),),)),
        Example(
            "B.\ue200\ue202turn0search0\ue202turn0news1\ue201",
            ((("turn0search0", None), ("turn0news1", None)),),
        ),
        Example(
            "\ue203It is fast.\ue204 \ue200cite\ue202turn0search3\ue201",
            ((), (), (("turn0search3", None),)),
        ),
        Example("It is turn0search0."),
    ),
)
