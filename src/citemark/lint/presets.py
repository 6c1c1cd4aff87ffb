"""Presets: which rules run, and how they are set, under one name.

OpenAI's citation-formatting guide has three prompts that differ in where a citation
goes and in how several sources are written. ``guide`` holds what all of them ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A choice of rules and settings, over what runs by default."""

    description: str
    select: tuple[str, ...] = ()
    """Codes, prefixes or names that run besides the default ones."""
    ignore: tuple[str, ...] = ()
    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Rule name → setting → value."""


PRESETS: Mapping[str, Preset] = {
    "guide": Preset(description="What all prompts of OpenAI's guide have in common."),
    "guide-general": Preset(
        description="Its general prompt: at the end of the paragraph, or inline where "
        "that is long; several sources in one marker.",
        select=("marker-mid-paragraph", "distant-marker", "adjacent-markers"),
    ),
    "guide-sentence": Preset(
        description="Its prompts for tools and injected context: at the end of the "
        "sentence, or inline where that is long; one marker for each source.",
        select=("marker-mid-sentence", "several-sources"),
        # Where each sentence is cited, one source may well be cited again and again.
        ignore=("repeated-source",),
    ),
    "web-search": Preset(
        description="Answers from web search: one marker after each claim, and hosts "
        "that are not all the same.",
        select=("several-sources", "uncited-block", "CM302", "CM303"),
    ),
    "ragflow-style": Preset(
        description="Citations stand before the punctuation of their sentence.",
        settings={"punctuation-side": {"side": "before"}},
    ),
    "strict": Preset(
        description="The guide, and everything that can be said about sources.",
        select=("CM2", "CM3"),
    ),
    "all": Preset(
        description="Every rule there is, also those that contradict each other.",
        select=("ALL",),
    ),
}
