from __future__ import annotations

import pytest

from citemark.document.refusals import find_refusals, refusal_findings
from citemark.options import Options
from tests.unit.document.reading import document, written

ALLOWED = frozenset({"b", "details", "div"})
IMAGE = "https://img.example.org/a.png"


def refused(text: str, options: Options | None = None) -> list[tuple[str, str | None]]:
    """Return each refused stretch of the source, and the words that stay of it."""
    options = options or Options()
    read = document(text, options)
    return [
        (read.source[found.start : found.end], found.words)
        for found in find_refusals(read, options)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a](https://b.c/)", [], id="good-link"),
        pytest.param("x [a](javascript:b) y", [("[a](javascript:b)", "a")], id="link"),
        pytest.param("@[a](x:b) y", [("[a](x:b)", "a")], id="link-behind-a-marker"),
        pytest.param(
            "[a\n*b* `c`](x:d)", [("[a\n*b* `c`](x:d)", "a\nb c")], id="words"
        ),
        pytest.param("[a][r]\n\n[r]: x:y", [("[a][r]", "a")], id="reference"),
        pytest.param("<x-y:z>", [("<x-y:z>", "x-y:z")], id="autolink"),
        pytest.param(
            f"![a]({IMAGE})", [(f"![a]({IMAGE})", "a (img.example.org)")], id="image"
        ),
        pytest.param(
            f"@![a]({IMAGE})",
            [(f"![a]({IMAGE})", "a (img.example.org)")],
            id="image-behind",
        ),
        pytest.param("![a](x:y)", [("![a](x:y)", "a")], id="image-url"),
        pytest.param(
            f"[![a]({IMAGE})](https://b.c/)",
            [(f"![a]({IMAGE})", "a")],
            id="linked-image",
        ),
        pytest.param("a <b>c</b> <br>", [], id="harmless"),
        pytest.param(
            "a <b x=y>c</b>", [("<b x=y>", None), ("</b>", None)], id="attributes"
        ),
        pytest.param("a <b>c", [("<b>", None)], id="unclosed"),
        pytest.param("a </b>c", [("</b>", None)], id="unopened"),
        pytest.param(
            "<b>a <i>b</b> c</i>",
            [("<b>", None), ("</b>", None)],
            id="crossed",
        ),
        pytest.param(
            "a <span>b</span>", [("<span>", None), ("</span>", None)], id="other"
        ),
        pytest.param("a <!-- b -->", [("<!-- b -->", None)], id="comment"),
        pytest.param("@<span>b", [("<span>", None)], id="tag-behind-a-marker"),
        pytest.param(
            "<div>\n<p>x\n</div>",
            [("<div>", None), ("<p>", None), ("</div>", None)],
            id="block",
        ),
        pytest.param("a < b, c <d", [], id="no-tags"),
        pytest.param("`<span>` and `[a](x:y)`", [], id="code"),
    ],
)
def test_refused_stretches(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert refused(text) == [(written(stretch), words) for stretch, words in expected]


def test_trusted_answers_are_refused_nothing() -> None:
    assert refused("[a](x:b) <i y=z>", Options(trusted=True)) == []


def test_images_that_may_be_shown_are_not_refused() -> None:
    options = Options(images="allow", image_hosts=("img.example.org",))
    assert refused(f"![a]({IMAGE})", options) == []


def test_a_place_that_is_not_certain_takes_the_whole_line() -> None:
    line = "| [a](x:b) | [a](x:b) |"
    assert {stretch for stretch, _ in refused(f"{line}\n|---|---|")} == {line}


def messages(text: str) -> list[tuple[str, str]]:
    read = document(text)
    found = refusal_findings(find_refusals(read, Options()), ALLOWED, read.source)
    return [(each.code.name, each.message) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "[a](x:b)",
            [("link-refused", "Unexpected link target, only its text is shown")],
            id="link",
        ),
        pytest.param(
            f"![a]({IMAGE})",
            [("image-refused", "Unexpected image, it is not fetched but linked to")],
            id="image",
        ),
        pytest.param(
            "<script>x</script>",
            [("raw-html-refused", "Unexpected HTML element <script>, it is not shown")],
            id="element",
        ),
        pytest.param("a <b class=x>b</b>", [], id="allowed-element"),
        pytest.param("a <!-- b -->", [], id="comment"),
    ],
)
def test_findings_say_what_a_reader_misses(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert messages(text) == expected


def test_tags_shown_as_text_are_refused_code_aside() -> None:
    """Another renderer may allow HTML: what is text here must stay text there."""
    options = Options(raw_html="escape")
    text = "a <span>b `<i>` <https://c.d/> @<b>"
    assert refused(text, options) == [("<span>", None), ("<b>", None)]
    assert refused("| <i> | `<i>` | <i> |\n|---|---|---|", options)[0] == ("<i>", None)
    assert refused("a\n\n<div>\nb\n</div>", options) == [
        ("<div>", None),
        ("</div>", None),
    ]
