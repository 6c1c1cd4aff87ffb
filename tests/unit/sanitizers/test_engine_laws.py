"""Laws of every engine, under the policy for answers."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from citemark.discover import discover
from citemark.render.policies import ANSWER_POLICY
from citemark.sanitizer import Sanitizer

ENGINES = [
    engine
    for engine in discover("citemark.sanitizers", "SANITIZER", Sanitizer).values()
    if isinstance(engine, Sanitizer)
]
EACH = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
ATTACKS = [
    pytest.param(attack["payload"], id=attack["id"])
    for line in Path("tests/fixtures/attacks.jsonl").read_text().splitlines()
    if (attack := json.loads(line))["channel"].startswith("answer")
]
SCHEME_RE = re.compile(r"https?://|mailto:")


def test_there_are_two_engines() -> None:
    assert [engine.name for engine in ENGINES] == ["bleach", "nh3"]


@EACH
@pytest.mark.parametrize("payload", ATTACKS)
def test_attacks_leave_only_what_the_policy_names(
    payload: str, engine: Sanitizer
) -> None:
    clean = engine.clean(payload, ANSWER_POLICY)
    for element in BeautifulSoup(clean, "html.parser").find_all():
        assert element.name in ANSWER_POLICY.tags
        for name, value in element.attrs.items():
            text = value if isinstance(value, str) else " ".join(value)
            assert ANSWER_POLICY.value(element.name, name, text) is not None
            assert name != "href" or SCHEME_RE.match(text)


@EACH
@pytest.mark.parametrize(
    "href",
    [
        *("javascript:1", "javascript:alert(1)", "JaVaScRiPt:1", "java\tscript:1"),
        *("&#106;avascript:1", "javascript&colon;1", "&#x6A&#x61vascript:1"),
        *("tel:123", "sms:1", "data:1", "data:text/html,x", "vbscript:1", "file:///x"),
        *("//host.test", "/x", "x", "#cx-s1", "?q", "", "localhost:8000", "https://"),
        *("https:host.test", "https://a\\@b.test", "https://u:p@host.test/"),
        *("\xa0javascript:1", "\u200bjavascript:1", "\x01javascript:1"),
    ],
)
def test_links_must_be_absolute_and_harmless(href: str, engine: Sanitizer) -> None:
    assert engine.clean(f'<a href="{href}">x</a>', ANSWER_POLICY) == "<a>x</a>"


@EACH
def test_good_links_stay(engine: Sanitizer) -> None:
    html = '<a href="https://x.test/?a=1&amp;b=2#c" title="&quot;t&quot;">x</a>'
    assert engine.clean(html, ANSWER_POLICY) == html


@EACH
def test_threads_do_not_mix_texts(engine: Sanitizer) -> None:
    def clean(number: int) -> str:
        return engine.clean(f"<b>{number}</b><i>x" * 20, ANSWER_POLICY)

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(clean, range(64)))
    assert together == [clean(number) for number in range(64)]
