"""A PDF as readers, search engines and screen readers meet it."""

from __future__ import annotations

import re
import subprocess
from functools import cached_property
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from tests import needed

_NOTE_RE = re.compile(r" *\[([0-9]+)\] ")
_CALL_RE = re.compile(r"\[([0-9]+)\]")
_FONT_RE = re.compile(r"[A-Z]{6}\+(\S+) .* (yes|no) (yes|no) (yes|no) +\d+ +\d+$")


class Pdf:
    """One file."""

    def __init__(self, data: bytes, folder: Path) -> None:
        """Keep *data* in *folder*, for the programs that read it."""
        self.path = folder / "read.pdf"
        self.path.write_bytes(data)
        self.reader = PdfReader(BytesIO(data))

    def _ask(self, *command: str) -> str:
        program = needed.program(command[0])
        done = subprocess.run([program, *command[1:]], capture_output=True, check=True)
        return done.stdout.decode()

    @cached_property
    def texts(self) -> list[str]:
        """The text of each page as it is laid out."""
        text = self._ask("pdftotext", "-layout", str(self.path), "-")
        return text.split("\f")[:-1]

    @cached_property
    def info(self) -> dict[str, str]:
        """What ``pdfinfo`` says."""
        lines = self._ask("pdfinfo", str(self.path)).splitlines()
        pairs = (line.partition(":") for line in lines)
        return {name: value.strip() for name, _, value in pairs}

    @cached_property
    def structure(self) -> str:
        """The tags, as ``pdfinfo`` lists them."""
        return self._ask("pdfinfo", "-struct", str(self.path))

    @cached_property
    def fonts(self) -> dict[str, bool]:
        """Font → whether it is embedded."""
        lines = self._ask("pdffonts", str(self.path)).splitlines()
        found = filter(None, map(_FONT_RE.match, lines))
        return {match[1]: match[2] == "yes" for match in found}

    @property
    def language(self) -> str:
        """The language that the file says it is in."""
        return str(self.reader.root_object["/Lang"])

    @property
    def outline(self) -> list[str]:
        """The titles of the outline, in order."""
        return [
            str(item.title)
            for item in _flat(self.reader.outline)
            if hasattr(item, "title")
        ]

    def annotations(self) -> list[DictionaryObject]:
        """Return the links, page by page."""
        return [
            item.get_object()
            for page in self.reader.pages
            for item in page.get("/Annots", ())
        ]

    def urls(self) -> list[str]:
        """Return where links out of the file lead, in order."""
        actions = (item.get("/A", {}) for item in self.annotations())
        return [str(action["/URI"]) for action in actions if "/URI" in action]

    def targets(self) -> list[str]:
        """Return the names that links inside the file lead to."""
        return [str(item["/Dest"]) for item in self.annotations() if "/Dest" in item]

    def calls(self, page: int) -> list[int]:
        """Return the references in the text of a page, in order."""
        text = [line for line in self.lines(page) if not _NOTE_RE.match(line)]
        return [int(number) for number in _CALL_RE.findall("\n".join(text))]

    def notes(self, page: int) -> list[int]:
        """Return the numbers of the notes at the foot of a page, in order."""
        found = map(_NOTE_RE.match, self.lines(page))
        return [int(match[1]) for match in found if match]

    def lines(self, page: int) -> list[str]:
        """Return the lines of a page."""
        return self.texts[page].splitlines()


def _flat(items: object) -> list[object]:
    if not isinstance(items, list):
        return [items]
    return [inner for item in items for inner in _flat(item)]
