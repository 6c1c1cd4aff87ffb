"""What the policy for answers lets through, and the one for finished output."""

from __future__ import annotations

import pytest

from citemark import Options
from citemark.render.policies import (
    ANSWER_POLICY,
    LINK_REL,
    OUTPUT_POLICY,
    answer_policy,
)


@pytest.mark.parametrize(
    ("tag", "attribute", "value"),
    [
        ("a", "href", "https://example.org/a?b#c"),
        ("a", "href", "mailto:a@example.org"),
        ("a", "rel", LINK_REL),
        ("a", "title", "anything <at> all"),
        ("code", "class", "language-c++"),
        ("td", "colspan", "12"),
        ("ol", "start", "-3"),
        ("ol", "reversed", ""),
        ("details", "open", ""),
        ("th", "scope", "row"),
        ("p", "dir", "rtl"),
        ("p", "lang", "zh-Hant-TW"),
    ],
)
def test_answer_may_have(tag: str, attribute: str, value: str) -> None:
    assert ANSWER_POLICY.value(tag, attribute, value) == value


@pytest.mark.parametrize(
    ("tag", "attribute", "value"),
    [
        ("a", "href", "javascript:alert(1)"),
        ("a", "href", "javascript:1"),
        ("a", "href", "#cx-s1"),
        ("a", "href", "/relative"),
        ("a", "href", "//host.test"),
        ("a", "href", "https://user:pw@host.test/"),
        ("a", "href", "https://host.test/%EE%88%80"),
        ("a", "rel", "attachment"),
        ("a", "title", "\ue200"),
        ("a", "target", "_blank"),
        ("a", "ping", "https://host.test"),
        ("a", "interestfor", "cx-c1"),
        ("p", "id", "cx-s1"),
        ("p", "id", ""),
        ("p", "name", "x"),
        ("p", "role", "doc-biblioref"),
        ("p", "aria-label", "Source 1"),
        ("p", "style", "color:red"),
        ("p", "onclick", "x()"),
        ("p", "class", "language-x"),
        ("code", "class", "cx-ref"),
        ("code", "class", "language-x evil"),
        ("td", "colspan", "100000"),
        ("td", "colspan", "0"),
        ("p", "dir", "sideways"),
        ("p", "lang", "x y"),
        ("img", "src", "https://host.test/x.png"),
        ("blockquote", "cite", "https://host.test"),
    ],
)
def test_answer_may_not_have(tag: str, attribute: str, value: str) -> None:
    assert ANSWER_POLICY.value(tag, attribute, value) is None


@pytest.mark.parametrize(
    "tag",
    [
        *("script", "style", "svg", "math", "template", "form", "input", "button"),
        *("img", "iframe", "object", "embed", "video", "audio", "link", "meta"),
        *("base", "title", "textarea", "select", "noscript", "html", "body", "*"),
    ],
)
def test_active_elements_are_not_allowed(tag: str) -> None:
    assert tag not in ANSWER_POLICY.tags


def test_options_decide_about_schemes() -> None:
    policy = answer_policy(Options(link_schemes=("https",)))
    assert policy.schemes == {"https"}
    assert policy.value("a", "href", "http://example.org/") is None
    assert policy.value("a", "href", "https://example.org/") is not None


def test_only_ids_with_the_nonce_pass() -> None:
    policy = answer_policy(Options(), "cxnonce")
    assert policy.value("p", "id", "cxnonce7") == "cxnonce7"
    assert policy.value("p", "id", "cxother7") is None


@pytest.mark.parametrize(
    ("tag", "attribute", "value", "allowed"),
    [
        ("a", "href", "#cx-s1", True),
        ("a", "href", "https://example.org/", True),
        ("a", "href", "javascript:1", False),
        ("a", "role", "doc-biblioref", True),
        ("p", "role", "alert", False),
        ("div", "popover", "hint", True),
        ("div", "popover", "auto", False),
        ("input", "type", "checkbox", True),
        ("input", "type", "text", False),
        ("p", "onclick", "x", False),
        ("script", "src", "https://example.org/", False),
    ],
)
def test_output_policy(tag: str, attribute: str, value: str, *, allowed: bool) -> None:
    assert (OUTPUT_POLICY.value(tag, attribute, value) is not None) is allowed
