"""Where a memory came from, told between tags that no reader should see."""

from __future__ import annotations

import re

from citemark.residue_kind import Example, ResidueKind

RESIDUE = ResidueKind(
    name="memory-tag",
    family="openai",
    summary="notes on the use of a memory",
    pattern=re.compile(
        # Up to the next opening, so that a run of openings takes linear time.
        r"<oai-mem-citation>(?:(?!<oai-mem-citation>)[\s\S])*?</oai-mem-citation>"
        r"|</?oai-mem-citation>"
    ),
    hints=("oai-mem-citation>",),
    examples=(
        Example(
            "You like tea.<oai-mem-citation>m12, m13</oai-mem-citation> Cake?",
            "You like tea. Cake?",
        ),
        Example(
            "Tea.\n\n<oai-mem-citation>\nNOTES.md:2-6\n\n</oai-mem-citation>\n",
            "Tea.\n",
        ),
        Example("Tea.<oai-mem-citation>", "Tea."),
    ),
    lookalikes=("The tag `<oai-mem-citation>` is told of elsewhere.",),
)
