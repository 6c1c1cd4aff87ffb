"""What a host is: whether it is private, whether it is listed, how it may be shown.

Everything here is decided by spelling. No name is ever looked up, so a public name
that leads to a private address is not noticed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address

_IPV4_RE = re.compile(r"[0-9]+(?:\.[0-9]+){3}")
_IPV6_RE = re.compile(r"\[([0-9A-Fa-f:.]{2,45})\]")
_ZEROS_RE = re.compile(r"(?:(?<=:)|^)0(?::0)+(?=:|$)")
# Names that no public registry gives out; a name without a dot is private as well.
_PRIVATE_SUFFIXES = frozenset(
    {"corp", "home", "home.arpa", "internal", "intranet", "lan", "local"}
    | {"localdomain", "localhost", "private"}
)
_PRIVATE_NETWORKS = tuple(
    (int(network.network_address), int(network.netmask))
    for network in map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16/32",  # a cloud's metadata service, at a public address
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ),
    )
)
_WORD = 0xFFFF_FFFF
# IPv6 networks with an IPv4 address inside: prefix, its length, bits right of the
# address, and what it is masked with.
_EMBEDDING = (
    (0xFFFF, 96, 0, 0),  # mapped
    (0x64_FF9B << 64, 96, 0, 0),  # NAT64
    (0x2002, 16, 80, 0),  # 6to4
    (0x2001_0000, 32, 0, _WORD),  # Teredo
)
_GLOBAL_UNICAST = 0b001

_JAPANESE = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
_TOGETHER = (_JAPANESE, frozenset({"CJK", "HANGUL"}), frozenset({"CJK", "BOPOMOFO"}))
_SCRIPTS = frozenset(
    {"ARABIC", "BENGALI", "CYRILLIC", "DEVANAGARI", "GREEK", "GUJARATI", "GURMUKHI"}
    | {"HEBREW", "KANNADA", "LATIN", "SINHALA", "TAMIL", "TELUGU", "THAI"}
)
# Letters that look like Latin ones in many typefaces; a label of nothing else is
# shown as punycode.
_LOOKALIKES = frozenset(
    "авгеһіјкӏмнорԛѕтуѵѡԝхьԁпҽ"  # Cyrillic
    "αγεικνορστυχωηβ"  # Greek
    "וטיןסחס"  # Hebrew
    "٠١٥ںاهوى"  # Arabic
)
_LATIN_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzßæðøþđłœ")


def ipv6_host(host: str) -> str | None:
    """Return the bracketed IPv6 *host* as browsers write it, or None.

    >>> ipv6_host("[2001:DB8:0:0:0::1]")
    '[2001:db8::1]'
    """
    match = _IPV6_RE.fullmatch(host)
    try:
        address = int(IPv6Address(match[1])) if match else None
    except AddressValueError:
        address = None
    if address is None:
        return None
    groups = ":".join(f"{address >> shift & 0xFFFF:x}" for shift in range(112, -1, -16))
    longest = max(_ZEROS_RE.finditer(groups), key=lambda run: len(run[0]), default=None)
    if longest is None:
        return f"[{groups}]"
    before, after = groups[: longest.start()], groups[longest.end() :]
    return f"[{before.rstrip(':')}::{after.lstrip(':')}]"


def is_private(host: str) -> bool:
    """Say whether *host*, checked and in lower case, is no place of the public web.

    >>> [is_private(host) for host in ("10.0.0.1", "wiki", "x.local", "example.org")]
    [True, True, True, False]
    """
    if host.startswith("["):
        return _is_private_ipv6(int(IPv6Address(host[1:-1])))
    if _IPV4_RE.fullmatch(host):
        return _is_private_ipv4(int(IPv4Address(host)))
    name = host.removesuffix(".")
    return "." not in name or is_listed(name, _PRIVATE_SUFFIXES)


def is_listed(host: str, names: Collection[str]) -> bool:
    """Say whether *host* is one of *names* or lies below one.

    >>> is_listed("docs.example.org", {"example.org"})
    True
    >>> is_listed("badexample.org", {"example.org"})
    False
    """
    name = host.removesuffix(".")
    while name not in names:
        _, dot, name = name.partition(".")
        if not dot:
            return False
    return True


def _is_private_ipv4(address: int) -> bool:
    return any(address & mask == network for network, mask in _PRIVATE_NETWORKS)


def _is_private_ipv6(address: int) -> bool:
    """Judge *address* by the IPv4 address inside it, if there is one."""
    for prefix, length, right, mask in _EMBEDDING:
        if address >> (128 - length) == prefix:
            return _is_private_ipv4((address >> right & _WORD) ^ mask)
    return address >> 125 != _GLOBAL_UNICAST


@lru_cache(1_024)
def display_host(host: str) -> str:
    """Return the ASCII *host* in its own letters, or as it is where they may deceive.

    Own letters are shown where every label keeps to one script (Japanese, Korean and
    Chinese have their usual mixtures) and not all of its letters look like Latin ones.

    >>> display_host("xn--r8jz45g.jp")
    '例え.jp'
    >>> display_host("xn--bnk-6cd.example")  # Latin with a Cyrillic letter
    'xn--bnk-6cd.example'
    """
    if "xn--" not in host:
        return host
    import idna

    labels = [
        idna.decode(label) if label.startswith("xn--") else label
        for label in host.split(".")
    ]
    return ".".join(labels) if all(map(_is_honest, labels)) else host


def _is_honest(label: str) -> bool:
    """Say whether *label* cannot be taken for another."""
    if label.isascii():
        return True
    letters = [char for char in label if char not in "-0123456789"]
    scripts = {unicodedata.name(char, "?").split()[0] for char in letters}
    if scripts == {"LATIN"}:
        return all(
            unicodedata.normalize("NFD", x)[0] in _LATIN_LETTERS for x in letters
        )
    one = len(scripts) == 1 and scripts <= _SCRIPTS
    if not one and not any(scripts <= family for family in _TOGETHER):
        return False
    return not all(char in _LOOKALIKES for char in letters)
