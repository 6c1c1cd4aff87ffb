"""Plain text, for terminals: the Markdown as it comes, then the list of sources."""

from __future__ import annotations

import re

from citemark.render.escape import without_controls
from citemark.stream.encoder import Encoder
from citemark.stream.events import Abort, End, Event, Text

# C1, which terminals obey as they do an escape character.
_C1_RE = re.compile("[\x7f-\x9f]")
# They turn the reading direction of what follows, to beyond the end of the answer.
# U+200E and U+200F, which mixed directions need, reach no farther than themselves.
_TURNING_RE = re.compile("[\u202a-\u202e\u2066-\u2069]")


def encode(event: Event, _target: str) -> str:
    """Write the text, and at the end a line for each source."""
    match event:
        case Text(text=text):
            return _shown(text)
        case End():
            return _sources(event)
        case Abort():
            return "\n"
        case _:
            return ""


def _shown(text: str) -> str:
    """Return *text* with what controls a terminal made visible, or dropped."""
    text = _TURNING_RE.sub("", without_controls(text.replace("\r\n", "\n")))
    return _C1_RE.sub("\N{REPLACEMENT CHARACTER}", text)


def _sources(end: End) -> str:
    lines = [
        f"[{n}] {' '.join(title.split())}{f' <{url}>' if url else ''}\n"
        for n, title, url in end.listed
    ]
    return _shown("\n" + "\n" * bool(lines) + "".join(lines))


ENCODER = Encoder(
    name="text",
    about="plain text, with the list of sources at the end",
    encode=encode,
    media_type="text/plain; charset=utf-8",
    texts=True,
)
