"""What images to show, as JSON, that lost the delimiters around it."""

from __future__ import annotations

import re

from citemark.residue_kind import BOX, Example, ResidueKind

_LIST = r"\[[^\[\]{}\n]{0,2000}+\]"

RESIDUE = ResidueKind(
    name="image-group",
    family="openai",
    summary="the request for a group of images, as JSON",
    pattern=re.compile(
        rf'(?:{BOX})?+(?<![A-Za-z0-9_.])image_group(?:{BOX})?+\{{"(?:[^\[\]{{}}\n]++|{_LIST}){{1,20}}+\}}(?:{BOX})?+'
    ),
    hints=("image_group",),
    examples=(
        Example(
            'Bridges:\n\nimage_group{"layout":"row","query":["stone | arch"]}\n\nOpen.',
            "Bridges:\n\nOpen.",
        ),
        Example('Open.□image_group□{"query":["stone"]}□', "Open."),
    ),
    lookalikes=(
        "An image_group{} and an image_group are none.",
        'Write `image_group{"query":["stone"]}` for it.',
    ),
)
