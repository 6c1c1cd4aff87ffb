"""Tags that a card is drawn for: ``<grok-card …>``, ``<grok:render …>``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Example, Named, ResidueKind

_ID_RE = re.compile(
    r"name=[\"']citation_id[\"'][^<>]{0,80}>\s{0,8}([A-Za-z0-9_-]{1,64})\s{0,8}<"
    r"|data-id=[\"']([A-Za-z0-9_-]{1,64})[\"']"
)


def _read(match: re.Match[str]) -> Iterator[Named]:
    for found in _ID_RE.finditer(match[0]):
        yield Named((found[1] or found[2],))


RESIDUE = ResidueKind(
    name="grok",
    family="grok",
    summary="a tag that a card is drawn for; recovered by its number",
    pattern=re.compile(
        r"<grok-card\b[^<>]{0,500}+>(?:\s*</grok-card>)?|</grok-card>"
        r"|<grok:render\b[^<>]{0,500}+>"
        r"(?:\s*<argument\b[^<>]{0,200}+>[^<>]{0,500}+</argument>){0,9}+\s*</grok:render>"
        r"|</?grok:render\b[^<>]{0,500}+>"
        r"|\(?grok_render_citation_card_json=\{[^{}\n]{0,500}+\}\)?"
    ),
    hints=("grok-card", "grok:render", "grok_render"),
    read=_read,
    examples=(
        Example(
            'It rose.<grok-card data-id="e7" data-type="citation_card"></grok-card>',
            "It rose.",
        ),
        Example('It rose.<grok-card data-id="e7"/> Then', "It rose. Then"),
        Example('It rose.<grok:render card_id="b1" type="x"> Then', "It rose. Then"),
        Example(
            '(grok_render_citation_card_json={"cardIds":["12ab"]}) It rose.', "It rose."
        ),
        Example(
            'It rose.<grok:render type="render_inline_citation">\n'
            '<argument name="citation_id">2</argument>\n</grok:render>',
            "It rose.\ue200cite\ue2022\ue201",
            ("2",),
        ),
    ),
    lookalikes=(
        "A `<grok-card data-id='e7'>` in code.",
        "To grok a card is to know it; see grok-card.",
    ),
)
