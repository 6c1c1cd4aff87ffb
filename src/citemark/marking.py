"""Markers that are made and not found: for answers whose citations come as data.

**Why** they are handed over as values and never searched for: no source ID, and no text
that a model wrote, can pass for one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from citemark.locator import Locator
from citemark.model import Citation, Marker, MarkerKind

START, DELIMITER, STOP = "\ue200", "\ue202", "\ue201"
_FAMILY = "cite"
_NOT_IN_ID_RE = re.compile(r"[^A-Za-z0-9_-]")


class Citing(NamedTuple):
    """What one citation of a marker is to mean."""

    source_id: str
    locator: Locator | None = None
    quote: str = ""


def make_marker(start: int, cited: Sequence[Citing]) -> Marker:
    r"""Return a marker that cites *cited* and begins at offset *start*.

    >>> make_marker(4, [Citing("a:1")]).raw
    '\ue200cite\ue202a_1\ue201'
    """
    # As what is read it has to look like one; what it means is in `citations`.
    shown = [_NOT_IN_ID_RE.sub("_", each.source_id) for each in cited]
    raw = f"{START}{_FAMILY}" + "".join(f"{DELIMITER}{name}" for name in shown) + STOP
    lengths = (len(name) + 1 for name in shown)
    ends = list(accumulate(lengths, initial=start + 1 + len(_FAMILY)))[1:]
    return Marker(
        start=start,
        end=start + len(raw),
        raw=raw,
        kind=MarkerKind.CITATION,
        family=_FAMILY,
        citations=tuple(
            Citation(
                source_id=each.source_id,
                locator=each.locator,
                raw_locator=str(each.locator) if each.locator else None,
                start=end - len(look),
                end=end,
                quote=each.quote,
            )
            for each, look, end in zip(cited, shown, ends, strict=True)
        ),
    )
