"""Answers with misplaced markers: all placements, in all containers and languages.

A placement is a block in which ``@`` stands for a marker and ``{…}`` for words; a
container puts a prefix before its lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.strategies import cite, source_ids

# Language → words that the placements are filled with. No Markdown in them.
WORDS: dict[str, tuple[str, ...]] = {
    "en": ("Remote work", "is allowed", "three days a week", "with approval"),
    "fr": ("Le télétravail", "est permis", "trois jours par semaine", "sur accord"),
    "de": ("Heimarbeit", "ist erlaubt", "an drei Tagen", "nach Absprache"),
    "ja": ("在宅勤務", "は認められる", "週三日まで", "上司の承認"),
    "zh": ("远程办公", "可以申请", "每周三天", "经理批准"),
    "ko": ("재택근무는", "허용된다", "주 3일까지", "승인 후"),
    "ar": ("العمل عن بعد", "مسموح به", "ثلاثة أيام", "بعد الموافقة"),
    "hi": ("दूर से काम", "की अनुमति है", "तीन दिन", "अनुमोदन से"),
}
STOPS = {"ja": "。", "zh": "。", "hi": "।"}

# Name → (code of the finding, templates).
PLACEMENTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "emphasis": (
        "CM101",
        (
            "{a} **{b}@** {c}{.}",
            "{a} **{b}{.}@**",
            "**{a} @{b}** {c}{.}",
            "{a} *{b} @* {c}{.}",
            "{a} ***{b}@*** {c}{.}",
            "{a} **{b} *{c}@*** {d}{.}",
            "{a} ~~{b}@~~ {c}{.}",
            "{a} ~~**{b}@** {c}~~ {d}{.}",
            "{a} **@** {b}{.}",
            "{a} __{b}@__ {c}{.}",
            "{a} **{b}@@** {c}{.}",
            "{a} **{b}@ {c}@** {d}{.}",
            "**{a}{.}@** {b}{.}",
            "**{a}:@** {b}{.}",
        ),
    ),
    "code-span": (
        "CM102",
        (
            "{a} `{b}@` {c}{.}",
            "{a} `@{b}` {c}{.}",
            "{a} `@` {b}{.}",
            "{a} `{b}@`{.}",
            "{a} **`{b}@`** {c}{.}",
        ),
    ),
    "code-block": (
        "CM103",
        (
            "{a}{.}\n\n```\n{b}@\n{c}\n```\n\n{d}{.}",
            "{a}{.}\n\n~~~ py\n@{b}\n~~~\n\n{d}{.}",
            "{a}{.}\n\n    {b}@\n    {c}\n\n{d}{.}",
            "```\n{b}\n@\n```\n\n{d}{.}",
        ),
    ),
    "fence": (
        "CM104",
        (
            "{a}{.}\n\n```\n{b}\n```@\n\n{d}{.}",
            "{a}{.}\n\n```\n{b}\n``` @\n\n{d}{.}",
            "{a}{.}\n\n```py@\n{b}\n```\n\n{d}{.}",
            "{a}{.}\n\n~~~ py @\n{b}\n~~~",
        ),
    ),
    "link": (
        "CM105",
        (
            "{a} [{b}@](https://example.org/x) {c}{.}",
            "{a} [{b} @ {c}](https://example.org/x){.}",
            "{a} [**{b}@**](https://example.org/x) {c}{.}",
            "{a} **[{b}@](https://example.org/x)** {c}{.}",
            "{a} [{b}@][ref] {c}{.}\n\n[ref]: https://example.org/x",
        ),
    ),
    "url": (
        "CM106",
        (
            "{a} [{b}](https://example.org/x@) {c}{.}",
            '{a} [{b}](https://example.org/x "{c}@") {d}{.}',
            "{a} <https://example.org/x@> {b}{.}",
            "{a} [{b}](https://example.org/@x){.}",
        ),
    ),
    "image": (
        "CM107",
        (
            "{a} ![{b}@](https://example.org/x.png) {c}{.}",
            "{a} ![{b}@ {c}](https://example.org/x.png) {c}{.}",
        ),
    ),
    "html": (
        "CM108",
        (
            "{a} <b@>{b}</b> {c}{.}",
            '{a} <span title="{b}@">{c}</span> {d}{.}',
            "{a} <!-- {b}@ --> {c}{.}",
            "{a} <code>{b}@</code> {c}{.}",
            "{a}{.}\n\n<!-- {b} @ -->\n\n{c}{.}",
            "{a}{.}\n\n<pre>\n{b}@\n</pre>\n\n{c}{.}",
            "{a}{.}\n\n<style>\n{b}@\n</style>\n\n{c}{.}",
        ),
    ),
    "math": (
        "CM109",
        (
            "{a} $x^2@$ {b}{.}",
            "{a} \\(x^2@\\) {b}{.}",
            "{a} \\[x^2@\\] {b}{.}",
            "{a}\n\n$$\nx^2@\n$$\n\n{b}{.}",
            "{a} $$x@^2$$ {b}{.}",
        ),
    ),
    "definition": (
        "CM110",
        (
            "{a} [{b}][ref] {c}{.}\n\n[ref]: https://example.org/x@",
            "{a} [{b}][ref] {c}{.}\n\n[ref]: https://example.org/x @\n\n{d}{.}",
            "{a} [{b}][ref] {c}{.}\n\n[r@ef]: https://example.org/x\n\n{d}{.}",
        ),
    ),
    "cell": (
        "CM111",
        (
            "| {a} | {b} |\n|---|---|\n| {c} | {d} |@",
            "| {a} | {b} |\n|---|---|\n| {c} | {d} |\n@\n\n{a}{.}",
            "| {a} | {b} |\n|---|---|\n| {c} | {d} | @\n| {a} | {b} |",
        ),
    ),
    "block": (
        "CM112",
        (
            "{a}{.}\n\n@# {b}\n\n{c}{.}",
            "{a}{.}\n\n@- {b}\n- {c}",
            "{a}\n@===\n\n{b}{.}",
            "{a}\n---@\n\n{b}{.}",
            "{a}{.}\n\n@> {b}",
            "{a}{.}\n\n@1. {b}\n2. {c}",
        ),
    ),
}
CONTAINERS = (
    ("", ""),
    ("> ", "> "),
    ("- ", "  "),
    ("1. ", "   "),
    ("> - ", ">   "),
    ("- - ", "    "),
)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """An answer with one placement, and the code that its markers should get."""

    text: str
    code: str
    name: str


def fill(template: str, language: str, *markers: str) -> str:
    """Return *template* with words of *language*, and *markers* used in turn."""
    text = template.replace("{.}", STOPS.get(language, "."))
    for name, word in zip("abcd", WORDS[language], strict=True):
        text = text.replace(f"{{{name}}}", word)
    pieces = text.split("@")
    ordered = [markers[number % len(markers)] for number in range(len(pieces) - 1)]
    return pieces[0] + "".join(
        marker + piece for marker, piece in zip(ordered, pieces[1:], strict=True)
    )


def contain(block: str, first: str, other: str) -> str:
    """Return *block* inside a container: its prefix goes before every line."""
    lines = block.split("\n")
    return "\n".join(
        ((other if number else first) + line).rstrip(" ")
        if not line
        else (other if number else first) + line
        for number, line in enumerate(lines)
    )


@st.composite
def misplaced_answers(draw: st.DrawFn) -> str:
    """One to three misplaced blocks, in any container and language."""
    blocks = []
    for _ in range(draw(st.integers(1, 3))):
        _, templates = PLACEMENTS[draw(st.sampled_from(sorted(PLACEMENTS)))]
        block = fill(
            draw(st.sampled_from(templates)),
            draw(st.sampled_from(sorted(WORDS))),
            cite(draw(source_ids)),
            cite(draw(source_ids), "L1"),
        )
        blocks.append(contain(block, *draw(st.sampled_from(CONTAINERS))))
    return "\n\n".join(blocks)
