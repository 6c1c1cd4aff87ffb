from __future__ import annotations

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.urls import Refusal, UrlCheck, check_url, fill_template, with_anchor

SPACE = "has white space or a control character in it"
QUOTE = "has a backslash, a double quote or an angle bracket in it"
HIDDEN = "has an invisible or private-use character in it"
HOST = "has a bad host or port"
SCHEMELESS = "has no scheme"


@pytest.mark.parametrize(
    ("url", "linked", "host"),
    [
        ("https://example.org", "https://example.org", "example.org"),
        ("HTTPS://Example.ORG/A?b=C#D", "https://example.org/A?b=C#D", "example.org"),
        ("https://e.test:8443/x", "https://e.test:8443/x", "e.test"),
        ("https://e.test./", "https://e.test./", "e.test."),
        ("https://my_bucket.e.test/", "https://my_bucket.e.test/", "my_bucket.e.test"),
        ("https://192.0.2.1/", "https://192.0.2.1/", "192.0.2.1"),
        ("https://e.test/?a=1&b=2", "https://e.test/?a=1&b=2", "e.test"),
        ("https://evil.test#@good.test/", "https://evil.test#@good.test/", "evil.test"),
        ("https://e.test/w/M_(a)_(b", "https://e.test/w/M_(a)_(b", "e.test"),
        ("https://e.test/%E8%BF%94", "https://e.test/%E8%BF%94", "e.test"),
        (
            "https://e.test/\u8fd4?q=\u00e9",
            "https://e.test/%E8%BF%94?q=%C3%A9",
            "e.test",
        ),
        ("https://fa\u00df.test/", "https://xn--fa-hia.test/", "xn--fa-hia.test"),
        ("https://b\u0430nk.test", "https://xn--bnk-6cd.test", "xn--bnk-6cd.test"),
        ("https://xn--fa-hia.test", "https://xn--fa-hia.test", "xn--fa-hia.test"),
        ("https://\uff41.test", "https://a.test", "a.test"),
        ("https://[2001:DB8:0::1]:8/", "https://[2001:db8::1]:8/", "[2001:db8::1]"),
        ("https://[::ffff:8.8.8.8]", "https://[::ffff:808:808]", "[::ffff:808:808]"),
    ],
)
def test_check_url_accepts(url: str, linked: str, host: str) -> None:
    assert check_url(url) == UrlCheck(url=linked, host=host, reason=None)
    assert ada_url.URL(linked).hostname == host


def test_check_url_flags_http() -> None:
    assert check_url("http://e.test/").insecure
    assert not check_url("https://e.test/").insecure


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "is empty"),
        ("https://e.test/" + "a" * 2048, "is longer than 2048 characters"),
        (
            "https://e.test/" + "\u00e9" * 1000,
            "is longer than 2048 characters once it is escaped",
        ),
        ("javascript:alert(1)", "has the scheme 'javascript', which is not allowed"),
        ("JavaScript:1", "has the scheme 'javascript', which is not allowed"),
        ("ftp://e.test/", "has the scheme 'ftp', which is not allowed"),
        ("mailto:a@e.test", "has the scheme 'mailto', which is not allowed"),
        (f"{'a' * 99}:x", f"has the scheme '{'a' * 20}', which is not allowed"),
        ("java\nscript:alert(1)", SPACE),
        ("\x01javascript:alert(1)", SPACE),
        ("\u00a0https://e.test", SPACE),
        ("https://e.test/a b", SPACE),
        ("https://e.test/\x00", SPACE),
        ("https:\\\\e.test", QUOTE),
        ("https://good.test\\@evil.test/", QUOTE),
        ('https://e.test/"onclick="x', QUOTE),
        ("https://e.test/#:~:text=<b>", QUOTE),
        ("https://e\u200bvil.test", HIDDEN),
        ("https://e.test/\u202efdp.exe", HIDDEN),
        ("https://e.test/\u3000", HIDDEN),
        ("https://e.test/\ue200", HIDDEN),
        ("https://e.test/\ud800", HIDDEN),
        ("https://e.test/\u3164", HIDDEN),
        ("https://e.test/a\ufe0f", HIDDEN),
        ("https://e.test/%", "has a broken percent escape in it"),
        ("https://e.test/%4", "has a broken percent escape in it"),
        ("https://e.test/%EE%88%80cite", "has an escaped marker character in it"),
        ("https://e.test/%ee%88%86", "has an escaped marker character in it"),
        ("//evil.test/x", SCHEMELESS),
        ("../admin", SCHEMELESS),
        ("#top", SCHEMELESS),
        ("javascript&colon;alert(1)", SCHEMELESS),
        ("https:e.test", "has no '//' after its scheme"),
        ("https:/e.test", "has no '//' after its scheme"),
        ("https:///e.test", HOST),
        ("https://", HOST),
        ("https://a..test/", HOST),
        ("https://-e.test/", HOST),
        ("https://e.test:99999/", HOST),
        ("https://e.test:/", HOST),
        ("https://[::1/", HOST),
        ("https://[::1]e.test/", HOST),
        ("https://[::1%25lo]/", HOST),
        ("https://[1:2]/", HOST),
        ("https://a%41.test/", HOST),
        ("https://" + "a" * 64 + ".test/", HOST),
        ("https://" + "a." * 130 + "test/", HOST),
        ("https://user:pass@good.test/", "has a user name or password in it"),
        ("https://good.test@evil.test/", "has a user name or password in it"),
        ("http://127.1/", "has a number for a host"),
        ("http://2130706433/", "has a number for a host"),
        ("http://0x7f.1/", "has a number for a host"),
        ("http://0177.0.0.1/", "has a number for a host"),
        ("http://256.1.1.1/", "has a number for a host"),
        ("http://1.2.3.4./", "has a number for a host"),
        ("https://\u2603.test/", "has a host that is no valid international name"),
        ("https://xn--/", HOST),
        ("https://xn--a.test/", "has a host that is no valid international name"),
    ],
)
def test_check_url_refuses(url: str, reason: str) -> None:
    checked = check_url(url)
    assert checked == UrlCheck(reason=reason, refusal=checked.refusal)
    assert isinstance(checked.refusal, Refusal)


def test_check_url_reads_mail_addresses_where_they_are_allowed() -> None:
    schemes = ("https", "mailto")
    mail = check_url("mailto:a.b+c@E.test?subject=\u00e9", schemes=schemes)
    assert mail.url == "mailto:a.b+c@e.test?subject=%C3%A9"
    assert mail.host is None
    for bad in (
        "mailto:nobody",
        "mailto:a@e.test,b@e.test",
        "mailto:a@e.test?subject=x%0d%0aBcc:y@z.test",
    ):
        assert check_url(bad, schemes=schemes).reason == "is no plain mail address"
    assert check_url("mailto:a@b..c", schemes=schemes).reason == HOST


def test_check_url_never_allows_a_scripted_scheme() -> None:
    assert check_url("javascript://e.test/%0aalert(1)", schemes=("javascript",)).reason
    assert check_url("ftp://e.test/", schemes=("ftp",)).url == "ftp://e.test/"


def test_refusals_are_values_to_ask_for() -> None:
    assert check_url("https://e.test/").refusal is None
    assert check_url("").refusal is Refusal.EMPTY
    assert check_url("https://e.test/" + "a" * 2048).refusal == "too-long"
    assert check_url("https://e.test/" + "\u00e9" * 1000).refusal is Refusal.TOO_LONG
    assert check_url("tel:1").refusal is Refusal.SCHEME
    mail = check_url("mailto:x", schemes=("mailto",))
    assert mail.refusal is Refusal.MAILBOX
    assert mail.shown_host is None


def test_shown_host_has_its_own_letters() -> None:
    assert check_url("https://\u4f8b\u3048.jp/").shown_host == "\u4f8b\u3048.jp"
    assert check_url("https://b\u0430nk.test/").shown_host == "xn--bnk-6cd.test"


URLISH = st.one_of(
    st.text(),
    st.builds(
        "{}{}{}{}".format,
        st.sampled_from(["https://", "http://", "https:", "HTTP://", "//", "mailto:"]),
        st.text(alphabet="ab.-_@:%[]\\\u00df\u3002\uff41\u0130\u200d0129x", max_size=12)
        | st.ip_addresses(v=4).map(str)
        | st.ip_addresses(v=6).map("[{}]".format)
        | st.lists(
            st.sampled_from(["0", "1", "a", "ff", ":", "::", ".", "1.2.3.4"])
        ).map(lambda parts: f"[{':'.join(parts)}]"),
        st.sampled_from(["", "/", "?", "#", "\\", "/\u00e9", ":80/"]),
        st.text(max_size=6),
    ),
)


@given(URLISH)
def test_check_url_never_raises_and_agrees_with_browsers(url: str) -> None:
    checked = check_url(url, schemes=("https", "http", "mailto"))
    assert (checked.url is None) == (checked.reason is not None)
    if checked.url is None:
        return
    assert checked.url.isascii()
    assert check_url(checked.url, schemes=("https", "http", "mailto")) == checked
    if checked.host is not None:
        assert ada_url.URL(url).hostname == checked.host
    browser = ada_url.URL(checked.url)
    assert browser.username == browser.password == ""
    if checked.host is not None:
        assert browser.hostname == checked.host
        assert browser.protocol in {"https:", "http:"}


@pytest.mark.parametrize(
    ("anchor", "linked"),
    [
        ("return-deadline", "https://e.test/r/#return-deadline"),
        ("#top", "https://e.test/r/#top"),
        ("two words", "https://e.test/r/#two%20words"),
        ("\u53d7\u4ed8", "https://e.test/r/#%E5%8F%97%E4%BB%98"),
        (":~:text=a%20b", "https://e.test/r/#:~:text=a%20b"),
        ("100%", "https://e.test/r/#100%25"),
        ('"><b>', "https://e.test/r/#%22%3E%3Cb%3E"),
        ("\ud800", "https://e.test/r/#%3F"),
    ],
)
def test_with_anchor_escapes(anchor: str, linked: str) -> None:
    assert with_anchor("https://e.test/r/", anchor) == linked
    assert with_anchor("https://e.test/r/#old", anchor) == linked
    assert check_url(linked).url == linked


def test_fill_template_fills_every_slot_once() -> None:
    url = "https://e.test/{first}"
    filled = fill_template("{url}?l={line}&to={last}&{x}", url=url, first=2, last=9)
    assert filled == "https://e.test/{first}?l=2&to=9&{x}"
    viewer = fill_template("https://v.test/?u={url}#{first}", url=url, first=2, last=9)
    assert viewer == "https://v.test/?u=https%3A%2F%2Fe.test%2F%7Bfirst%7D#2"


@pytest.mark.parametrize(
    ("template", "url", "filled"),
    [
        ("{url}?l={line}", "https://e.org/a#f", "https://e.org/a?l=2#f"),
        ("{url}?l={line}", "https://e.org/a?b#f", "https://e.org/a?b&l=2#f"),
        ("{url}?l={line}#x", "https://e.org/a#f", "https://e.org/a?l=2#x"),
        ("{url}?l={line}", "https://e.org/a", "https://e.org/a?l=2"),
        ("{url}#L{line}", "https://e.org/a#f", "https://e.org/a#L2"),
        ("{url}#L{line}", "https://e.org/a?b", "https://e.org/a?b#L2"),
        ("{url}-L{line}", "https://e.org/a#file-x", "https://e.org/a#file-x-L2"),
        ("{url}?l={line}", "https://e.org/#/doc", "https://e.org/#/doc?l=2"),
        ("{url}?l={line}", "https://e.org/#!doc", "https://e.org/#!doc?l=2"),
        ("{url}/{line}", "https://e.org/a", "https://e.org/a/2"),
        (
            "{url}?u={url}",
            "https://e.org/a",
            "https://e.org/a?u=https%3A%2F%2Fe.org%2Fa",
        ),
        ("{url}", "https://e.org/a#f", "https://e.org/a#f"),
    ],
)
def test_what_a_template_adds_gets_into_its_part_of_the_url(
    template: str, url: str, filled: str
) -> None:
    assert fill_template(template, url=url, first=2, last=2) == filled
