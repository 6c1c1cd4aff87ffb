from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, render
from citemark.deep_links import deep_links
from citemark.describe import describe
from citemark.locator import Lines, Locator
from citemark.locators.pages import Pages
from citemark.locators.paragraphs import Paragraphs
from citemark.locators.time import Time
from citemark.source import Source
from citemark.url_policy import UrlPolicy
from tests.cases.support import Page, cite

TEXT = "Rules\n\nThree days a week.\n\nNot on Mondays."
PAGE = Source(source_id="s", title="T", url="https://example.org/a", text=TEXT)
UNREAD = replace(PAGE, text=None)
VIDEO = replace(PAGE, source_type="video")
PIECE = replace(PAGE, chunk_id="c")
BLOB = "https://github.com/o/r/blob/0f3a/src/"


def links(
    source: Source, *locators: Locator, options: Options | None = None
) -> tuple[str | None, ...]:
    """Return the deep links to places of *source*."""
    options = options or Options()
    return deep_links(source, locators, describe(source, 1, options), options)


def link(url: str, locator: Locator, source: Source = PAGE) -> str | None:
    """Return what the deep link adds to *url*, if there is one."""
    (found,) = links(replace(source, url=url), locator)
    return found and found.removeprefix(url)


def test_a_page_is_searched_for_the_cited_words() -> None:
    assert links(PAGE, Lines(3, 3), Lines(1, 5), Lines(2, 2)) == (
        "https://example.org/a#:~:text=Three%20days%20a%20week.",
        "https://example.org/a#:~:text=Rules,Not%20on%20Mondays.",
        None,
    )


def test_other_locators_are_searched_for_by_their_lines() -> None:
    found = links(
        PAGE, Paragraphs(2, 2), Paragraphs(3, 3), Paragraphs(9, 9), Pages(1, 1)
    )
    assert found == (
        "https://example.org/a#:~:text=Three%20days%20a%20week.",
        "https://example.org/a#:~:text=Not%20on%20Mondays.",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/a?b=c", "https://example.org/a?b=c#:~:text=Rules"),
        ("https://example.org/a#b", "https://example.org/a#b:~:text=Rules"),
        ("https://example.org/a#:~:text=x", "https://example.org/a#:~:text=Rules"),
        ("https://example.org/a#b:~:text=x", "https://example.org/a#b:~:text=Rules"),
        ("https://example.org/", "https://example.org/#:~:text=Rules"),
        ("https://a.zip", "https://a.zip#:~:text=Rules"),
        ("https://example.org/a.html", "https://example.org/a.html#:~:text=Rules"),
        ("https://example.org/v1.pdf/x", "https://example.org/v1.pdf/x#:~:text=Rules"),
        ("https://example.org/#/app", None),
        ("https://example.org/#!app", None),
        ("https://example.org/a.pdf", None),
        ("https://example.org/a.PDF?b", None),
        ("https://example.org/a.docx", None),
        ("https://example.org/a.mp4", None),
        ("http://127.0.0.1/", None),
        (None, None),
    ],
)
def test_words_are_added_where_a_page_can_be_searched(
    url: str | None, expected: str | None
) -> None:
    assert links(replace(PAGE, url=url), Lines(1, 1)) == (expected,)


def test_times_of_a_transcript_are_no_words_of_its_page() -> None:
    text = "[0:05] Hello to all.\n[0:09] We begin."
    source = replace(PAGE, text=text)
    url = "https://www.youtube.com/watch?v=x"
    assert link(url, Lines(1, 1), source) == "#:~:text=Hello%20to%20all."
    assert link(url, Lines(1, 2), source) == "#:~:text=Hello%20to%20all.,We%20begin."


def test_the_anchor_of_a_source_stays() -> None:
    source = replace(PAGE, anchor="part")
    assert links(source, Lines(1, 1)) == ("https://example.org/a#part:~:text=Rules",)


@pytest.mark.parametrize(
    "kind", ["pdf", "application/pdf", "video", "audio/mpeg", "docx"]
)
def test_a_source_may_say_that_it_is_no_page(kind: str) -> None:
    assert links(replace(PAGE, source_type=kind), Lines(1, 1)) == (None,)


def test_pages_are_opened_in_a_pdf_and_times_in_a_recording() -> None:
    assert link("https://example.org/a.pdf", Pages(12, 14)) == "#page=12"
    assert link("https://example.org/a.pdf", Time(62, 75)) is None
    assert link("https://example.org/a.mp4", Time(62, 75)) == "#t=62,75"
    assert link("https://example.org/a", Time(62, 75), VIDEO) == "#t=62,75"
    assert link("https://example.org/a.mp4", Pages(12, 14)) is None
    assert link("https://example.org/a.pdf", Pages(2, 2), UNREAD) == "#page=2"
    (found,) = links(replace(PAGE, url="https://example.org/a.pdf#page=3"), Pages(4, 4))
    assert found == "https://example.org/a.pdf#page=4"


@pytest.mark.parametrize(
    ("url", "one", "several"),
    [
        (f"{BLOB}a.py", "#L3", "#L3-L5"),
        (f"{BLOB}README.md", "?plain=1#L3", "?plain=1#L3-L5"),
        (f"{BLOB}README.md?plain=1", "#L3", "#L3-L5"),
        (f"{BLOB}README.md?a=b", "&plain=1#L3", "&plain=1#L3-L5"),
        ("https://gitlab.com/o/g/r/-/blob/main/a.c", "#L3", "#L3-5"),
        (
            "https://git.example.org/o/r/-/blob/main/a.md",
            "?plain=1#L3",
            "?plain=1#L3-5",
        ),
        ("https://gitlab.com/o/r/blob/main/a.c", "#L3", "#L3-5"),
        ("https://bitbucket.org/o/r/src/0f3a/a.md", "#lines-3", "#lines-3:5"),
    ],
)
def test_code_hosts_have_anchors_for_lines(url: str, one: str, several: str) -> None:
    assert link(url, Lines(3, 3)) == one
    assert link(url, Lines(3, 5)) == several
    assert link(url, Lines(3, 5), UNREAD) == several
    assert link(url, Pages(1, 1)) is None


@pytest.mark.parametrize(
    "folder",
    [
        BLOB,
        "https://gitlab.com/o/r/-/blob/main/",
        "https://bitbucket.org/o/r/src/0f3a/",
    ],
)
@pytest.mark.parametrize(
    "name", ["a.png", "a.svg", "a.zip", "a.ipynb", "a.MP4", "a.o", "a.parquet", "a.so"]
)
def test_files_without_lines_get_no_link_to_a_line(folder: str, name: str) -> None:
    for url in (f"{folder}{name}", f"{folder}{name}?raw=1"):
        assert link(url, Lines(1, 2)) is None
        assert link(url, Pages(1, 1)) is None
    assert link(f"{folder}a.json", Lines(3, 3)) is not None


def test_a_pdf_on_a_code_host_is_opened_at_a_page() -> None:
    assert link(f"{BLOB}a.pdf", Lines(1, 2)) is None
    assert link(f"{BLOB}a.pdf", Pages(4, 4)) == "#page=4"
    source = replace(PAGE, source_type="application/pdf")
    assert link(f"{BLOB}paper", Lines(1, 2), source) is None
    assert link(f"{BLOB}paper", Pages(4, 4), source) == "#page=4"


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/o/r",
        "https://github.com/o/r/issues/1",
        "https://bitbucket.org/o/r",
        "https://example.org/o/r/blob/main/a.md",
        "https://raw.githubusercontent.com/o/r/main/a.txt",
    ],
)
def test_other_pages_of_code_hosts_are_pages(url: str) -> None:
    assert link(url, Lines(1, 1)) == "#:~:text=Rules"


def test_a_piece_of_a_file_is_counted_from_where_it_begins() -> None:
    def found(url: str, source: Source = PAGE) -> str | None:
        return links(replace(source, url=url), Lines(2, 3))[0]

    assert found(f"{BLOB}a.py#L21-L25") == f"{BLOB}a.py#L22-L23"
    assert found(f"{BLOB}a.py#L21-L25", PIECE) == f"{BLOB}a.py#L22-L23"
    assert found(f"{BLOB}a.py#L21C3-L25C4") == f"{BLOB}a.py#L22-L23"
    assert found(f"{BLOB}a.py#L21-L25C4") == f"{BLOB}a.py#L22-L23"
    assert found(f"{BLOB}a.py#Limits") == f"{BLOB}a.py#L2-L3"
    gitlab = "https://gitlab.com/o/r/-/blob/main/a.py"
    assert found(f"{gitlab}#L21-25") == f"{gitlab}#L22-23"
    bitbucket = "https://bitbucket.org/o/r/src/main/a.py"
    assert found(f"{bitbucket}#lines-21:25") == f"{bitbucket}#lines-22:23"
    # Not as long as the text, or nobody knows where it begins.
    assert found(f"{BLOB}a.py#L21-L26") is None
    assert found(f"{BLOB}a.py#L21C3-L26C4") is None
    assert found(f"{BLOB}a.py#L21;L25") is None
    assert found(f"{BLOB}a.py#L21-L25-x") is None
    assert found(f"{BLOB}a.py#L21") is None
    assert found(f"{BLOB}a.py", PIECE) is None
    assert found(f"{BLOB}a.py#part") == f"{BLOB}a.py#L2-L3"


def test_a_template_wins() -> None:
    source = replace(PAGE, url=f"{BLOB}a.py", url_template="{url}?at={first},{last}")
    assert links(source, Lines(3, 4), Paragraphs(3, 3), Pages(7, 7)) == (
        f"{BLOB}a.py?at=3,4",
        f"{BLOB}a.py?at=5,5",
        None,
    )
    source = Source(source_id="s", url_template="https://v.example/s?line={line}")
    assert links(source, Lines(3, 4)) == ("https://v.example/s?line=3",)


def test_every_deep_link_must_pass_the_policy() -> None:
    long = Source(source_id="s", url=f"https://example.org/{'x' * 2_020}", text="a b c")
    assert links(long, Lines(1, 1)) == (None,)
    short = Options(url_policy=UrlPolicy(max_chars=40))
    assert links(PAGE, Lines(3, 3), options=short) == (None,)
    secret = replace(PAGE, url_template="https://v.example/?token=x&l={line}")
    assert links(secret, Lines(3, 3), options=Options()) == (
        "https://example.org/a#:~:text=Three%20days%20a%20week.",
    )


def test_deep_links_can_be_turned_off() -> None:
    off = Options(deep_links=False)
    assert links(PAGE, Lines(3, 3), Lines(1, 1), options=off) == (None, None)


def test_without_excerpts_no_link_quotes_the_text() -> None:
    options = Options(excerpt="none")
    assert links(PAGE, Lines(3, 3), options=options) == (None,)
    code = replace(PAGE, url=f"{BLOB}a.py")
    assert links(code, Lines(3, 3), options=options) == (f"{BLOB}a.py#L3",)


def test_links_are_remembered() -> None:
    first, again = links(PAGE, Lines(3, 3)), links(PAGE, Lines(3, 3))
    assert first is again


def test_the_places_in_the_list_are_links() -> None:
    answer = f"A.{cite('s', 'L3')} B.{cite('s', 'L2')} C.{cite('s', 'L5')}"
    rendered = render(answer, [PAGE])
    (reference,) = rendered.references
    assert reference.url == "https://example.org/a"
    assert [citation.url for citation in rendered.citations] == [reference.url] * 3
    page = Page(str(rendered))
    (entry,) = page.entries
    places = entry.select("small a")
    assert [place.get_text() for place in places] == ["lines 2–3", "line 5"]
    assert [place["href"] for place in places] == list(reference.place_links)
    assert [link for link in reference.links if link] == list(reference.place_links)
    assert {str(place["rel"]) for place in places} == {
        str(entry.select("a.cx-title")[0]["rel"])
    }
    # A card closes before anybody gets to a link in it.
    assert page.soup.select("[popover] a") == []


def test_a_place_that_the_title_leads_to_is_no_second_link() -> None:
    source = replace(PAGE, url_template="{url}?l={line}")
    answer = f"A.{cite('s', 'L3')}"
    rendered = render(answer, [source])
    (reference,) = rendered.references
    assert reference.links == (reference.url,) == ("https://example.org/a?l=3",)
    assert Page(str(rendered)).entries[0].select("small a") == []
    both = render(f"{answer} B.{cite('s', 'L5')}", [source])
    assert len(Page(str(both)).entries[0].select("small a")) == 2


@pytest.mark.parametrize("to", ["markdown", "text"])
def test_other_outputs_have_no_deep_links(to: str) -> None:
    answer = f"A.{cite('s', 'L3')}"
    off = render(answer, [PAGE], to=to, options=Options(deep_links=False))
    assert str(render(answer, [PAGE], to=to).body) == str(off.body)


URLS = st.sampled_from(
    [
        PAGE.url,
        f"{PAGE.url}#a:~:text=b",
        f"{BLOB}a.md",
        f"{BLOB}a.py#L2-L3",
        "https://x",
    ]
)
TEXTS = st.text(
    st.sampled_from("ab \u200d\ud800\ue200\x00\n\t|*_`[]()<>&,-#\u6599\u3002")
)


@given(URLS, TEXTS, st.integers(1, 9), st.integers(0, 3))
def test_any_text_gives_links_that_the_policy_accepts(
    url: str, text: str, first: int, more: int
) -> None:
    source = replace(PAGE, url=url, text=text)
    (found,) = links(source, Lines(first, first + more))
    if found is not None:
        assert found.isascii()
        assert UrlPolicy().check(found).url == found
        assert "%EE%88%80" not in found
        assert "%0A" not in found
        assert found.startswith(url.partition("#")[0])
