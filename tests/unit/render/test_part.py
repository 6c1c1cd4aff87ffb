from __future__ import annotations

import pytest
from markupsafe import Markup

from citemark.errors import ThemeError
from citemark.render.escape import MarkdownText
from citemark.render.part import Format, compile_part

FIELDS = frozenset("abcdefghi")
HOSTILE = "<b>&\"'"


def printed(
    source: str, kind: Format = Format.HTML, *, inline: bool = False, **values: str
) -> str:
    part = compile_part(source, "t/x.j2", FIELDS, kind, inline=inline)
    return part.render({**dict.fromkeys(FIELDS), **values})


def fault(source: str, kind: Format = Format.HTML) -> str:
    with pytest.raises(ThemeError) as caught:
        compile_part(source, "t/x.j2", FIELDS, kind, inline=False)
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>{{ a }}</p>", "<p>&lt;b&gt;&amp;\"'</p>"),
        ('<p title="{{ a }}">', '<p title="&lt;b&gt;&amp;&quot;\'">'),
        ("<p title='{{ a }}'>", "<p title='&lt;b&gt;&amp;\"&#39;'>"),
        ("<p title='x'>{{ a }}", "<p title='x'>&lt;b&gt;&amp;\"'"),
        ('<!-- <p title=" -->{{ a }}', '<!-- <p title=" -->&lt;b&gt;&amp;"\''),
        ("1 < 2 {{ a }}", "1 < 2 &lt;b&gt;&amp;\"'"),
    ],
)
def test_fields_are_escaped_for_their_place(source: str, expected: str) -> None:
    assert printed(source, a=HOSTILE) == expected


def test_html_is_marked_as_html_and_not_escaped_again() -> None:
    part = compile_part("{{ a }}{{ b }}", "x", FIELDS, Format.HTML, inline=False)
    rendered = part.render({"a": Markup("<i>"), "b": "<i>"})
    assert (type(rendered), rendered) == (Markup, "<i>&lt;i&gt;")


def test_markdown_is_escaped_once() -> None:
    source = "[{{ a }}]({{ b }})"
    assert printed(source, Format.MARKDOWN, a="*x*", b=MarkdownText("*y*")) == (
        "[\\*x\\*](*y*)"
    )
    part = compile_part(source, "x", FIELDS, Format.MARKDOWN, inline=False)
    assert type(part.render({"a": "x", "b": "y"})) is MarkdownText


def test_text_is_left_as_it_is() -> None:
    assert printed("<{{ a }}", Format.TEXT, a=HOSTILE) == f"<{HOSTILE}"


@pytest.mark.parametrize("absent", [None, ""])
def test_absent_fields_print_nothing(absent: str | None) -> None:
    source = "[{{ a }}]{% if a %}x{% else %}y{% endif %}"
    part = compile_part(source, "x", FIELDS, Format.HTML, inline=False)
    assert part.render({"a": absent}) == "[]y"


TESTS = "{% if a and b %}1{% elif a or c %}2{% elif not d %}3{% else %}4{% endif %}"


@pytest.mark.parametrize(
    ("values", "expected"),
    [("ab", "1"), ("abc", "1"), ("a", "2"), ("c", "2"), ("b", "3"), ("bd", "4")],
)
def test_tests_choose_a_branch(values: str, expected: str) -> None:
    part = compile_part(TESTS, "x", FIELDS, Format.HTML, inline=False)
    assert part.render({name: "x" * (name in values) for name in FIELDS}) == expected


def test_tests_without_an_else_print_nothing() -> None:
    assert printed("x{% if a %}y{% endif %}") == "x"


def test_a_branch_may_open_a_quote_that_the_other_does_not() -> None:
    source = '<p{% if a %} title="{{ a }}"{% endif %}>{{ b }}'
    assert printed(source, b='"') == '<p>"'
    assert printed(source, a='"', b='"') == '<p title="&quot;">"'


@pytest.mark.parametrize(
    ("source", "inline", "expected"),
    [
        ("x\n", True, "x"),
        ("x\n", False, "x\n"),
        ("x\n\n", True, "x\n"),
        ("{{ a }}", True, "A"),
        ("", True, ""),
    ],
)
def test_an_inline_part_ends_without_a_line_end(
    source: str, expected: str, *, inline: bool
) -> None:
    assert printed(source, inline=inline, a="A") == expected


def test_comments_are_not_printed() -> None:
    assert printed("a{# <script> #}b") == "ab"


@pytest.mark.parametrize(
    ("source", "line", "kind"),
    [
        ("\n{% for x in a %}{% endfor %}", 2, "For"),
        ("{{ a|safe }}", 1, "Filter"),
        ("\n\n{{ a.b }}", 3, "Getattr"),
        ("{{ a() }}", 1, "Call"),
        ("{{ 'x' }}", 1, "Const"),
        ("{% if a == b %}{% endif %}", 1, "Compare"),
        ("{% set a = b %}", 1, "Assign"),
        ("{% include 'x' %}", 1, "Include"),
        ("{% if a %}\n{% elif b %}\n{{ a|safe }}{% endif %}", 3, "Filter"),
        ("{% if a %}{% else %}\n{{ a|safe }}{% endif %}", 2, "Filter"),
    ],
)
def test_all_but_fields_and_tests_is_refused(source: str, line: int, kind: str) -> None:
    assert fault(source) == (
        f"t/x.j2:{line}: a part may only print its fields and test them with if "
        f"(and, or, not), got {kind}"
    )


@pytest.mark.parametrize("source", ["\n{{ z }}", "\n{% if z %}{% endif %}"])
def test_unknown_fields_are_refused(source: str) -> None:
    assert fault(source) == (
        "t/x.j2:2: unknown field 'z', expected one of a, b, c, d, e, f, g, h, i"
    )


def test_syntax_errors_name_file_and_line() -> None:
    assert fault("a\nb\n{% if a %}").startswith("t/x.j2:3: Unexpected end of template")


def test_too_many_tests_are_refused() -> None:
    source = "".join(f"{{% if {name} %}}{{% endif %}}" for name in "abcdefghi")
    assert fault(source) == (
        "t/x.j2:1: expected at most 8 tested fields, got a, b, c, d, e, f, g, h, i"
    )


@pytest.mark.parametrize(
    "source",
    [
        "\n<p {{ a }}>",
        "\n<p title={{ a }}>",
        "\n<!-- {{ a }} -->",
        "\n</{{ a }}>",
        "\n<!doctype {{ a }}>",
    ],
)
def test_fields_where_no_escaping_is_safe_are_refused(source: str) -> None:
    message = fault(source)
    assert message.startswith("t/x.j2:2: ")


def test_the_message_says_where_a_field_may_stand() -> None:
    assert fault("<p {{ a }}>") == (
        "t/x.j2:1: expected {{ a }} between tags or in the quotes of an attribute, "
        "outside scripts"
    )
