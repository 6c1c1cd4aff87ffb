"""The author's footnotes, numbered on from one piece of an answer to the next.

The parser counts them in its ``env``. Each piece gets a layer of its own over what the
pieces before have left: nothing is copied but the few that are referred to again.
"""

from __future__ import annotations

from collections import ChainMap

from citemark.document.env import Env

_SLOT, _IDS, _NOTES = "footnotes", "refs", "list"
_Note = dict[str, object]


class Footnotes:
    """What the text that is done leaves behind: labels and the notes they stand for."""

    def __init__(self) -> None:
        """Begin with none."""
        self._ids: dict[str, int] = {}
        self._notes: dict[int, _Note] = {}

    def lend(self, env: Env) -> None:
        """Let a parse with *env* go on from here; it changes nothing of this."""
        if self._ids or self._notes:
            env[_SLOT] = {
                _IDS: ChainMap({}, self._ids),
                _NOTES: _Behind(self._notes),
            }

    def keep(self, env: Env) -> None:
        """Go on behind the text that was parsed with *env*, which was lent this."""
        found = env.get(_SLOT, {})
        ids, notes = found.get(_IDS, {}), found.get(_NOTES, {})
        self._ids.update(ids.maps[0] if isinstance(ids, ChainMap) else ids)
        if isinstance(notes, _Behind):
            self._notes.update(notes.again)
        self._notes.update(notes.items())


class _Behind(dict[int, _Note]):
    """The notes of a piece, as the parser counts them: those before have numbers too.

    Only its own are listed, since the parser writes all that are behind the piece.
    """

    def __init__(self, before: dict[int, _Note]) -> None:
        super().__init__()
        self._before = before
        self.again: dict[int, _Note] = {}
        """Those from before that this piece refers to, to be counted in."""

    def __len__(self) -> int:
        return len(self._before) + super().__len__()

    def __missing__(self, number: int) -> _Note:
        if number not in self.again:
            self.again[number] = dict(self._before[number])
        return self.again[number]
