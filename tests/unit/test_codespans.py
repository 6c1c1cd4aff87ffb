from __future__ import annotations

import pytest

from citemark.codespans import code_of, code_spans


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("no code", [], id="none"),
        pytest.param("a `b` c `d`", ["`b`", "`d`"], id="two"),
        pytest.param("``a ` b`` c", ["``a ` b``"], id="longer-run"),
        pytest.param("a ` b", [], id="unclosed"),
        pytest.param("``a` b `c`", ["` b `"], id="unclosed-run-first"),
        pytest.param("```a``` `b", ["```a```"], id="three"),
        pytest.param("", [], id="empty"),
    ],
)
def test_code_spans_of_a_line(line: str, expected: list[str]) -> None:
    assert [span.of(line) for span in code_spans(line)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a `b`\nc `d`\n", ["`b`", "`d`"], id="spans"),
        pytest.param("a `b\nc` d", [], id="span-over-lines-is-not-looked-for"),
        pytest.param(
            "x\n```py\n`a\n```\ny `z`", ["```py\n", "`a\n", "```\n", "`z`"], id="fence"
        ),
        pytest.param(
            "~~~ a`b\nx\n~~~~\ny", ["~~~ a`b\n", "x\n", "~~~~\n"], id="tildes"
        ),
        pytest.param("````\n```\n````", ["````\n", "```\n", "````"], id="longer-fence"),
        pytest.param("```\nto the end", ["```\n", "to the end"], id="unclosed-fence"),
        pytest.param("```a``` b\nc", ["```a```"], id="backtick-in-info-is-a-span"),
        pytest.param(
            "- ```\n  x\n  ```\ny", ["- ```\n", "  x\n", "  ```\n"], id="list"
        ),
        pytest.param("> ```\r\n> x\r\n", ["> ```\r\n", "> x\r\n", ""], id="quote"),
        pytest.param("1. ```\nx", ["1. ```\n", "x"], id="ordered-list"),
        pytest.param(
            "```\na\n~~~\nb", ["```\n", "a\n", "~~~\n", "b"], id="other-fence"
        ),
    ],
)
def test_code_of_a_text(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in code_of(text)] == expected
