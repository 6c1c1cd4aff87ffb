"""Raw HTML in a stream: elements around several blocks, and what is half there."""

from __future__ import annotations

import pytest

from citemark import StreamRenderer, render
from citemark.stream.encoder import get_encoder
from citemark.stream.events import Event
from tests.strategies import SOURCES, cite
from tests.stream_inputs import Way, cut

_DETAILS = "<details><summary>S</summary>\n\nbody\n\n</details>\n\nEnd."


def steps(text: str, sizes: tuple[int, ...] = (1,)) -> list[Event]:
    """Return all events of *text*."""
    stream = StreamRenderer(SOURCES, theme="base")
    events = [each for delta in cut(text, sizes) for each in stream.feed(delta)]
    return [*events, *stream.finish()]


def shown(text: str) -> list[str]:
    """Return what the open block is replaced by, one delta after the other."""
    return [
        str(each.to_dict()["html"])
        for each in steps(text)
        if each.type in ("block.open", "block.patch", "block.close")
    ]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (_DETAILS, 2),
        (f"Words.\n\n{_DETAILS}", 3),
        (f"<details>\n\na{cite('turn0file0')}\n\n- b\n\n</details>\n\nEnd.", 2),
        ("<div>\n\n<div>\n\na\n\n</div>\n\nb\n\n</div>\n\nc", 2),
        ("<details>\n\n```py\nx = 1\n\ny\n```\n\n</details>\n\nEnd.", 2),
        ("<table><tr><td>\n\na\n\n</td><td>\n\nb\n\n</table>\n\nc", 2),
        # Browsers move what cannot be in a table: it must not be taken apart.
        ("<table>\n\nsome words\n\n</table>\n\nc", 2),
        ("<table><tbody>\n\n```\ncode\nx\n```\n\n</table>\n\nc", 2),
        # Nothing is open behind these.
        ("a<br>\n\n<br>\n\n<p>\n\nb\n\n<b>\n\nc", 6),
        ("> <div>\n\nb\n\n- <details>\n\nc\n\nd", 5),
        ("<ul><li>a<li>b</ul>\n\nc", 2),
        # It is never closed, and ends with the answer.
        ("a\n\n<div>\n\nb\n\nc", 2),
    ],
)
def test_an_element_around_blocks_is_one_block(text: str, blocks: int) -> None:
    for size in (1, 3, 1_000):
        kinds = [each.type for each in steps(text, (size,))]
        assert "snapshot" not in kinds
        assert kinds.count("block.close") == (blocks if size < len(text) else 2)
        Way().check(text, cut(text, [size]))


def test_a_very_long_element_is_mended_at_the_end() -> None:
    text = "<div>\n\n" + "Some words.\n\n" * 2_000 + "</div>\n\nEnd."
    kinds = [each.type for each in steps(text, (50,))]
    assert kinds.count("block.close") > 100
    assert kinds[-2:] == ["snapshot", "end"]
    Way().check(text, cut(text, [50]))


def test_what_cannot_be_corrected_is_right_too() -> None:
    encoder = get_encoder("html")
    written = "".join([encoder.encode(each, "#a") for each in steps(_DETAILS)])
    article = render(_DETAILS, SOURCES, theme="base").body
    assert article.partition("<details>")[2].partition("</article>")[0] in written


@pytest.mark.parametrize(
    "text",
    [
        "<p",
        "<br>",
        "<div>",
        "<center>x</center>",
        "<!--",
        "<e>\n",
        "<!-- c -->\n\n",
        "<!-- c -->\n\na",
        "a\n\n<e>\n",
        "a\n\n<br>",
        "- a\n\n<br>",
        "a\n\n<!-- c -->\n\n[f]: /u",
        "<div>\n\na",
        "<div>\n\n> a",
    ],
)
def test_the_last_line_ends_as_it_does_in_the_article(text: str) -> None:
    assert "snapshot" not in [each.type for each in steps(text)]
    Way(sources=None).check(text, cut(text, [1]))


@pytest.mark.parametrize(
    "text",
    [
        "Hi <!-- secret --> all",
        "Hi <? secret ?> all",
        "Hi <![CDATA[secret]]> all",
        "<!-- secret -->\n\nHi",
        "<div>\n<!-- secret\nsecret -->\n</div>",
        '<div>\n<b title="secret">a</b>\n</div>',
    ],
)
def test_nothing_is_shown_that_is_taken_back(text: str) -> None:
    assert not any("&lt;" in html or "secret<" in html for html in shown(text))
    Way().check(text, cut(text, [1]))
