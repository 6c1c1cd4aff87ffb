"""What people reported of PDFs made from answers with notes."""

from __future__ import annotations

import re
from pathlib import Path

from citemark import Options, render
from tests.cases.support import Given, case, check_hidden, cite
from tests.pdf_reading import Pdf


def read(given: Given, folder: Path, options: Options) -> Pdf:
    """Return the PDF of the answer, after what holds for every case."""
    made = render(given.answer, given.sources, to="pdf", options=options)
    again = render(given.answer, given.sources, to="pdf", options=options)
    assert bytes(made) == bytes(again)
    found = Pdf(bytes(made), folder)
    check_hidden(given.answer, "".join(found.texts))
    assert set(found.targets()) <= set(found.reader.named_destinations)
    return found


@case("b033")
def test_ids_are_plain_and_distinct(given: Given, tmp_path: Path) -> None:
    other = "report(v2)_20final"
    record = {**given.sources[0], "id": other, "title": "Other"}
    both = Given(
        (f"{given.answer} B {cite(other)} and {given.answer}",),
        (*given.sources, record),
    )
    pattern = r"[A-Za-z0-9_()%-]+"
    found = read(both, tmp_path, Options(language="en", source_id_pattern=pattern))
    there = found.reader.named_destinations
    assert all(re.fullmatch("[A-Za-z0-9_-]+", name) for name in there)
    assert found.calls(0) == [1, 2, 1]
    assert {"cx-s1", "cx-s2"} <= set(found.targets())


@case("b034")
def test_a_note_has_one_number(given: Given, tmp_path: Path) -> None:
    found = read(given, tmp_path, Options(language="en", pdf_notes="page"))
    (text,) = found.texts
    words = re.findall(r"\S*\d\S*", text)
    assert words == ["1", "Report[1].", "[1]", "1"], "cover, call, note, page"
    assert re.search(r"^ *\[1\] Staff handbook · example.org$", text, re.MULTILINE)


@case("b144")
def test_calls_lead_to_the_list_and_back(given: Given, tmp_path: Path) -> None:
    found = read(given, tmp_path, Options(language="en", pdf_notes="end"))
    assert found.targets() == ["cx-s1", "cx-r1"]
