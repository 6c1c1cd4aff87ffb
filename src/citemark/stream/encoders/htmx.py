"""Out-of-band swaps over server-sent events, for htmx 2 and htmx 4.

The element that listens swaps nothing itself::

    <div hx-ext="sse" sse-connect="/answer" sse-swap="message" sse-close="close"
         hx-swap="none"></div>                                              htmx 2
    <div hx-sse:connect="/answer" hx-sse:close="close" hx-swap="none"></div> htmx 4

A message named ``close`` ends the connection, which would be opened again otherwise.

Both read one syntax, if three things are minded. htmx 4 looks up all selectors of a
message before it swaps anything, htmx 2 each in its turn: so each change is a message.
An ``outerHTML`` swap would bring its own wrapper along: so what replaces is put before
what goes. And htmx 4 takes the last colon before the first space for the end of the
style: so a selector begins with ``* ``.
"""

from __future__ import annotations

import re

from citemark.render.escape import escape_attribute
from citemark.stream.encoder import Encoder
from citemark.stream.events import Abort, End, Event
from citemark.stream.fragments import Change, changes, frame, last_with_id

_CLOSE = frame("close", event="close")
_STYLES = {
    "fill": "innerHTML",
    "before": "beforebegin",
    "append": "beforeend",
    "remove": "delete",
}
_FIRST_TAG_RE = re.compile(r"\s*<([a-z]+)")
# What an HTML parser lets stand nowhere else.
_PARENTS = {
    "caption": "table",
    "col": "colgroup",
    "colgroup": "table",
    "tbody": "table",
    "td": "tr",
    "tfoot": "table",
    "th": "tr",
    "thead": "table",
    "tr": "tbody",
}


def encode(event: Event, target: str) -> str:
    """Write the changes of the page, each as an unnamed message."""
    messages = [_swap(change) for change in changes(event, target)]
    written = "".join(
        frame(data, id=key) for data, key in last_with_id(event, messages)
    )
    return written + (_CLOSE if isinstance(event, End | Abort) else "")


def _swap(change: Change) -> str:
    """Write one change as elements for an out-of-band swap."""
    selector, html = change.selector, change.html
    first = _FIRST_TAG_RE.match(html)
    tag = _PARENTS.get(first[1], "div") if first else "div"
    if change.action != "replace":
        return _element(tag, _STYLES[change.action], selector, html)
    # With a note comes its id: of two neighbours, the old one is the last.
    old = selector if " " in selector else f"{selector}:not(:has(~ {selector}))"
    return _element(tag, "beforebegin", selector, html) + _element(tag, "delete", old)


def _element(tag: str, style: str, selector: str, html: str = "") -> str:
    where = escape_attribute(f"{style}:* {selector}")
    return f'<{tag} hx-swap-oob="{where}">{html}</{tag}>'


ENCODER = Encoder(
    name="htmx",
    about="out-of-band swaps over server-sent events, for htmx 2 and 4",
    encode=encode,
)
