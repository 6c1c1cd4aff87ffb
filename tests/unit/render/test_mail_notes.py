"""The list of sources in an e-mail, and how much of it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, ThemeError, render
from citemark.config import options_from
from citemark.render.mail_notes import Form, MailNotes, fit
from citemark.render.names import Names
from citemark.render.reading import read_direction
from tests.mail_reader import mail_faults
from tests.unit.render.answers import MEMO, R_LINES, SOURCES, M, R, S, context

PNG = b"\x89PNG\r\n\x1a\n"


def notes(answer: str, options: Options | None = None) -> MailNotes:
    ctx = context(answer, options)
    return MailNotes(ctx, Names(ctx), "ltr")


def test_each_entry_is_there_in_every_form_each_smaller() -> None:
    (forms,) = notes(R_LINES).entries
    assert len(forms) == len(Form)
    sizes = [len(form) for form in forms]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == len(sizes)
    assert forms[Form.LEFT_OUT] == ""
    shown = [BeautifulSoup(form, "html.parser").get_text(" ") for form in forms]
    assert "Returns" in shown[Form.FULL]
    assert "Buyer pays." in shown[Form.FULL]
    assert "Buyer pays." not in shown[Form.LOCATED]
    assert "Within 30 days." in shown[Form.LOCATED]
    assert "Within 30 days." not in shown[Form.HEAD]
    assert "Handbook" in shown[Form.HEAD]
    assert shown[Form.BRIEF].split() == ["[1]", "Return", "policy"]
    assert "href" in forms[Form.BRIEF]
    assert "href" not in forms[Form.TITLE]


def test_a_source_without_url_or_markup_in_its_title() -> None:
    (forms,) = notes(M).entries
    for form in forms[:-1]:
        assert "<b>" not in form
        assert "href" not in form
        assert str(MEMO["title"]) in BeautifulSoup(form, "html.parser").get_text()


def test_what_is_left_out_is_named() -> None:
    three = notes(f"{R}{S}{M}")
    section = three.section([Form.FULL, Form.LEFT_OUT, Form.LEFT_OUT])
    assert section is not None
    text = BeautifulSoup(section, "html.parser").get_text()
    assert "[2]\N{EN DASH}[3] \N{HORIZONTAL ELLIPSIS}" in text
    whole = three.section([Form.FULL] * 3)
    assert whole is not None
    assert "\N{HORIZONTAL ELLIPSIS}" not in whole


def test_the_outline_is_as_large_as_what_is_named() -> None:
    three = notes(f"{R}{S}{M}")
    outline, empty = three.outline(), three.section([Form.LEFT_OUT] * 3)
    assert outline is not None
    assert empty is not None
    assert len(outline) >= len(empty)


@pytest.mark.parametrize("options", [Options(strip=True), None])
def test_nothing_cited_is_no_section(options: Options | None) -> None:
    none = notes(R if options else "Nothing.", options)
    assert none.entries == []
    assert none.section([]) is None
    assert none.outline() is None


@given(
    st.lists(st.lists(st.integers(0, 99), min_size=3, max_size=3).map(sorted)),
    st.integers(-10, 999),
)
def test_entries_fit_and_shrink_from_the_end(given: list[list[int]], room: int) -> None:
    sizes = [tuple(reversed(forms)) for forms in given]
    chosen = fit(sizes, room)
    total = sum(forms[form] for forms, form in zip(sizes, chosen, strict=True))
    assert total <= room or set(chosen) <= {2}
    assert chosen == sorted(chosen)
    assert not chosen or chosen[-1] - chosen[0] <= 1


def test_letters_tell_the_direction_if_they_stand_early() -> None:
    assert read_direction("1" * 1_500 + "\u05d0", "ltr") == "ltr"
    assert read_direction("1" * 500 + "\u05d0", "ltr") == "rtl"


def brand(folder: Path, document: str) -> str:
    (folder / "logo.png").write_bytes(PNG)
    (folder / "notes.email.j2").write_text(document, "utf-8")
    return str(folder)


def test_pictures_of_a_theme_go_with_the_mail_that_shows_them(tmp_path: Path) -> None:
    theme = brand(tmp_path, '<img src="cid:logo.png" alt="L">\n{{ notes }}\n')
    rendered = render(R, SOURCES, to="email", theme=theme)
    (picture,) = rendered.related
    assert (picture.name, picture.media_type) == ("logo.png", "image/png")
    assert picture.data == PNG
    message = rendered.to_message(subject="a", sender="a@x.test", to="b@x.test")
    (found,) = (part for part in message.walk() if part["Content-ID"])
    assert found["Content-ID"] == "<logo.png>"
    # Where nothing is cited, the part with the picture is not printed.
    assert render("Nothing.", SOURCES, to="email", theme=theme).related == ()
    # Those that build on it have it, too.
    child = tmp_path / "child"
    child.mkdir()
    (child / "theme.toml").write_text('extends = "../"\n', "utf-8")
    assert render(R, SOURCES, to="email", theme=str(child)).related == (picture,)


def test_an_answer_cannot_name_a_picture(tmp_path: Path) -> None:
    theme = brand(tmp_path, '<img src="cid:logo.png" alt="L">\n{{ notes }}\n')
    answer = '<img src="cid:logo.png"> ![a](cid:logo.png) [b](cid:logo.png)'
    rendered = render(answer, SOURCES, to="email", theme=theme)
    assert rendered.related == ()
    assert mail_faults(rendered.html) == []


def test_a_picture_that_is_not_there_is_refused(tmp_path: Path) -> None:
    theme = brand(tmp_path, '\n<img src="cid:other.jpg" alt="L">\n{{ notes }}\n')
    with pytest.raises(ThemeError, match=r"notes\.email\.j2:2: no file 'other\.jpg'"):
        render(R, SOURCES, to="email", theme=theme)


def test_jpeg_pictures_are_called_by_their_type(tmp_path: Path) -> None:
    theme = brand(tmp_path, '<img src="cid:a.jpg" alt="L">\n{{ notes }}\n')
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8")
    options = options_from({})
    rendered = render(R, SOURCES, to="email", theme=theme, options=options)
    assert [each.media_type for each in rendered.related] == ["image/jpeg"]
