from __future__ import annotations

import pytest

from citemark import Options, render
from citemark.render.escape import escape_markdown

PLAIN_TEXT = "No brace.\n\n---\n\nC:\\new and `{{x}}`\n\n    {% code %}\n"


def written(answer: str, profile: str = "gfm", **settings: object) -> str:
    options = Options(markdown_profile=profile, **settings)  # type: ignore[arg-type] # parameters
    return str(render(answer, to="markdown", options=options))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        # Attributes, roles, expressions, templates.
        ("a {b} \\{c} \\\\{d}", "a \\{b} \\{c} \\\\\\{d}"),
        ("{{ a }} {% b %} \\{% c %} {# d #}",
         "\\{\\{ a }} \\{&#37; b %} \\{&#37; c %} \\{&#35; d #}"),
        ("`{{ a }}` {raw}`b`{=html}", "`{{ a }}` \\{raw}`b`\\{=html}"),
        ("`` ` `` {a} \\`{b}`", "`` ` `` \\{a} \\`\\{b}`"),
        ("# One {onclick=x}\n{: .a }", "# One \\{onclick=x}\n\\{: .a }"),
        ("[a](https://e.test/{b}){c}", "[a](https://e.test/%7Bb})\\{c}"),
        # What Hugo and Quarto expand in code too.
        ("`{{< a >}}`\n\n    {{% b %}}\n", "`{ {< a >}}`\n\n    { {% b %}}\n"),
        ("```\n{{< a >}} {{ b }}\n```", "```\n{ {< a >}} {{ b }}\n```"),
        # Fences name a language, and nothing else.
        ("```{raw} html\na\n```", "```raw\na\n```"),
        ("~~~ { .py .x }\na\n~~~", "~~~ \na\n~~~"),
        ("```python {x=1}\r\na\r\n```", "```python\r\na\r\n```"),
        ("``` {=html}\na\n```", "``` \na\n```"),
        ("```{r, echo=FALSE}\na\n```", "```r\na\n```"),
        ("```python title=x\n{a}\n```", "```python title=x\n{a}\n```"),
        ("- ::: a\n:::: b\n\na ::: c", "- &#58;:: a\n&#58;::: b\n\na ::: c"),
        # Front matter.
        ("---\na: b\n---\n", "***\na: b\n---\n"),
        ("\n---\nb\n\n---\n", "\n***\nb\n\n---\n"),
        ("\ufeff---\n\nb\n", "***\n\nb\n"),
        ("+++\na = 1\n+++\n", "\\+++\na = 1\n+++\n"),
        ("- - -\na\n{", "- - -\na\n\\{"),
        # Formulas.
        ("$\\frac{a}{b}$ {c}", "$\\frac{a}{b}$ \\{c}"),
        ("$x_{1}^{2}$ is $5 {a} or $6", "$x_ {1}^ {2}$ is $5 \\{a} or $6"),
        ("$(b){{c}}{% d$", "$(b) { {c}}{ % d$"),
        ("$$\n\\text{a}\n$$", "$$\n\\text{a}\n$$"),
        ("$$\n{: .a}\n$$", "$$\n\\{: .a}\n$$"),
        ("\\(a_{1}\\) \\[\n\\sum{b}\n\\]", "\\(a_ {1}\\) \\[\n\\sum{b}\n\\]"),
        ("\\[\n{a}\n\\]", "\\[\n\\{a}\n\\]"),
        ("$a {raw}`b`$", "$a \\{raw}`b`$"),
        ("\\alpha{a}", "\\alpha\\{a}"),
    ],
)  # fmt: skip
def test_what_programs_obey_is_text(answer: str, expected: str) -> None:
    assert written(answer).strip("\n") == expected.strip("\n")


@pytest.mark.parametrize("profile", ["gfm", "myst", "plain"])
def test_what_nobody_obeys_stays_to_the_byte(profile: str) -> None:
    assert written(PLAIN_TEXT, profile) == PLAIN_TEXT
    assert written("C:\\new", profile) == "C:\\new"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("a\n\n---\nb: c\n---\n", "a\n\n***\nb: c\n---\n"),
        ("\\input{a} \\\\input \\_", "\\\\input\\{a} \\\\input \\_"),
        ("`\\a` \\b", "`\\a` \\\\b"),
    ],
)
def test_pandoc_reads_tex_and_options_anywhere(answer: str, expected: str) -> None:
    assert written(answer, "pandoc") == expected


def test_answers_that_are_trusted_stay_as_they_are() -> None:
    answer = "---\na: b\n---\n{{ c }}\n"
    assert written(answer, trusted=True) == answer


def test_titles_are_no_templates() -> None:
    assert escape_markdown("{% a %} {{ b }}") == "\\{&#37; a %\\} \\{\\{ b \\}\\}"
