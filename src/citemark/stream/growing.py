"""A text that grows by small pieces, and is read as a whole now and then."""

from __future__ import annotations

_MOST_PIECES = 64


class GrowingText:
    """A text to add to. Reading it joins the pieces, adding to it never does.

    >>> text = GrowingText("a")
    >>> text.add("b")
    >>> str(text), len(text)
    ('ab', 2)
    """

    __slots__ = ("_chunks", "_pieces", "_size")

    def __init__(self, text: str = "") -> None:
        """Begin with *text*."""
        self._chunks = [text] if text else []
        self._pieces: list[str] = []
        self._size = len(text)

    def add(self, piece: str) -> None:
        """Add *piece* at the end."""
        self._pieces.append(piece)
        self._size += len(piece)
        if len(self._pieces) >= _MOST_PIECES:
            # Tens of thousands of tiny texts would weigh more than what they say.
            self._chunks.append("".join(self._pieces))
            self._pieces.clear()

    def __len__(self) -> int:
        """Return the number of characters."""
        return self._size

    def __str__(self) -> str:
        """Return the text."""
        if self._pieces or len(self._chunks) > 1:
            self._chunks = ["".join([*self._chunks, *self._pieces])]
            self._pieces.clear()
        return self._chunks[0] if self._chunks else ""
