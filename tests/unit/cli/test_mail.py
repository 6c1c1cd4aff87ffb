"""E-mail on the command line: HTML for programs of yours, or a draft to be sent."""

from __future__ import annotations

import json
from email import message_from_bytes, policy
from email.message import EmailMessage

from tests.unit.cli.calling import BAD, GOOD, GOOD_TEXT, UNKNOWN, Desk, call


def test_the_html_of_a_mail_is_written(desk: Desk) -> None:
    done = desk.render(desk.write("a.md", GOOD), "--to", "email")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("<!DOCTYPE html>\n")
    assert '<a href="https://example.org/tides"' in done.out


def test_a_draft_is_written_to_a_file_or_to_standard_output(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD)
    printed = desk.render(answer, "--to", "eml")
    assert (printed.status, printed.err) == (0, "")
    written = desk.render(answer, "--to", "eml", "-o", str(desk / "a.eml"))
    assert (written.status, written.out, written.err) == (0, "", "")
    data = (desk / "a.eml").read_bytes()
    assert printed.out.encode() == data
    message = message_from_bytes(data, policy=policy.default)
    assert isinstance(message, EmailMessage)
    plain, page = message.iter_parts()
    assert plain.get_content().replace("\r\n", "\n") == GOOD_TEXT
    assert page.get_content_type() == "text/html"


def test_several_mails_go_into_a_folder(desk: Desk) -> None:
    answers = [desk.write(f"{name}.md", GOOD) for name in "ab"]
    done = desk.render(*answers, "--to", "email", "-o", str(desk / "out"))
    assert (done.status, done.err) == (0, "")
    names = sorted(path.name for path in (desk / "out").iterdir())
    assert names == ["a.email.html", "b.email.html"]
    done = desk.render(*answers, "--to", "eml", "-o", str(desk / "drafts"))
    names = sorted(path.name for path in (desk / "drafts").iterdir())
    assert names == ["a.eml", "b.eml"]


def test_findings_are_those_of_the_answer_and_of_its_size(desk: Desk) -> None:
    answer = desk.write("a.md", GOOD + BAD)
    done = desk.render(answer, "--to", "eml", "-O", "limits.mail_bytes=1000")
    assert UNKNOWN.replace("1:22", "2:22") in done.err
    assert "CM501 Unexpected size of the e-mail, expected at most 1000" in done.err
    assert done.status == 0


def test_the_report_of_a_draft_is_json(desk: Desk) -> None:
    report = desk / "report.json"
    desk.render(desk.write("a.md", GOOD), "--to", "eml", "--report", str(report))
    assert "message/rfc822" in json.dumps(json.loads(report.read_text("utf-8")))


def test_a_draft_that_was_kept_is_restored(desk: Desk) -> None:
    kept = str(desk / "kept.json")
    first = desk.render(desk.write("a.md", GOOD), "--to", "eml", "--snapshot", kept)
    again = call("restore", kept)
    assert (again.status, again.err) == (0, "")
    assert again.out == first.out
    done = call("restore", kept, "-o", str(desk / "again.eml"))
    assert (done.status, done.out) == (0, "")
    assert (desk / "again.eml").read_bytes().startswith(b"Subject: Answer\r\n")
    other = call("restore", kept, "--to", "text")
    assert other.out == GOOD_TEXT
