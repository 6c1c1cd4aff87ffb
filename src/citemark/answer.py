"""The answer before anything else: made clean, and searched for its markers."""

from __future__ import annotations

from citemark.dialect import scan_markers
from citemark.grammar import find_private_use
from citemark.model import Marker
from citemark.options import Options

_SURROGATES = dict.fromkeys(range(55296, 57344), "�")


def clean_answer(text: str) -> str:
    r"""Replace what no output may hold; offsets stay as they are.

    >>> clean_answer("a\ud800b\x00")
    'a\ufffdb\ufffd'
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.translate(_SURROGATES)
    return text.replace("\x00", "\ufffd")


def find_markers(answer: str, options: Options) -> list[Marker]:
    """Return everything in *answer* that no reader may see, in order."""
    markers = scan_markers(answer, options.dialect, options.families)
    if options.private_use == "drop":
        return find_private_use(answer, markers)
    return markers
