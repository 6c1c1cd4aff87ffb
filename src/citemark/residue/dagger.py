"""Brackets with a dagger, of file search and browsing: ``【4:0†source】``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Example, Named, ResidueKind, lines

_NO_LABEL = "source"


def _read(match: re.Match[str]) -> Iterator[Named]:
    number, _, rest = match[0][1:-1].partition("†")
    label, _, host = rest.partition("†")
    locator = lines(label)
    names = () if locator else (label, host)
    yield Named((number,), locator, tuple(each for each in names if each != _NO_LABEL))


RESIDUE = ResidueKind(
    name="dagger",
    family="openai",
    summary="an annotation of file search or browsing; recovered by number or label",
    pattern=re.compile(
        r"[【〖][0-9]{1,6}+(?::[0-9]{1,6}+)?+†[^【】〖〗\n]{0,200}+[】〗]"
        r"|\[[0-9]{1,6}+(?::[0-9]{1,6}+)?+†[^\[\]\n]{0,200}+\](?![(:])"
    ),
    hints=("†",),
    read=_read,
    examples=(
        Example("Leave is 25 days【4:2†source】.", "Leave is 25 days."),
        Example("It carries over【4:0†Leave rules.pdf】.", "It carries over."),
        Example("Older〖2†source〗 and [3†L1-L9] too.", "Older and too."),
        Example(
            "Tides turn【26†L123-130】.",
            "Tides turn\ue200cite\ue20226\ue202L123-L130\ue201.",
            ("26",),
        ),
        Example(
            "It carries over【4:0†S1】.",
            "It carries over\ue200cite\ue202S1\ue201.",
            ("S1",),
        ),
    ),
    lookalikes=(
        "【注意】 ask first.",
        "A footnote† and [1] and 【1】 and 【†】.",
        "What `【4:0†source】` means is told elsewhere.",
    ),
)
