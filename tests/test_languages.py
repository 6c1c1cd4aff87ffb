"""Whole answers in every language: no word of ours is English, none is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from bs4 import BeautifulSoup

from citemark import Options, Renderer, StreamRenderer, pictures, render, render_claims
from citemark.diagnostic import Diagnostic
from citemark.render.catalogue import read_catalogue
from citemark.render.labels import labels_for, languages
from citemark.stream.events import End
from tests.cases.support import cite

# In alphabets that no catalogue has, so that whatever is Latin is ours.
ANSWER = (
    f"# Ժամեր\n\nԱռաջին։{cite('a', 'L1-L2')} Երկրորդ։{cite('a', 'L4')}{cite('b')}\n\n"
    f"Երրորդ։{cite('a', 'P1')}{cite('a', 'p1')}{cite('a', 'C1-C3')} Չորրորդ։"
    f"{cite('none')} Հինգերորդ նավը նավահանգստում։{cite('c')} Վեցերորդ։{cite('d')}"
)
SOURCES = (
    {
        "source_id": "a",
        "title": "Գիրք",
        "url": "https://x.test/",
        "modified_at": "2026-04-02",
        "text": "Ա\nԲ\nԳ\nԴ\nԵ\nԶ\nԷ",
    },
    {"source_id": "b", "title": "", "text": "Ը"},
    {"source_id": "c", "title": "Նավ", "text": "Թ\nՀինգերորդ նավը նավահանգստում։\nԺ"},
    {
        "source_id": "d",
        "title": "Հին",
        "retrieved_at": "2026-01-01",
        "modified_at": "2026-02-01",
    },
    {"source_id": "e", "title": "Այլ"},
    *({"source_id": f"n{number}", "title": "Այլ"} for number in range(300)),
)
CLAIMS = {"claims": [], "insufficient_evidence": True}
OUTPUTS = ("html", "markdown", "text", "email")
HOST = {"test", "https"}
# The L of "L8" is the grammar's.
_WORD_RE = re.compile("[A-Za-zÀ-ÖØ-öø-ɏ]{2,}")
_HIDDEN = "style, script"
_SAID = ("aria-label", "title", "alt")


def options_in(language: str, **labels: str) -> Options:
    return Options(
        language=language,
        labels=labels,
        locators=("lines", "pages", "paragraphs", "chars"),
        locate="auto",
        on_unresolved="mark",
    )


def shown(options: Options) -> Iterator[str]:
    """Yield all that readers see or hear of an answer, output by output."""
    for to in OUTPUTS:
        rendered = render(ANSWER, SOURCES, to=to, options=options, page=to == "html")
        yield said(rendered.body) if to in ("html", "email") else rendered.body
        yield said(render_claims(CLAIMS, (), to=to, options=options).body)
    yield said(str(pictures.report(ANSWER, SOURCES, options=options)))
    yield from statuses(options)


def said(html: str) -> str:
    """Return the text of a page, with what is read out in place of it."""
    soup = BeautifulSoup(html, "html.parser")
    for hidden in soup.select(_HIDDEN):
        hidden.decompose()
    names = (str(tag.get(name, "")) for tag in soup.find_all() for name in _SAID)
    return "\n".join([soup.get_text("\n"), *names])


def statuses(options: Options) -> Iterator[str]:
    stream = StreamRenderer(SOURCES, options=options)
    for event in (*stream.feed(ANSWER), *stream.finish()):
        if isinstance(event, End):
            yield event.status


def words(texts: Iterator[str]) -> set[str]:
    return {word.lower() for text in texts for word in _WORD_RE.findall(text)}


def own_words(language: str) -> set[str]:
    """Return the words of a language's catalogue, which may be English ones, too."""
    folder = files("citemark.render") / "languages"
    name = "citemark.pot" if language == "en" else f"{language}.po"
    phrases = read_catalogue((folder / name).read_text("utf-8")).values()
    forms = (form for phrase in phrases for form in phrase.forms)
    return words(re.sub(r"\{\w+\}", " ", form) for form in forms)


def test_what_is_looked_for_is_found_in_english() -> None:
    found = words(shown(options_in("en")))
    assert {"sources", "excerpt", "unknown", "matched", "enough", "lines"} <= found
    assert {"complete", "uncited", "updated", "paragraph", "more", "back"} <= found


@pytest.mark.parametrize("language", [tag for tag in languages() if tag != "en"])
def test_no_english_word_is_left(language: str) -> None:
    own = own_words(language)
    found = words(shown(options_in(language)))
    assert sorted(found & (own_words("en") - own)) == []
    assert sorted(found - own - HOST) == []


def test_every_word_comes_from_a_label() -> None:
    labels = labels_for(Options())
    invented = {
        key: f"⟦{'·'.join(re.findall(r'{[a-z]+}', text))}⟧"
        for key, text in labels.items()
    }
    invented["letters"] = "α β γ δ"
    found = words(shown(options_in("en", **invented)))
    assert found <= HOST


def findings(options: Options) -> list[Diagnostic]:
    rendered = render("Ա։", (), options=options)
    return [each for each in rendered.diagnostics if each.code == "CM601"]


@pytest.mark.parametrize("to", OUTPUTS)
def test_an_unknown_language_is_told_once(to: str) -> None:
    answer = f"Ա։{cite('a')} Բ։{cite('a')}"
    rendered = render(answer, SOURCES, to=to, options=Options(language="tlh"))
    (found,) = [each for each in rendered.diagnostics if each.code == "CM601"]
    assert (found.start, found.end, found.line) == (0, 0, 1)
    assert found.message.startswith("no labels in the language 'tlh', they are English")
    assert "pt-BR, ru" in found.message


@pytest.mark.parametrize("language", [None, "", "en", "de-AT", "pt", "zh-TW"])
def test_a_language_with_labels_or_none_is_no_finding(language: str | None) -> None:
    assert findings(Options(language=language)) == []


def test_a_language_whose_labels_the_caller_brings_is_no_finding() -> None:
    labels = dict(labels_for(Options()))
    assert findings(Options(language="tlh", labels=labels)) == []


def test_a_hostile_tag_is_quoted() -> None:
    (found,) = findings(Options(language="<b>\ue200\n" * 500))
    assert "\n" not in found.message
    assert "\ue200" not in found.message
    assert len(found.message) < 500


@pytest.mark.parametrize("to", OUTPUTS)
def test_all_outputs_write_dates_alike(to: str) -> None:
    answer = f"Ա։{cite('a')}"
    options = Options(language="de", dates="locale")
    assert "2. April 2026" in render(answer, SOURCES, to=to, options=options).body
    iso = render(answer, SOURCES, to=to, options=Options(language="de")).body
    assert "2026-04-02" in iso


def test_pictures_write_dates_as_answers_do() -> None:
    options = Options(language="ar", dates="locale")
    drawn = str(pictures.annotated(ANSWER, SOURCES, options=options))
    assert '<bdi dir="rtl">2 أبريل 2026</bdi>' in drawn
    drawn = str(pictures.annotated(ANSWER, SOURCES, options=Options(language="ar")))
    assert '<bdi dir="ltr">2026-04-02</bdi>' in drawn


def test_what_was_printed_in_iso_is_not_printed_again_for_a_locale() -> None:
    answer = f"Ա։{cite('a')}"
    given = [
        Options(language="de"),
        Options(language="de", dates="locale"),
        Options(language="de-AT", dates="locale"),
    ]
    source = [{**SOURCES[0], "modified_at": "2026-01-02"}]
    bodies = [render(answer, source, options=options).body for options in given]
    shown_as = ("2026-01-02</time>", "2. Januar 2026</time>", "2. Jänner 2026</time>")
    assert [text in body for text, body in zip(shown_as, bodies, strict=True)] == [
        True
    ] * 3


def test_letters_of_links_back_are_those_of_the_language() -> None:
    body = render(ANSWER, SOURCES, options=options_in("he")).body
    links = BeautifulSoup(body, "html.parser").select("[role=doc-backlink]")
    assert [link.get_text() for link in links[:3]] == ["א", "ב", "ג"]
    assert [link["href"] for link in links[:3]] == ["#cx-r1", "#cx-r2", "#cx-r4"]


@pytest.mark.parametrize("to", ["html", "email"])
def test_a_locale_becomes_the_tag_that_browsers_know(to: str) -> None:
    page = to == "html"
    options = Options(language="fa_IR")
    body = render(ANSWER, SOURCES, to=to, options=options, page=page).body
    tagged = BeautifulSoup(body, "html.parser").select("[lang]")
    assert {(tag["lang"], tag["dir"]) for tag in tagged} == {("fa-IR", "rtl")}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Doe & Roe 2024", "Doe et al. n.d.-a", "Doe et al. n.d.-b"]),
        ("de", ["Doe & Roe 2024", "Doe et al. o.\xa0J.-a", "Doe et al. o.\xa0J.-b"]),
        ("ru", ["Doe и Roe 2024", "Doe и др. б.\xa0г.-а", "Doe и др. б.\xa0г.-б"]),
        ("ja", ["Doe・Roe 2024", "Doeほか 日付なし-a", "Doeほか 日付なし-b"]),
    ],
)
def test_authors_are_named_as_in_the_language(
    language: str, expected: list[str]
) -> None:
    two, many = ["Doe, Jane", "Roe, Ann"], ["Doe, Jane", "Roe, Ann", "Poe, Eve"]
    sources = [
        {"source_id": "a", "title": "A", "authors": two, "published_at": "2024-05-06"},
        {"source_id": "b", "title": "B", "authors": many},
        {"source_id": "c", "title": "C", "authors": many},
    ]
    answer = f"Ա։{cite('a')} Բ։{cite('b')} Գ։{cite('c')}"
    themed = Renderer("academic", Options(language=language))
    links = BeautifulSoup(themed.render(answer, sources).body, "html.parser")
    found = [link.get_text() for link in links.select("[role=doc-biblioref]")]
    assert found == expected
