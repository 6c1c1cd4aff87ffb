"""Deltas become text, wherever they were cut.

A model's answer arrives as bytes of UTF-8 that end within a character, or as strings
that end within a surrogate pair, since whoever cut them counts as JavaScript does.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

from citemark.errors import ConfigError

_HALF_RE = re.compile("[\ud800-\udfff]")
_PAIR_RE = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LACKING = "\ufffd"


class Decoder:
    r"""Turns the deltas of one answer into text, incrementally.

    What is no text, as half a pair or bytes that are not UTF-8, becomes U+FFFD.

    >>> decoder = Decoder()
    >>> decoder.decode("ok \ud83d"), decoder.decode("\ude80"), decoder.flush()
    ('ok ', '🚀', '')
    """

    __slots__ = ("_bytes", "_half", "_kind")

    def __init__(self) -> None:
        """Wait for the first delta: it decides between strings and bytes."""
        self._kind: type[str | bytes] | None = None
        self._bytes = getincrementaldecoder("utf-8")("replace")
        self._half = ""

    def decode(self, delta: str | bytes) -> str:
        """Return the text that *delta* adds, less what is incomplete at its end.

        Raises:
            ConfigError: it is neither a string nor bytes, or not what came before.
        """
        kind = self._kind or (bytes if isinstance(delta, bytes) else str)
        if not isinstance(delta, kind):
            expected = f"{kind.__name__} as before" if self._kind else "str or bytes"
            msg = f"delta: expected {expected}, got {type(delta).__name__}"
            raise ConfigError(msg)
        self._kind = kind
        text = self._bytes.decode(delta) if isinstance(delta, bytes) else delta
        return self._whole(text)

    def flush(self) -> str:
        """Return what stands for a character whose rest never came."""
        half, self._half = self._half, ""
        return self._bytes.decode(b"", final=True) + (half and _LACKING)

    def _whole(self, text: str) -> str:
        """Return *text* with pairs joined; a half at its end waits for the next."""
        text = self._half + text
        self._half = ""
        if text.isascii() or not _HALF_RE.search(text):
            return text
        if "\ud800" <= text[-1] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        return _HALF_RE.sub(_LACKING, _PAIR_RE.sub(_joined, text))


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")
