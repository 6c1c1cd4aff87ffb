from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import ada_url
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citemark.errors import ConfigError
from citemark.url_policy import UrlPolicy, canonical_url, without_tracking
from citemark.urls import Refusal

FIXTURES = Path(__file__).parent.parent / "fixtures"
DEFAULT = UrlPolicy()
OPEN = UrlPolicy(private_hosts="allow", secrets="allow", admin_paths=())


def lines_of(name: str) -> list[str]:
    lines = (FIXTURES / name).read_text("utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def nasty() -> list[tuple[str, str]]:
    pairs = [line.partition(' "') for line in lines_of("urls_nasty.txt")]
    return [(verdict, str(json.loads(f'"{url}'))) for verdict, _, url in pairs]


NASTY = nasty()
ORDINARY = lines_of("urls_ordinary.txt")


def test_there_are_enough_of_both() -> None:
    assert len({url for _, url in NASTY}) == len(NASTY) >= 170
    assert len(set(ORDINARY)) == len(ORDINARY) >= 200


@pytest.mark.parametrize(("verdict", "url"), NASTY)
def test_nasty_urls_have_the_right_verdict(verdict: str, url: str) -> None:
    checked = DEFAULT.check(url)
    assert (checked.refusal or f"-> {checked.host}") == verdict
    assert (checked.reason is None) == (checked.url is not None)


@pytest.mark.parametrize("url", [url for _, url in NASTY])
def test_the_grammar_and_browsers_agree_on_nasty_urls(url: str) -> None:
    checked = OPEN.check(url)
    if checked.url is None:
        return
    for spelling in (url, checked.url):
        browser = ada_url.URL(spelling)
        assert browser.hostname == checked.host
        assert browser.protocol in {"http:", "https:"}
        assert browser.username == browser.password == ""
    assert ada_url.URL(url).href == ada_url.URL(checked.url).href


@pytest.mark.parametrize("url", ORDINARY)
def test_ordinary_urls_are_linked_to(url: str) -> None:
    checked = DEFAULT.check(url)
    assert checked.reason is None
    assert checked.url is not None
    assert checked.url.isascii()
    browser = ada_url.URL(url)
    assert browser.hostname == checked.host
    assert ada_url.URL(checked.url).href == browser.href
    assert DEFAULT.check(checked.url) == checked


@pytest.mark.parametrize("url", ORDINARY)
def test_canonical_url_is_the_same_for_every_spelling(url: str) -> None:
    wanted = canonical_url(url)
    assert wanted is not None
    assert canonical_url(wanted) == wanted
    assert canonical_url(ada_url.URL(url).href) == wanted


# What paths, queries and fragments are read differently by.
_PIECES = st.lists(
    st.sampled_from(
        [
            *("/", "..", ".", "%2e", "%2E%2e", "//", "%2f", ";", "?", "&", "=", "#"),
            *("#/", "a", "A", "%41", "b", "é", "\u6e2f", "'", "|", "{", "utm_source=x"),
            *(":443", "www."),
        ]
    ),
    max_size=9,
).map("".join)
_HOSTS = st.sampled_from(
    ["www.e.test", "E.test.", "www.www.test", "8.8.8.8", "[::1]", "f\u00df.test"]
)


@given(
    st.builds("{}://{}{}".format, st.sampled_from(["http", "HTTPS"]), _HOSTS, _PIECES)
)
def test_policy_and_browsers_agree(url: str) -> None:
    checked = OPEN.check(url)
    if checked.url is None:
        return
    browser = ada_url.URL(url)
    assert browser.hostname == checked.host
    assert ada_url.URL(checked.url).href == browser.href
    once = canonical_url(url)
    assert once is not None
    assert canonical_url(once) == once
    assert canonical_url(browser.href) == once
    assert ada_url.URL(without_tracking(checked.url)).hostname == checked.host


@given(st.text())
def test_no_text_raises(url: str) -> None:
    checked = DEFAULT.check(url)
    assert (checked.url is None) == (checked.reason is not None)
    DEFAULT.check(f"https://e.test/{url}")
    canonical_url(f"https://e.test/{url}")


@given(st.lists(_PIECES, min_size=1, max_size=3).map("/../admin/".join))
@example("a%2f/../admin/x")
@example("/../admin/..%2f")
@example("/../admin/..;")
def test_no_spelling_of_an_admin_path_passes(path: str) -> None:
    url = f"https://e.test/{path}"
    asked = ada_url.URL(url).pathname
    if OPEN.check(url).url and asked.startswith("/admin/"):
        assert DEFAULT.check(url).refusal is Refusal.ADMIN_PATH
    if "admin" not in asked:
        assert DEFAULT.check(url).refusal is not Refusal.ADMIN_PATH


def test_escaped_slashes_are_slashes_to_some_servers() -> None:
    for path in ("a%2f/../admin", "a%2f..%2fadmin", "%2e%2e%2fadmin", "%5cadmin"):
        found = DEFAULT.check(f"https://e.test/{path}")
        assert found.refusal is Refusal.ADMIN_PATH, path


def test_hosts_are_allowed_and_denied_with_those_below_them() -> None:
    policy = UrlPolicy(
        allowed_hosts=("Example.org", "m\u00fcnchen.example"),
        denied_hosts=("old.example.org",),
    )
    for url in (
        "https://example.org/",
        "https://EXAMPLE.org./",
        "https://a.b.example.org:8443/",
        "https://xn--mnchen-3ya.example/",
        "https://www.m\u00fcnchen.example/",
    ):
        assert policy.check(url).reason is None, url
    denied = policy.check("https://x.old.example.org/")
    assert denied.refusal is Refusal.HOST_DENIED
    assert denied.reason == "has the host 'x.old.example.org', which is denied"
    other = policy.check("https://badexample.org/")
    assert other.refusal is Refusal.HOST_NOT_ALLOWED
    assert other.reason == "has the host 'badexample.org', which is not allowed"


def test_what_is_refused_by_option_may_be_allowed() -> None:
    for url, policy in (
        ("http://localhost:8000/", UrlPolicy(private_hosts="allow")),
        ("http://[fd00::1]/", UrlPolicy(private_hosts="allow")),
        ("https://e.test/?token=a", UrlPolicy(secrets="allow")),
        ("https://e.test/?X-Amz-Signature=a", UrlPolicy(secrets="allow")),
        ("https://e.test/admin", UrlPolicy(admin_paths=())),
        ("https://e.test/admin", UrlPolicy(admin_paths=("/Intern/",))),
        ("ftp://e.test/x", UrlPolicy(schemes=("ftp",))),
        ("mailto:a@e.test", UrlPolicy(schemes=("mailto",))),
    ):
        assert DEFAULT.check(url).url is None, url
        assert policy.check(url).url == url
    # The grammar is no option.
    assert OPEN.check("http://0177.0.0.1/").refusal is Refusal.NUMBER
    assert OPEN.check("https://a:b@e.test/").refusal is Refusal.CREDENTIALS


def test_own_admin_paths_are_anchored_or_not() -> None:
    policy = UrlPolicy(admin_paths=("/Intern/", "edit/page"))
    for path in ("/intern", "/INTERN/x", "/edit/page", "/a/edit/page/3"):
        found = policy.check(f"https://e.test{path}")
        assert found.refusal is Refusal.ADMIN_PATH
        assert found.reason == "leads to a page of administration"
    for path in ("/a/intern", "/internal", "/edit", "/edit/pages", "/?intern", ""):
        assert policy.check(f"https://e.test{path}").url


def test_the_lower_bound_of_length_holds() -> None:
    url = "https://e.test/abc"
    assert UrlPolicy(max_chars=18).check(url).url == url
    assert UrlPolicy(max_chars=17).check(url).refusal is Refusal.TOO_LONG
    assert DEFAULT.check(url, max_chars=17).refusal is Refusal.TOO_LONG
    assert UrlPolicy(max_chars=17).check(url, max_chars=99).url is None


def test_reasons_read_after_the_url() -> None:
    assert DEFAULT.check("http://10.0.0.1/").reason == "has the private host '10.0.0.1'"
    signed = DEFAULT.check("https://e.test/?X-Goog-Date=1")
    assert signed.reason == "is signed or temporary"
    token = DEFAULT.check("https://e.test/?jwt=1")
    assert token.reason == "has a token or password in it"


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("https://e.test/?utm_source=chatgpt.com", "https://e.test/"),
        ("https://e.test/?a=1&UTM_medium=x&b=2#c", "https://e.test/?a=1&b=2#c"),
        ("https://e.test/?gclid=1&_gl=2#utm_source", "https://e.test/#utm_source"),
        ("https://e.test/?%75tm_source=x&a", "https://e.test/?a"),
        ("https://e.test/?utmost=1&gl=US&ga=2", "https://e.test/?utmost=1&gl=US&ga=2"),
        ("https://e.test/?", "https://e.test/?"),
        ("https://e.test/?&&a", "https://e.test/?&&a"),
    ],
)
def test_tracking_goes_where_asked(url: str, clean: str) -> None:
    assert UrlPolicy(tracking="remove").check(url).url == clean
    assert DEFAULT.check(url).url == url
    assert canonical_url(url) == canonical_url(clean)


def test_canonical_url_knows_spellings_of_one_page() -> None:
    page = "https://example.org/p"
    for url in (
        "http://www.example.org/p",
        "https://example.org/p/",
        "HTTPS://EXAMPLE.org:443/p",
        "http://example.org:80/p",
        "https://example.org./p#s1",
        "https://example.org/x/../%70?&utm_source=openai",
        "https://example.org/p?",
    ):
        assert canonical_url(url) == page, url


def test_canonical_url_keeps_pages_apart() -> None:
    urls = (
        *("https://example.org/", "https://example.org/p", "https://example.org/P"),
        *("https://example.org/p?x=1", "https://example.org/p?x=2"),
        *("https://example.org/#/route/2", "https://example.org/#!x"),
        *("https://example.org:8443/", "https://www.org/", "https://docs.example.org/"),
        *("https://example.org/a%2Fb", "https://example.org/a/b", "http://8.8.8.8/"),
    )
    assert len({canonical_url(url) for url in urls}) == len(urls)
    assert canonical_url("https://www.org/") == "https://www.org"


@pytest.mark.parametrize("url", ["", "javascript:alert(1)", "mailto:a@e.test", "x"])
def test_what_is_no_link_has_no_canonical_url(url: str) -> None:
    assert canonical_url(url) is None


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("private_hosts", "deny", "expected 'refuse' or 'allow', got 'deny'"),
        ("secrets", True, "expected 'refuse' or 'allow', got True"),
        ("tracking", "drop", "expected 'keep' or 'remove', got 'drop'"),
        ("max_chars", 0, "expected 1 or more, got 0"),
        ("schemes", "https", "expected several strings, got 'https'"),
        ("schemes", ("HTTPS",), "expected schemes like 'https', got 'HTTPS'"),
        ("schemes", ("javascript",), "expected schemes like 'https', got 'javascript'"),
        ("allowed_hosts", "e.test", "expected several strings, got 'e.test'"),
        ("allowed_hosts", ("*.e.test",), "expected hosts like 'example.org', got"),
        ("allowed_hosts", ("https://e.test",), "expected hosts like 'example.org'"),
        ("denied_hosts", ("e.test/x",), "expected hosts like 'example.org', got"),
        ("denied_hosts", ("e.test:80",), "expected hosts like 'example.org', got"),
        ("denied_hosts", ("",), "expected hosts like 'example.org', got ''"),
        ("admin_paths", ("/",), "expected paths like '/admin', got '/'"),
        ("admin_paths", ("/a//b",), "expected paths like '/admin', got '/a//b'"),
    ],
)
def test_misuse_names_field_and_value(name: str, value: object, message: str) -> None:
    with pytest.raises(ConfigError) as raised:
        dataclasses.replace(DEFAULT, **{name: value})  # type: ignore[arg-type]  # wrong on purpose
    assert str(raised.value).startswith(f"UrlPolicy.{name}: {message}")


def test_a_policy_is_a_value_and_can_come_from_a_table() -> None:
    policy = UrlPolicy(denied_hosts=["E.test."], tracking="remove")
    table = {"denied_hosts": ["e.test"], "tracking": "remove"}
    assert msgspec.convert(table, UrlPolicy) == policy
    assert hash(msgspec.convert(table, UrlPolicy)) == hash(policy)
    assert dataclasses.replace(policy) == policy
    assert "schemes=('http', 'https')" in repr(policy)
