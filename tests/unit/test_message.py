from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import ConfigError
from citemark.message import compose, draft
from citemark.model import Related

DATE = datetime(2026, 4, 2, 9, 30, tzinfo=timezone(timedelta(hours=2)))
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
LOGO = Related(name="logo.png", media_type="image/png", data=PNG)


def message(
    *,
    html: str = '<p>Yes.</p><img src="cid:logo.png" alt="L">',
    text: str = "Yes.",
    related: Sequence[Related] = (),
    subject: str = "Days",
    sender: str = "Ada <ada@host.example>",
    to: str | Sequence[str] = "bob@host.example",
    date: datetime | None = DATE,
    message_id: str | None = "<1@host.example>",
) -> EmailMessage:
    return compose(
        html=html,
        text=text,
        related=related,
        subject=subject,
        sender=sender,
        to=to,
        date=date,
        message_id=message_id,
    )


def read(sent: EmailMessage) -> EmailMessage:
    """Return the message as the other end reads it."""
    back = message_from_bytes(bytes(sent), policy=policy.default)
    assert isinstance(back, EmailMessage)
    assert [part.defects for part in back.walk()] == [[]] * len(list(back.walk()))
    return back


def test_headers_are_those_that_were_given() -> None:
    headers = dict(message(to=["bob@host.example", "Cy <cy@host.example>"]).items())
    assert headers == {
        "Subject": "Days",
        "From": "Ada <ada@host.example>",
        "To": "bob@host.example, Cy <cy@host.example>",
        "Date": "Thu, 02 Apr 2026 09:30:00 +0200",
        "Message-ID": "<1@host.example>",
        "MIME-Version": "1.0",
        "Content-Type": headers["Content-Type"],
    }


def test_the_parts_stand_from_the_least_to_the_best() -> None:
    back = read(message())
    kinds = [part.get_content_type() for part in back.walk()]
    assert kinds == ["multipart/alternative", "text/plain", "text/html"]


def test_pictures_stand_beside_the_page_that_names_them() -> None:
    back = read(message(related=[LOGO]))
    kinds = [part.get_content_type() for part in back.walk()]
    assert kinds == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    *_, page, picture = back.walk()
    assert isinstance(picture, EmailMessage)
    assert picture["Content-ID"] == "<logo.png>"
    assert picture["Content-Disposition"] == 'inline; filename="logo.png"'
    assert picture.get_content() == PNG
    assert isinstance(page, EmailMessage)
    assert "cid:logo.png" in page.get_content()


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert bytes(message(related=[LOGO])) == bytes(message(related=[LOGO]))


@pytest.mark.parametrize(
    "other",
    [
        message(text="No."),
        message(html="<p>No.</p>"),
        message(related=[LOGO]),
        message(related=[Related(name="a.png", media_type="image/png", data=b"x")]),
    ],
)
def test_other_parts_have_other_boundaries(other: EmailMessage) -> None:
    assert boundaries(other) != boundaries(message())


def boundaries(sent: EmailMessage) -> list[str]:
    return re.findall(r'boundary="(.*?)"', str(sent))


def test_a_date_and_an_id_are_made_where_none_is_given() -> None:
    first = message(date=None, message_id=None)
    second = message(date=None, message_id=None)
    assert first["Message-ID"] != second["Message-ID"]
    assert first["Message-ID"].endswith("@host.example>")
    age = datetime.now(UTC) - parsedate_to_datetime(first["Date"])
    assert timedelta(minutes=-1) < age < timedelta(minutes=5)


@pytest.mark.parametrize(
    "subject",
    [
        "",
        "Days",
        "Über die Tage",
        "在宅勤務は週三日までです。" * 12,
        "سياسة العمل عن بُعد " * 8 + ".",
        "word " * 60 + "end",
        "x" * 300,
        "=?utf-8?q?evil?=",
        "=?utf-8?q?a?= =?utf-8?q?b?= ü",
        "=? " * 60 + ".",
        "a 😀 b  c",
    ],
)
def test_subjects_arrive_as_they_were_given(subject: str) -> None:
    sent = message(subject=subject)
    assert read(sent)["Subject"] == subject
    check_lines(bytes(sent))


PIECES = st.sampled_from(["=?", "?=", "=?utf-8?q?", "a", "ü", " ", "_", "=0D=0A"])


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]))
    | st.lists(PIECES, max_size=12).map("".join)
)
def test_any_subject_is_safe(subject: str) -> None:
    sent = message(subject=subject)
    check_lines(bytes(sent), longest=998)
    back = read(sent)
    assert list(back) == list(message())
    assert "".join(back["Subject"].split()) == "".join(subject.split())


def check_lines(data: bytes, *, longest: int = 998) -> None:
    assert data.isascii()
    lines = data.split(b"\r\n")
    assert not any(b"\r" in line or b"\n" in line for line in lines)
    assert max(map(len, lines)) <= longest


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "a\r\nb", "a\r\n\r\nb\n", "", "\n\n"])
def test_line_ends_are_those_of_mails(text: str) -> None:
    sent = message(text=text, html=text)
    check_lines(bytes(sent))
    plain, page = read(sent).iter_parts()
    lines = text.splitlines()
    assert plain.get_content().splitlines() == (lines or [""])[: len(lines) or None]
    assert page.get_content().splitlines() == plain.get_content().splitlines()


@given(st.text())
def test_any_text_arrives(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode().replace("\0", "")
    sent = message(text=text)
    check_lines(bytes(sent), longest=78)
    plain, _ = read(sent).iter_parts()
    assert unified(plain.get_content()) == unified(text)


def unified(text: str) -> list[str]:
    return re.split("\r\n|\r|\n", text.rstrip("\r\n"))


def test_a_text_cannot_end_its_part() -> None:
    """A boundary depends on all of the text, so no text can hold its own."""
    text = "Yes."
    for _ in range(3):
        text = f"{text}\n--{boundaries(message(text=text))[0]}--\n\nX-Evil: 1"
    sent = message(text=text)
    plain, _ = read(sent).iter_parts()
    assert unified(plain.get_content()) == unified(text)


def test_names_may_be_in_any_script() -> None:
    sent = message(sender="Zoë Ünal <z@host.example>", to="山田 <y@host.example>")
    back = read(sent)
    assert back["From"] == "Zoë Ünal <z@host.example>"
    assert back["To"] == "山田 <y@host.example>"
    assert bytes(sent).isascii()


def test_many_recipients_are_folded() -> None:
    to = [f"Somebody {number} <s{number}@host.example>" for number in range(50)]
    sent = message(to=to)
    check_lines(bytes(sent), longest=78)
    assert len(read(sent)["To"].addresses) == 50


@pytest.mark.parametrize(
    ("argument", "value", "problem"),
    [
        ("subject", "a\r\nBcc: eve@evil.test", "subject: expected one line"),
        ("subject", "a\u2028b", "subject: expected one line"),
        ("subject", "a\ud800", "subject: expected one line"),
        (
            "sender",
            "Ada <ada@host.example>\nBcc: e@evil.test",
            "sender: expected one l",
        ),
        ("sender", "Ada", "sender: expected one mail address"),
        ("sender", "", "sender: expected one mail address"),
        ("sender", "a@x.test, b@x.test", "sender: expected one mail address"),
        ("sender", "Ada <ada@>", "sender: expected one mail address"),
        ("sender", "Ada <@x.test>", "sender: expected one mail address"),
        ("sender", "ada@höst.example", "sender: expected one mail address"),
        ("to", "", "to: expected mail addresses"),
        ("to", [], "to: expected mail addresses"),
        ("to", ["bob@host.example", "nobody"], "to: expected mail addresses"),
        ("to", ["bob@host.example\nX-A: b"], "to: expected one line"),
        ("to", "undisclosed:;", "to: expected mail addresses"),
        ("message_id", "1@host.example", "message_id: expected one like"),
        ("message_id", "<1>", "message_id: expected one like"),
        ("message_id", "<1@a\r\nb>", "message_id: expected one like"),
        ("message_id", "", "message_id: expected one like"),
    ],
)
def test_headers_that_cannot_be_are_refused(
    argument: str, value: object, problem: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        message(**{argument: value})  # type: ignore[arg-type] # of the type it is for
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


def test_a_draft_has_no_headers_that_its_sender_decides() -> None:
    made = draft(html="<p>Yes.</p>", text="Yes.", related=[LOGO], subject="A\r\nB\x00")
    back = read(made)
    assert list(back) == ["Subject", "X-Unsent", "MIME-Version", "Content-Type"]
    assert back["Subject"] == "A  B "
