from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import ConfigError, Options, Source, verify
from citemark.verification import passages
from citemark.verification.judge import Pair, Verdict
from citemark.verification.report import (
    Band,
    Check,
    Found,
    Outcome,
    VerificationReport,
)
from tests.strategies import cite

TEXT = (
    "The quay handled 1,200 ships in 2025.\n"
    "The old quay was built in March 2019 by Maria Keller.\n"
    "Ships pay “a fee for every ton of cargo”."
)
SOURCE = {"source_id": "a", "title": "Report of Bergen", "text": TEXT}


def checked(
    sentence: str,
    locator: str | None = "L1",
    records: Sequence[Mapping[str, object] | Source] = (SOURCE,),
    options: Options | None = None,
) -> VerificationReport:
    marker = cite("a", locator) if locator else cite("a")
    return verify(f"{sentence}{marker}", records, options=options)


def only(report: VerificationReport, name: str) -> Check:
    (check,) = (check for check in report.checks if check.name == name)
    return check


def test_what_is_found_has_its_place_in_answer_and_source() -> None:
    report = checked("It handled **1,200** ships.")
    check = only(report, "number_support")
    assert check.outcome is Outcome.PASSED
    assert report.answer[check.start : check.end] == check.text == "1,200"
    assert (check.message, check.severity, check.source_ids) == ("", None, ("a",))
    (place,) = check.found
    assert TEXT[place.start : place.end] == "1,200"
    assert report.findings == ()


@pytest.mark.parametrize(
    ("sentence", "name", "outcome", "level"),
    [
        ("It handled 1,300 ships.", "number_support", "failed", "warning"),
        ("It handled four ships.", "number_support", "failed", "info"),
        ("It was built in March 2019.", "date_support", "elsewhere", "info"),
        ("It was built in March 2018.", "date_support", "failed", "warning"),
        ("They met Maria Keller there.", "name_support", "elsewhere", None),
        ("They met Anna Keller there.", "name_support", "failed", "info"),
        ("They met in Bergen.", "name_support", "passed", None),
        ("It says “a fee for every ton”.", "quote_verbatim", "elsewhere", "warning"),
        ("It says “a fee for each ton”.", "quote_verbatim", "failed", "error"),
        ("> A fee for every ton", "quote_verbatim", "elsewhere", "info"),
        ("> A fee for each ton", "quote_verbatim", "failed", "warning"),
    ],
)
def test_levels_say_how_bad_it_is(
    sentence: str, name: str, outcome: str, level: str | None
) -> None:
    check = only(checked(sentence), name)
    assert check.outcome.value == outcome
    assert (check.severity.value if check.severity else None) == level
    assert bool(check.message) is (outcome != "passed")


def test_what_is_elsewhere_has_its_place_there() -> None:
    check = only(checked("It was built in March 2019."), "date_support")
    assert check.message == (
        "date 'March 2019' is not in the cited passage, but elsewhere in source 'a'"
    )
    (place,) = check.found
    assert TEXT[place.start : place.end] == "March 2019"


def test_without_a_place_the_whole_source_is_the_passage() -> None:
    report = checked("It was built in March 2019.", None)
    assert only(report, "date_support").outcome is Outcome.PASSED
    (sentence,) = report.sentences
    (passage,) = sentence.passages
    assert (passage.whole, passage.start, passage.text) == (True, 0, TEXT)
    assert passage.title == "Report of Bergen"


def test_one_of_several_citations_is_enough() -> None:
    answer = f"It handled 1,200 ships from 2019.{cite('a', 'L1', 'a', 'L2', 'a', 'L2')}"
    report = verify(answer, [SOURCE])
    assert [each.outcome for each in report.checks if each.name == "date_support"] == [
        Outcome.PASSED
    ]
    assert only(report, "number_support").outcome is Outcome.PASSED
    assert [each.locator for each in report.sentences[0].passages] == ["L1", "L2"]


def test_headings_have_no_names() -> None:
    report = checked("# They met Anna Keller 5,000 times")
    names = [check.name for check in report.sentences[0].checks]
    assert names == ["number_support", "lexical_overlap"]


@pytest.mark.parametrize(
    ("sentence", "score", "band"),
    [
        ("The quay handled ships.", 1.0, Band.LIKELY),
        ("The quay handled boats.", 2 / 3, Band.UNCLEAR),
        ("The quay handled 7 ships.", 1.0, Band.DOUBTFUL),
        ("Cats drink milk daily.", 0.0, Band.DOUBTFUL),
    ],
)
def test_words_make_a_band(sentence: str, score: float, band: Band) -> None:
    report = checked(sentence)
    check = only(report, "lexical_overlap")
    assert (check.score, report.sentences[0].band) == (score, band)
    assert (check.outcome is Outcome.FAILED) is (score < 0.3)
    assert report.answer[check.start : check.end] == sentence


def test_too_few_words_are_not_counted() -> None:
    report = checked("Many ships.")
    assert report.sentences[0].checks == ()
    assert report.sentences[0].band is None
    assert report.rates["lexical_overlap"] is None


def test_nothing_is_expected_in_another_script_or_language() -> None:
    report = checked("港では「千二百隻の船を扱った」とカタカナタロウが言う。")
    outcomes = {check.name: check.outcome for check in report.sentences[0].checks}
    assert set(outcomes.values()) == {Outcome.UNCHECKED}
    assert report.sentences[0].band is None
    french = checked("Le quai a traité 1 200 navires.", options=Options(language="fr"))
    assert only(french, "number_support").outcome is Outcome.PASSED


@pytest.mark.parametrize("text", [None, ""])
def test_a_source_without_text_leaves_everything_unchecked(text: str | None) -> None:
    report = checked("It handled 1,200 ships a day.", None, [{**SOURCE, "text": text}])
    outcomes = {check.outcome for check in report.sentences[0].checks}
    assert outcomes == {Outcome.UNCHECKED}
    assert report.sentences[0].cited


@pytest.mark.parametrize(
    ("record", "locator"),
    [({"status": "deleted"}, "L1"), ({"citable": False}, "L1"), ({}, "L9")],
)
def test_what_may_not_be_cited_or_is_not_there_is_no_passage(
    record: Mapping[str, object], locator: str
) -> None:
    report = checked("It handled 1,200.", locator, [{**SOURCE, **record}])
    assert report.sentences[0].passages == ()
    assert not report.sentences[0].cited


def test_a_splitter_of_ones_own_is_kept_to() -> None:
    source = Source(**SOURCE, splitter=lambda text: text.split(" "))  # type: ignore[arg-type] # a record
    report = checked("It handled 1,200 ships.", "L4", [source])
    (place,) = only(report, "number_support").found
    assert TEXT[place.start : place.end] == "1,200"
    folded = Source(**SOURCE, splitter=lambda text: text.upper().split("\n"))  # type: ignore[arg-type] # a record
    report = checked("It handled 1,200 ships.", "L1", [folded])
    check = only(report, "number_support")
    assert (check.outcome, check.found) == (Outcome.PASSED, ())
    assert report.sentences[0].passages[0].start is None


def test_places_are_in_the_text_of_any_line_ends() -> None:
    text = "one\r\ntwo 5\rthree 7"
    report = checked("It has 7 of them.", "L3", [{**SOURCE, "text": text}])
    assert only(report, "number_support").found == (Found("a", 17, 18),)


def test_the_reach_of_citations_is_an_option() -> None:
    answer = f"It handled 1,300 ships. It had 1,200.{cite('a', 'L1')}"
    assert verify(answer, [SOURCE]).findings
    alone = verify(answer, [SOURCE], options=Options(reach="sentence"))
    assert only(alone, "number_support").text == "1,200"
    assert (alone.coverage, verify(answer, [SOURCE]).coverage) == (0.5, 1.0)
    with pytest.raises(ConfigError, match=r"Options\.reach"):
        Options(reach="page")  # type: ignore[arg-type] # on purpose


class Agreeing:
    """A judge who believes everything."""

    def judge_many(self, pairs: Sequence[Pair], /) -> list[Verdict]:
        return [Verdict("supported") for _ in pairs]  # type: ignore[arg-type] # by name


def test_a_judge_gives_completeness() -> None:
    answer = f"It handled 1,200 ships.{cite('a', 'L1')} It handled 7 boats."
    report = verify(answer, [SOURCE], judge=Agreeing())
    assert report.completeness == 0.5
    assert verify(answer, [SOURCE]).completeness is None
    assert [len(each.verdicts) for each in report.sentences] == [1, 0]


def test_the_question_needs_no_citation() -> None:
    answer = "You handled 1,200 ships at the quay."
    asked = verify(answer, (), question="Have you handled 1,200 ships at the quay?")
    assert (asked.coverage, verify(answer, ()).coverage) == (None, 0.0)


def test_the_report_is_plain_data() -> None:
    report = checked("It handled 1,200 ships.", None)
    data = json.loads(json.dumps(report.to_dict()))
    assert data["rates"]["number_support"] == 1.0
    (passage,) = data["sentences"][0]["passages"]
    assert "text" not in passage
    assert (passage["start"], passage["end"]) == (0, len(TEXT))
    located = json.loads(json.dumps(checked("It is so.").to_dict()))
    (passage,) = located["sentences"][0]["passages"]
    assert passage["text"] == TEXT[: passage["end"]] == TEXT.splitlines()[0]


def test_findings_are_in_the_order_of_the_answer() -> None:
    answer = (
        f"It took 7 “days of hard work”.{cite('x')}{cite('a', 'L1')} Or 8.{cite('y')}"
    )
    starts = [found.start for found in verify(answer, [SOURCE]).findings]
    assert starts == sorted(starts)
    assert len(starts) >= 4


def test_an_answer_is_text() -> None:
    with pytest.raises(ConfigError, match="answer: expected str, got bytes"):
        verify(b"x", ())  # type: ignore[arg-type] # on purpose


def test_very_many_places_cover_a_sentence_no_more() -> None:
    text = "\n".join(map(str, range(100, 200)))
    markers = "".join(cite("a", f"L{at}") for at in range(1, 100))
    report = verify(f"It is so.{markers}", [{**SOURCE, "text": text}])
    assert len(report.sentences[0].passages) == 32


def test_searches_have_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passages, "_SEARCHES", 0)
    check = only(checked("They met Maria Keller there.", "L2"), "name_support")
    assert check.outcome is Outcome.UNCHECKED


def test_places_beyond_the_budget_are_searched_as_a_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passages, "_SLICES", 0)
    report = checked("It was built in March 2019.", "L1")
    (passage,) = report.sentences[0].passages
    assert (passage.whole, passage.locator) == (True, "L1")
    assert only(report, "date_support").outcome is Outcome.PASSED


PIECES = [
    *(cite("a", "L1-L2"), cite("a"), cite("b", "L9"), "\ue200cite\ue202", "\ue201"),
    *("“one two", "three”", "«", "»", '"', "‘", "’", "…", "[…]", "](", "**", "_", "`"),
    *("```\n", "\n\n", "> ", "- ", "# ", "|", "|---|\n", "\\", "<b>", "&amp;", "\r\n"),
    *(
        "<https://e.com/1.2>",
        "1,200",
        "1 200",
        "3.5 million",
        "$",
        "%",
        "1億2万",
        "三十",
    ),
    *(
        "百分之",
        "2026年4月2日",
        "令和元年",
        "2 avril 2026",
        "3/4/2026",
        "in 2025",
        "M. ",
        "ﬁ",
    ),
    *(
        "twenty",
        "Maria Keller",
        "of",
        "アクメロジス",
        "港",
        "。",
        ". ",
        "\x00",
        "\ud800",
        "\x80",
    ),
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.lists(st.sampled_from(PIECES[5:]), max_size=30).map("".join),
    st.sampled_from([None, "de", "fr", "ja", "ar", "xx"]),
)
def test_content_never_raises_and_places_hold(
    answer: str, text: str, language: str | None
) -> None:
    source = Source(source_id="a", title="T", text=text.replace("\ud800", ""))
    report = verify(answer, {"a": source}, options=Options(language=language))
    json.dumps(report.to_dict())
    for check in report.checks:
        assert 0 <= check.start < check.end <= len(report.answer)
        for place in check.found:
            assert 0 <= place.start < place.end <= len(source.text or "")
    for each in report.sentences:
        assert len(each.sentence.text) == len(each.sentence.prose)


def test_the_linter_s_authoritative_hosts_are_counted() -> None:
    records = [
        {**SOURCE, "url": "https://data.port.example/r"},
        {"source_id": "b", "url": "https://blog.example/"},
    ]
    answer = f"Ships pay a fee.{cite('a')} It is high.{cite('b')}"
    rules = {"few-authoritative-hosts": {"authoritative_hosts": ["port.example"]}}
    with_hosts = verify(answer, records, options=Options(rules=rules))
    assert with_hosts.diversity.authoritative_share == 0.5
    assert verify(answer, records).diversity.authoritative_share is None


@pytest.mark.parametrize("hosts", ["port.example", [1], ["no host!"]])
def test_authoritative_hosts_are_a_list_of_hosts(hosts: object) -> None:
    rules = {"few-authoritative-hosts": {"authoritative_hosts": hosts}}
    with pytest.raises(ConfigError, match="host"):
        verify("Yes.", [], options=Options(rules=rules))
