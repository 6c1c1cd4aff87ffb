"""A link that copying made of a citation: ``[oai_citation:1‡site](https://…)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Example, Named, ResidueKind


def _read(match: re.Match[str]) -> Iterator[Named]:
    names = tuple(filter(None, (match["url"], match["label"])))
    if names:
        yield Named(names=names)


RESIDUE = ResidueKind(
    name="oai-citation",
    family="openai",
    summary="a link that copying made of a citation; recovered by its URL or label",
    pattern=re.compile(
        r"\[oai_citation(?:_attribution)?+:[0-9]{1,6}+[‡†]?+(?P<label>[^\[\]\n]{0,300}+)\]"
        r"(?:\((?P<url>(?:[^()\s]++|\([^()\s]*+\))*+)\))?+"
    ),
    hints=("[oai_citation",),
    read=_read,
    examples=(
        Example("Open [oai_citation:1‡site](https://a.test/x_(y)).", "Open."),
        Example("Open.[oai_citation:0‡notes.pdf](file-service://file-Ab3)", "Open."),
        Example(
            "Open.[oai_citation_attribution:2‡site](sediment://f) Daily", "Open. Daily"
        ),
        Example(
            "Open.[oai_citation:1‡site](https://example.org/S1?utm_source=chatgpt.com)",
            "Open.\ue200cite\ue202S1\ue201",
            ("S1",),
        ),
        Example("Open.[oai_citation:1‡S1]", "Open.\ue200cite\ue202S1\ue201", ("S1",)),
    ),
    lookalikes=(
        "The word oai_citation:1 is none.",
        "[A site](https://example.org/oai_citation:1) is a link.",
    ),
)
