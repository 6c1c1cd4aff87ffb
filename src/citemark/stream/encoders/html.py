"""HTML that a browser shows as it arrives: one response, without any script.

A block goes out when it is closed, the list of sources at the end. What was sent stays:
a correction that comes late (a link whose address is defined further below, a reference
that moves to a block before it) is missing here.
"""

from __future__ import annotations

from citemark.stream.encoder import Encoder
from citemark.stream.events import Abort, BlockClose, End, Event, Start
from citemark.stream.fragments import behind_blocks

_END = "</article>\n"


def encode(event: Event, _target: str) -> str:
    """Write what can no longer change."""
    match event:
        case Start(html=html):
            return html.partition(f'<template id="{event.slots.blocks}"')[0]
        case BlockClose(html=html):
            return html
        case End():
            return event.article[behind_blocks(event) :]
        case Abort():
            return _END
        case _:
            return ""


ENCODER = Encoder(
    name="html",
    about="HTML as it closes, for a chunked response without scripts",
    encode=encode,
    media_type="text/html; charset=utf-8",
)
