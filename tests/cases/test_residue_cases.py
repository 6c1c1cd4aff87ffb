"""Cases of leaked residue: what `clean` makes of them, and `render` of the result."""

from __future__ import annotations

from citemark import clean, render
from tests.cases.support import Given, Page, case, cite, text_of, to_html, to_text

PROSE = "Please cite your sources. See https://example.org/a/turn0view0/b."


def lost(given: Given, substitute: str) -> str:
    """Return the answer with *substitute* in the place of each delimiter."""
    for code in range(0xE200, 0xE203):
        given = Given((given.answer.replace(chr(code), substitute),), given.sources)
    return given.answer


@case("f07")
def test_every_residue_goes_and_lookalikes_stay(given: Given) -> None:
    found = clean(f"{given.answer} {PROSE}")
    assert found.text == f"Bare leftover. still leaks. glued. Older form. {PROSE}"
    assert found.counts == {"bare-id": 2, "undelimited": 1, "dagger": 1}
    assert clean(PROSE).findings == ()


@case("b001", "b002")
def test_markers_are_recovered_however_their_delimiters_were_lost(given: Given) -> None:
    _, wanted = to_html(given)
    for substitute in ("", "□", "\ufffd", "\ufffd\ufffd\ufffd"):
        leaked = lost(given, substitute)
        assert leaked != given.answer
        found = clean(leaked, given.sources)
        _, page = to_html(Given((found.text,), given.sources))
        assert page.prose == wanted.prose
        assert page.numbers == wanted.numbers
        (residue,) = found.findings
        assert residue.outcome == ("recovered" if given.sources else "removed")
        assert "turn0search" not in clean(leaked).text


@case("b001", "b002")
def test_complete_markers_are_left_to_rendering(given: Given) -> None:
    assert clean(given.answer, given.sources).text == given.answer
    assert clean(given.answer).text == given.answer


@case("b066")
def test_both_forms_with_a_dagger_go(given: Given) -> None:
    found = clean(given.answer, given.sources)
    assert found.text == "Leave is 25 days and carries over. 【注意】 ask first."
    assert [each.raw for each in found.findings] == [
        "【4:2†source】",
        "【4:0†Leave rules.pdf】",
    ]
    titled = clean(given.answer, [{"source_id": "r1", "title": "Leave rules.pdf"}])
    assert cite("r1") in titled.text


@case("b068")
def test_a_stray_delimiter_goes_and_a_widget_is_left_to_rendering(given: Given) -> None:
    found = clean(given.answer, given.sources)
    assert found.text == given.answer.replace("rose\ue202", "rose")
    assert found.counts == {"stray": 1}
    assert to_text(Given((found.text,), given.sources)) == to_text(given)
    for substitute in ("", "□"):
        leaked = lost(given, substitute).replace("rose□", "rose")
        found = clean(leaked)
        assert found.text == "Totals rose by 4%. Done."
        assert found.counts == {"navlist": 1}


@case("b069")
def test_the_payload_of_an_image_goes_with_its_name(given: Given) -> None:
    assert clean(given.answer).text == given.answer
    for substitute in ("", "□"):
        found = clean(lost(given, substitute))
        assert found.text == "Three bridges:\n\nAll are open."
        assert found.counts == {"image-group": 1}


@case("b071")
def test_escapes_are_recovered_outside_code(given: Given) -> None:
    found = clean(given.answer, given.sources)
    assert found.text == (
        f"Open daily. {cite('turn0search0')} and {cite('turn0search1')}"
    )
    assert clean(given.answer).text == "Open daily. and"
    code = f"Print `{given.answer}`."
    assert clean(code, given.sources).text == code


@case("b073")
def test_a_number_between_other_private_characters_goes(given: Given) -> None:
    assert clean(given.answer).text == "Founded in 1911. Still open."
    sources = [{"source_id": "3", "title": "Town history"}]
    rendered = render(clean(given.answer, sources).text, sources)
    assert Page(text_of(rendered)).prose == "Founded in 1911.[1] Still open."
