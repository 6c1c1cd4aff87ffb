"""On how many hosts the cited sources are, and how many of those are authoritative.

Plain numbers: what is enough depends on the question, and who has authority on it only
the application knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from citemark.errors import ConfigError
from citemark.hosts import is_listed
from citemark.urls import check_url, host_named


@dataclass(frozen=True, slots=True, kw_only=True)
class Diversity:
    """Where the citations lead; all of them are indices of the report's ``citations``.

    Citations of unknown sources count nowhere.
    """

    hosts: Mapping[str, tuple[int, ...]] = field(
        default_factory=lambda: MappingProxyType({}), hash=False
    )
    """Host → the citations that lead there; ``www.`` makes no other host."""
    hostless: tuple[int, ...] = ()
    """The citations of sources without a usable URL: files, databases."""
    authoritative: tuple[int, ...] | None = None
    """Those that lead to authoritative hosts; None where no host was called that."""

    @property
    def counted(self) -> int:
        """How many citations there are of known sources."""
        return sum(map(len, self.hosts.values())) + len(self.hostless)

    @property
    def distinct(self) -> int:
        """How many hosts there are."""
        return len(self.hosts)

    @property
    def top(self) -> str | None:
        """The host with the most citations, the first one among equals."""
        return max(self.hosts, key=lambda host: len(self.hosts[host]), default=None)

    @property
    def top_share(self) -> float | None:
        """The share of all counted citations that lead to the ``top`` host."""
        return None if self.top is None else len(self.hosts[self.top]) / self.counted

    @property
    def authoritative_share(self) -> float | None:
        """The share of all counted citations that are ``authoritative``."""
        if self.authoritative is None or not self.counted:
            return None
        return len(self.authoritative) / self.counted

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "counted": self.counted,
            "distinct": self.distinct,
            "top": self.top,
            "top_share": self.top_share,
            "authoritative_share": self.authoritative_share,
            "hosts": dict(self.hosts),
            "hostless": self.hostless,
            "authoritative": self.authoritative,
        }


def measure_diversity(
    source_ids: Sequence[str],
    urls: Mapping[str, str | None],
    authoritative_hosts: Iterable[str] = (),
) -> Diversity:
    """Count the hosts of citations: *source_ids* has the source of each of them.

    *urls* maps the IDs of all known sources to their URLs. What lies below one of
    *authoritative_hosts* is authoritative, too (``gov`` holds for ``data.gov``).

    >>> urls = {"a": "https://www.who.int/1", "b": "https://who.int/2", "c": None}
    >>> found = measure_diversity(["a", "b", "c", "x"], urls, ["int"])
    >>> found.distinct, found.top_share == 2 / 3, found.authoritative
    (1, True, (0, 1))

    Raises:
        ConfigError: one of *authoritative_hosts* is no host.
    """
    wanted = frozenset(map(_wanted, authoritative_hosts))
    found = {name: _host(url) for name, url in urls.items()}
    known = [
        (index, found[name]) for index, name in enumerate(source_ids) if name in found
    ]
    hosts: dict[str, list[int]] = {}
    for index, host in known:
        if host:
            hosts.setdefault(host, []).append(index)
    accepted = [index for index, host in known if host and is_listed(host, wanted)]
    return Diversity(
        hosts=MappingProxyType({host: tuple(at) for host, at in hosts.items()}),
        hostless=tuple(index for index, host in known if not host),
        authoritative=tuple(accepted) if wanted else None,
    )


def _host(url: str | None) -> str:
    """Return the host of *url*, empty where it has none."""
    return ((check_url(url).host if url else None) or "").removeprefix("www.")


def _wanted(given: str) -> str:
    host = host_named(given)
    if host is None:
        msg = f"authoritative_hosts: expected a host or domain, got {given!r}"
        raise ConfigError(msg)
    return host
