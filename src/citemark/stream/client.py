"""The client that shows a message in a browser."""

from __future__ import annotations

from citemark.render.theme import bundled_themes


def client_script() -> str:
    """Return the JavaScript module that shows `sse` events in a page.

    It has no dependencies, and belongs to the theme ``chat``. Serve it as a file:
    ``import { connect } from "/stream.js"`` (see docs/streaming.md).
    """
    return (bundled_themes() / "chat" / "stream.js").read_text("utf-8")
