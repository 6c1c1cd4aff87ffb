"""Tags that an app replaces by a card: ``<grok:render …><argument …>3</argument>…``.

The argument ``citation_id`` is the source ID. Cards that show something else, and the
``<grok-card …>`` of another version, whose source cannot be known, are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import ID, NOTHING, Form, Patterns

_ARGUMENT = f'<argument name="citation_id">\\s{{0,4}}{ID}\\s{{0,4}}</argument>'
_HEAD = (
    '<grok:render card_id="0" card_type="citation_card" type="render_inline_citation">'
)
_CHARS = r"(?:(?!</grok:render)[\s\S])"


def write(citations: Sequence[Pair]) -> str:
    """Return a card for each of *citations*."""
    return "".join(
        f'{_HEAD}<argument name="citation_id">{name}</argument></grok:render>'
        for name, _ in citations
    )


_CITATION = Form(
    openers=("<grok:render",),
    body=rf"\s[^<>]{{0,240}}>\s{{0,4}}{_ARGUMENT}\s{{0,4}}",
    closer="</grok:render>",
    closing="</[a-z:]{0,11}",
    chars=_CHARS,
    longest=600,
    item=f'citation_id">\\s{{0,4}}(?P<id>{ID})',
)
_CARD = Form(
    openers=("<grok:render",),
    body=rf"{_CHARS}{{0,600}}",
    closer="</grok:render>",
    closing="</[a-z:]{0,11}",
    chars=_CHARS,
    longest=600,
    item=NOTHING,
)
_OTHER = Form(
    openers=("<grok-card",),
    body="[^<>]{0,240}>",
    closer="(?:</grok-card>)?",
    closing=">(?:</?[a-z-]{0,9})?",
    chars="[^<>]",
    longest=260,
    item=NOTHING,
)

DIALECT = Patterns(_CITATION, _CARD, _OTHER).dialect(
    "grok",
    triggers="<",
    write=write,
    examples=(
        Example(
            f'Fast.{_HEAD}\n<argument name="citation_id">3</argument>\n</grok:render>',
            ((("3", None),),),
        ),
        Example('Fast.<grok-card data-id="e8ff4f"></grok-card>', ((),)),
        Example("`<grok:render>` is a tag"),
    ),
)
