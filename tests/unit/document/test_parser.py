from __future__ import annotations

import sys

import pytest

from citemark.document.parser import build_parser
from citemark.errors import ConfigError
from citemark.options import Options
from tests.unit.document.reading import document, leaves, names, shape


def test_tables_and_strikethrough_are_on() -> None:
    assert shape("| a |\n|---|\n| ~~b~~ |") == ["a", "<s>b</s>"]


@pytest.mark.parametrize(
    ("option", "module", "package"),
    [
        ("linkify", "linkify_it", "linkify-it-py"),
        ("footnotes", "mdit_py_plugins", "mdit-py-plugins"),
        ("tasklists", "mdit_py_plugins", "mdit-py-plugins"),
        ("dollarmath", "mdit_py_plugins", "mdit-py-plugins"),
    ],
)
def test_a_missing_package_is_named(
    option: str, module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ConfigError, match=f"{option}: expected the package {package}"):
        build_parser(Options(**{option: True}))  # type: ignore[arg-type]  # all are bool


def test_bare_urls_are_links_on_request() -> None:
    text = "See https://example.org/a@ now"
    assert shape(text) == ["See https://example.org/a{0} now"]
    assert shape(text, Options(linkify=True)) == [
        "See <a https://example.org/a>https://example.org/a</a>{0} now"
    ]


def test_authors_footnotes_on_request() -> None:
    read = document("a@ b[^1]\n\n[^1]: Note.@", Options(footnotes=True))
    assert [each for each in leaves(read) if each] == ["a{0} b", "Note.{1}"]
    assert names(read) == []


def test_task_lists_on_request() -> None:
    read = document("- [x] done@\n- [ ] open\n- [x@] third", Options(tasklists=True))
    assert [each.count("{") for each in leaves(read)] == [1, 0, 1]
    assert names(read) == ["marker-breaks-block"]
    assert [each.partition("{")[0] for each in leaves(read)] == [
        "done",
        "open",
        "third",
    ]
    items = [token for token in read.tokens if token.type == "list_item_open"]
    assert [item.attrs["class"] for item in items] == ["task-list-item"] * 3


def test_a_task_box_of_the_answers_own_is_the_only_thing_in_its_item() -> None:
    box = '<input class="task-list-item-checkbox" checked>'
    read = document(f"- # {box}\n\n  b", Options(tasklists=True))
    assert leaves(read) == ["", "b"]


def test_math_on_request_and_prices_are_no_math() -> None:
    options = Options(dollarmath=True)
    assert shape("a $x@$ b", options) == ["a <code x>{0} b"]
    assert shape("$5 or $10@", options) == ["$5 or $10{0}"]
    assert shape("P.\n\n$$\nx@\n$$", options) == ["P.{0}", "[math_block |\nx\n]"]


def test_raw_html_is_text_on_request() -> None:
    assert shape("<b>x</b>", Options(raw_html="escape")) == ["<b>x</b>"]
    read = document("<b>x</b>", Options())
    (inline,) = [token for token in read.tokens if token.type == "inline"]
    assert [child.type for child in inline.children or ()].count("html_inline") == 2


def test_every_url_makes_a_link_for_the_policy_to_judge() -> None:
    assert shape("[x](javascript:a)") == ["<a javascript:a>x</a>"]
