from __future__ import annotations

from urllib.parse import quote

import pytest

from citemark import Options
from citemark.html_input.scanning import Scan, scan
from citemark.html_input.tree import read
from tests.html_pages import DELIM, START, STOP, marker

A, B, C = marker("alpha"), marker("beta", "L1"), marker("gamma")
ESCAPED = r"\ue200cite\ue202b\ue201"
REFERENCES = "".join(
    f"&#{ord(each)};" if each > "\ue000" else each for each in marker("alpha")
)


def _scan(html: str, dialect: str = "openai") -> Scan:
    return scan(read(html), Options(dialect=dialect), set)


def _found(html: str, dialect: str = "openai") -> list[str]:
    """Return the IDs that each marker cites, and the HTML that it is read from."""
    found = _scan(html, dialect)
    spans = [found.place(each.start, each.end) for each in found.markers]
    return [
        f"{','.join(each.source_ids)}={span.of(html)}"
        for each, span in zip(found.markers, spans, strict=True)
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<p>a {A} b</p>", [f"alpha={A}"]),
        (f"<p>a {REFERENCES} b</p>", [f"alpha={REFERENCES}"]),
        (
            f"<p>{START}cite{DELIM}<em>al</em>pha{STOP}</p>",
            [f"alpha={START}cite{DELIM}<em>al</em>pha{STOP}"],
        ),
        (
            f'<p>{START}cite{DELIM}<a href="http://t.co">t_co</a>{STOP}</p>',
            [f't_co={START}cite{DELIM}<a href="http://t.co">t_co</a>{STOP}'],
        ),
        (f'<a href="/{quote(A)}">b</a>', [f"alpha={quote(A)}"]),
        (f'<a href="/{quote(A).lower()}">b</a>', [f"alpha={quote(A).lower()}"]),
        (f'<a href="/{quote(A)}">/{A}</a> c', [f"alpha={A}"]),
        (f'<a href="/{quote(A)}">/{quote(A)}</a> c', [f"alpha={quote(A)}"]),
        (f'<a href="/{A}" title="{B}">c</a>', [f"alpha={A}", f"beta={B}"]),
        (f'<img alt="a {A}" src="{B}">', [f"alpha={A}", f"beta={B}"]),
        (f'<b data-x="{A}" aria-label="{B}">c</b>', []),
        (f"<b {A}>c</b {B}>", []),
        (f"<!-- {A} --><script>{B}</script>", [f"alpha={A}", f"beta={B}"]),
        (f"<head><title>{A}</title></head>{B}", [f"beta={B}"]),
        (f"<div><p>a</p>{A}</div><div>{B}</div>", [f"alpha={A}", f"beta={B}"]),
        (f"<pre>a\n\n{A}</pre>", [f"alpha={A}"]),
        (f"<table><tr><td>a{A}<td>{B}</table>", [f"alpha={A}", f"beta={B}"]),
    ],
)  # fmt: skip
def test_markers(html: str, expected: list[str]) -> None:
    assert _found(html) == expected


def test_a_host_that_swallowed_a_marker() -> None:
    host = f"x.xn--{('org' + A).encode('punycode').decode()}"
    assert _found(f'<a href="https://{host}/">a</a>') == [f"alpha={host[2:]}"]
    assert _found(f'<a href="https://{host}/">x.org{A}</a>') == [f"alpha={A}"]
    html = '<a href="https://xn--bcher-kva.test/xn--99999999999/">a</a>'
    assert _found(html) == []


@pytest.mark.parametrize(
    ("dialect", "html", "expected"),
    [
        ("gpt-oss", "a【1†L1】 b", ["1=【1†L1】"]),
        ("gpt-oss", '<a href="?a[1]=【1†L1】">b</a>', ["1=【1†L1】"]),
        ("openai-escaped", f"a {ESCAPED}", [f"b={ESCAPED}"]),
        ("openai-escaped", f"<a title='{ESCAPED}'>c</a>", [f"b={ESCAPED}"]),
    ],
)  # fmt: skip
def test_other_dialects(dialect: str, html: str, expected: list[str]) -> None:
    assert _found(html, dialect) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a [1].", ["1=[1]"]),
        ("<code>a[1]</code> <a href='b'>[1]</a><pre>[1]</pre>", []),
        ("<code><var>x</var>[1]</code> [1]", ["1=[1]"]),
        ('<a href="/?a[1]=é">b</a>', []),
    ],
)
def test_brackets_in_code_and_links_mean_nothing(
    html: str, expected: list[str]
) -> None:
    assert _found(html, "numeric") == expected


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h1>a</h1>\n\n<p>b\n  c &amp; d</p>", "a\n\nb c & d"),
        ("a<br>b<hr>c", "a\nb\n\nc"),
        ("<ul><li>a<li><p>b</p><p>c</p></ul>d", "- a\n- b\n\nc\n\nd"),
        ("<ol><li>a<li>b<ul><li>c</ul></ol>", "1. a\n2. b\n- c"),
        ("<li>a", "- a"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a | b\nc"),
        ("a<table><tr><td><td>b</table>", "a\n\nb"),
        ("<dl><dt>a<dd>b</dl>", "a\nb"),
        ("<pre>\n a\n\n  b</pre>c", "\n a\n\n  b\n\nc"),
        ("<img alt='a &lt; b'><script>c</script><!-- d -->", "a < b"),
        ("<div> <div> a</div></div>", "a"),
    ],
)
def test_what_is_read(html: str, text: str) -> None:
    assert _scan(html).reading.text == text
