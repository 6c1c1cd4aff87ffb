"""What a PDF may be made of: what its theme brought, and nothing else.

WeasyPrint would fetch whatever a style sheet, a picture or an attachment names, local
files among them, and put it into the document. Ours opens neither file nor connection.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from urllib.request import DataHandler, Request

from weasyprint.urls import URLFetcher, URLFetcherResponse

from citemark.errors import ConfigError

_ASSET, _DATA = "asset:", "data:"
_TYPES = mimetypes.MimeTypes()


class Fetcher(URLFetcher):  # type: ignore[misc] # WeasyPrint has no types
    """Serves ``data:`` and ``asset:`` URLs; *assets* has what the latter name."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        """Know what may be served."""
        super().__init__()
        self._assets = assets

    def fetch(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,  # noqa: ARG002 - WeasyPrint's signature
    ) -> URLFetcherResponse:
        """Return what *url* stands for.

        Raises:
            ConfigError: it is of another scheme, or names no asset. WeasyPrint goes
                on without it.
        """
        if url[: len(_DATA)].lower() == _DATA:
            answer = DataHandler().data_open(Request(url))  # noqa: S310 - opens no file
            return URLFetcherResponse(url, answer.read(), answer.headers)
        name = url.removeprefix(_ASSET)
        if name == url or name not in self._assets:
            msg = f"expected a data: URL or an asset of the theme, got {url!r}"
            raise ConfigError(msg)
        kind = _TYPES.guess_type(name)[0] or "application/octet-stream"
        return URLFetcherResponse(url, self._assets[name], {"Content-Type": kind})
