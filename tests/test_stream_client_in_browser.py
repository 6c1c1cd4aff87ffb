"""The client of the theme *chat*, in a real browser, with events made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from playwright.sync_api import Browser, Error

from citemark import StreamRenderer, render
from tests.attacks import Given, documents
from tests.browser.harness import chromium
from tests.browser.streaming import CLIENT, Client

pytestmark = pytest.mark.browser
Step = dict[str, object]
_PLACE = "[document.activeElement.id, scrollY]"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def client(browser: Browser) -> Iterator[Client]:
    client = Client(browser)
    yield client
    client.page.close()


def step(kind: str, **fields: object) -> Step:
    return {"v": 1, "seq": 1, "msg": "m", "type": kind, **fields}


SLOTS = {
    name: f'<template id="m-{name}"></template>'
    for name in ("blocks", "section", "notes", "cards")
}
SHELL = (
    '<article class="cx" dir="auto">\n'
    f"{SLOTS['blocks']}{SLOTS['section']}{SLOTS['cards']}</article>\n"
)
STATUS = '<p role="status" class="cx-status" id="m-status"></p>\n'
START = step("start", dir="auto", html=SHELL, status=STATUS)
END = step("end", refs=0, sources=0, html_sha256="", status="Answer complete.")
SECTION = f'<section class="cx-src">\n<ol>\n{SLOTS["notes"]}</ol>\n</section>\n'


def note(number: int, text: str, *, opened: bool = False) -> str:
    is_open = ' open=""' if opened else ""
    excerpt = f'<details id="m-s{number}-1"{is_open}><summary>x</summary>y</details>'
    return f'<li id="m-s{number}">{text}{excerpt}</li>\n'


def card(number: int, text: str) -> str:
    return f'<div id="m-c{number}" class="cx-card" popover="hint">{text}</div>\n'


def source(kind: str, number: int, text: str, section: str = "") -> Step:
    html, popover = (note(number, text), card(number, text)) if text else ("", "")
    fields = {"n": number, "id": f"m-s{number}", "html": html, "card": popover}
    return step(kind, **fields, section=section)


def opened(block: int, html: str) -> Step:
    return step("block.open", block=block, html=html)


def closed(block: int, html: str) -> Step:
    return step("block.close", block=block, html=html)


def patch(block: int, html: str, **fields: object) -> Step:
    return step("block.patch", block=block, html=html, **fields)


def append(depth: int, html: str) -> Step:
    return patch(1, html, depth=depth, mode="append")


TABLE = (
    "<table>\n<thead>\n<tr>\n<th>H</th>\n</tr>\n</thead>\n"
    "<tbody>\n<tr>\n<td>1</td>\n</tr>\n{}</tbody>{}\n</table>\n"
)
TWO_BLOCKS = ((1, "text first\n"), (2, "<p>two</p>\n"))
CASES: dict[str, tuple[Sequence[Step], str]] = {
    "nothing": ((), ""),
    "words": (
        (opened(1, "<p>a</p>\n"), append(1, " <b>b</b> &lt;c"), append(1, "&gt;")),
        "<p>a <b>b</b> &lt;c&gt;</p>\n",
    ),
    "several elements in a block": (
        (
            opened(1, "<h2>a</h2>\n<p>b</p>\n"),
            patch(1, "<p>c</p>\n<hr>\n<p>d</p>\n"),
            patch(1, "<p>e</p><p>f</p>", depth=1),
            append(1, "!"),
        ),
        "<p>c</p>\n<hr>\n<p>e</p><p>f!</p>\n",
    ),
    "rows": (
        (
            opened(1, TABLE.format("", "")),
            append(2, "<tr>\n<td>2</td>\n</tr>\n"),
            append(3, "<td>3</td>\n"),
            patch(1, "<td>4</td>", depth=4),
            append(4, "5"),
            append(1, "<tbody><tr><td>6</td></tr></tbody>\n"),
        ),
        TABLE.format(
            "<tr>\n<td>2</td>\n<td>45</td>\n</tr>\n",
            "\n<tbody><tr><td>6</td></tr></tbody>",
        ),
    ),
    "a row instead of another": (
        (
            opened(1, TABLE.format("", "")),
            patch(1, "<tr>\n<td>a</td>\n</tr>\n<tr>\n<td>b</td>\n</tr>", depth=3),
        ),
        TABLE.format("", "").replace("1", "a</td>\n</tr>\n<tr>\n<td>b"),
    ),
    "items": (
        (
            opened(1, "<ul>\n<li>1</li>\n</ul>\n"),
            append(1, "<li>2</li>\n<li>3</li>\n"),
            patch(1, "<li>4\n<ul>\n<li>5</li>\n</ul>\n</li>", depth=2),
            append(4, "6"),
        ),
        "<ul>\n<li>1</li>\n<li>2</li>\n<li>4\n<ul>\n<li>56</li>\n</ul>\n</li>\n</ul>\n",
    ),
    "lines of code": (
        (
            opened(1, "<pre><code>a\n</code></pre>\n"),
            append(2, "\n\n  b\n"),
            append(2, "&amp;lt;\n"),
        ),
        "<pre><code>a\n\n\n  b\n&amp;lt;\n</code></pre>\n",
    ),
    "a late patch of text without an element": (
        (
            opened(1, "one\n"),
            closed(1, "one\n"),
            opened(2, "<p>two</p>\n"),
            patch(1, "1\n", late=True),
            patch(1, "<p>1</p>\n", late=True),
            append(1, "!"),
        ),
        "<p>1!</p>\n<p>two</p>\n",
    ),
    "a block is emptied and filled again": (
        (
            opened(1, ""),
            opened(2, "<p>two</p>\n"),
            closed(2, ""),
            opened(3, "<p>three</p>\n"),
            patch(1, "<p>1</p>\n", late=True),
            patch(2, "<p>2</p>\n", late=True),
        ),
        "<p>1</p>\n<p>2</p>\n<p>three</p>\n",
    ),
    "sources": (
        (
            opened(1, "<p>a</p>\n"),
            source("source.add", 1, "One", SECTION),
            source("source.add", 2, "Two"),
            source("source.patch", 1, "Eins"),
            source("source.patch", 1, "Eins"),
            source("source.patch", 2, ""),
            source("source.add", 3, "Three"),
            closed(1, "<p></p>\n"),
            opened(2, "<p>c</p>\n"),
        ),
        "<p></p>\n<p>c</p>\n"
        + SECTION.replace(SLOTS["notes"], note(1, "Eins") + note(3, "Three"))
        + card(1, "Eins")
        + card(3, "Three"),
    ),
    "a snapshot instead of what was shown": (
        (
            opened(1, "<p>lost</p>\n"),
            step(
                "snapshot",
                html='<article class="cx" dir="auto">\ntext first\n'
                f'<div class="cx-block" id="m-open"><p>two</p>\n</div>{SLOTS["blocks"]}'
                + SECTION.replace(SLOTS["notes"], note(1, "One") + SLOTS["notes"])
                + f"{SLOTS['section']}{card(1, 'One')}{SLOTS['cards']}</article>\n",
                status=STATUS,
                blocks=TWO_BLOCKS,
                open=2,
            ),
            patch(2, "!", depth=1, mode="append"),
            patch(1, "<p>first</p>\n", late=True),
            opened(3, "<p>three</p>\n"),
            source("source.add", 2, "Two"),
        ),
        "<p>first</p>\n<p>two!</p>\n<p>three</p>\n"
        + SECTION.replace(SLOTS["notes"], note(1, "One") + note(2, "Two"))
        + card(1, "One")
        + card(2, "Two"),
    ),
    "the finished article instead of what was shown": (
        (
            opened(1, "<p>lost</p>\n"),
            step(
                "snapshot", html='<article class="cx" dir="auto">\n<p>a</p>\n</article>'
            ),
        ),
        "<p>a</p>\n",
    ),
    "what happens to no HTML": (
        (
            step("ref", ref=1, id="m-r1", n=1, block=1),
            step("notice", code="CM001"),
            step("text", text="<p>"),
            step("tomorrow", html="<p>x</p>"),
        ),
        "",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_client_ends_with_the_very_article(client: Client, name: str) -> None:
    steps, inside = CASES[name]
    client.apply(START, *steps, END)
    article = f'<article class="cx" dir="auto">\n{inside}</article>'
    status = '<p role="status" class="cx-status" id="m-status">Answer complete.</p>'
    assert client.shown() == article + status


def test_an_article_is_busy_until_it_is_complete_which_is_said_once(
    client: Client,
) -> None:
    shown = client.page.locator("article")
    status = client.page.get_by_role("status")
    client.apply(START, opened(1, "<p>a</p>\n"))
    assert shown.get_attribute("aria-busy") == "true"
    assert (status.count(), status.inner_text()) == (1, "")
    assert client.page.locator("[aria-live]").count() == 0
    client.apply(END)
    assert shown.get_attribute("aria-busy") is None
    assert status.inner_text() == "Answer complete."


def test_an_aborted_article_stays_and_is_no_longer_busy(client: Client) -> None:
    client.apply(START, opened(1, "<p>a</p>\n"), step("abort", reason="x"))
    html = '<article class="cx" dir="auto">\n<p>a</p>\n</article>'
    assert client.page.locator("article").evaluate("(it) => it.outerHTML") == html
    assert client.page.get_by_role("status").inner_text() == ""


def test_a_message_can_be_aborted_before_it_begins(client: Client) -> None:
    client.apply(step("abort", reason="x"))
    assert client.shown() == ""


def test_another_version_of_the_protocol_is_refused(client: Client) -> None:
    with pytest.raises(Error, match="stream: version 2, not 1"):
        client.apply(START | {"v": 2})
    assert client.shown() == ""


def test_every_event_is_dispatched_once_it_is_applied(client: Client) -> None:
    client.page.evaluate(
        """() => {
          window.seen = [];
          document.addEventListener("citemark", ({ detail, target }) =>
            seen.push([detail.type, target.id, target.querySelectorAll("p").length]));
        }"""
    )
    client.apply(START, opened(1, "<p>a</p>\n"), step("ref", ref=1))
    expected = [["start", "chat", 1], ["block.open", "chat", 2], ["ref", "chat", 2]]
    assert client.page.evaluate("window.seen") == expected


def test_focus_and_scroll_position_stay(client: Client) -> None:
    link = '<p>{}<a id="m-r1" href="#m-s1">[1]</a></p>\n'
    client.apply(START, opened(1, link.format("a")))
    client.page.locator("#m-r1").focus()
    client.page.evaluate("scrollTo(0, 1234)")
    client.apply(patch(1, link.format("b")), closed(1, link.format("c")))
    assert client.page.evaluate(_PLACE) == ["m-r1", 1234]
    client.apply(opened(2, "<p>d</p>\n"), END)
    assert client.page.evaluate(_PLACE) == ["m-r1", 1234]


def test_what_is_selected_stays_selected_when_nothing_changes(client: Client) -> None:
    client.apply(START, opened(1, "<p>some words</p>\n"))
    client.page.evaluate(
        "getSelection().selectAllChildren(document.querySelector('#chat p'))"
    )
    client.apply(closed(1, "<p>some words</p>\n"), END)
    assert client.page.evaluate("String(getSelection())") == "some words"


def test_an_excerpt_stays_as_the_reader_has_it(client: Client) -> None:
    client.apply(START, source("source.add", 1, "One", SECTION))
    client.page.locator("summary").click()
    assert note(1, "One", opened=True) in client.shown()
    client.apply(source("source.patch", 1, "Eins"))
    assert note(1, "Eins", opened=True) in client.shown()
    assert client.page.evaluate("document.activeElement.localName") == "summary"
    client.page.locator("summary").click()
    client.apply(source("source.patch", 1, "Uno"), END)
    assert note(1, "Uno") in client.shown()


def test_a_message_that_begins_again_takes_its_own_place(client: Client) -> None:
    other = START | {"html": SHELL.replace("m-", "n-")}
    client.apply(START, opened(1, "<p>a</p>\n"))
    client.page.evaluate("window.first = message; window.message = null")
    client.apply(other, opened(1, "<p>b</p>\n"), END)
    client.page.evaluate("window.message = window.first")
    client.apply(START, opened(1, "<p>c</p>\n"), END)
    assert client.page.locator("article").all_inner_texts() == ["c", "b"]
    assert client.page.get_by_role("status").count() == 2


def test_pieces_run_no_script(client: Client) -> None:
    script = "<script>window.ran = 1</script>\n"
    client.apply(START, opened(1, script), patch(1, f"<p>{script}</p>\n"))
    client.apply(append(1, script), closed(1, f"<div>{script}</div>\n"), END)
    assert client.page.locator("script").count() == 1
    assert client.page.evaluate("window.ran") is None


def test_the_client_is_small_and_needs_nothing() -> None:
    lines = CLIENT.read_text("utf-8").splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 96
    assert not [line for line in lines if line.lstrip().startswith("import ")]


def growing(given: Given, number: int) -> tuple[list[Step], str]:
    """Return the events of an answer, cut at random, and the HTML it is to end with."""
    prefix = f"a{number}"
    cuts = Random(number)  # noqa: S311 - where a text is cut is no secret
    stream = StreamRenderer(given.records, id_prefix=prefix, message=prefix)
    events, rest = [], given.answer
    while rest:
        size = cuts.randint(1, 9)
        events += stream.feed(rest[:size])
        rest = rest[size:]
    events += stream.finish()
    one_shot = render(given.answer, given.records, theme="chat", id_prefix=prefix)
    return [event.to_dict() for event in events], str(one_shot)


_GROW = """async ([events, html]) => {
  const { Message } = await import("/stream.js");
  const into = document.createElement("div");
  document.querySelector("#chat").append(into);
  const message = new Message(into);
  for (const event of events) message.apply(event);
  const whole = document.createElement("template");
  whole.innerHTML = html;
  return message.article.outerHTML === whole.content.firstElementChild.outerHTML;
}"""


def test_attacks_do_nothing_while_they_grow_and_end_as_they_should(
    client: Client,
) -> None:
    for number, (name, given) in enumerate(list(documents())[::3]):
        is_equal = client.page.evaluate(_GROW, growing(given, number))
        assert (name, is_equal) == (name, True)
    client.page.wait_for_timeout(200)
    assert client.surprises.seen == []
