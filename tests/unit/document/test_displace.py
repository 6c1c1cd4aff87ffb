from __future__ import annotations

import pytest

from citemark import scan
from citemark.document.displace import bare_text, find_slots
from tests.unit.document.reading import written


def slots(text: str) -> list[tuple[str, int, str | None, bool]]:
    """Return for each marker what is before its slot, its line, code and lift."""
    source = written(text)
    bare, offsets = bare_text(source, scan(source))
    return [
        (bare[: slot.at], slot.line, slot.code.name if slot.code else None, slot.lifted)
        for slot in find_slots(bare, offsets)
    ]


def only(text: str) -> tuple[str, int, str | None, bool]:
    (slot,) = slots(text)
    return slot


def test_bare_text_is_the_text_without_markers() -> None:
    source = written("a@b@@c")
    assert bare_text(source, scan(source)) == ("abc", [1, 2, 2])
    assert bare_text("abc", []) == ("abc", [])


@pytest.mark.parametrize(
    ("text", "before", "code"),
    [
        pytest.param("a <b@ c> d", "a <b c>", "html", id="tag"),
        pytest.param('a <b c="x@"> d', 'a <b c="x">', "html", id="attribute"),
        pytest.param("a <b@>c</b> d", "a <b>c</b>", "html", id="element"),
        pytest.param("a <b@>c <b>d</b>", "a <b>", "html", id="nested-element"),
        pytest.param("a <b@>c\n\nd</b>", "a <b>", "html", id="over-a-blank-line"),
        pytest.param("a <b@>c</b", "a <b>", "html", id="unclosed"),
        pytest.param("a <br@> d", "a <br>", "html", id="void"),
        pytest.param("<!-- a@ --> b", "<!-- a -->", "html", id="comment"),
        pytest.param("<style>a@</style> b", "<style>a</style>", "html", id="style"),
        pytest.param(
            "<script>a@</script> b", "<script>a</script>", "html", id="script"
        ),
        pytest.param("a <ftp:b@> c", "a <ftp:b>", "url", id="autolink"),
        pytest.param("[a](/b@) c", "[a](/b)", "url", id="destination"),
        pytest.param("[a]@(/b) c", "[a](/b)", "url", id="before-a-destination"),
        pytest.param('[a](/b "c@") d', '[a](/b "c")', "url", id="title"),
        pytest.param("a $b@$ c", "a $b$", "math", id="dollars"),
        pytest.param("$$a@$$ b", "$$a$$", "math", id="double-dollars"),
        pytest.param(r"\(a@\) b", r"\(a\)", "math", id="parentheses"),
        pytest.param("\\[a\nb@\\] c", "\\[a\nb\\]", "math", id="brackets"),
    ],
)
def test_a_marker_in_an_opaque_construct_goes_behind_it(
    text: str, before: str, code: str
) -> None:
    assert only(text) == (before, before.count("\n"), f"marker-in-{code}", False)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a < b@ c", id="no-tag"),
        pytest.param("a@ <b c>", id="before-a-tag"),
        pytest.param("<b c>@ a", id="behind-a-tag"),
        pytest.param("$5 and @ $10", id="prices"),
        pytest.param("[a] @ b", id="brackets"),
        pytest.param("a](b@ c)", id="words-in-parentheses"),
        pytest.param("<b> [c](/d) $e$ f@", id="behind-all"),
        pytest.param("@", id="alone"),
        pytest.param("a\n@\nb", id="own-line"),
        pytest.param("- @", id="alone-in-an-item"),
        pytest.param("- @a", id="first-in-an-item"),
        pytest.param("`@` and ~~@~~", id="ticks-that-are-no-fence"),
        pytest.param("=a@", id="no-underline"),
        pytest.param("[a] b@", id="no-definition"),
        pytest.param("#a@ b", id="no-heading"),
        pytest.param("* *@", id="two-stars"),
        pytest.param("* a*@", id="star-behind-a-word"),
    ],
)
def test_elsewhere_it_stays(text: str) -> None:
    for before, _, code, lifted in slots(text):
        assert (code, lifted) == (None, False)
        assert written(text).startswith(before[:1])


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        pytest.param("```@\nx\n```", 0, "on-fence", id="opening-fence"),
        pytest.param("```py@\nx\n```", 0, "on-fence", id="info"),
        pytest.param("> ~~~@", 0, "on-fence", id="fence-in-a-quote"),
        pytest.param("a\n=@==", 1, "breaks-block", id="underline"),
        pytest.param("a\n---@", 1, "breaks-block", id="dashes"),
        pytest.param("* * *@", 0, "breaks-block", id="stars"),
        pytest.param("- ***@", 0, "breaks-block", id="stars-in-an-item"),
        pytest.param("> - * * *@", 0, "breaks-block", id="stars-in-containers"),
        pytest.param("- - -@", 0, "breaks-block", id="spaced-dashes"),
        pytest.param("___@", 0, "breaks-block", id="underscores"),
        pytest.param("| a |\n|:-@-|", 1, "breaks-block", id="delimiter-row"),
        pytest.param("[a]: /b@", 0, "in-definition", id="definition"),
        pytest.param('[a]: /b "c"@', 0, "in-definition", id="definition-title"),
        pytest.param("[a]:@", 0, "in-definition", id="bare-label"),
        pytest.param("@# a", 0, "breaks-block", id="before-a-heading"),
        pytest.param("@> a", 0, "breaks-block", id="before-a-quote"),
        pytest.param("@1. a", 0, "breaks-block", id="before-a-number"),
        pytest.param("@``` \nx", 0, "on-fence", id="before-a-fence"),
        pytest.param("@| a | b |", 0, "outside-cell", id="before-a-row"),
        pytest.param("| a |@", 0, "outside-cell", id="behind-a-row"),
        pytest.param("# a #@", 0, "breaks-block", id="behind-a-heading"),
        pytest.param("-@ a", 0, "breaks-block", id="behind-a-bullet"),
        pytest.param("##@ a", 0, "breaks-block", id="behind-hashes"),
        pytest.param("- [x@] a", 0, "breaks-block", id="task-box"),
        pytest.param("- [ ]@ a", 0, "breaks-block", id="behind-a-task-box"),
    ],
)
def test_a_marker_that_would_break_its_line_is_lifted(
    text: str, line: int, code: str
) -> None:
    _, found_line, found_code, lifted = only(text)
    assert (found_line, found_code, lifted) == (line, f"marker-{code}", True)


@pytest.mark.parametrize(
    ("text", "lifted"),
    [
        pytest.param("| a |\n|---|\n| b |\n@", [True], id="under-a-table"),
        pytest.param("| a |\n|---|\n@\n| b |\n@", [True, True], id="in-a-table"),
        pytest.param("| a |\n@", [False], id="under-pipes"),
        pytest.param("| a |\n|---|\n| b |\n\n@", [False], id="blank-line-between"),
        pytest.param("a\n|---|\n| b |\n@", [False], id="no-header"),
        pytest.param("|---|\n| a |\n@", [False], id="delimiter-row-first"),
        pytest.param("@\na", [False], id="first-line"),
    ],
)
def test_a_line_of_markers_under_a_table_belongs_to_it(
    text: str, lifted: list[bool]
) -> None:
    assert [slot[3] for slot in slots(text)] == lifted


def test_every_marker_of_a_structural_line_is_lifted() -> None:
    assert [slot[3] for slot in slots("```@ @\nx@\n```@")] == [True, True, False, True]


def test_lines_count_over_all_line_ends() -> None:
    assert [slot[1] for slot in slots("a\r\n@b\r@c\n@")] == [1, 2, 3]
