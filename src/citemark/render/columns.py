"""How wide texts are, and names that leave room for what else is on their line."""

from __future__ import annotations

from wcwidth import wcswidth

from citemark.text import count_characters, truncate

# Of small text on a page: a column is half as wide as a Chinese character.
_LINE_COLUMNS = 96
# What a title and the path beside it have at the very least.
_LEAST_COLUMNS = 40
_BETWEEN = 3


def on_one_line(title: str, path: str | None, rest: str) -> tuple[str, str | None]:
    """Return *title* and *path* as long as there is room for them before *rest*.

    >>> on_one_line("Handbook", "Remote work", "line 2")
    ('Handbook', 'Remote work')
    >>> on_one_line("Handbook " * 20, "Remote work " * 20, "line 2" * 7)
    ('Handbook Handbook Handbook Handbook…', 'Remote work…')
    """
    room = max(_LINE_COLUMNS - _printed(rest), _LEAST_COLUMNS)
    if path is None:
        return _narrowed(title, room), None
    room -= _BETWEEN
    path = _narrowed(path, max(room - _printed(title), room // 3))
    return _narrowed(title, room - _printed(path)), path


def columns(text: str) -> int:
    """Return how wide *text* is; a Chinese character is as wide as two letters."""
    return len(text) if text.isascii() else max(wcswidth(text), 0)


def _printed(text: str) -> int:
    """Return the columns that *text* takes in print, where capitals are wider."""
    return columns(text) + sum(map(str.isupper, text)) // 3


def _narrowed(text: str, most: int) -> str:
    width = _printed(text)
    if width <= most:
        return text
    # Less the ellipsis.
    return truncate(text, most * count_characters(text) // width - 1)[0]
