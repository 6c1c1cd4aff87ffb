"""Text in mixed directions, measured in a real browser: where each character stands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from citemark import Options, render
from tests.browser.harness import chromium
from tests.cases.support import GIVEN

pytestmark = pytest.mark.browser
# The left edge of each character of an element's text.
_EDGES = """(selector) => {
  const texts = document.createTreeWalker(
    document.querySelector(selector), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (let at = 0; at < node.length; at++) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      found.push([node.data[at], range.getBoundingClientRect().left]);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def window(browser: Browser) -> Iterator[Page]:
    window = browser.new_page()
    yield window
    window.close()


def visible(window: Page, html: str, selector: str) -> str:
    """Return the characters of an element as they stand, from left to right."""
    window.set_content(html)
    edges = window.evaluate(_EDGES, selector)
    return "".join(char for char, _ in sorted(edges, key=lambda edge: float(edge[1])))


@pytest.mark.parametrize("page", [True, False], ids=["with style", "without style"])
def test_a_reference_stands_behind_the_number_and_not_in_it(
    window: Page, *, page: bool
) -> None:
    given = GIVEN["b043"]
    rendered = render(
        given.answer, given.sources, page=page, options=Options(language="he")
    )
    shown = visible(window, str(rendered), "article > p")
    # Read from the right: "in the year", 2023, the reference, the rest. A browser
    # draws brackets that are read from the right as their mirror images.
    assert " ]1[2023 " in shown
    assert shown.endswith("\u05d1")


@pytest.mark.parametrize("page", [True, False], ids=["with style", "without style"])
def test_a_range_of_lines_runs_from_left_to_right(window: Page, *, page: bool) -> None:
    given = GIVEN["b165"]
    rendered = render(
        given.answer, given.sources, page=page, options=Options(language="ar")
    )
    assert "3\u20135" in visible(window, str(rendered), "section small")
    assert visible(window, str(rendered), ".cx-title") == "Notes"


def test_a_title_does_not_turn_what_follows(window: Page) -> None:
    given = GIVEN["b044"]
    rendered = str(render(given.answer, given.sources))
    alone = visible(window, rendered, "section li:nth-child(2) small")
    assert visible(window, rendered, "section li:nth-child(2) cite") == "abctxt"
    assert alone == "example.org"
    first = visible(window, rendered, "section li:nth-child(1) cite")
    assert "Python 3.11" in first
    assert first.startswith(")2 ")
