"""What is shown of markers that cite nothing: cards, charts, pictures, names."""

from __future__ import annotations

import json
import re

from citemark.syntax import Widgets

_NAME_AT = 1
# JSON, or a source ID: nothing for readers.
_DATA_RE = re.compile(r"[\[{\"]|turn[0-9]|$")


def words_of(family: str, first: str, widgets: Widgets, *, has_more: bool) -> str:
    """Return the words of a widget whose *first* field this is, if it shows any.

    >>> words_of("navlist", "Latest news", "keep", has_more=True)
    'Latest news'
    >>> words_of("image_group", '{"query": "bridge"}', "placeholder", has_more=False)
    '[image group]'
    """
    if family == "entity":
        return _entity_name(first)
    is_title = family == "url" or (widgets == "keep" and not _DATA_RE.match(first))
    if has_more and is_title:
        return first
    return "" if widgets == "drop" else f"[{family.replace('_', ' ')}]"


def _entity_name(payload: str) -> str:
    """Return the display name of an ``entity`` payload: ``["place","Paris",…]``."""
    try:
        values = json.loads(payload)
    except (ValueError, RecursionError):
        return ""
    if isinstance(values, list) and len(values) > _NAME_AT:
        name = values[_NAME_AT]
        return name if isinstance(name, str) else ""
    return ""
