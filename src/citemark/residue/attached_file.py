"""Numbers of what was found or attached: ``[attached_file:1]``, ``[web:1]``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Example, Named, ResidueKind


def _read(match: re.Match[str]) -> Iterator[Named]:
    kind, number = match["kind"], match["number"]
    yield Named((f"{kind}{number}", f"{kind}_{number}", f"{kind}-{number}", number))


RESIDUE = ResidueKind(
    name="attached-file",
    family="perplexity",
    summary="the number of a result or an attachment; recovered by it",
    pattern=re.compile(
        r"\[(?P<kind>attached_file|attached_image|web|search):"
        r"(?P<number>[0-9]{1,3}+)\](?![(:])"
    ),
    hints=("[attached_", "[web:", "[search:"),
    read=_read,
    examples=(
        Example("It rose[attached_file:1].", "It rose."),
        Example("It rose. [web:1][web:17] Then", "It rose. Then"),
        Example("It rose.[web:1][web:17]", "It rose.\ue200cite\ue20217\ue201", ("17",)),
    ),
    lookalikes=(
        "[web: the protocol] and [web] and [web:8080].",
        "A `[web:1]` in code, [web:1](https://example.org) and web:1.",
    ),
)
