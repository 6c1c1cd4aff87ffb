"""Where residue is looked for, and where a text is its author's own."""

from __future__ import annotations

import pytest

from citemark import clean

RESIDUE = "citeturn0search3"


@pytest.mark.parametrize(
    "text",
    [
        "a `X` b",
        "a ``b ` X`` c",
        "a `b\nX` c",
        "> a `b\n> X` c",
        "```\nX\n```",
        "- a\n\n  ~~~ py\n  X\n  ~~~\n",
        "```\nX and no end",
        "    X\n",
        "a\n\n\tX\n",
        "<div>\n`X`\n</div>",
        "<code>X</code>",
        "a <kbd>b X</kbd>",
        "<pre>\n\nX\n\n</pre>",
        "<pre><code>X</code></pre>",
        "<!-- X -->",
        "<!-- `b` X -->",
        "<!--\n\nX\n\n-->",
        '<a title="X">b</a>',
        "<a\n  data-b='X'\n>b</a>",
        "<img alt=X>",
        "<https://example.org/X>",
        "https://example.org/X b",
        "www.example.org/X",
        "a [b](X) c",
        "a [b](<X y>) c",
        'a [b](/c "X") d',
        "a ![b](/c_(X)) d",
        "[b]: /c/X\n",
        '> [b]: /c "X"\n',
        "$X$",
        "a $b_{X} = c$ d",
        "$$\nX\n$$",
        "a \\(X\\) b",
        "\\[\nX\n\\]",
        "“X”",
        "a 「X」 b",
        'a ("X") b',
        "'X' a",
        "[X](https://example.org)",
        "[X][b]",
    ],
)
def test_what_an_author_wrote_stays(text: str) -> None:
    text = text.replace("X", RESIDUE)
    found = clean(text, [{"source_id": "turn0search3"}])
    assert (found.text, found.findings) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        "aX",
        "a `b` X",
        "a ` X",
        "```\nb\n```\n\nX",
        "a\n    X\n",
        "<code>b</code> X",
        "<code> X",
        "<!-- X",
        "<a>X</a>",
        "a < b X > c",
        "https://example.org/ X",
        "https://example.org/【1†source】 X",
        "a [b](/c) X",
        "[b]: a sentence X\n",
        "[^1]: /b X\n",
        "$5 X and $6",
        "a\\$b X c$",
        "$ X $",
        "a \\(X",
        "a “X b”",
        'a"X" b',
        "a 'X b'",
        "[X] (b)",
        "| X | `b` |\n|---|---|\n| `c` | d |",
    ],
)
def test_what_nobody_wrote_goes(text: str) -> None:
    found = clean(text.replace("X", RESIDUE))
    assert RESIDUE not in found.text
    assert found.counts["undelimited"] == 1


def test_a_wide_table_takes_linear_time() -> None:
    # Each cell is a block of the whole row.
    row = f"{'| `a` b ' * 4_000}|\n"
    text = f"{row}{'|---' * 4_000}|\n{row}\n{RESIDUE}"
    assert RESIDUE not in clean(text).text


@pytest.mark.parametrize(
    "opening",
    [
        *("<pre>", "<code>", "<!--", "<a b='", "$a", "$$", "\\(", "\\[", "`", "``a`"),
        *("https://", "www.", "a://", "](", "](<", "[a]: ", "<a b", "<a:", "(“", "]: "),
    ],
)
def test_unclosed_openings_take_linear_time(opening: str) -> None:
    text = opening * (60_000 // len(opening)) + "\n\n" + RESIDUE
    assert clean(text).text != ""
