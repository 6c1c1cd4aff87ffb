"""Which of the well-formed URLs an application links to, and which are the same page.

**Why** a policy beside the grammar: a URL can be read alike by everybody and still be
none to show. A signed URL is a password, an address of the intranet tells about it, an
admin page is no evidence. Only the application knows its exceptions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal
from urllib.parse import quote, unquote

from citemark.errors import ConfigError
from citemark.hosts import is_listed, is_private
from citemark.urls import SCRIPTED_SCHEMES, Refusal, UrlCheck, check_url

_SCHEME_RE = re.compile(r"[a-z][a-z0-9+.-]*")
_ADDRESS_RE = re.compile(r"([a-z][a-z0-9+.-]*)://([^/?#]*)([^?#]*)([^#]*)(.*)")
_PAIR_RE = re.compile(r"[?&;#]")
_PLACE_END_RE = re.compile(r"[?#]")
_SPELLING = str.maketrans("", "", "-_.[]")
_ESCAPE_RE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED_RE = re.compile(r"[A-Za-z0-9._~-]")
_ODD_RE = re.compile(r"[^A-Za-z0-9._~%!$&()*+,;=:@/?#-]")
_WWW_RE = re.compile(r"^(?:www\.)+(?=[^.]+\.)")
_PORT_RE = re.compile(r":0*([0-9]+)$")
_DEFAULT_PORTS = frozenset({"80", "443"})
_ROUTES = ("#/", "#!")

# Names of parameters are in lower case here, without "-", "_", "." and brackets.
_SIGNED_PREFIXES = ("xamz", "xgoog", "xoss", "qsign")
_SIGNED_TOGETHER: Mapping[str, frozenset[str]] = {
    "signature": frozenset(
        {"awsaccesskeyid", "expires", "googleaccessid", "keypairid", "ossaccesskeyid"}
        | {"policy"}
    ),
    "sig": frozenset({"se", "si", "sp", "sr", "sv"}),
    "code": frozenset({"state"}),
}
_SECRET_NAMES = frozenset(
    {"accesskey", "accesstoken", "apikey", "apitoken", "authorization", "authtoken"}
    | {"bearer", "clientsecret", "idtoken", "jsessionid", "jwt", "oauthtoken"}
    | {"passwd", "password", "phpsessid", "privatekey", "pwd", "refreshtoken"}
    | {"secret", "secretkey", "sessionid", "sessiontoken", "subscriptionkey", "token"}
)
# A JSON web token and keys of well-known services, whatever their parameter is called.
_SECRET_VALUE_RE = re.compile(
    r"eyJ[\w-]{8,}\.[\w-]{2,}\.|AKIA[0-9A-Z]{16}|AIza[\w-]{35}"
    r"|gh[oprsu]_\w{36}|xox[abeprs]-"
)
_TRACKING_PREFIXES = ("hsa_", "matomo_", "mtm_", "piwik_", "pk_", "utm_")
_TRACKING_NAMES = frozenset(
    {"__hsfp", "__hssc", "__hstc", "_ga", "_gl", "_hsenc", "_hsmi", "_openstat"}
    | {"dclid", "epik", "fbclid", "gad_source", "gbraid", "gclid", "gclsrc", "igsh"}
    | {"igshid", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id"}
    | {"oly_enc_id", "ref_src", "srsltid", "ttclid", "twclid", "vero_conv", "vero_id"}
    | {"wbraid", "wickedid", "yclid"}
)
_REMEMBERED = 1_024
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "private_hosts": ("refuse", "allow"),
    "secrets": ("refuse", "allow"),
    "tracking": ("keep", "remove"),
}


class _Names(frozenset[str]):
    """Strings in no order, but shown in one."""

    def __repr__(self) -> str:
        return repr(tuple(sorted(self)))


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlPolicy:
    """What an application links to. Every field has a safe default.

    Whatever the policy says, a URL must also be one that every browser reads alike:
    no user name, no white space, no backslash, no number in place of a host.

    >>> policy = UrlPolicy(denied_hosts=("example.net",))
    >>> policy.check("https://docs.example.net/").reason
    "has the host 'docs.example.net', which is denied"
    >>> policy.check("https://example.org/x").url
    'https://example.org/x'
    """

    schemes: Collection[str] = ("https", "http")
    """Schemes in lower case; those that run script are refused even here."""
    allowed_hosts: Collection[str] = ()
    """The only hosts to link to, and all hosts below them; empty: every host."""
    denied_hosts: Collection[str] = ()
    """Hosts never to link to, and all hosts below them; stronger than the allowed."""
    private_hosts: Literal["refuse", "allow"] = "refuse"
    """Loopback, private and link-local addresses, ``localhost``, ``.local``,
    ``.internal``, names without a dot."""
    admin_paths: Collection[str] = (
        *("/admin", "/administrator"),
        *("wp-admin", "wp-login.php", "phpmyadmin"),
    )
    """Paths of administration: from the root with a leading ``/``, else anywhere."""
    secrets: Literal["refuse", "allow"] = "refuse"
    """Signed and temporary URLs, and URLs with a token or password in them."""
    tracking: Literal["keep", "remove"] = "keep"
    """Tracking parameters in the link. They never count in `canonical_url`."""
    max_chars: int = 2_048

    def __post_init__(self) -> None:
        """Bring hosts and paths to one spelling and refuse what cannot work."""
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                wanted, value = " or ".join(map(repr, allowed)), getattr(self, name)
                msg = f"UrlPolicy.{name}: expected {wanted}, got {value!r}"
                raise ConfigError(msg)
        most: object = self.max_chars
        if not isinstance(most, int) or most < 1:
            msg = f"UrlPolicy.max_chars: expected 1 or more, got {most!r}"
            raise ConfigError(msg)
        for name, spell in _SPELLINGS.items():
            values = getattr(self, name)
            if isinstance(values, str) or not all(
                isinstance(value, str) for value in values
            ):
                msg = f"UrlPolicy.{name}: expected several strings, got {values!r}"
                raise ConfigError(msg)
            spelled = _Names(spell(name, value) for value in values)
            object.__setattr__(self, name, spelled)

    def check(self, url: str, *, max_chars: int | None = None) -> UrlCheck:
        """Return what to link to for *url*, or the reason why there is no link.

        *max_chars* is a bound besides that of the policy; the lower one holds.
        """
        most = self.max_chars if max_chars is None else min(max_chars, self.max_chars)
        checked = check_url(url, schemes=self.schemes, max_chars=most)
        if checked.url is None or checked.host is None:
            return checked
        found = next(self._objections(checked.url, checked.host), None)
        if found is not None:
            refusal, reason = found
            return UrlCheck(reason=reason, refusal=refusal)
        if self.tracking == "remove":
            return replace(checked, url=without_tracking(checked.url))
        return checked

    def _objections(self, url: str, host: str) -> Iterator[tuple[Refusal, str]]:
        """Yield each objection to a well-formed URL, the weightiest first."""
        if self.denied_hosts and is_listed(host, self.denied_hosts):
            yield Refusal.HOST_DENIED, f"has the host '{host}', which is denied"
        if self.allowed_hosts and not is_listed(host, self.allowed_hosts):
            reason = f"has the host '{host}', which is not allowed"
            yield Refusal.HOST_NOT_ALLOWED, reason
        if self.private_hosts == "refuse" and is_private(host):
            yield Refusal.PRIVATE_HOST, f"has the private host '{host}'"
        if self.secrets == "refuse":
            yield from _secrets(url)
        if self.admin_paths and self._is_admin(url):
            yield Refusal.ADMIN_PATH, "leads to a page of administration"

    def _is_admin(self, url: str) -> bool:
        return any(
            path.startswith(f"{place}/") if place[0] == "/" else f"/{place}/" in path
            for path in _readings(url)
            for place in self.admin_paths
        )


@lru_cache(_REMEMBERED)
def canonical_url(url: str) -> str | None:
    """Return what *url* compares by: equal for two spellings of one page.

    It is for comparing, not for linking: ``http`` counts as ``https``; ``www.``, the
    default port, tracking parameters, a final slash and the fragment do not count
    (but a fragment that is a route does). None if nothing could be linked to.

    >>> canonical_url("http://www.Example.org:80/a/?utm_source=chatgpt.com&b=1#top")
    'https://example.org/a?b=1'
    """
    checked = check_url(url)
    match = _ADDRESS_RE.fullmatch(checked.url or "")
    if match is None:
        return None
    authority, path, query, fragment = match.groups()[1:]
    port = _PORT_RE.search(authority)
    host = _WWW_RE.sub("", (checked.host or "").removesuffix("."), count=1)
    kept = f":{port[1]}" if port and port[1] not in _DEFAULT_PORTS else ""
    place = "/".join(_resolved(_evened(path).split("/"))).rstrip("/")
    pairs = [pair for pair in _evened(query)[1:].split("&") if pair]
    asked = "&".join(pair for pair in pairs if not _is_tracking(pair))
    route = _evened(fragment) if fragment.startswith(_ROUTES) else ""
    return f"https://{host}{kept}{place}{'?' * bool(asked)}{asked}{route}"


def without_tracking(url: str) -> str:
    """Return *url* without the parameters that only say where a reader came from.

    >>> without_tracking("https://example.org/?id=7&utm_source=chatgpt.com#a")
    'https://example.org/?id=7#a'
    """
    base, hash_sign, fragment = url.partition("#")
    place, _, query = base.partition("?")
    pairs = query.split("&")
    kept = [pair for pair in pairs if not _is_tracking(pair)]
    if len(kept) == len(pairs):
        return url
    asked = f"?{'&'.join(kept)}" if kept else ""
    return f"{place}{asked}{hash_sign}{fragment}"


def _scheme(name: str, value: str) -> str:
    if not _SCHEME_RE.fullmatch(value) or value in SCRIPTED_SCHEMES:
        msg = f"UrlPolicy.{name}: expected schemes like 'https', got {value!r}"
        raise ConfigError(msg)
    return value


def _listed_host(name: str, value: str) -> str:
    """Return *value* as checked URLs write it."""
    checked = check_url(f"https://{value}")
    if checked.host is None or checked.url != f"https://{checked.host}":
        msg = f"UrlPolicy.{name}: expected hosts like 'example.org', got {value!r}"
        raise ConfigError(msg)
    return checked.host.removesuffix(".")


def _admin_path(name: str, value: str) -> str:
    place = value.lower().rstrip("/")
    if not place or "//" in place:
        msg = f"UrlPolicy.{name}: expected paths like '/admin', got {value!r}"
        raise ConfigError(msg)
    return place


_SPELLINGS: Mapping[str, Callable[[str, str], str]] = {
    "schemes": _scheme,
    "allowed_hosts": _listed_host,
    "denied_hosts": _listed_host,
    "admin_paths": _admin_path,
}


def _secrets(url: str) -> Iterator[tuple[Refusal, str]]:
    """Yield what gives away more than an address: signatures, tokens, passwords."""
    pieces = _PAIR_RE.split(url)[1:]
    if not pieces:
        return
    names = set()
    for piece in pieces:
        name, _, value = piece.partition("=")
        if not value:
            continue
        plain = _plain(name)
        names.add(plain)
        if plain.startswith(_SIGNED_PREFIXES):
            yield Refusal.SIGNED, "is signed or temporary"
        if plain in _SECRET_NAMES or _SECRET_VALUE_RE.match(unquote(value)):
            yield Refusal.GIVES_ACCESS, "has a token or password in it"
    for name, others in _SIGNED_TOGETHER.items():
        if name in names and names & others:
            yield Refusal.SIGNED, "is signed or temporary"


def _plain(name: str) -> str:
    """Return the *name* of a parameter as our lists spell it."""
    return unquote(name).lower().translate(_SPELLING)


def _is_tracking(pair: str) -> bool:
    name = unquote(pair.partition("=")[0]).lower()
    return name in _TRACKING_NAMES or name.startswith(_TRACKING_PREFIXES)


def _readings(url: str) -> set[str]:
    """Return the path of *url* as it is asked for, and as servers may decode it."""
    address = _PLACE_END_RE.split(url, maxsplit=1)[0].partition("://")[2]
    path = address.partition("/")[2]
    # A browser goes up before it asks, where an escaped slash is none yet.
    asked = "/".join(_resolved(["", *_evened(path).lower().split("/")]))
    decoded = unquote(asked).lower().replace("\\", "/")
    return {f"{asked}/", _tidied(asked), _tidied(decoded)}


def _tidied(path: str) -> str:
    """Return *path* without parameters, dots and empty segments, in ``/`` … ``/``."""
    names = [segment.partition(";")[0] for segment in path.split("/")]
    return "/".join(["", *filter(None, _resolved(names)), ""])


def _resolved(segments: list[str]) -> list[str]:
    """Return *segments* without dots, as browsers go up and stay."""
    kept: list[str] = []
    for segment in segments:
        if segment == "..":
            del kept[max(1, len(kept) - 1) :]
        elif segment != ".":
            kept.append(segment)
    return kept


def _evened(text: str) -> str:
    """Return *text* with one spelling for each escape."""

    def even(escape: re.Match[str]) -> str:
        char = chr(int(escape[1], 16))
        return char if _UNRESERVED_RE.fullmatch(char) else escape[0].upper()

    return _ODD_RE.sub(lambda odd: quote(odd[0]), _ESCAPE_RE.sub(even, text))
