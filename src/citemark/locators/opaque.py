"""Anything else, as it is written: ``fig.3``, ``Sheet1!B4:C7``.

Shown to readers in the model's own words, and found in no text. A field that could be
a source ID stays one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from citemark.locator import Locator, LocatorKind


@dataclass(frozen=True, slots=True, order=True)
class Opaque(Locator):
    """A place that only its source explains."""

    value: str

    def __str__(self) -> str:
        """Return it as it is written."""
        return self.value


LOCATOR = LocatorKind(
    name="opaque",
    value=Opaque,
    # ASCII, so that nothing in it is invisible or turns the reading direction.
    pattern=re.compile(r"[A-Za-z0-9][A-Za-z0-9_.,:;!#+*/=~()-]{0,63}"),
    read=lambda match: Opaque(match[0]),
    label=lambda locator: ("place", locator.value),
    labels=("place",),
    has_words=True,
    needs_text=False,
    is_last_resort=True,
    examples=(("fig.3", Opaque("fig.3")), ("Sheet1!B4:C7", Opaque("Sheet1!B4:C7"))),
)
