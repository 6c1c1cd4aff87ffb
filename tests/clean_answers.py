"""Answers that obey the citation-formatting guide: nothing may be said about them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).with_name("fixtures") / "clean_answers"


@dataclass(frozen=True, slots=True)
class CleanAnswer:
    """One answer, and the file of the sources it cites."""

    name: str
    language: str
    text: str
    sources: Path


def _read(path: Path) -> CleanAnswer:
    return CleanAnswer(
        name=path.stem,
        language=path.stem.partition("-")[0],
        # As bytes: white space at line ends is what some rules look at.
        text=path.with_suffix(".md").read_bytes().decode("utf-8"),
        sources=path,
    )


CLEAN: tuple[CleanAnswer, ...] = tuple(map(_read, sorted(_FOLDER.glob("*.json"))))
