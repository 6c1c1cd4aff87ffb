from __future__ import annotations

import pytest

from citemark.options import Options
from tests.unit.document.reading import MARKER, document, leaves, names, shape, written

ESCAPED = Options(raw_html="escape")


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        pytest.param("A.@", "A.{0}", [], id="in-place"),
        pytest.param("A. @", "A.{0}", [], id="space-before-goes"),
        pytest.param("A @ b", "A{0} b", [], id="space-moves-behind"),
        pytest.param("A @b", "A{0} b", [], id="words-stay-apart"),
        pytest.param("A@ @b", "A{0}{1} b", [], id="space-within-a-run"),
        pytest.param(
            "*A@* @b", "<em>A</em>{0}{1} b", ["em"], id="space-behind-emphasis"
        ),
        pytest.param("A@@b", "A{0}{1}b", [], id="run-within-a-word"),
        pytest.param("A @@b", "A{0}{1} b", [], id="run-glued-to-a-word"),
        pytest.param("A @ @ b", "A{0}{1} b", [], id="run-with-spaces"),
        pytest.param("@ A", "{0} A", [], id="first"),
        pytest.param("a\n@", "a{0}", [], id="own-line"),
        pytest.param("a@\nb", "a{0}\nb", [], id="line-end"),
        pytest.param("**A.@**", "<strong>A.</strong>{0}", ["em"], id="strong"),
        pytest.param(
            "**A @ b** c", "<strong>A b</strong>{0} c", ["em"], id="strong-mid"
        ),
        pytest.param(
            "*a **b @** c*@",
            "<em>a <strong>b</strong> c</em>{0}{1}",
            ["em"],
            id="outermost",
        ),
        pytest.param("a **@** b", "a{0} b", ["em"], id="emptied-emphasis"),
        pytest.param("a ~~@~~", "a{0}", ["em"], id="emptied-strikethrough"),
        pytest.param("`a@`", "<code a>{0}", ["code"], id="code-span"),
        pytest.param("`$x` y@$", "<code $x> y{0}$", [], id="no-math-out-of-code"),
        pytest.param("a `@` b", "a{0} b", ["code"], id="emptied-code-span"),
        pytest.param("[a@](/u)", "<a /u>a</a>{0}", ["link"], id="link"),
        pytest.param(
            "*[a@](/u)*", "<em><a /u>a</a></em>{0}", ["link"], id="link-in-em"
        ),
        pytest.param("[a](/u@) b", "<a /u>a</a>{0} b", ["url"], id="link-url"),
        pytest.param("[a]@(/u)", "<a /u>a</a>{0}", ["url"], id="between-text-and-url"),
        pytest.param('[a](u "t@")', "<a u>a</a>{0}", ["url"], id="link-title"),
        pytest.param(
            "<https://a.b/c@>",
            "<a https://a.b/c>https://a.b/c</a>{0}",
            ["url"],
            id="autolink",
        ),
        pytest.param("![a@ b](/u.png)", "<img /u.png a b>{0}", ["img"], id="image"),
        pytest.param("![@](/u.png)", "<img /u.png >{0}", ["img"], id="image-emptied"),
        pytest.param("a <b@ c> d", "a <b c>{0} d", ["html"], id="tag"),
        pytest.param("a <!-- x@ --> d", "a <!-- x -->{0} d", ["html"], id="comment"),
        pytest.param("a $x@+1$ b", "a $x+1${0} b", ["math"], id="dollars"),
        pytest.param(r"a \(x@\) b", "a (x){0} b", ["math"], id="parentheses"),
        pytest.param(r"\@", "\\{0}", [], id="backslash"),
        pytest.param("**A.**@", "<strong>A.</strong>{0}", [], id="after-strong"),
        pytest.param("“*a.*@”", "“<em>a.</em>{0}”", [], id="between-quotes"),
        pytest.param("(*a*@)", "(<em>a</em>{0})", [], id="parenthesis"),
    ],
)
def test_inline_places(text: str, expected: str, found: list[str]) -> None:
    full = {
        "em": "marker-in-emphasis",
        "code": "marker-in-code-span",
        "link": "marker-in-link",
        "url": "marker-in-url",
        "img": "marker-in-image",
        "html": "marker-in-html",
        "math": "marker-in-math",
    }
    read = document(text)
    assert leaves(read) == [expected]
    assert names(read) == [full[name] for name in found]


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        pytest.param(
            "P.\n\n```\nx@\n```", ["P.{0}", "[fence |x\n]"], "code-block", id="fence"
        ),
        pytest.param(
            "P.\n\n```py@\nx\n```", ["P.{0}", "[fence py|x\n]"], "fence", id="info"
        ),
        pytest.param(
            "P.\n\n```\nx\n```@", ["P.{0}", "[fence |x\n]"], "fence", id="closing-line"
        ),
        pytest.param(
            "P.\n\n```\n@\nx\n```",
            ["P.{0}", "[fence |x\n]"],
            "code-block",
            id="own-line",
        ),
        pytest.param(
            "```\nx @ y\n```", ["[fence |x y\n]", "{0}"], "code-block", id="first-block"
        ),
        pytest.param(
            "P.\n\n    x@", ["P.{0}", "[code_block |x\n]"], "code-block", id="indented"
        ),
        pytest.param(
            "# H\n\n```\nx@\n```",
            ["H", "[fence |x\n]", "{0}"],
            "code-block",
            id="heading",
        ),
        pytest.param("H\n===@", ["H{0}"], "breaks-block", id="underline"),
        pytest.param("P.\n\n---@", ["P.{0}", "[hr]"], "breaks-block", id="rule"),
        pytest.param("@# H", ["H{0}"], "breaks-block", id="before-a-heading"),
        pytest.param("@- a", ["a{0}"], "breaks-block", id="before-an-item"),
        pytest.param("# H #@", ["H{0}"], "breaks-block", id="after-closing-marks"),
        pytest.param("-@ a", ["a{0}"], "breaks-block", id="glued-to-the-bullet"),
        pytest.param(
            "| a |\n|---|\n| b | @", ["a", "b{0}"], "outside-cell", id="after-a-row"
        ),
        pytest.param(
            "| a |\n|---|\n@| b |", ["a", "b{0}"], "outside-cell", id="before-a-row"
        ),
        pytest.param(
            "| a | b |\n|---|---|\n@| c | d |",
            ["a", "b", "c{0}", "d"],
            "outside-cell",
            id="before-a-row-of-two",
        ),
        pytest.param(
            "| a |\n|---|@\n| b |", ["a{0}", "b"], "breaks-block", id="delimiter-row"
        ),
        pytest.param(
            "| a |\n|---|\n| b |\n@", ["a", "b{0}"], "outside-cell", id="under-a-table"
        ),
        pytest.param(
            "P.\n\n[x]: /u@\n\n[x]",
            ["P.{0}", "<a /u>x</a>"],
            "definition",
            id="definition",
        ),
        pytest.param("[x]: /u@", ["{0}"], "definition", id="nothing-but-a-definition"),
        pytest.param(
            "<div>\nx@\n</div>",
            ["[html_block |<div>\nx\ue2000\n</div>]"],
            "html",
            id="html",
        ),
    ],
)
def test_block_places(text: str, expected: list[str], found: str) -> None:
    read = document(text)
    assert read.pair is not None
    opener, closer = read.pair
    wanted = [each.replace("\ue2000", f"{opener}0{closer}") for each in expected]
    assert leaves(read) == wanted
    assert [name.removeprefix("marker-") for name in names(read)] == [
        {
            "code-block": "in-code-block",
            "fence": "on-fence",
            "definition": "in-definition",
            "html": "in-html",
        }.get(found, found)
    ]


def test_findings_say_where_and_what_was_expected() -> None:
    (found,) = document("a `b@`").findings
    assert found.message == "Unexpected marker inside inline code, expected it after it"
    assert (found.start, found.end) == (4, 4 + len(MARKER))


def test_several_markers_of_a_block_share_the_paragraph_behind_it() -> None:
    assert shape("```\nx@\ny@\n```") == ["[fence |x\ny\n]", "{0}{1}"]


def test_code_in_a_list_joins_the_items_paragraph() -> None:
    text = "- a\n\n  ```\n  x@\n  ```\n\nP."
    assert shape(text) == ["a{0}", "[fence |x\n]", "P."]


def test_code_first_in_an_item_gets_a_paragraph_in_the_item() -> None:
    read = document("- ```\n  x@\n  ```\n- b")
    assert leaves(read) == ["[fence |x\n]", "{0}", "b"]
    types = [token.type for token in read.tokens]
    assert types.index("paragraph_open") < types.index("list_item_close")


def test_a_widget_in_code_leaves_nothing() -> None:
    assert shape("```\nx¤\n```") == ["[fence |x\n]"]


def test_a_widget_shows_its_words() -> None:
    assert shape("In € it rains.") == ["In Paris it rains."]
    assert shape("**In €**") == ["<strong>In Paris</strong>"]
    assert shape("<div>\n€\n</div>") == ["[html_block |<div>\nParis\n</div>]"]


def test_a_stray_disappears() -> None:
    read = document("a ¤ b **c¤**")
    assert leaves(read) == ["a b <strong>c</strong>"]
    assert names(read) == ["stray-marker-character"] * 2


def test_markers_in_raw_elements_are_noted() -> None:
    read = document("a <code>b@</code> <a href=x>c@</a> <b>d@</b> </i>@")
    assert names(read) == ["marker-in-html"] * 2


def test_raw_html_shown_as_text_notes_its_markers() -> None:
    read = document("<div>a@</div>", ESCAPED)
    assert names(read) == ["marker-in-html"]


def test_a_marker_behind_a_tag_is_no_marker_in_it() -> None:
    assert names(document("a <b>x</b>@")) == []


def test_order_is_the_readers() -> None:
    text = "```\nx@\n```\n\nP @\n\n<div>@</div>\n\nQ[a@](u@)"
    read = document(text)
    assert sorted(read.order) == list(range(5))
    assert read.order[0] == 0


def test_source_and_markers_are_the_answers() -> None:
    read = document("a@")
    assert read.source == written("a@")
    assert [marker.raw for marker in read.markers] == [MARKER]


def test_without_markers_there_is_no_layout() -> None:
    read = document("a")
    assert (read.pair, read.layout, read.order, read.findings) == (None, None, (), ())


def test_a_marker_in_a_definition_follows_what_is_shown_before_it() -> None:
    assert shape("---\n\n[a]: /b@") == ["[hr]", "{0}"]
    assert shape("[a]: /b@\n\n---") == ["{0}", "[hr]"]
