"""Works: what catalogues are told, clean and with readable keys."""

from __future__ import annotations

import pytest

from citemark import Options, render
from citemark.bibliography import Work, list_works
from citemark.dates import Day
from citemark.options import Limits
from citemark.url_policy import UrlPolicy
from tests.strategies import cite


def _works(*records: dict[str, object], **options: object) -> tuple[Work, ...]:
    sources = [{"source_id": f"S{at}", **each} for at, each in enumerate(records, 1)]
    answer = " ".join(f"Yes.{cite(f'S{at}')}" for at in range(1, len(records) + 1))
    chosen = Options(**options)  # type: ignore[arg-type] # names of options
    return list_works(render(answer, sources, options=chosen), sources, chosen)


def _work(**record: object) -> Work:
    (work,) = _works(record)
    return work


def test_a_day_of_publication_goes_before_one_of_change() -> None:
    changed = _work(modified_at="2026-04-02")
    published = _work(modified_at="2026-04-02", published_at="2025")
    assert changed.issued == Day(2026, 4, 2)
    assert published.issued == Day(2025)


def test_strings_are_clean_and_empty_ones_unknown() -> None:
    work = _work(
        title="Tide\ntables",
        authors=["Jane\tDoe\ue200", "\u200b", " "],
        publisher="\u202eHarbour\r\nOffice",
        license=" ",
    )
    assert work.title == "Tide tables"
    assert work.authors == ("Jane Doe",)
    assert work.publisher == "Harbour Office"
    assert work.license is None


def test_strings_are_cut_like_titles() -> None:
    (work,) = _works({"publisher": "abcdefghij"}, limits=Limits(title_chars=4))
    assert work.publisher == "abcd…"


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ({"url": "https://example.org/"}, "webpage"),
        ({"url": "https://example.org/", "source_type": "web"}, "webpage"),
        ({"url": "https://example.org/", "source_type": "Report"}, "report"),
        ({"url": "https://example.org/a.pdf", "source_type": "pdf"}, "document"),
        ({"source_type": "report"}, "report"),
        ({"source_type": "web"}, "document"),
        ({}, "document"),
    ],
)
def test_kinds_follow_from_type_and_url(record: dict[str, object], kind: str) -> None:
    assert _work(**record).kind == kind


def test_urls_are_those_of_whole_sources() -> None:
    url = "https://example.org/a"
    template = {"url": url, "url_template": "{url}#L{first}", "text": "a\nb"}
    sources = [{"source_id": "S1", **template}]
    rendered = render(f"Yes.{cite('S1', 'L2')}", sources)
    assert rendered.references[0].url == f"{url}#L2"
    (work,) = list_works(rendered, sources, Options())
    assert work.url == url


def test_urls_have_only_the_characters_of_uris() -> None:
    work = _work(url="https://example.org/{a}|^`[b]")
    assert work.url == "https://example.org/%7Ba%7D%7C%5E%60[b]"


def test_urls_that_readers_did_not_get_stay_out() -> None:
    sources = [{"source_id": "S1", "url": "https://example.org/"}]
    denied = Options(url_policy=UrlPolicy(denied_hosts=("example.org",)))
    rendered = render(f"Yes.{cite('S1')}", sources, options=denied)
    (work,) = list_works(rendered, sources, Options())
    assert work.url is None
    assert _work(url="javascript:alert(1)").url is None


def test_mail_addresses_are_no_urls_of_works() -> None:
    policy = UrlPolicy(schemes=("https", "mailto"))
    (work,) = _works({"url": "mailto:a@example.org"}, url_policy=policy)
    assert work.url is None


def test_licences_may_have_an_address() -> None:
    url = "https://creativecommons.org/licenses/by/4.0/"
    assert _work(license=url).license_url == url
    assert _work(license="CC-BY-4.0").license_url is None
    assert _work(license="javascript:alert(1)").license_url is None


def test_a_source_that_is_gone_is_what_its_reference_says() -> None:
    source = {
        "source_id": "S1",
        "title": "Tides",
        "url": "https://example.org/",
        "modified_at": "2026-04",
        "authors": ["Jane Doe"],
    }
    rendered = render(f"Yes.{cite('S1')}", [source])
    (work,) = list_works(rendered, None, Options())
    assert (work.title, work.url) == ("Tides", "https://example.org/")
    assert (work.authors, work.modified) == ((), Day(2026, 4))


@pytest.mark.parametrize(
    ("record", "key"),
    [
        (
            {"authors": ["Jane Doe"], "published_at": "2026", "title": "The tides"},
            "doe2026tides",
        ),
        ({"authors": ["Müller-Lüdenscheidt, Paul"]}, "mullerludenscheidt"),
        ({"authors": ["Émile Zola", "Jane Doe"], "title": "Germinal"}, "zolagerminal"),
        ({"authors": ["Winds, Inc."]}, "winds"),
        ({"authors": ["Winds and Tides Inc."]}, "tides"),
        ({"authors": ["海野"], "title": "From this tide"}, "tide"),
        ({"url": "https://www.bbc.co.uk/news"}, "bbc"),
        ({"url": "https://docs.example.org/", "title": "With 海"}, "example"),
        ({"url": "https://localhost/"}, "source1"),
        ({"title": "100 days"}, "days"),
        ({"title": "2026 report"}, "report"),
        ({"published_at": "2026"}, "source2026"),
        ({}, "source1"),
        ({"authors": ["Jane D" + "o" * 99]}, "d" + "o" * 19),
        ({"title": "a" * 99}, "a" * 20),
    ],
)
def test_keys_are_readable(record: dict[str, object], key: str) -> None:
    assert _work(**record).key == key


def test_keys_are_unique_even_where_titles_imitate_them() -> None:
    works = _works(
        {"title": "tide"},
        {"title": "tidex2"},
        {"title": "Tide"},
        {"title": "Tide!"},
        {"title": "source6"},
        {},
    )
    assert [work.key for work in works] == [
        "tide",
        "tidex2",
        "tidex3",
        "tidex4",
        "source6",
        "source6x2",
    ]
