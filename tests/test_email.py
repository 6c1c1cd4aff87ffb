"""Whole e-mails: what every mail program shows of them, and how large they are."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from bs4 import BeautifulSoup

from citemark import (
    CitemarkError,
    ConfigError,
    Options,
    Rendered,
    render,
    render_claims,
)
from citemark.config import options_from
from citemark.options import Limits
from tests.attacks import SENTENCE, TITLE, documents
from tests.cases.support import cite
from tests.golden_cases import case, slugs
from tests.mail_reader import BUDGET, mail_faults, through_gmail, wide_lines

WORD_JOINER = "\u2060"
DATE = datetime(2026, 4, 2, 9, 30, tzinfo=UTC)
SOURCES = [
    {
        "source_id": "a",
        "title": "Handbook",
        "url": "https://docs.example/handbook?a=1&b=2",
        "heading_path": ["Work", "Remote"],
        "modified_at": "2026-04-02",
        "text": "Remote work\nThree days.\n  Four in summer.\nAsk first.",
    },
    {"source_id": "b", "title": "Memo", "text": "Receipts are kept."},
]
ANSWER = f"# Days\n\nThree days.{cite('a', 'L2')}{cite('b')} Ask.{cite('a', 'L4')}"


def mail(answer: str = ANSWER, **options: object) -> Rendered:
    return render(answer, SOURCES, to="email", options=options_from(options))


def many(
    count: int, *, title: str = "Title", url_chars: int = 60
) -> tuple[str, list[dict[str, object]]]:
    """Return an answer that cites *count* sources, and these."""
    sources: list[dict[str, object]] = [
        {
            "source_id": f"s{number}",
            "title": f"{title} {number}.",
            "url": f"https://docs.example/{number}/".ljust(url_chars, "x"),
            "heading_path": ["Handbook", "Chapter"],
            "modified_at": "2026-04-02",
            "text": "\n".join(f"Line {line} of the source." for line in range(1, 9)),
        }
        for number in range(1, count + 1)
    ]
    claims = (f"Claim {i}.{cite(f's{i}', 'L3-L4')}" for i in range(1, count + 1))
    return " ".join(claims), sources


def codes(rendered: Rendered) -> list[str]:
    return [found.code for found in rendered.diagnostics]


def size(rendered: Rendered) -> int:
    return len(rendered.html.encode())


FAULTS = {
    "element details": "<details>x</details>",
    "element mark": "<mark>x</mark>",
    "element section": "<section>x</section>",
    "element svg": "<svg></svg>",
    "element bdi": "<bdi>x</bdi>",
    "element img": "<img>",
    "attribute p id": '<p id="cx-a">',
    "attribute a target": '<a href="https://a.test/" target="_blank">',
    "link #a": '<a href="#a">',
    "link /a": '<a href="/a">',
    "link data:text/html,a": '<a href="data:text/html,a">',
    "class note": '<p class="note">',
    "property position": '<p style="position:fixed">',
    "value of color: var(--a)": '<p style="color:var(--a)">',
    "value of margin: 1rem": '<p style="margin:1rem">',
    "value of background: url(https://a.test/)": '<p style="background:url(https://a.test/)">',
    "background without colour: background:#ffffff": '<p style="background:#ffffff">',
    "a marker": "\ue200",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_mail_programs_do_not_know_is_found(fault: str) -> None:
    assert fault in mail_faults(FAULTS[fault])


@pytest.mark.parametrize("slug", slugs())
def test_every_golden_case_is_a_mail(slug: str) -> None:
    """Every mail program knows all of it, and has every number, title and URL."""
    rendered = case(slug).render("email")
    assert mail_faults(rendered.html) == []
    check_agreement(rendered, strip=case(slug).options.strip)


def check_agreement(rendered: Rendered, *, strip: bool = False) -> None:
    """Check that HTML, after Gmail, and text show all there is to a reference."""
    gmail, text = through_gmail(rendered.html), rendered.text or ""
    shown = " ".join(gmail.get_text().split())
    listed, _, written = text.rpartition("\n\n")
    for reference in () if strip else rendered.references:
        number = f"[{reference.number}]"
        assert number in shown
        assert re.search(rf"^\{number} ", written, re.MULTILINE), listed
        if reference.titled:
            assert " ".join(reference.title.split()) in shown
        if reference.url:
            assert gmail.find("a", href=str(reference.url))
            assert f"<{reference.url}>" in text
    assert wide_lines(text) == []


@pytest.mark.parametrize("sanitizer", ["nh3", "bleach"])
def test_no_attack_brings_what_mail_programs_do_not_know(sanitizer: str) -> None:
    found = {}
    options = Options(sanitizer=sanitizer)
    for name, given in documents():
        rendered = render(given.answer, given.records, to="email", options=options)
        shown = through_gmail(rendered.html).get_text()
        faults = mail_faults(rendered.html)
        faults += [each for each in (SENTENCE, TITLE, "[1]") if each not in shown]
        if faults:
            found[name] = faults
    assert found == {}


@pytest.mark.parametrize("sanitizer", ["nh3", "bleach"])
@pytest.mark.parametrize("slug", ["answer-arabic", "table-cell", "raw-html-sanitized"])
def test_sanitizing_always_changes_no_byte(slug: str, sanitizer: str) -> None:
    golden = case(slug)
    options = replace(golden.options, sanitize="always", sanitizer=sanitizer)
    always = render(golden.answer, golden.sources, to="email", options=options)
    assert always.html == golden.render("email").html


def test_a_mail_has_html_text_and_no_files() -> None:
    rendered = mail()
    assert rendered.html == rendered.body
    assert rendered.html.startswith("<!DOCTYPE html>\n<html lang=")
    assert rendered.text is not None
    assert rendered.text.startswith("# Days\n\nThree days.[1][2] Ask.[1]\n\nSources\n")
    assert rendered.related == ()
    assert rendered.media_type == "text/html"


def test_numbers_lead_to_the_place_in_the_source() -> None:
    page = "https://github.com/o/r/blob/main/a.py"
    source = {"source_id": "a", "title": "A", "url": page, "text": "x\ny\nz"}
    answer = f"A.{cite('a', 'L2')} B.{cite('a', 'L1-L3')} C.{cite('a')}"
    rendered = render(answer, [source], to="email")
    links = BeautifulSoup(rendered.html, "html.parser").select("sup a")
    places = [f"{page}#L2", f"{page}#L1-L3", page]
    assert [link["href"] for link in links] == places
    assert links[0]["aria-label"] == "Source 1: A, line 2"


def test_no_link_quotes_the_source() -> None:
    """Programs that rewrite links would break it."""
    rendered = mail()
    assert ":~:text=" in str(rendered.references[0].links[0])
    assert ":~:" not in rendered.html
    links = BeautifulSoup(rendered.html, "html.parser").select("sup a")
    assert [link["href"] for link in links] == [rendered.references[0].url] * 2


def test_a_source_without_url_is_a_number_without_link() -> None:
    rendered = mail()
    assert ">[2]</sup>" in rendered.html
    assert '<span dir="auto" style="font-size:15px;font-weight:600">Memo</span>' in (
        rendered.html
    )


@pytest.mark.parametrize("answer", ["Drei Tage.", "\u4e09\u65e5\u3002", "\u0628\u0651"])
def test_a_number_does_not_begin_a_line(answer: str) -> None:
    """The joiner is not for Word, which shows a box in its place."""
    html = mail(f"{answer}{cite('a')}").html
    guarded = f"{answer}<!--[if !mso]><!-->&#8288;<!--<![endif]--><sup "
    assert guarded in html
    joined = BeautifulSoup(html, "html.parser").p
    assert joined is not None
    assert joined.get_text() == f"{answer}{WORD_JOINER}[1]"


def test_unknown_sources_are_marked_if_asked_to() -> None:
    rendered = mail(f"A.{cite('nobody')}", on_unresolved="mark")
    (mark,) = BeautifulSoup(rendered.html, "html.parser").select("sup span")
    assert (mark.get_text(), mark["title"]) == ("[?]", "Unknown source")
    assert "[?]" in (rendered.text or "")


def test_groups_stand_in_one_pair_of_brackets() -> None:
    html = mail(grouped=True).html
    (first, _) = BeautifulSoup(html, "html.parser").select("sup")
    assert first.get_text() == "[1, 2]"


def test_strip_leaves_no_number_and_no_list() -> None:
    html = mail(strip=True).html
    assert "<sup" not in html
    assert "Sources" not in html


def test_cited_lines_are_tinted_and_keep_their_indent() -> None:
    html = mail(f"A.{cite('a', 'L3')}").html
    (line,) = BeautifulSoup(html, "html.parser").select(".cx-mark")
    assert line.get_text() == "\xa0\xa0Four in summer."
    cell = line.find_parent("tr")
    assert cell is not None
    assert cell.td is not None
    assert cell.td.get_text() == "3"


def test_the_lead_of_a_whole_source_is_not_tinted() -> None:
    assert "cx-mark" not in mail(f"A.{cite('b')}").html.partition("</head>")[2]


def test_readers_are_told_where_the_sources_are_not_enough() -> None:
    claims = {"claims": [], "insufficient_evidence": True}
    rendered = render_claims(claims, [], to="email")
    assert mail_faults(rendered.html) == []
    (notice,) = BeautifulSoup(rendered.html, "html.parser").select(".cx-note")
    assert notice.get_text() in (rendered.text or "")


@pytest.mark.parametrize(
    ("answer", "language", "direction"),
    [
        ("Hello", None, "ltr"),
        ("(1) \u0645\u0631\u062d\u0628\u0627", None, "rtl"),
        ("123", None, "ltr"),
        ("Hello", "he", "rtl"),
        ("\u0645\u0631\u062d\u0628\u0627", "en", "ltr"),
    ],
)
def test_a_mail_runs_as_its_language_or_its_letters(
    answer: str, language: str | None, direction: str
) -> None:
    html = mail(f"> {answer}{cite('a', 'L2')}", language=language).html
    soup = BeautifulSoup(html, "html.parser")
    assert soup.html is not None
    assert soup.html["dir"] == direction
    side = "right" if direction == "rtl" else "left"
    assert f"border-{side}:3px solid" in str(soup.blockquote)
    # The excerpt is English, whatever the answer is.
    (excerpt,) = soup.select("table.cx-edge")
    assert "border-left:3px" in str(excerpt)
    assert '<div dir="ltr"' in str(excerpt.parent)


def test_images_of_the_answer_are_links_even_if_pages_may_show_them() -> None:
    rendered = mail(
        "![a](https://i.test/a.png)", images="allow", image_hosts=("i.test",)
    )
    assert "<img" not in rendered.html
    assert 'href="https://i.test/a.png"' in rendered.html


def test_links_within_the_mail_are_text() -> None:
    answer = "A[^1] [b](#c) <a href='#d'>e</a>\n\n- [x] done\n- [ ] open\n\n[^1]: Note."
    rendered = mail(answer, footnotes=True, tasklists=True, heading_ids=True)
    assert mail_faults(rendered.html) == []
    assert 'href="#' not in rendered.html
    shown = BeautifulSoup(rendered.html, "html.parser").get_text()
    assert "A[1] b e" in shown
    assert "\u2611 done\n\u2610 open" in shown
    assert "Note." in shown
    # Nor is there a way back.
    assert "\u21a9" not in shown


@pytest.mark.parametrize("count", [0, 1, 40, 120, 300])
def test_the_budget_holds(count: int) -> None:
    """With 300 sources, all of them are still there: number, title and URL."""
    answer, sources = many(count)
    rendered = render(answer, sources, to="email")
    assert size(rendered) <= BUDGET
    assert mail_faults(rendered.html) == []
    check_agreement(rendered)
    assert codes(rendered) == (["CM501"] if count > 100 else [])


def test_the_last_sources_are_shown_with_less() -> None:
    answer, sources = many(120)
    rendered = render(answer, sources, to="email")
    (found,) = rendered.diagnostics
    assert re.fullmatch(
        r"Unexpected size of the e-mail, expected at most 95000 bytes: sources shown "
        r"with less: \d+ without excerpt, \d+ as number, title and link only; "
        rf"it has {size(rendered)} bytes",
        found.message,
    )
    assert (found.start, found.end) == (0, 0)
    # Nothing is given up for nothing: another excerpt would have been too much.
    assert BUDGET - size(rendered) < 1_000
    first, _, last = rendered.html.partition("Title 60.</a>")
    assert first.count("Handbook") > 50
    assert "Handbook" not in last.rpartition("Title 119.")[2]


def test_what_finds_no_room_at_all_is_named() -> None:
    answer, sources = many(300, title="A very long title of a source " * 7)
    rendered = render(answer, sources, to="email")
    assert size(rendered) <= BUDGET
    (found,) = rendered.diagnostics
    assert "not listed" in found.message
    gmail = through_gmail(rendered.html)
    (left,) = re.findall(r"\[(\d+)\]\N{EN DASH}\[300\] \u2026", gmail.get_text())
    text = gmail.get_text()
    assert f"{int(left) - 1}.\n" in text
    # Their numbers in the text lead to them, and the text part lists them.
    for reference in rendered.references:
        assert gmail.find("a", href=str(reference.url))
        assert f"<{reference.url}>" in (rendered.text or "")


def test_an_answer_that_is_too_long_by_itself_is_never_cut() -> None:
    rendered = mail(f"{'word ' * 400}end.{cite('a')}", limits={"mail_bytes": 1_000})
    assert "word end." in rendered.html
    (found,) = rendered.diagnostics
    assert found.code == "CM501"
    assert "1 not listed" in found.message
    nothing = mail("word " * 400, limits={"mail_bytes": 1_000})
    assert "nothing to cut" in nothing.diagnostics[0].message


def test_a_mail_of_exactly_its_limit_is_left_alone() -> None:
    whole = mail()
    limit = size(whole) + 60  # what saying that sources are left out would take
    exact = mail(limits={"mail_bytes": limit})
    assert exact.html == whole.html
    assert "CM501" not in codes(exact)
    smaller = mail(limits={"mail_bytes": size(whole) - 1})
    assert size(smaller) < size(whole)
    assert "CM501" in codes(smaller)


def test_the_limit_has_a_default() -> None:
    assert Limits().mail_bytes == BUDGET


def sent(rendered: Rendered, **headers: object) -> EmailMessage:
    given: dict[str, object] = {
        "subject": "Days",
        "sender": "Ada <ada@host.example>",
        "to": "bob@host.example",
        "date": DATE,
        "message_id": "<1@host.example>",
        **headers,
    }
    return rendered.to_message(**given)  # type: ignore[arg-type] # some are wrong on purpose


def test_a_message_comes_back_as_it_was_sent() -> None:
    for slug in ("answer-japanese", "answer-arabic", "crlf", "page-article"):
        rendered = case(slug).render("email")
        data = sent(rendered).as_bytes()
        back = message_from_bytes(data, policy=policy.default)
        assert isinstance(back, EmailMessage)
        parts = [part.get_content_type() for part in back.walk()]
        assert parts == ["multipart/alternative", "text/plain", "text/html"]
        plain, page = back.iter_parts()
        assert plain.get_content().replace("\r\n", "\n") == unified(rendered.text)
        assert page.get_content().replace("\r\n", "\n") == unified(rendered.html)


def unified(text: str | None) -> str:
    return (text or "").replace("\r\n", "\n")


def test_messages_are_bytes_that_any_server_passes_on() -> None:
    answer, sources = many(20, title="\u0130\u015f \u6587\u66f8 " * 30)
    for rendered in (render(answer, sources, to="email"), mail()):
        data = bytes(sent(rendered))
        assert data.isascii()
        assert b"\0" not in data
        lines = data.split(b"\r\n")
        assert all(b"\n" not in line and b"\r" not in line for line in lines)
        assert max(map(len, lines)) <= 78


def test_the_same_message_has_the_same_bytes() -> None:
    assert bytes(sent(mail())) == bytes(sent(mail()))
    assert bytes(sent(mail())) != bytes(sent(mail("Another.")))


@pytest.mark.parametrize("to", ["html", "markdown", "text", "eml"])
def test_other_outputs_are_no_message(to: str) -> None:
    rendered = render("A.", to=to)
    with pytest.raises(CitemarkError, match=f"expected to='email', got to='{to}'"):
        sent(rendered)


def test_only_html_has_html() -> None:
    assert render("A.").html == render("A.").body
    with pytest.raises(ConfigError, match="expected an output of HTML, got text/plain"):
        _ = render("A.", to="text").html


def test_a_draft_opens_in_a_mail_program() -> None:
    rendered = render(ANSWER, SOURCES, to="eml")
    back = message_from_bytes(bytes(rendered), policy=policy.default)
    assert isinstance(back, EmailMessage)
    assert (back["Subject"], back["X-Unsent"]) == ("Days", "1")
    assert back["From"] is None
    plain, page = back.iter_parts()
    assert unified(page.get_content()) == mail().html
    assert unified(plain.get_content()) == mail().text == rendered.text
    assert rendered.media_type == "message/rfc822"
    assert bytes(render(ANSWER, SOURCES, to="eml")) == bytes(rendered)


def test_a_draft_is_no_text() -> None:
    rendered = render(ANSWER, SOURCES, to="eml")
    with pytest.raises(ConfigError, match=r"got message/rfc822: use bytes\(\)"):
        str(rendered)
    assert b64decode(str(rendered.to_dict()["body"])) == bytes(rendered)


def test_a_draft_of_an_answer_without_heading_has_a_subject() -> None:
    back = message_from_bytes(bytes(render("A.", to="eml")), policy=policy.default)
    assert back["Subject"] == "Answer"


def test_a_draft_says_what_found_no_room() -> None:
    options = options_from({"limits": {"mail_bytes": 1_000}})
    rendered = render(ANSWER, SOURCES, to="eml", options=options)
    assert "CM501" in codes(rendered)
