"""Deep links: from a place in a source to an address that shows this place.

Which kind of link there is depends on what the address leads to: a template of the
source knows best, a code host has anchors for lines, a PDF for pages, a recording for
times; a page can be searched for the cited words. Where none is sure to be right, there
is no deep link, and the plain link to the source must do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from citemark.describe import Description
from citemark.locator import Finder, Lines, Locator, SourceText, kind_of
from citemark.options import Options
from citemark.source import Source, remembered
from citemark.text_fragments import text_directive
from citemark.url_policy import UrlPolicy
from citemark.urls import ROUTES, fill_template

_Medium: TypeAlias = Literal["page", "pdf", "recording", "file"]
_EXTENSION_RE = re.compile(r"https?://[^/?]*/[^?]*\.([A-Za-z0-9]{1,8})(?:\?|$)")
_RECORDINGS = frozenset(
    {"aac", "audio", "flac", "m4a", "m4v", "mov", "mp3", "mp4", "oga", "ogg", "ogv"}
    | {"opus", "video", "wav", "webm"}
)
# Of those that are no pages, these have lines.
_TEXTS = frozenset({"csv", "json", "tsv"})
_BINARIES = frozenset(
    {"7z", "a", "avif", "bin", "bmp", "bz2", "class", "db", "dll", "doc", "docx"}
    | {"dylib", "eot", "epub", "exe", "gif", "gz", "h5", "heic", "ico", "jar", "jpeg"}
    | {"jpg", "npy", "npz", "o", "odp", "ods", "odt", "otf", "parquet", "pickle"}
    | {"pkl", "png", "ppt", "pptx", "psd", "pyc", "rar", "rtf", "so", "sqlite", "svg"}
    | {"tar", "tgz", "tif", "tiff", "ttf", "wasm", "webp", "whl", "woff", "woff2"}
    | {"xls", "xlsx", "xz", "zip", "zst"}
)
_MEDIA: Mapping[str, _Medium] = {
    "pdf": "pdf",
    **dict.fromkeys(_RECORDINGS, "recording"),
    **dict.fromkeys(_TEXTS | _BINARIES, "file"),
}
# What the fragments that are no id of the page need.
_MEDIUM_OF: Mapping[str, _Medium] = {"page": "pdf", "t": "recording"}
# Code hosts show no lines of these, or other lines than those of their text.
_UNLINED = _RECORDINGS | _BINARIES | {"ipynb", "pdf"}
# And a file of these as a document, which has none unless its source is asked for.
_DOCUMENTS = frozenset(
    {"adoc", "asciidoc", "markdown", "md", "mdx", "mkd", "org", "rst"} | {"textile"}
)
_LINES_RE = re.compile(
    r"(?:L|lines-)([0-9]{1,9})(?:C[0-9]{1,9})?"
    r"(?:[-:]L?([0-9]{1,9})(?:C[0-9]{1,9})?)?"
)
_LINE_LIKE_RE = re.compile(r"L-?[0-9]|lines-")


class _CodeHost(NamedTuple):
    """What files look like on one kind of code host."""

    file: re.Pattern[str]
    """The address of a file."""
    line: str
    lines: str
    """The fragments for one line and for several."""
    source: str = ""
    """The query that shows a document as it was written."""


_CODE_HOSTS = (
    _CodeHost(
        re.compile(r"https?://github\.com/[^/]+/[^/]+/blob/[^?]+"),
        "L{first}",
        "L{first}-L{last}",
        "plain=1",
    ),
    _CodeHost(
        re.compile(
            r"https?://(?:gitlab\.com/[^/]+/[^?]+/blob/|[^/?]+/[^?]+/-/blob/)[^?]+"
        ),
        "L{first}",
        "L{first}-{last}",
        "plain=1",
    ),
    _CodeHost(
        re.compile(r"https?://bitbucket\.org/[^/]+/[^/]+/src/[^?]+"),
        "lines-{first}",
        "lines-{first}:{last}",
    ),
)


class _Wanted(NamedTuple):
    """All that the deep links of a source depend on."""

    locators: tuple[Locator, ...]
    url: str | None
    base_url: str | None
    template: str | None
    policy: UrlPolicy
    max_chars: int
    quotes: bool
    """Whether a link may quote the text."""


def deep_links(
    source: Source, locators: tuple[Locator, ...], shown: Description, options: Options
) -> tuple[str | None, ...]:
    """Return the link to each of *locators* in *source*, which is *shown* so.

    Each has passed the policy; None: the link of the source must do.
    """
    if not options.deep_links or (shown.url is None and shown.template is None):
        return (None,) * len(locators)
    wanted = _Wanted(
        locators,
        shown.url,
        shown.base_url,
        shown.template,
        shown.policy,
        shown.max_url_chars,
        options.excerpt != "none",
    )
    return _deep_links(source, wanted)


@remembered
def _deep_links(source: Source, wanted: _Wanted) -> tuple[str | None, ...]:
    # Each kind reads the text once.
    finders: dict[type[Locator], Finder[Locator]] = {}
    links = []
    for locator in wanted.locators:
        url = _link(source, locator, _lines(source, locator, finders), wanted)
        links.append(
            wanted.policy.check(url, max_chars=wanted.max_chars).url if url else None
        )
    return tuple(links)


def _lines(
    source: Source, locator: Locator, finders: dict[type[Locator], Finder[Locator]]
) -> Lines | None:
    """Return the lines that *locator* is on; line numbers need no text for that."""
    if isinstance(locator, Lines):
        return locator
    kind = type(locator)
    if kind not in finders:
        text = SourceText(source.text or "", source.lines)
        finders[kind] = kind_of(locator).find(text)
    found = finders[kind](locator)
    return found.lines if found else None


def _link(
    source: Source, locator: Locator, lines: Lines | None, wanted: _Wanted
) -> str | None:
    """Return the link to *locator*, which is on *lines*, not yet checked."""
    if wanted.template is not None:
        return lines and fill_template(
            wanted.template,
            url=wanted.base_url or "",
            first=lines.first,
            last=lines.last,
        )
    base, _, fragment = (wanted.url or "").partition("#")
    medium = _medium(source, base)
    host = next((each for each in _CODE_HOSTS if each.file.match(base)), None)
    if host is not None and medium != "pdf":
        return lines and _in_code(host, source, lines, base, fragment)
    anchor = None if locator is lines else kind_of(locator).fragment(locator)
    if anchor and _MEDIUM_OF.get(anchor.partition("=")[0], medium) == medium:
        return f"{base}#{anchor}"
    is_page = medium == "page" and not fragment.startswith(ROUTES)
    if not is_page or lines is None or not wanted.quotes:
        return None
    directive = text_directive(source, lines.first, lines.last)
    return directive and f"{base}#{fragment.partition(':~:')[0]}:~:{directive}"


def _in_code(
    host: _CodeHost, source: Source, lines: Lines, base: str, fragment: str
) -> str | None:
    """Return the link to *lines* of a file, if it has the same lines as the source."""
    extension = _extension(base)
    given = _LINES_RE.fullmatch(fragment)
    is_odd = given is None and _LINE_LIKE_RE.match(fragment) is not None
    if is_odd or extension in _UNLINED:
        return None
    offset = 0
    if given:
        # The source is a piece of the file if it is as long as the link says.
        offset = int(given[1]) - 1
        if int(given[2] or given[1]) - offset != len(source.lines):
            return None
    elif source.chunk_id is not None:
        return None
    anchor = host.line if lines.first == lines.last else host.lines
    anchor = anchor.format(first=lines.first + offset, last=lines.last + offset)
    if host.source and extension in _DOCUMENTS and host.source not in base:
        base += f"{'&' if '?' in base else '?'}{host.source}"
    return f"{base}#{anchor}"


def _medium(source: Source, base: str) -> _Medium:
    """Return what *base* leads to, as far as its name or the source tells."""
    kind = (source.source_type or "").lower()
    named = _MEDIA.get(kind.rpartition("/")[2]) or _MEDIA.get(kind.partition("/")[0])
    return named or _MEDIA.get(_extension(base), "page")


def _extension(base: str) -> str:
    match = _EXTENSION_RE.match(base)
    return match[1].lower() if match else ""
