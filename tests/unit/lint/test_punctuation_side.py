from __future__ import annotations

from collections.abc import Mapping

import pytest

from citemark import Options, fix, lint
from citemark.errors import ConfigError
from tests.strategies import cite

M = cite("turn0file0")


def options(
    settings: Mapping[str, object] | None = None, language: str | None = None
) -> Options:
    return Options(
        select=("punctuation-side",),
        rules={"punctuation-side": settings} if settings else {},
        language=language,
    )


def shown(text: str, given: Options) -> str:
    """Return the fixed text; markers are written ``^``."""
    fixed = fix(text.replace("^", M), options=given)
    assert fixed.diagnostics == ()
    return fixed.text.replace(M, "^")


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("Open^.", "Open.^"),
        ("Open ^, then^; so^: why^? No^!", "Open,^ then;^ so:^ why?^ No!^"),
        ("Open^...", "Open...^"),
        ("Open^… then", "Open…^ then"),
        ("Open^^.", "Open.^^"),
        ("Open^?!", "Open?!^"),
        ("*Open*^.", "*Open*.^"),
        ("`code`^.", "`code`.^"),
        ("He said “no^.” So", "He said “no.”^ So"),
        ("He said “no^”. So", "He said “no”.^ So"),
        ("He said “no^” and left", "He said “no”^ and left"),
        ('He said "no^" and left', 'He said "no"^ and left'),
        ("Er sagt „nein^“ dazu", "Er sagt „nein“^ dazu"),
        ("Er sagt »nein^« dazu", "Er sagt »nein«^ dazu"),
        ("Il dit « non ^ ».", "Il dit « non ».^"),
        ("Vraiment^ ? Oui ^ !", "Vraiment ?^ Oui !^"),
        ("The end ^ .", "The end.^"),
        ("It sank (a ship^). So", "It sank (a ship).^ So"),
        ("- In brackets (2024^)", "- In brackets (2024)^"),
        ("| a (b^) |\n| - |\n| c^. |", "| a (b)^ |\n| - |\n| c.^ |"),
        ("(It sank^.) So", "(It sank.^) So"),
        ("(It sank^.)", "(It sank.)^"),
        ("week^.Next", "week.^Next"),
        ("week^.“Next”", "week.^“Next”"),
        ("每天开放^。五月，关闭^。", "每天开放。^五月，关闭。^"),
        ("他说“走吧”^。", "他说“走吧”。^"),
        ("他说“走吧^”然后走了", "他说“走吧”^然后走了"),
        ("开放^。“关闭”", "开放。^“关闭”"),
        ("「行け^」と言った", "「行け」^と言った"),
        ("開館（毎日^）。", "開館（毎日）。^"),
        ("یہ وہ^، پھر^۔", "یہ وہ،^ پھر۔^"),
        ("لماذا^؟", "لماذا؟^"),
        ("हाँ^। नहीं^॥", "हाँ।^ नहीं॥^"),
        ("열려 있다^. 끝^.", "열려 있다.^ 끝.^"),
        ("Открыто^. Да^.", "Открыто.^ Да.^"),
        ("Ανοιχτό^.", "Ανοιχτό.^"),
        ("a^.<br>b", "a.^<br>b"),
    ],
)
def test_markers_move_behind(bad: str, good: str) -> None:
    assert lint(bad.replace("^", M), options=options())
    assert shown(bad, options()) == good


@pytest.mark.parametrize(
    "text",
    [
        "Open.^ Then",
        "It costs 3^.5 or 1^,000",
        "use ^.NET or ^.env or a^.b",
        "at 12^:30 and^:smile: or^://x",
        "hello^ :) hello^;)",
        "so^ ... and so^ … and^...so and ^ . . .",
        "It (a ship^) sank",
        "It (a ship^), she said, sank",
        "(It sank.^) So",
        "(It sank^)^",
        "the dogs^' bowls, the firm^’s bowls",
        "the firm^’ bowls",
        "mot^« autre »",
        "Er^ „sagt“",
        '^ "quoted"',
        'word^"quoted"',
        "see ^![a](https://example.org/a.png)",
        "^. At the start",
        "Open^",
        "Open ^ - daily",
        "Open^ ) daily",
        "run^./it",
        "Next^.SO",
        "9^.So",
        "Open ^ .So",
    ],
)
def test_other_marks_close_nothing(text: str) -> None:
    assert lint(text.replace("^", M), options=options()) == []


def test_the_finding_is_the_run() -> None:
    (found,) = lint(f"Open {M} {M}.", options=options())
    assert (found.start, found.end) == (5, 6 + 2 * len(M))
    assert found.message == "Unexpected marker before '.', expected it after"


def test_french_keeps_its_space() -> None:
    assert shown("Oui ^!", options(language="fr-CA")) == "Oui !^"
    assert shown("Oui ^!", options()) == "Oui!^"
    assert shown("Oui ^.", options(language="fr")) == "Oui.^"


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("Open.^ Then", "Open^. Then"),
        ("Open?! ^ Then", "Open^?! Then"),
        ("Open. ^Then", "Open^. Then"),
        ("a, ^ b:^ c", "a^, b^: c"),
        ("(text).^", "(text)^."),
        ("and so on etc.^", "and so on etc^."),
        ("开放。^关闭；^", "开放^。关闭^；"),
        ("यह।^", "यह^।"),
        ("a;^", "a^;"),
    ],
)
def test_markers_move_in_front(bad: str, good: str) -> None:
    assert shown(bad, options({"side": "before"})) == good


@pytest.mark.parametrize(
    "text",
    [
        "Open^.",
        'He said "stop."^ Then',
        "Dr.^ Ito",
        "e.g.^ this",
        "3.^5",
        "AT&amp;^ x",
        r"so\!^ x",
        ".^",
        "word ^ word",
    ],
)
def test_nothing_to_leave(text: str) -> None:
    given = options({"side": "before"})
    assert lint(text.replace("^", M), options=given) == []


def test_keep_says_nothing() -> None:
    assert lint(f"a{M}. b.{M}", options=options({"side": "keep"})) == []


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("是^。", None, "是。^"),
        ("はい^。", None, "はい。^"),
        ("Oui.^", None, "Oui^."),
        ("Да^. Да.^", None, "Да^. Да.^"),
        ("Oui^.", "zh-Hant", "Oui.^"),
        ("是。^", "de", "是^。"),
        ("Да.^", "ru", "Да.^"),
        ("9!^", None, "9^!"),
    ],
)
def test_sides_of_languages(text: str, language: str | None, expected: str) -> None:
    settings = {"side": "before", "languages": {"cjk": "after", "ru": "keep"}}
    given = options(settings, language)
    assert fix(text.replace("^", M), options=given).text.replace(M, "^") == expected


def test_a_language_may_differ_from_keep() -> None:
    given = options({"side": "keep", "languages": {"ja": "after"}})
    assert shown("はい^。", given) == "はい。^"
    assert shown("是^。", given) == "是^。"


def test_impossible_sides_are_refused() -> None:
    with pytest.raises(ConfigError, match="punctuation-side"):
        lint("a", options=options({"side": "left"}))
    with pytest.raises(ConfigError, match="punctuation-side"):
        lint("a", options=options({"languages": {"fr": "left"}}))
