"""Parts: what they may hold, what they print, how they escape."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from citemark import ThemeError
from citemark.render.escape import MarkdownText, join_markup
from citemark.render.part import Format, Part, compile_part

FIELDS = frozenset("abcdefghi")


def part(source: str, kind: Format = Format.HTML, *, inline: bool = False) -> Part:
    return compile_part(source, "x.j2", FIELDS, kind, inline=inline)


def show(source: str, kind: Format = Format.HTML, **values: str | None) -> str:
    return part(source, kind).render({**dict.fromkeys(FIELDS), **values})


def test_fields_are_escaped_for_their_place() -> None:
    shown = show("<i title=\"{{ a }}\" lang='{{ a }}'>{{ a }}</i>", a="<\"'&>")
    assert shown == (
        "<i title=\"&lt;&quot;'&amp;&gt;\" lang='&lt;\"&#39;&amp;&gt;'>"
        "&lt;\"'&amp;&gt;</i>"
    )


def test_markup_stays_and_the_result_is_markup() -> None:
    shown = show("{{ a }}{{ b }}", a=join_markup("<b>"), b="<b>")
    assert shown == "<b>&lt;b&gt;"
    assert type(shown) is Markup


def test_markdown_parts_escape_markdown() -> None:
    shown = show("{{ a }} {{ b }}", Format.MARKDOWN, a="*x*", b=MarkdownText("*y*"))
    assert shown == "\\*x\\* *y*"
    assert type(shown) is MarkdownText


def test_text_parts_escape_nothing() -> None:
    shown = show("{{ a }}", Format.TEXT, a="<*&>")
    assert shown == "<*&>"
    assert type(shown) is str


@pytest.mark.parametrize("absent", [None, ""])
def test_absent_fields_print_nothing(absent: str | None) -> None:
    assert show("[{{ a }}]", a=absent) == "[]"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("", "none"),
        ("a", "a"),
        ("b", "b"),
        ("ab", "a"),
        ("cd", "cd"),
        ("c", "c or d"),
        ("abc", "a"),
    ],
)
def test_tests_choose_a_branch(values: str, expected: str) -> None:
    source = (
        "{% if a and not d %}a{% elif b %}b{% elif c and d %}cd"
        "{% elif c or d %}c or d{% else %}none{% endif %}"
    )
    given = {name: "x" * (name in values) for name in FIELDS}
    assert part(source).render(given) == expected


def test_inline_parts_end_without_a_line_end() -> None:
    assert part("<b>{{ a }}</b>\n", inline=True).render({"a": "x"}) == "<b>x</b>"
    assert part("{{ a }}", inline=True).render({"a": "x"}) == "x"
    assert part("", inline=True).render({}) == ""
    assert part("<b>{{ a }}</b>\n").render({"a": "x"}) == "<b>x</b>\n"


def test_blocks_leave_no_blank_lines() -> None:
    assert show("  {% if a %}\n{{ a }}\n  {% endif %}\nb\n", a="x") == "x\nb\n"


def test_comments_and_literals_may_hold_anything() -> None:
    assert show("{# {{ z }} #}<!-- a<b > -->{{ a }}", a="<") == ("<!-- a<b > -->&lt;")
    assert show("1 < 2 {{ a }}", a="<") == "1 < 2 &lt;"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("\n{% if a %}", r"x\.j2:2: Unexpected end of template"),
        ("{{ a", r"x\.j2:1: "),
        ("\n\n{{ z }}", r"x\.j2:3: unknown field 'z', expected one of a, b"),
        ("{% if z %}{% endif %}", r"x\.j2:1: unknown field 'z'"),
        ("{{ a|safe }}", r"x\.j2:1: a part may only .* got Filter"),
        ("{{ a.b }}", "got Getattr"),
        ("{{ a() }}", "got Call"),
        ("{{ 'x' }}", "got Const"),
        ("{{ a ~ b }}", "got Concat"),
        ("{% for a in b %}{% endfor %}", "got For"),
        ("{% set a = b %}", "got Assign"),
        ("{% include 'x' %}", "got Include"),
        ("{% if a == b %}{% endif %}", "got Compare"),
        ("{% if a is defined %}{% endif %}", "got Test"),
        (
            "\n<i {{ a }}>",
            r"x\.j2:2: expected \{\{ a \}\} between tags or in the quotes",
        ),
        ("<i title={{ a }}>", "between tags or in the quotes"),
        ("<i {{ a }}='x'>", "between tags"),
        ("<!-- {{ a }} -->", "between tags"),
        (
            "".join(f"{{% if {name} %}}{{% endif %}}" for name in sorted(FIELDS)),
            r"x\.j2:1: expected at most 8 tested fields, got a, b",
        ),
    ],
)
def test_everything_else_is_refused(source: str, message: str) -> None:
    with pytest.raises(ThemeError, match=message):
        part(source)


def test_a_place_is_judged_in_each_branch() -> None:
    with pytest.raises(ThemeError, match="between tags"):
        part("{% if a %}<i {% endif %}{{ b }}{% if a %}>{% endif %}")
