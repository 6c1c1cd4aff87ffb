"""Cases of dates: they are shown as they were given, wherever the process runs."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from citemark import SourceError, SourceRegistry
from tests.cases.support import Given, case, to_html, to_markdown, to_text

# From fourteen hours before to eleven hours behind Greenwich.
ZONES = ("UTC", "Pacific/Auckland", "Pacific/Honolulu", "America/Chicago")


@pytest.fixture(params=ZONES)
def zone(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Put the process into each time zone in turn."""
    monkeypatch.setenv("TZ", str(request.param))
    time.tzset()
    yield str(request.param)
    monkeypatch.undo()
    time.tzset()


def shown_dates(given: Given) -> list[str]:
    """Return the dates in the list of sources; every output has the same."""
    rendered, page = to_html(given)
    dates = [tag.get_text() for entry in page.entries for tag in entry.select("time")]
    for reference, tag in zip(
        rendered.references, page.soup.select("section time"), strict=True
    ):
        assert tag["datetime"] == reference.updated
    for output in (to_markdown(given), to_text(given)):
        assert all(f"updated {date}" in output for date in dates)
    return dates


@case("b057")
@pytest.mark.usefixtures("zone")
def test_a_year_and_a_month_are_no_days(given: Given) -> None:
    assert shown_dates(given) == ["1993", "2023-05"]


@case("b190")
@pytest.mark.usefixtures("zone")
def test_the_first_of_january_stays(given: Given) -> None:
    assert shown_dates(given) == ["2020-01-01"]


@case("b058")
@pytest.mark.usefixtures("zone")
def test_a_time_shows_the_day_of_its_own_offset(given: Given) -> None:
    """No output shows when a source was retrieved; the data keep it as it was given."""
    (record,) = given.sources
    when = str(record["retrieved_at"])
    rendered, page = to_html(given)
    assert rendered.citations[0].retrieved_at == when == "2026-08-04T20:09:36-05:00"
    assert page.soup.select("time") == []
    updated = Given(given.answers, ({**record, "modified_at": when},))
    assert shown_dates(updated) == ["2026-08-04"]
    assert to_html(updated)[0].citations[0].source_modified_at == when


@pytest.mark.parametrize("date", ["199", "1993-13", "1993-1", "0000", "2023-02-30"])
def test_what_is_no_date_is_refused(date: str) -> None:
    with pytest.raises(SourceError, match="expected an ISO 8601 date or time"):
        SourceRegistry([{"id": "a", "modified_at": date}])
