from __future__ import annotations

import pytest

from citemark.locator import Lines
from citemark.model import NoteRef, Reference
from citemark.stream.events import (
    Abort,
    BlockClose,
    BlockOpen,
    BlockPatch,
    Event,
    Notice,
    Ref,
    SourceAdd,
    SourcePatch,
)
from citemark.stream.mirror import Shell
from citemark.stream.teller import Teller

_SHELL = Shell(
    article="<article>[blocks][section][cards]</article>\n",
    section="<section><ol>[notes]</ol></section>\n",
    blocks="[blocks]",
    sources="[section]",
    notes="[notes]",
    cards="[cards]",
)


def new(message: str = "m") -> Teller:
    return Teller(message, "p-", _SHELL)


def told(teller: Teller) -> list[tuple[str, dict[str, object]]]:
    """Return type and fields of the events since the last time."""
    return [
        (
            each.type,
            {
                name: value
                for name, value in each.to_dict().items()
                if name not in {"v", "seq", "msg", "type"}
            },
        )
        for each in teller.take()
    ]


def test_events_are_counted_and_taken_once() -> None:
    teller = new()
    first = teller.tell(Abort, reason="a")
    teller.tell(Abort, reason="b")
    assert (first.seq, first.message, first.prefix) == (1, "m", "p-")
    assert [each.seq for each in teller.take()] == [1, 2]
    assert teller.take() == []
    teller.tell_again(first)
    (again,) = teller.take()
    assert again == Abort(seq=3, message="m", prefix="p-", reason="a")
    assert teller.ending is None
    teller.end(Abort, reason="c")
    assert teller.ending is teller.take()[0]


@pytest.mark.parametrize(
    ("event_id", "seq"),
    [
        ("m:0", 0),
        ("m:1", 1),
        ("m:2", 2),
        ("m:02", 2),
        # From the future, from elsewhere, from nowhere.
        ("m:3", None),
        ("m:999999999999", None),
        (f"m:{'9' * 5_000}", None),
        (f"m:{'0' * 5_000}1", None),
        ("n:1", None),
        ("mm:1", None),
        (":1", None),
        ("1", None),
        ("m", None),
        ("m:", None),
        ("m:-1", None),
        ("m:+1", None),
        ("m: 1", None),
        ("m:1 ", None),
        ("m:1.0", None),
        ("m:²", None),
        ("m:١", None),
        ("m:x:1", None),
        ("m:1:1", None),
        ("", None),
        (None, None),
    ],
)
def test_the_number_in_an_id(event_id: str | None, seq: int | None) -> None:
    teller = new()
    teller.tell(Abort, reason="a")
    teller.tell(Abort, reason="b")
    assert teller.seq_of(event_id) == seq


def test_a_message_may_have_colons_in_its_name() -> None:
    teller = new("chat:7")
    event = teller.tell(Abort, reason="")
    assert event.event_id == "chat:7:1"
    assert teller.seq_of(event.event_id) == 1
    assert teller.seq_of("chat:1") is None


def test_an_id_among_repeated_events_says_nothing() -> None:
    teller = new()
    for _ in range(6):
        teller.tell(Abort, reason="")
    teller.repeated(3)
    known = [teller.seq_of(f"m:{number}") for number in range(8)]
    assert known == [0, 1, 2, None, None, None, 6, None]


def test_ids_before_repetitions_that_are_forgotten_say_nothing() -> None:
    teller = new()
    for _ in range(66):
        first = teller.seq + 1
        for _ in range(3):
            teller.tell(Abort, reason="")
        teller.repeated(first)
    known = [teller.seq_of(f"m:{number}") for number in range(199)]
    assert [each for each in known if each is not None] == [*range(6, 199, 3)]


def test_a_block_opens_grows_and_closes() -> None:
    teller = new()
    teller.show("", 0)
    assert told(teller) == []
    teller.show("<p>a</p>\n", 3)
    teller.show("<p>a</p>\n", 3)
    teller.show("<p>a <em>b</em></p>\n", 3)
    teller.add("c", 2)
    teller.add("", 2)
    assert teller.mirror.open is not None
    assert teller.mirror.open.html == "<p>a <em>bc</em></p>\n"
    teller.show("<p>a <em>bc</em> d</p>\n", 3)
    assert told(teller) == [
        ("block.open", {"block": 1, "html": "<p>a</p>\n"}),
        (
            "block.patch",
            {"block": 1, "html": " <em>b</em>", "depth": 1, "mode": "append"},
        ),
        ("block.patch", {"block": 1, "html": "c", "depth": 2, "mode": "append"}),
        ("block.patch", {"block": 1, "html": " d", "depth": 1, "mode": "append"}),
    ]
    teller.close("<p>end</p>\n", 3)
    assert told(teller) == [("block.close", {"block": 1, "html": "<p>end</p>\n"})]
    assert teller.number == 2
    (block,) = teller.mirror.blocks
    assert (block.html, block.start) == ("<p>end</p>\n", 3)
    assert (block.opened, block.closed, block.changed) == (1, 5, 5)


def test_html_that_may_not_be_taken_apart_is_sent_whole() -> None:
    teller = new()
    teller.show("<p>a <b>b</b></p>\n", 0, whole=True)
    teller.show("<p>a <b>bc</b></p>\n", 0, whole=True)
    assert told(teller)[1] == (
        "block.patch",
        {"block": 1, "html": "<p>a <b>bc</b></p>\n"},
    )


def test_what_is_open_may_show_nothing_any_more() -> None:
    teller = new()
    teller.show("<p>a</p>\n", 0)
    teller.show("", 0)
    teller.show("text", 0)
    assert told(teller)[1:] == [
        ("block.patch", {"block": 1, "html": ""}),
        ("block.patch", {"block": 1, "html": "text"}),
    ]
    assert teller.mirror.open is not None
    assert teller.mirror.open.html == "text"


def test_nothing_is_added_where_nothing_is_open() -> None:
    teller = new()
    teller.add("a", 1)
    assert told(teller) == []


def test_a_block_that_was_not_open_opens_and_closes() -> None:
    teller = new()
    teller.close("", 0)
    assert told(teller) == []
    teller.close("<p>a</p>\n", 4)
    fields = {"block": 1, "html": "<p>a</p>\n"}
    assert told(teller) == [("block.open", fields), ("block.close", fields)]
    (block,) = teller.mirror.blocks
    assert (block.start, block.opened, block.closed) == (4, 1, 2)


def test_a_closed_block_is_corrected_if_it_is_different() -> None:
    teller = new()
    teller.close("<p>a</p>\n", 0)
    teller.correct(0, "<p>a</p>\n")
    before = teller.corrected
    teller.take()
    teller.correct(0, "<p>b</p>\n")
    assert told(teller) == [
        ("block.patch", {"block": 1, "html": "<p>b</p>\n", "late": True})
    ]
    assert (before, teller.corrected) == (False, True)
    assert teller.mirror.blocks[0].html == "<p>b</p>\n"
    assert (teller.mirror.blocks[0].closed, teller.mirror.blocks[0].changed) == (2, 3)


def reference(
    number: int, name: str = "a", *, places: tuple[int, ...] = (), links: int = 1
) -> Reference:
    """Return what cites the lines *places* of a source, as often as there are links."""
    return Reference(
        number=number,
        source_id=name,
        title=name.upper(),
        titled=True,
        url=f"https://e.test/{name}",
        host="e.test",
        heading=("H", "I"),
        updated="2026-01-01",
        language=None,
        locators=tuple(Lines(line, line) for line in places),
        excerpts=(),
        noterefs=tuple(
            NoteRef(index=at, number=number, occurrence=at, ordinal=at, locators=())
            for at in range(1, links + 1)
        ),
    )


def test_notes_come_change_and_go() -> None:
    teller, one, two = new(), reference(1, "a"), reference(2, "b")
    teller.note(one, "p-s1", "<li>a</li>\n", "<div>a</div>\n")
    teller.note(two, "p-s2", "<li>b</li>\n", "")
    teller.note(one, "p-s1", "<li>a</li>\n", "<div>a</div>\n")
    source = {"path": ["H", "I"], "updated": "2026-01-01"}
    assert told(teller) == [
        (
            "source.add",
            {
                "n": 1,
                "id": "p-s1",
                "html": "<li>a</li>\n",
                "card": "<div>a</div>\n",
                "section": _SHELL.section,
                "source": {"title": "A", "url": "https://e.test/a", **source},
            },
        ),
        (
            "source.add",
            {
                "n": 2,
                "id": "p-s2",
                "html": "<li>b</li>\n",
                "source": {"title": "B", "url": "https://e.test/b", **source},
            },
        ),
    ]
    teller.note(one, "p-s1", "<li>a</li>\n", "<div>c</div>\n")
    teller.note(two, "p-s2", "<li>c</li>\n", "")
    teller.drop_notes([2, 1])
    assert told(teller) == [
        (
            "source.patch",
            {"n": 1, "id": "p-s1", "html": "<li>a</li>\n", "card": "<div>c</div>\n"},
        ),
        ("source.patch", {"n": 2, "id": "p-s2", "html": "<li>c</li>\n"}),
        ("source.patch", {"n": 1, "id": "p-s1", "html": ""}),
        ("source.patch", {"n": 2, "id": "p-s2", "html": ""}),
    ]
    assert teller.mirror.notes == {}
    assert teller.mirror.dropped == 6
    assert teller.corrected


@pytest.mark.parametrize(
    ("links", "then", "lacks"),
    [
        (1, 1, False),
        (1, 2, True),
        (2, 1, True),
        (15, 16, True),
        # Of many, only when they are a good part more.
        (16, 16, False),
        (16, 17, False),
        (16, 18, True),
        (160, 179, False),
        (160, 180, True),
        (160, 100, False),
    ],
)
def test_many_links_back_are_told_together(links: int, then: int, lacks: bool) -> None:  # noqa: FBT001 # pytest's
    teller = new()
    teller.note(reference(1, links=links), "p-s1", "<li>a</li>\n", "")
    assert teller.lacks(reference(1, links=then)) is lacks


@pytest.mark.parametrize(
    ("places", "then", "lacks"),
    [
        (15, 16, True),
        (16, 17, False),
        (16, 18, True),
        (160, 179, False),
        (160, 180, True),
        (160, 100, False),
    ],
)
def test_many_places_are_told_together(places: int, then: int, lacks: bool) -> None:  # noqa: FBT001 # pytest's
    teller = new()
    known = reference(1, places=tuple(range(places)))
    teller.note(known, "p-s1", "<li>a</li>\n", "")
    assert not teller.lacks(known)
    assert teller.lacks(reference(1, places=tuple(range(then)))) is lacks


def test_what_else_a_note_lacks_is_told_at_once() -> None:
    teller, many = new(), 160
    assert teller.lacks(reference(1, links=many))
    teller.note(reference(1, links=many), "p-s1", "<li>a</li>\n", "")
    assert not teller.lacks(reference(1, links=many))
    assert teller.lacks(reference(1, places=(3,), links=many))
    teller.note(reference(1, places=(3,), links=many), "p-s1", "<li>3</li>\n", "")
    assert teller.lacks(reference(1, places=(4,), links=many))
    # The number may have become that of a source that came late.
    assert teller.lacks(reference(1, "b", links=many))
    teller.note(reference(1, "b", places=(3,), links=many), "p-s1", "<li>b</li>\n", "")
    assert not teller.lacks(reference(1, "b", places=(3,), links=many))
    assert teller.mirror.notes[1].source["title"] == "B"


def test_dropping_no_note_is_no_correction() -> None:
    teller = new()
    teller.drop_notes([])
    assert (teller.take(), teller.corrected, teller.mirror.dropped) == ([], False, 0)


def test_links_are_told_when_they_are_new() -> None:
    teller = new()
    teller.ref(1, n=1, block=1, locators=("L1",), quote="q")
    teller.ref(1, n=1, block=1, locators=("L1",), quote="q")
    (first,) = teller.take()
    assert first == Ref(
        seq=1,
        message="m",
        prefix="p-",
        ref=1,
        id="p-r1",
        n=1,
        block=1,
        locators=("L1",),
        quote="q",
    )
    changes = (
        (2, 1, ("L1",), "q"),
        (2, 2, ("L1",), "q"),
        (2, 2, (), "q"),
        (2, 2, (), ""),
    )
    for n, block, locators, quote in changes:
        teller.ref(1, n=n, block=block, locators=locators, quote=quote)
        (event,) = teller.take()
        assert isinstance(event, Ref)
        assert (event.n, event.block, event.locators, event.quote) == (
            n,
            block,
            locators,
            quote,
        )
    assert teller.refs == {1: event}


def test_the_mirror_has_what_readers_have() -> None:
    teller = new()
    mirror = teller.mirror
    assert mirror.finished() == "<article></article>\n"
    assert mirror.growing("") == _SHELL.article
    teller.close("<p>[cards][notes]</p>\n", 0)
    teller.show("<p>b</p>\n", 9)
    teller.note(reference(1), "p-s1", "<li>[blocks]</li>\n", "<div>[section]</div>\n")
    teller.note(reference(2, "b"), "p-s2", "<li>c</li>\n", "")
    # What looks like a slot in a text is none.
    assert mirror.growing("<div><p>b</p>\n</div>") == (
        "<article><p>[cards][notes]</p>\n<div><p>b</p>\n</div>[blocks]"
        "<section><ol><li>[blocks]</li>\n<li>c</li>\n[notes]</ol></section>\n[section]"
        "<div>[section]</div>\n[cards]</article>\n"
    )


def test_the_finished_article_has_no_slots() -> None:
    teller = new()
    teller.close("<p>a</p>\n", 0)
    teller.show("<p>b</p>\n", 9)
    teller.note(reference(1), "p-s1", "<li>n</li>\n", "<div>c</div>\n")
    assert teller.mirror.finished() == (
        "<article><p>a</p>\n<p>b</p>\n<section><ol><li>n</li>\n</ol></section>\n"
        "<div>c</div>\n</article>\n"
    )


def test_every_event_says_what_it_belongs_to() -> None:
    kinds: tuple[type[Event], ...] = (
        BlockOpen,
        BlockPatch,
        BlockClose,
        SourceAdd,
        SourcePatch,
        Ref,
        Notice,
        Abort,
    )
    assert len({kind.type for kind in kinds}) == len(kinds)
    teller = new()
    event = teller.tell(BlockOpen, block=1, html="<p>a</p>\n")
    assert event.slots.open == "p-open"
    assert event.to_dict() == {
        "v": 1,
        "seq": 1,
        "msg": "m",
        "type": "block.open",
        "block": 1,
        "html": "<p>a</p>\n",
    }
