"""Where lines break, measured in a real browser: a reference never begins one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from citemark import Options, render
from tests.browser.harness import chromium
from tests.cases.support import cite

pytestmark = pytest.mark.browser
TEXTS = {
    "en": "Open daily{}. Closed on Mondays.{} In the year 2023{} it rained{}, too.",
    "ja": "市内の人が作れます。{}書類をお持ちください{}。本は二週間{}借りられます。",
    "zh-Hans": "每天开放{}。星期一休息。{}二〇二三年{}下过雨{}，很大。",
    "zh-Hant": "每天開放{}。星期一休息。{}二〇二三年{}下過雨{}，很大。",
    "ko": "매일 엽니다{}. 월요일은 쉽니다.{} 그해 비가{} 왔습니다.",
    "fr": "Ouvert chaque jour{}. Fermé le lundi{} !{} C’est la règle{} : voilà.",
    "ar": "مفتوح كل يوم{}. مغلق يوم الاثنين.{} في عام 2023{} هطل المطر{}، أيضًا.",
    "hi": "रोज़ खुला{}। सोमवार को बंद।{} वर्ष 2023{} में वर्षा हुई{}।",
}
# Wide enough for every word with its reference: a longer one may break anywhere.
WIDTHS = range(100, 260, 3)
# For each width: the references that are lower than the character before them, and
# whether the text took more than one line.
_BEGINNING = """(widths) => {
  const paragraph = document.querySelector("article > p");
  const before = (reference) => {
    const text = reference.previousSibling;
    if (text.nodeType !== Node.TEXT_NODE) return text.getBoundingClientRect();
    const range = new Range();
    range.setStart(text, text.length - 1);
    range.setEnd(text, text.length);
    return range.getBoundingClientRect();
  };
  return widths.map((width) => {
    paragraph.style.width = `${width}px`;
    const apart = [...paragraph.querySelectorAll(".cx-ref")].filter(
      (reference) => reference.getBoundingClientRect().top > before(reference).bottom);
    return [apart.length, paragraph.clientHeight];
  });
}"""


@pytest.fixture(scope="module")
def window() -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_page()


def beginning(window: Page, language: str, css: str = "") -> list[list[int]]:
    count = TEXTS[language].count("{}")
    answer = TEXTS[language].format(*[cite("a")] * count)
    page = render(
        answer,
        [{"source_id": "a", "title": "A"}],
        page=True,
        options=Options(language=language),
    )
    window.set_content(str(page))
    if css:
        window.add_style_tag(content=css)
    found = window.evaluate(_BEGINNING, list(WIDTHS))
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("language", list(TEXTS))
def test_a_reference_never_begins_a_line(window: Page, language: str) -> None:
    found = beginning(window, language)
    assert [apart for apart, _ in found] == [0] * len(WIDTHS)
    assert len({height for _, height in found}) > 3


def test_without_the_joiner_some_would(window: Page) -> None:
    found = beginning(window, "ja", ".cx-ref::before { content: none !important; }")
    assert sum(apart for apart, _ in found) > 0
