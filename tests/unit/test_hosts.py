from __future__ import annotations

from ipaddress import IPv6Address

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.hosts import display_host, ipv6_host, is_listed, is_private
from citemark.urls import check_url


@given(st.integers(0, 2**128 - 1) | st.integers(0, 2**48) | st.just(1 << 112))
def test_ipv6_hosts_are_written_as_browsers_write_them(number: int) -> None:
    for given_host in (f"[{IPv6Address(number)}]", f"[{IPv6Address(number).exploded}]"):
        host = ipv6_host(given_host)
        assert host == ada_url.URL(f"http://{given_host}/").hostname
        assert host is not None
        assert ipv6_host(host) == host


@pytest.mark.parametrize("host", ["", "::1", "[]", "[::1", "[::%lo]", "[1::2::3]"])
def test_what_is_no_ipv6_host(host: str) -> None:
    assert ipv6_host(host) is None


def test_the_first_of_the_longest_runs_of_zeros_goes() -> None:
    assert ipv6_host("[1:0:0:2:0:0:3:4]") == "[1::2:0:0:3:4]"
    assert ipv6_host("[1:0:0:2:0:0:0:4]") == "[1:0:0:2::4]"
    assert ipv6_host("[1:0:2:3:4:5:6:7]") == "[1:0:2:3:4:5:6:7]"
    assert ipv6_host("[10:0:0:0:0:0:0:0]") == "[10::]"
    assert ipv6_host("[0:0:0:0:0:0:0:0]") == "[::]"


@pytest.mark.parametrize(
    "host",
    [
        *("10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.9.9.9"),
        *("172.16.0.0", "172.31.255.255", "0.1.2.3", "169.254.0.1", "255.255.255.255"),
        *("localhost", "localhost.", "a.localhost", "x.local.", "wiki", "a.home.arpa"),
        *("[::1]", "[::]", "[::a]", "[fe80::1]", "[fdff::]", "[ff00::]", "[4000::]"),
        *("[::ffff:a00:1]", "[64:ff9b::a00:1]", "[2002:a00:1::]"),
        # The client of a Teredo address has its bits turned round.
        "[2001::f5ff:fffe]",
    ],
)
def test_private_hosts(host: str) -> None:
    assert is_private(host)


@pytest.mark.parametrize(
    "host",
    [
        *("9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "8.8.8.8"),
        *("172.15.255.255", "172.32.0.0", "168.63.129.17", "223.255.255.255"),
        *("example.org", "example.org.", "local.example", "mylocal.test", "10.0.0.1.e"),
        *("[2001:db8::1]", "[3fff::]", "[2606:4700::1]", "[::ffff:808:808]"),
        *("[64:ff9b::808:808]", "[2002:808:808::]", "[2001::f7f7:f7f7]"),
    ],
)
def test_public_hosts(host: str) -> None:
    assert not is_private(host)


def test_a_listed_host_stands_for_those_below_it() -> None:
    names = {"example.org", "192.0.2.1", "[::1]"}
    for host in ("example.org", "a.b.example.org.", "192.0.2.1", "[::1]"):
        assert is_listed(host, names)
    for host in ("org", "badexample.org", "example.org.evil.test", "[::2]", ""):
        assert not is_listed(host, names)


@pytest.mark.parametrize(
    "name",
    [
        *("b\u00fccher.example", "\u017c\u00f3\u0142w.example", "fa\u00df.example"),
        *("\u65e5\u672c\u8a9e.example", "\u30b5\u30fc\u30d0\u30fc\u306e.example"),
        *("\ud55c\uad6d2.example", "\u4e2d\u6587.\u4e2d\u56fd", "\u0440\u0444.test"),
        *("\u043f\u0440\u0438\u043c\u0435\u0440.test", "\u05d3\u05d5\u05d2.test"),
    ],
)
def test_hosts_of_one_script_are_shown_in_it(name: str) -> None:
    host = check_url(f"https://{name}/").host
    assert host is not None
    assert host.startswith("xn--")
    assert display_host(host) == name


@pytest.mark.parametrize(
    "name",
    [
        "b\u0430nk.test",  # a Cyrillic letter among Latin ones
        "\u0430\u0440\u0440\u04cf\u0435.test",  # Cyrillic, and reads "apple"
        "\u03bf\u03bf.test",  # Greek, and reads "oo"
        "p\u0131ck.test",  # Latin, but a dotless i
        "\u0251pple.test",  # Latin alpha
        "goog\u30ceevil.test",  # Katakana that looks like a slash
        "\u0440\u0444\u03bb.test",  # Cyrillic and Greek
        "\u10d0\u10d1.test",  # a script whose look-alikes are not listed
        "\u0440\u0444.b\u0430nk.test",  # one bad label spoils the host
    ],
)
def test_hosts_that_may_deceive_are_shown_as_punycode(name: str) -> None:
    host = check_url(f"https://{name}/").host
    assert host is not None
    assert display_host(host) == host
    assert host.isascii()


@given(st.text(max_size=8))
def test_display_never_raises_and_leads_to_the_same_host(label: str) -> None:
    host = check_url(f"https://{label}.test/").host
    if host is not None:
        assert check_url(f"https://{display_host(host)}/").host == host
