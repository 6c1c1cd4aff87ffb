"""A wiki's reference that is named after a source ID and has no text anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Example, Named, ResidueKind


def _read(match: re.Match[str]) -> Iterator[Named]:
    name = match["name"]
    # A visual editor leaves out what all the names begin with.
    yield Named((f"turn{name}", name))


RESIDUE = ResidueKind(
    name="wiki-ref",
    family="openai",
    summary="a wiki's reference named after a source ID",
    pattern=re.compile(
        r'<ref name=(?P<quote>["\']?):?(?:turn)?(?P<name>[0-9]{1,6}+'
        r"(?:search|view|news|file|fetch|image|video|ref|academia|reddit)"
        r"[0-9]{1,6}+)(?P=quote) ?/>"
    ),
    hints=("<ref name=",),
    read=_read,
    examples=(
        Example('It rose.<ref name="0search12"/> Then', "It rose. Then"),
        Example("It rose.<ref name=turn0news1 />", "It rose."),
        Example(
            'It rose.<ref name="0search12" />',
            "It rose.\ue200cite\ue202turn0search12\ue201",
            ("turn0search12",),
        ),
    ),
    lookalikes=(
        'It rose.<ref name="smith2001"/>',
        'It rose.<ref name="0search12">Smith, 2001</ref>',
        'Write `<ref name="0search12"/>` for it.',
    ),
)
