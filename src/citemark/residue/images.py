"""A row of images of which the IDs are left: ``iturn0image0turn0image1``."""

from __future__ import annotations

import re

from citemark.residue_kind import Example, ResidueKind

RESIDUE = ResidueKind(
    name="images",
    family="openai",
    summary="the IDs of a row of images",
    pattern=re.compile(r"(?<![A-Za-z])i(?:turn[0-9]{1,6}+image[0-9]{1,6}+)++"),
    hints=("iturn",),
    examples=(
        Example("iturn0image0turn0image1turn0image4\n\nParis is old.", "Paris is old."),
    ),
    lookalikes=("An `iturn0image0` in code.", "The iturn0imageless one."),
)
