from __future__ import annotations

import pytest

from citemark import Options
from citemark.document.document import parse
from citemark.options import Limits, Numbering
from citemark.sources import SourceRegistry
from citemark.stream import region as module
from citemark.stream.region import Region, plain_for
from tests.strategies import SOURCES, cite
from tests.unit.stream.regions import html_of, read, region

_ONE, _TWO = cite("turn0file0"), cite("turn0file1")


def fed(made: Region, *deltas: str) -> list[tuple[str, str]]:
    """Return what is done and what is open at each of *deltas*."""
    steps = []
    for delta in deltas:
        made.add(delta)
        steps.append(read(made))
    return steps


def test_what_is_done_leaves_the_region() -> None:
    made = region("One")
    assert read(made) == ("", "<p>One</p>\n")
    assert (made.start, made.done, made.answer) == (0, "", "One")
    assert fed(made, "\n\nTwo") == [("<p>One</p>\n", "<p>Two</p>\n")]
    assert (made.start, made.done, made.answer) == (4, "One\n", "One\n\nTwo")
    assert fed(made, " and", "\n\n") == [
        ("", "<p>Two and</p>\n"),
        ("<p>Two and</p>\n", ""),
    ]
    assert made.done == "One\n\nTwo and\n"


def test_nothing_is_read_again_that_shows_nothing_new() -> None:
    made = region("One\n")
    assert read(made)[1] == "<p>One</p>\n"
    made.add("-")
    assert made.read() == (None, None)
    made.add("-\n")
    _, opened = made.read()
    assert html_of(opened) == ""
    assert made.answer == "One\n--\n"


def test_no_half_marker_is_shown() -> None:
    made = region(f"One{_ONE[:-1]}")
    assert read(made) == ("", "<p>One</p>\n")
    assert made.quick("<p>One</p>\n") is None
    made.add(_ONE[-1])
    assert "[1]" in read(made)[1]


def test_a_marker_without_end_is_text_after_all() -> None:
    made = region(f"One\ue200cite\ue202{'a' * 5_000} two")
    assert "two" in read(made)[1]


def test_stable_shows_what_is_written() -> None:
    assert read(region("a **b\n-", stable=True))[1] == "<h2>a **b</h2>\n"
    assert read(region("a **b\n-"))[1] == "<p>a <strong>b</strong></p>\n"
    # Never a half marker, though.
    assert read(region(f"a{_ONE[:-1]}", stable=True))[1] == "<p>a</p>\n"


def test_a_huge_block_is_read_when_it_has_grown_by_a_good_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes = []

    def counted(*arguments: object) -> object:
        sizes.append(len(str(arguments[1])))
        return parse(*arguments)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(module, "parse", counted)
    made, line = region(), "- item of a list\n"
    for _ in range(6_000):
        made.add(line)
        if made.is_due:
            made.read()
    total = 6_000 * len(line)
    assert len(made.answer) == total
    assert not made.done
    # As long as it is small, at each delta.
    small = [size for size in sizes if size < 2_048]
    assert small == [len(line) * n for n in range(1, len(small) + 1)]
    assert len(sizes) < 250
    assert sum(sizes) < 20 * total
    assert total - sizes[-1] < total / 16 + len(line)


def test_it_is_due_again_once_a_part_is_done() -> None:
    made, due = region("- item\n" * 1_000), []
    for more in ("", "a", "\n\nWord" + " word" * 1_000, "\n\nWord\n"):
        made.add(more)
        due.append(made.is_due)
        if made.is_due:
            made.read()
    assert due == [True, False, True, False]


def test_numbers_go_on() -> None:
    made = region(f"One{_TWO}.\n\n", Options(numbering=Numbering(start=5)))
    done, _ = read(made)
    assert ">[5]</a>" in done
    made.add(f"Two{_ONE}{_TWO}.")
    _, opened = made.read()
    assert opened is not None
    assert opened.is_new
    assert [each.number for each in opened.view.resolution.references] == [5, 6]
    (five, six) = opened.view.resolution.references
    assert [(each.index, each.occurrence) for each in five.noterefs] == [(1, 1), (3, 2)]
    assert [(each.index, each.occurrence) for each in six.noterefs] == [(2, 1)]
    assert made.ledger.assigned == {"turn0file1": 5}


def test_citations_that_are_the_same_are_not_resolved_again() -> None:
    made = region(f"One{_ONE} and")
    _, first = made.read()
    made.add(" two")
    _, second = made.read()
    assert first is not None
    assert second is not None
    assert (first.is_new, second.is_new) == (True, False)
    assert second.view.resolution is first.view.resolution
    made.add(f"{_ONE} and")
    _, third = made.read()
    assert third is not None
    assert third.is_new


def test_sources_are_asked_for_again() -> None:
    made = region(f"One{_ONE} and", sources=None)
    assert "pending" in read(made)[1]
    made.store = SourceRegistry(SOURCES)
    assert made.read() == (None, None)
    made.resolve_again()
    made.ledger.found.clear()
    assert ">[1]</a>" in read(made)[1]
    made.ledger.next_number = 9
    made.resolve_again(made.ledger)
    assert ">[9]</a>" in read(made)[1]


def test_findings_are_of_what_is_done() -> None:
    made = region(f"One{cite('nope')}.\n\nTwo{cite('nope')}.", sources=None)
    done, opened = made.read()
    assert done is not None
    assert opened is not None
    assert [(each.start, each.code.name) for each in done.findings] == [
        (3, "unknown-source")
    ]
    assert not opened.findings
    assert (done.start, opened.start) == (0, made.answer.index("\n\nTwo") + 1)


def test_findings_of_the_parser_are_told_with_their_block() -> None:
    made = region("One\ue201.\n\nTwo\ue201.")
    done, _ = made.read()
    assert done is not None
    assert [each.start for each in done.findings] == [3]
    made.add("\n\n")
    done, _ = made.read()
    assert done is not None
    assert [each.start for each in done.findings] == [len("\nTwo")]


def test_definitions_are_known_behind_them() -> None:
    made = region("One\n\n[f]: https://e.test/u\n\nTwo\n\n")
    assert read(made) == ("<p>One</p>\n<p>Two</p>\n", "")
    made.add("See [f] and [g].\n\n")
    done, _ = read(made)
    assert 'href="https://e.test/u"' in done
    assert "[g]" in done
    made.add("[f]: https://e.test/other\n\n[g]: https://e.test/v\n\nEnd.\n\n")
    made.read()
    made.add("See [f] and [g].")
    _, opened = made.read()
    assert opened is not None
    hrefs = [
        child.attrs["href"]
        for token in opened.view.tokens
        for child in token.children or ()
        if child.type == "link_open"
    ]
    # The first definition of a name counts.
    assert hrefs == ["https://e.test/u", "https://e.test/v"]


def test_a_definition_that_may_go_on_is_not_kept_yet() -> None:
    made = region("One\n\n[f]: https://e.test/u\n")
    read(made)
    assert made.done == "One\n"
    made.add('"title"\n\nTwo [f].\n\nThree [f]')
    done, opened = made.read()
    assert done is not None
    assert opened is not None
    for stretch in done, opened:
        (attributes,) = [
            child.attrs
            for token in stretch.view.tokens
            for child in token.children or ()
            if child.type == "link_open"
        ]
        assert attributes == {"href": "https://e.test/u", "title": "title"}


def test_footnotes_are_numbered_on() -> None:
    made = region("One[^a]\n\n[^a]: A\n\n[^b]: B\n\nTwo.\n\n", Options(footnotes=True))
    made.read()
    made.add("Three[^b], four[^a].\n\n")
    done, _ = made.read()
    assert done is not None
    notes = [
        (child.meta["id"], child.meta["subId"])
        for token in done.view.tokens
        for child in token.children or ()
        if child.type == "footnote_ref"
    ]
    assert notes == [(1, 0), (0, 1)]


def test_headings_of_one_name_get_ids_of_their_own() -> None:
    made = region("# Tide\n\n# Tide", Options(heading_ids=True))
    done, opened = read(made)
    assert 'tide"' in done
    assert 'tide-1"' in opened
    made.add("\n\n# Tide\n")
    done, _ = read(made)
    assert done.index('tide-1"') < done.index('tide-2"')
    assert made.done.count("#") == 3


def test_a_formula_that_is_open_keeps_all_behind_it() -> None:
    made = region("$$\na\n\nb\n\n", Options(dollarmath=True))
    read(made)
    assert made.done == ""
    made.add("c\n$$\n\nd")
    read(made)
    assert made.done == "$$\na\n\nb\n\nc\n$$\n"


def test_the_limit_of_markers_is_that_of_the_answer() -> None:
    made = region(f"One{_ONE}.\n\n", Options(limits=Limits(markers=1)))
    assert "[1]" in read(made)[0]
    made.add(f"Two{_TWO}.\n\n")
    assert "[" not in read(made)[0]


def test_plain_is_what_has_nothing_of_a_marker() -> None:
    is_plain = plain_for(Options())
    assert is_plain("a\n【4:2† <c> ^_.")
    for character in "\r\x85\ue200\ue201\uf8ff":
        assert not is_plain(f"a{character}b")
    is_plain = plain_for(Options(dialect=("openai", "lenticular")))
    assert is_plain("a【b】")
    for text in "a【", "a【4", "†", "\ue200":
        assert not is_plain(text)
