"""Pages of paper out of HTML: the only home of WeasyPrint, and imported only if needed.

Every document is tagged for accessibility (PDF/UA-1, as far as WeasyPrint goes), has no
date and no random identifier: the same HTML gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from io import BytesIO

import pydyf
from weasyprint import HTML, VERSION, Attachment, Document
from weasyprint.text.fonts import FontConfiguration

from citemark.errors import ConfigError
from citemark.render.fetcher import Fetcher

_OLDEST = 70
_VARIANT = "pdf/ua-1"
# An attachment must have a date; one that never changes says nothing.
_NO_DATE = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, eq=False)
class Layout:
    """Some HTML on pages."""

    document: Document

    def __len__(self) -> int:
        """Return how many pages there are."""
        return len(self.document.pages)

    @cached_property
    def pages(self) -> Mapping[str, int]:
        """Id → the page that it is on first, from 0."""
        found: dict[str, int] = {}
        for number, page in enumerate(self.document.pages):
            for name in page.anchors:
                found.setdefault(name, number)
        return found


class Typesetter:
    """Lays out and writes what belongs to one document, with one set of fonts."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        """Prepare for documents that may use *assets*, by name.

        Raises:
            ConfigError: WeasyPrint is too old.
        """
        if int(VERSION.partition(".")[0]) < _OLDEST:
            msg = f"to='pdf': expected WeasyPrint {_OLDEST} or newer, got {VERSION}"
            raise ConfigError(msg)
        self._fetcher = Fetcher(assets)
        self._fonts = FontConfiguration()

    def lay_out(self, html: str) -> Layout:
        """Return *html* on pages."""
        source = HTML(string=html, url_fetcher=self._fetcher)
        return Layout(source.render(font_config=self._fonts, pdf_variant=_VARIANT))

    def write(
        self,
        layouts: Sequence[Layout],
        *,
        names: Mapping[str, str],
        attachments: Mapping[str, bytes],
    ) -> Written:
        """Return the pages of all *layouts* as one file.

        *names* says, for ids that links lead to, what a screen reader calls the link;
        *attachments* are files to put in, by their names.
        """
        pages = [page for layout in layouts for page in layout.document.pages]
        document = layouts[0].document.copy(pages)
        data = document.write_pdf(
            pdf_variant=_VARIANT,
            attachments=[_attachment(name, attachments[name]) for name in attachments],
            finisher=partial(_name_links, names),
        )
        missing = {code for font in document.fonts.values() for code in font.missing}
        return Written(data=data, unprintable="".join(map(chr, sorted(missing))))


@dataclass(frozen=True, slots=True)
class Written:
    """A file, and the characters in it that no font has: readers see boxes."""

    data: bytes
    unprintable: str


def _attachment(name: str, data: bytes) -> Attachment:
    return Attachment(
        file_obj=BytesIO(data), name=name, created=_NO_DATE, modified=_NO_DATE
    )


def _name_links(names: Mapping[str, str], _: Document, pdf: pydyf.PDF) -> None:
    """Describe links by what they lead to, where WeasyPrint knows an id only."""
    for item in pdf.objects:
        if isinstance(item, pydyf.Dictionary) and item.get("Subtype") == "/Link":
            target = item.get("Dest")
            if target is not None and target.string in names:
                item["Contents"] = pydyf.String(names[target.string])
