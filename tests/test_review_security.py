"""Hostile claims, titles, texts and verdicts on the review sheet, in a real browser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Dialog, Route

from citemark.review import review_page
from citemark.verification.judge import Label, Verdict
from citemark.verification.report import Coverage, VerificationReport
from tests.attacks import SENTENCE, attacks
from tests.browser.harness import chromium
from tests.cases.support import cite
from tests.unit.verification.reporting import report_of

pytestmark = pytest.mark.browser

_AUDIT = """() => ({
  elements: [...new Set([...document.querySelectorAll('*')].map(e => e.localName))],
  attributes: [...new Set([...document.querySelectorAll('body *')]
    .flatMap(e => e.getAttributeNames()))],
  schemes: [...new Set([...document.links].map(a => a.protocol))],
  claims: document.querySelectorAll('.said').length,
  sentences: [...document.querySelectorAll('.said')]
    .filter(e => e.innerText === 'SENTENCE').length,
  hidden: HIDDEN.test(document.body.innerText),
})"""
_HIDDEN = "/[\\ue200-\\ue206\\u202a-\\u202e\\u2066-\\u2069]/"
_ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "main", "section", "div"),
    *("h1", "p", "a", "b", "bdi", "small", "span"),
    *("fieldset", "legend", "label", "input", "textarea"),
}
_ATTRIBUTES = {
    *("class", "lang", "dir", "href", "rel", "tabindex", "role"),
    *("aria-label", "aria-hidden", "type", "name", "value", "checked"),
    *("placeholder", "rows"),
}


def hostile_page() -> tuple[str, int]:
    """Return one page with every payload in every place, and how many claims it has."""
    sentences, records = [], []
    for number, attack in enumerate(attacks()):
        name = f"s{number}"
        fields = dict.fromkeys(("title", "text", "url", "language"), attack.payload)
        record = {"source_id": name, **fields, "heading_path": [attack.payload]}
        records.append(record)
        (check,) = report_of(f"{SENTENCE}{cite(name)}", [record]).sentences
        verdict = Verdict(Label.PARTIAL, 0.5, attack.payload, attack.payload)
        claim = replace(check.sentence, text=attack.payload)
        passage = replace(check.passages[0], locator=attack.payload)
        hostile = replace(check, sentence=claim, passages=(passage,))
        sentences += [check, replace(hostile, verdicts=(verdict,))]
    report = VerificationReport(
        answer=attacks()[0].payload,
        citations=(),
        sentences=tuple(sentences),
        needs=Coverage(needing=tuple(range(len(sentences)))),
    )
    name = "".join(attack.payload for attack in attacks())
    return review_page(report, records, name=name), len(sentences)


def test_nothing_hostile_becomes_markup_or_runs() -> None:
    html, claims = hostile_page()
    seen: list[str] = []

    def refuse(route: Route) -> None:
        seen.append(route.request.url)
        route.abort()

    def dismiss(dialog: Dialog) -> None:
        seen.append(dialog.message)
        dialog.dismiss()

    with chromium() as browser:
        page = browser.new_page()
        page.route("**/*", refuse)
        page.on("dialog", dismiss)
        page.on("console", lambda message: seen.append(message.text))
        page.on("pageerror", lambda error: seen.append(str(error)))
        page.set_content(html)
        found = page.evaluate(
            _AUDIT.replace("HIDDEN", _HIDDEN).replace("SENTENCE", SENTENCE)
        )
    assert seen == []
    assert set(found["elements"]) == _ELEMENTS
    assert set(found["attributes"]) <= _ATTRIBUTES
    assert set(found["schemes"]) <= {"https:", "http:"}
    assert (found["claims"], found["sentences"]) == (claims, claims // 2)
    assert not found["hidden"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sheet_fits_a_phone(scheme: str) -> None:
    html, _ = hostile_page()
    with chromium() as browser:
        page = browser.new_page(
            viewport={"width": 360, "height": 740},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        page.set_content(html)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
