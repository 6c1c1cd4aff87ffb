"""Reads the events of a provider: text at once, the whole answer in the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from citemark.provider import Answer
from citemark.responses.payload import Payload, payload
from citemark.source import Source

Piece: TypeAlias = str | Sequence[Source]
"""Text that follows, or the sources of the claim that ends here."""


class EventReader(ABC):
    """Reads the events of one answer. Each provider has its own."""

    def __init__(self) -> None:
        """Begin with no event read."""
        self.events: list[object] = []

    def read(self, event: object) -> Iterator[Piece]:
        """Yield what *event* adds, and keep it for the whole answer.

        Raises:
            SourceError: *event* is no object.
        """
        read = payload(event)
        self.events.append(event)
        yield from self.pieces(read)

    @abstractmethod
    def pieces(self, event: Payload) -> Iterator[Piece]:
        """Yield what *event* adds: just the text that `answer` has in the end."""
        ...

    @abstractmethod
    def answer(self) -> Answer:
        """Return the answer, with all that is known of it by now."""
        ...


class TextReader(EventReader):
    """Reads events of which only the text can be shown before the end.

    *text_of* returns what one of them adds to it, *answer_from* the answer of all.
    """

    def __init__(
        self,
        text_of: Callable[[Payload], str],
        answer_from: Callable[[list[object]], Answer],
    ) -> None:
        """Begin with no event read."""
        super().__init__()
        self._text_of = text_of
        self._answer_from = answer_from

    def pieces(self, event: Payload) -> Iterator[Piece]:
        """Yield the text that *event* adds."""
        if text := self._text_of(event):
            yield text

    def answer(self) -> Answer:
        """Return the answer of all events so far."""
        return self._answer_from(self.events)
