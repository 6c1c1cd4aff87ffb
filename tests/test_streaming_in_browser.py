"""The example server in a real browser: its own client, htmx and Turbo."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request

from tests import needed
from tests.browser.harness import Fragment, Harness, chromium
from tests.browser.streaming import Surprises
from tests.cases.support import cite

pytestmark = pytest.mark.browser
_ROOT = Path(__file__).parents[1]
_EXAMPLE = _ROOT / "docs" / "examples" / "chat"
_WAIT_MS = 20_000
_RETRY_MS = 500
PAGES = ("raw", "htmx", "htmx4", "turbo")
# Keeps what the client is told.
_WATCH = """() => {
  window.told = [];
  document.addEventListener("citemark", ({ detail }) => told.push(detail));
}"""
# htmx marks what it has just swapped in, and takes the mark away a moment later.
_IS_OVER = """() => document.querySelector("[role=status]")?.textContent
  && !document.querySelector("article template, article [class*='htmx-']")"""
_RECORD: Mapping[str, object] = {
    "source_id": "turn0file0",
    "title": "Opening hours <script>window.ran = 1</script>",
    "url": "https://office.example/hours",
    "text": "We open at nine.\n<img src=x onerror='window.ran = 2'>\nWe close at five.",
}
_CITE = cite("turn0file0", "L1")
ANSWERS = {
    "late": (
        f"See [the rules][r].{_CITE}\n\n- one [more][r]\n- two\n\n"
        f"```\ncode{cite('turn0file0', 'L3')}\n```\n\nA [last][R] word.{_CITE}\n\n"
        f"[r]: https://office.example/rules\n"
    ),
    "hostile": (
        f"The office opens at nine.{_CITE}\n\n"
        "<script>window.ran = 3</script>\n\n"
        "Some <b onmouseover='window.ran = 4'>bold <img src=x onerror='window.ran = 5'>"
        f"</b> text,{_CITE} <svg onload=window.ran=6><style>@import 'x'</style></svg>"
        "\n\n"
        "<details open ontoggle='window.ran = 7'><summary>x</summary>\n\n"
        "[one](javascript:window.ran=8) ![two](data:image/svg+xml,<svg/onload=alert(1)>"
        ")\n\n</details>\n\n"
        "<iframe srcdoc='<script>parent.ran = 9</script>'></iframe>\n\n"
        "| <p>a | b <template id=answer-blocks> |\n|---|---|\n"
        "| <script>alert(2) | </table><script>alert(3)</script> |\n\n"
        "<div id=answer-open><template id=answer-cards></template>\n\n"
        f"# Last <input onfocus='window.ran = 10' autofocus>{_CITE}\n\n"
        "```<script>alert(4)</script>\n</code></pre><script>alert(5)</script>\n"
    ),
    "empty": "",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the example server, which plays our answers too."""
    fetch_libraries()
    folders = [_EXAMPLE / "restore", _EXAMPLE.parent / "handbook"]
    for name, answer in ANSWERS.items():
        folder = tmp_path_factory.mktemp("answers") / name
        folder.mkdir()
        (folder / "answer.md").write_text(answer, "utf-8")
        (folder / "sources.json").write_text(json.dumps([_RECORD]), "utf-8")
        folders.append(folder)
    program = [sys.executable, str(_EXAMPLE / "server.py"), "--port", "0"]
    with subprocess.Popen(
        [*program, *map(str, folders)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(_ROOT / "src")},
    ) as running:
        assert running.stdout is not None
        address = running.stdout.readline().strip()
        assert address, "the server did not start: see its messages"
        yield address
        running.terminate()


def fetch_libraries() -> None:
    program = [sys.executable, str(_EXAMPLE / "vendor.py")]
    fetched = subprocess.run(program, capture_output=True, text=True, check=False)
    if fetched.returncode:
        needed.lacks(f"this test needs the npm registry: {fetched.stderr[-300:]}")


class Chat:
    """A page of the example, and what happens to it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.surprises = Surprises(page, address)
        self.connections = 0
        self._address = address
        page.add_init_script(f"({_WATCH})()")
        page.on("request", self._count)

    def _count(self, request: Request) -> None:
        self.connections += "/stream/" in request.url

    def open(self, name: str, **query: str) -> None:
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        self.page.goto(f"{self._address}{name}?{asked}")

    def finish(self) -> str:
        """Wait for the end and return the article."""
        self.page.wait_for_function(_IS_OVER, timeout=_WAIT_MS)
        return self.article()

    def article(self) -> str:
        return str(self.page.locator("article").evaluate("(it) => it.outerHTML"))

    def told(self, kind: str) -> list[dict[str, object]]:
        """Return the events of that type which the client was told."""
        events: list[dict[str, object]] = self.page.evaluate("window.told")
        return [event for event in events if event["type"] == kind]


@pytest.fixture
def chat(browser: Browser, server: str) -> Iterator[Chat]:
    # The pages forbid scripts in answers; that there are none is what we want to see.
    context = browser.new_context(bypass_csp=True)
    yield Chat(context.new_page(), server)
    context.close()


@pytest.fixture(scope="module")
def whole(browser: Browser, server: str) -> Callable[[str], str]:
    """Return what a browser has of the article that is rendered at once."""

    @cache
    def article(answer: str) -> str:
        page = browser.new_page()
        at_once = Chat(page, server)
        at_once.open("whole", answer=answer)
        html = at_once.article()
        page.close()
        return html

    return article


@pytest.mark.parametrize("answer", ["restore", "handbook", *ANSWERS])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_ends_with_the_one_shot_article(
    chat: Chat, whole: Callable[[str], str], name: str, answer: str
) -> None:
    chat.open(name, answer=answer, speed="2000")
    assert chat.finish() == whole(answer)
    assert chat.page.evaluate("window.ran") is None
    assert chat.surprises.seen == []


@pytest.mark.parametrize(
    ("answer", "query"),
    [
        pytest.param("restore", {"speed": "500", "drop": "25"}, id="in the middle"),
        pytest.param("restore", {"speed": "500", "drop": "0"}, id="at the beginning"),
        pytest.param("late", {"speed": "2000", "drop": "4"}, id="and came too late"),
    ],
)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_goes_on_when_its_connection_broke(
    chat: Chat,
    whole: Callable[[str], str],
    name: str,
    answer: str,
    query: Mapping[str, str],
) -> None:
    chat.open(name, answer=answer, **query)
    assert chat.finish() == whole(answer)
    assert chat.connections == 2
    # After the end nobody comes again.
    chat.page.wait_for_timeout(2 * _RETRY_MS)
    assert chat.connections == 2


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_references_to_sources_that_come_later(
    chat: Chat, whole: Callable[[str], str], name: str
) -> None:
    chat.open(name, answer="restore", speed="300", sources="late")
    chat.page.locator(".cx-ref .cx-pending").first.wait_for(timeout=_WAIT_MS)
    assert chat.finish() == whole("restore")


def test_the_client_is_told_late_corrections_as_patches(chat: Chat) -> None:
    chat.open("raw", answer="late", speed="200")
    chat.finish()
    late = {event["block"] for event in chat.told("block.patch") if "late" in event}
    assert late == {1, 2, 4}
    assert chat.told("snapshot") == []


def test_the_client_shows_an_answer_while_it_grows(chat: Chat) -> None:
    chat.open("raw", answer="restore", speed="200")
    growing = chat.page.locator("article[aria-busy=true]")
    status = chat.page.get_by_role("status")
    growing.locator("p").first.wait_for(timeout=_WAIT_MS)
    early = growing.inner_text()
    growing.locator(".cx-src li").first.wait_for(timeout=_WAIT_MS)
    assert status.inner_text() == ""
    assert "aria-busy" not in chat.finish()
    assert 0 < len(early) < len(chat.page.locator("article").inner_text())
    assert status.inner_text() == "The answer is complete, with 5 sources."


def test_the_finished_page_passes_the_audit(chat: Chat, browser: Browser) -> None:
    chat.open("raw", answer="hostile", speed="2000")
    finished = Fragment(chat.finish(), "answer-")
    expected = ("The office opens at nine.", "Opening hours")
    assert Harness(browser).faults(finished, expected=expected) == []


def test_a_client_whose_answer_is_gone_gives_up(chat: Chat) -> None:
    chat.open("raw", answer="empty")
    chat.finish()
    chat.page.evaluate(
        """async () => {
          const { connect } = await import("/theme/stream.js");
          connect("/stream/gone", { into: document.body });
        }"""
    )
    chat.page.wait_for_function("() => told.at(-1).type === 'abort'")
    assert chat.page.evaluate("told.at(-1).reason") == "no connection"


def test_a_library_that_is_not_the_pinned_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vendor = runpy.run_path(str(_EXAMPLE / "vendor.py"))
    package = tmp_path / "registry" / vendor["PACKAGES"][0].path
    package.parent.mkdir(parents=True)
    package.write_bytes(b"something else")
    monkeypatch.setenv("npm_config_registry", (tmp_path / "registry").as_uri())
    with pytest.raises(ValueError, match="expected sha512-"):
        vendor["fetch"](tmp_path / "kept")
    assert not (tmp_path / "kept").exists()
