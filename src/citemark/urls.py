"""The grammar of URLs: what may become a link at all, and how it is shown.

**Why** not ``urllib.parse``: on hostile input it and browsers disagree about where a
URL leads (a backslash, a missing slash, a full-width dot). The grammar here accepts
only what every parser reads alike; the price is that a few odd but harmless addresses
are shown without a link. What an application allows beyond that is `UrlPolicy`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from urllib.parse import quote

from citemark.hosts import display_host, ipv6_host

_SCHEME_RE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY_RE = re.compile(r"//([^/?#]*)(.*)", re.DOTALL)
_HOST_RE = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]{1,5}))?")
_LABEL_RE = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER_RE = re.compile(r"[0-9]+|0x[0-9a-f]*")
_BYTE_RE = re.compile(r"0|[1-9][0-9]{0,2}")
_MAILBOX_RE = re.compile(r"([A-Za-z0-9.!#$&'*+/=^_`{|}~-]+)@([^@?#]+)(\?[^#]*)?")
_CONTROL_RE = re.compile(r"[\x00-\x20\x7f-\xa0]")
_QUOTE_RE = re.compile(r"[\\\"<>]")
_BAD_ESCAPE_RE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPED_MARKER_RE = re.compile(r"%ee%88%8[0-6]", re.IGNORECASE)
_ESCAPED_CONTROL_RE = re.compile(r"%(?:[01][0-9A-Fa-f]|7[Ff])")
_FOREIGN_RE = re.compile(r"[^\x00-\x7f]+")
_UNSAFE_IN_FRAGMENT_RE = re.compile(r"[^A-Za-z0-9!$&'()*+,;=:@/?._~%-]+")
_SLOT_RE = re.compile(r"\{(url|first|last|line)\}")
# Format, control, surrogate, private-use and separator characters.
_HIDDEN_CATEGORIES = frozenset({"Cf", "Cc", "Cs", "Co", "Zs", "Zl", "Zp"})
# Letters and marks by category, but nothing to see.
_HIDDEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTOR_RE = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Fragments that begin so are for the script of a page: they name no place in it.
ROUTES = ("/", "!")
_MOST_HOST_CHARS = 253
_MOST_PORT = 65_535
_MOST_BYTE = 255
_IPV4_BYTES = 4
_SHOWN_SCHEME_CHARS = 20
# Refused even where an application lists them.
SCRIPTED_SCHEMES = frozenset(
    {"about", "blob", "data", "file", "filesystem", "jar", "javascript", "livescript"}
    | {"mocha", "vbscript", "view-source"}
)


class Refusal(StrEnum):
    """Why a URL is no link, as a value that programs can ask for."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    CONTROL = "control-character"
    QUOTE = "unsafe-character"
    HIDDEN = "hidden-character"
    ESCAPE = "broken-escape"
    MARKER = "escaped-marker"
    NO_SCHEME = "no-scheme"
    SCHEME = "scheme"
    NO_SLASHES = "no-slashes"
    CREDENTIALS = "credentials"
    HOST = "bad-host"
    NUMBER = "number-as-host"
    NAME = "bad-international-name"
    MAILBOX = "bad-mail-address"
    HOST_DENIED = "host-denied"
    HOST_NOT_ALLOWED = "host-not-allowed"
    PRIVATE_HOST = "private-host"
    ADMIN_PATH = "admin-path"
    SIGNED = "signed"
    GIVES_ACCESS = "gives-access"


# Each reads after "the URL".
_PHRASES: Mapping[Refusal, str] = {
    Refusal.EMPTY: "is empty",
    Refusal.CONTROL: "has white space or a control character in it",
    Refusal.QUOTE: "has a backslash, a double quote or an angle bracket in it",
    Refusal.HIDDEN: "has an invisible or private-use character in it",
    Refusal.ESCAPE: "has a broken percent escape in it",
    Refusal.MARKER: "has an escaped marker character in it",
    Refusal.NO_SCHEME: "has no scheme",
    Refusal.NO_SLASHES: "has no '//' after its scheme",
    Refusal.CREDENTIALS: "has a user name or password in it",
    Refusal.HOST: "has a bad host or port",
    Refusal.NUMBER: "has a number for a host",
    Refusal.NAME: "has a host that is no valid international name",
    Refusal.MAILBOX: "is no plain mail address",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlCheck:
    """The verdict on one URL: either ``url`` or ``reason`` is None."""

    url: str | None = None
    """What to link to: ASCII only, scheme and host in lower case."""
    host: str | None = None
    """What to show beside the link: ASCII, without port; None for mail addresses."""
    reason: str | None = None
    """Why there is no link: a phrase that reads after "the URL"."""
    refusal: Refusal | None = None
    """The kind of ``reason``."""
    insecure: bool = False
    """True for ``http``, which anyone on the way can change."""

    @property
    def shown_host(self) -> str | None:
        """The host in its own letters, where they cannot be taken for others."""
        return self.host and display_host(self.host)


class _RefusedError(Exception):
    """The URL must not become a link."""

    def __init__(self, refusal: Refusal, reason: str | None = None) -> None:
        """Keep the kind and the phrase, which is that of the kind unless given."""
        super().__init__(reason or _PHRASES[refusal])
        self.refusal = refusal


def check_url(
    url: str, *, schemes: Iterable[str] = ("https", "http"), max_chars: int = 2048
) -> UrlCheck:
    """Check *url* and return what may be linked to, or the reason why nothing may.

    >>> check_url("https://Example.org/a").url
    'https://example.org/a'
    >>> check_url("javascript:alert(1)").reason
    "has the scheme 'javascript', which is not allowed"
    """
    try:
        _check_characters(url, max_chars)
        return _check_parts(url, frozenset(schemes), max_chars)
    except _RefusedError as refused:
        return UrlCheck(reason=str(refused), refusal=refused.refusal)


def host_named(given: str) -> str | None:
    """Return the host *given*, as URLs write it; None where it is no host.

    >>> host_named("BÜCHER.example"), host_named("example.org/path")
    ('xn--bcher-kva.example', None)
    """
    checked = check_url(f"https://{given}")
    return checked.host if checked.url == f"https://{checked.host}" else None


def with_anchor(url: str, anchor: str) -> str:
    """Return the checked *url* with *anchor* as its fragment, in place of any other.

    >>> with_anchor("https://example.org/#old", "#two words")
    'https://example.org/#two%20words'
    """
    base, _, _ = url.partition("#")
    fragment = _UNSAFE_IN_FRAGMENT_RE.sub(_escape, anchor.removeprefix("#"))
    return f"{base}#{_BAD_ESCAPE_RE.sub('%25', fragment)}"


def fill_template(template: str, *, url: str, first: int, last: int) -> str:
    """Return *template* with its ``{url}``, ``{first}``, ``{last}``, ``{line}`` filled.

    A ``{url}`` that does not begin the template becomes a query value and is escaped.
    One that does keeps its own fragment behind the query that the template adds, and
    gives it up for the fragment that the template has.

    >>> fill_template("{url}#L{first}-{last}", url="https://a.example", first=2, last=3)
    'https://a.example#L2-3'
    >>> fill_template("{url}?l={line}", url="https://a.example/?b#c", first=2, last=3)
    'https://a.example/?b&l=2#c'
    """

    def fill(slot: re.Match[str]) -> str:
        if slot[1] == "url":
            return quote(url, safe="")
        return str(last if slot[1] == "last" else first)

    rest = template.removeprefix("{url}")
    filled = _SLOT_RE.sub(fill, rest)
    return filled if rest == template else _extended(url, filled)


def _extended(url: str, rest: str) -> str:
    """Return *url* with the query or fragment that *rest* begins with in its place."""
    base, sign, fragment = url.partition("#")
    if rest.startswith("#"):
        return base + rest
    # What looks like a path is the address of a page for its script, with its query.
    if not rest.startswith("?") or fragment.startswith(ROUTES):
        return url + rest
    query = f"&{rest[1:]}" if "?" in base else rest
    return base + query + ("" if "#" in rest else sign + fragment)


def _check_characters(url: str, max_chars: int) -> None:
    """Refuse a URL by length or by what it is made of."""
    if not url:
        raise _RefusedError(Refusal.EMPTY)
    if len(url) > max_chars:
        reason = f"is longer than {max_chars} characters"
        raise _RefusedError(Refusal.TOO_LONG, reason)
    if _CONTROL_RE.search(url):
        raise _RefusedError(Refusal.CONTROL)
    if _QUOTE_RE.search(url):
        raise _RefusedError(Refusal.QUOTE)
    if any(map(_is_hidden, "".join(_FOREIGN_RE.findall(url)))):
        raise _RefusedError(Refusal.HIDDEN)
    if _BAD_ESCAPE_RE.search(url):
        raise _RefusedError(Refusal.ESCAPE)
    if _ESCAPED_MARKER_RE.search(url):
        raise _RefusedError(Refusal.MARKER)


def _is_hidden(char: str) -> bool:
    """Say whether a reader would not see *char* in a URL."""
    return (
        unicodedata.category(char) in _HIDDEN_CATEGORIES
        or char in _HIDDEN
        or _SELECTOR_RE.match(char) is not None
    )


def _check_parts(url: str, schemes: frozenset[str], max_chars: int) -> UrlCheck:
    """Check scheme, host and the rest, and put the linkable form together."""
    match = _SCHEME_RE.match(url)
    if match is None:
        raise _RefusedError(Refusal.NO_SCHEME)
    scheme = match[1].lower()
    if scheme not in schemes or scheme in SCRIPTED_SCHEMES:
        shown = scheme[:_SHOWN_SCHEME_CHARS]
        reason = f"has the scheme '{shown}', which is not allowed"
        raise _RefusedError(Refusal.SCHEME, reason)
    rest = url[match.end() :]
    if scheme == "mailto":
        host, linked = None, f"mailto:{_mailbox(rest)}"
    else:
        host, tail = _split_authority(rest)
        linked = f"{scheme}:{tail}"
    if len(linked) > max_chars:
        reason = f"is longer than {max_chars} characters once it is escaped"
        raise _RefusedError(Refusal.TOO_LONG, reason)
    return UrlCheck(url=linked, host=host, reason=None, insecure=scheme == "http")


def _split_authority(rest: str) -> tuple[str, str]:
    """Return the host of what follows ``https:``, and all of it in ASCII."""
    match = _AUTHORITY_RE.fullmatch(rest)
    if match is None:
        raise _RefusedError(Refusal.NO_SLASHES)
    authority, tail = match[1], match[2]
    if "@" in authority:
        raise _RefusedError(Refusal.CREDENTIALS)
    parts = _HOST_RE.fullmatch(authority)
    if parts is None or int(parts[2] or 0) > _MOST_PORT:
        raise _RefusedError(Refusal.HOST)
    host = _host(parts[1])
    port = f":{parts[2]}" if parts[2] else ""
    return host, f"//{host}{port}{_FOREIGN_RE.sub(_escape, tail)}"


def _host(host: str) -> str:
    """Return *host* in ASCII and lower case, if every parser reads it alike."""
    if host.startswith("["):
        address = ipv6_host(host)
        if address is None:
            raise _RefusedError(Refusal.HOST)
        return address
    ascii_host = host.lower() if host.isascii() else _to_ascii(host)
    labels = ascii_host.removesuffix(".").split(".")
    if len(ascii_host) > _MOST_HOST_CHARS or not all(map(_LABEL_RE.fullmatch, labels)):
        raise _RefusedError(Refusal.HOST)
    if _NUMBER_RE.fullmatch(labels[-1]) and not _is_ipv4(ascii_host):
        raise _RefusedError(Refusal.NUMBER)
    for label in labels:
        if label.startswith("xn--"):
            _to_ascii(label)
    return ascii_host


def _is_ipv4(host: str) -> bool:
    """Say whether *host* is four plain decimal bytes."""
    parts = host.split(".")
    return len(parts) == _IPV4_BYTES and all(
        _BYTE_RE.fullmatch(part) and int(part) <= _MOST_BYTE for part in parts
    )


# A page names the same few hosts again and again.
@lru_cache(1_024)
def _to_ascii(host: str) -> str:
    """Encode an international *host* by UTS 46."""
    import idna

    try:
        return idna.encode(host, uts46=True, std3_rules=True).decode("ascii")
    except (UnicodeError, ValueError) as error:
        raise _RefusedError(Refusal.NAME) from error


def _mailbox(rest: str) -> str:
    """Return what follows ``mailto:`` in ASCII: one plain address, maybe headers."""
    match = _MAILBOX_RE.fullmatch(rest)
    # An escaped line end could add a header to the mail.
    if match is None or _ESCAPED_CONTROL_RE.search(rest):
        raise _RefusedError(Refusal.MAILBOX)
    headers = _FOREIGN_RE.sub(_escape, match[3] or "")
    return f"{match[1]}@{_host(match[2])}{headers}"


def _escape(match: re.Match[str]) -> str:
    """Percent-encode what *match* holds, as UTF-8."""
    return quote(match[0], safe="", errors="replace")
