from __future__ import annotations

import pickle
import re

import pytest

from citemark import ConfigError, Source, SourceError, SourceRegistry
from citemark.series import keyed


def test_each_turn_has_the_next_number() -> None:
    registry = SourceRegistry()
    files = registry.turn("file")
    assert [files.add({"title": name}) for name in "ab"] == ["turn0file0", "turn0file1"]
    assert registry.turn("search").add({"title": "c"}) == "turn1search0"
    assert files.add({"title": "d"}) == "turn0file2"
    assert registry.turn("file").add({"title": "e"}) == "turn2file0"
    assert [source.title for source in registry] == list("abcde")


def test_turns_go_on_where_an_earlier_registry_ended() -> None:
    registry = SourceRegistry([{"id": "turn4file2"}, {"id": "S1"}, {"id": "turn2x0"}])
    assert registry.turn("file").add({"title": "a"}) == "turn5file0"
    assert registry.turn("file").add({"title": "b"}) == "turn6file0"


@pytest.mark.parametrize("digits", [9, 10, 20, 98])
def test_however_high_a_turn_is_the_next_ones_are_higher(digits: int) -> None:
    registry = SourceRegistry([{"id": f"turn{'9' * digits}file0"}])
    one = "1" + "0" * digits
    for number in (one, f"{one[:-1]}1", f"{one[:-1]}2"):
        files = registry.turn("file")
        assert files.add({"title": number}) == f"turn{number}file0"
        assert files.add({"title": f"{number}, more"}) == f"turn{number}file1"


def test_what_is_too_long_for_a_number_is_none() -> None:
    registry = SourceRegistry([{"id": f"turn{'9' * 5_000}file0"}])
    assert registry.turn("file").add({"title": "a"}) == "turn0file0"


def test_plain_series_count_from_one_and_pass_over_what_is_taken() -> None:
    registry = SourceRegistry([{"id": "S2"}])
    assert [registry.series("S").add({"title": name}) for name in "abc"] == [
        "S1",
        "S3",
        "S4",
    ]
    assert registry.series("block").add({"title": "d"}) == "block1"


def test_the_same_content_keeps_its_id() -> None:
    registry = SourceRegistry([{"id": "S9", "text": "known", "score": 1}])
    files = registry.turn("file")
    again = {"id": "db:7", "text": "known", "retrieved_at": "2026-03-01", "score": 2}
    assert files.add(again) == "S9"
    first = files.add({"title": "T", "text": "new"})
    assert registry.turn("search").add(
        Source(source_id="x", title="T", text="new")
    ) == (first)
    assert files.add({"title": "Another title", "text": "new"}) != first
    assert len(registry) == 3


def test_of_two_with_the_same_content_the_first_is_meant() -> None:
    registry = SourceRegistry([{"id": "b", "text": "x"}, {"id": "a", "text": "x"}])
    assert registry.series("S").add({"text": "x"}) == "b"


def test_a_key_gives_the_same_id_in_every_run_and_turn() -> None:
    records = [{"title": name} for name in "abc"]
    one, other = SourceRegistry(), SourceRegistry([{"id": "turn7file1", "title": "z"}])
    files = one.turn("file")
    first = {key["title"]: files.add(key, key=key["title"]) for key in records}
    again = {
        key["title"]: other.turn("file").add(key, key=key["title"])
        for key in reversed(records)
    }
    assert first == again
    assert len(set(first.values())) == 3
    assert all(re.fullmatch("file-[0-9a-f]{10}", name) for name in first.values())
    assert files.add({"title": "a"}) == first["a"]
    assert files.add({"title": "a"}, key="a") == first["a"]
    # What has changed must not be taken for what was shown before.
    changed = files.add({"title": "a, revised"}, key="a")
    assert changed not in first.values()
    assert files.add({"title": "a, revised"}, key="a") == changed
    assert files.add({"title": "a"}, key="another") not in first.values()


def test_a_digest_that_is_taken_is_not_given_twice() -> None:
    first = keyed("turn0file", "k", ())
    second = keyed("turn0file", "k", {first})
    assert second not in {first, keyed("turn0file", "k", {first, second})}
    assert keyed("doc-", "k", ()).startswith("doc-")
    assert "--" not in keyed("doc-", "k", ())


@pytest.mark.parametrize(
    ("record", "chunk"),
    [
        ({"id": "db:7"}, "db:7"),
        ({"source_id": "db:7", "chunk_id": "c"}, "c"),
        (Source(source_id="db:7"), "db:7"),
        (Source(source_id="db:7", chunk_id="c"), "c"),
        ({"title": "T"}, None),
    ],
)
def test_an_id_that_a_record_brings_is_kept_as_its_chunk(
    record: object, chunk: str | None
) -> None:
    registry = SourceRegistry()
    source = registry.get(registry.series("S").add(record))
    assert source is not None
    assert source.chunk_id == chunk


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"url": 3}, "turn0file: url: expected str, got int"),
        ({"id": 3}, "turn0file: chunk_id: expected str, got int"),
        ("text", "turn0file: expected a record, got str"),
    ],
)
def test_a_bad_record_is_refused_and_takes_no_id(record: object, message: str) -> None:
    registry = SourceRegistry()
    files = registry.turn("file")
    with pytest.raises(SourceError, match=f"^{re.escape(message)}$"):
        files.add(record)
    assert files.add({}) == "turn0file0"


@pytest.mark.parametrize("kind", ["", "file2", "a-b", "a b", "é"])
def test_a_kind_is_a_word(kind: str) -> None:
    with pytest.raises(ConfigError, match=r"^kind: expected letters and '_', got"):
        SourceRegistry().turn(kind)


def test_what_no_marker_could_hold_is_refused() -> None:
    registry = SourceRegistry()
    with pytest.raises(ConfigError, match=r"^kind: expected 32 characters at most"):
        registry.turn("x" * 33)
    with pytest.raises(ConfigError, match=r"^prefix: expected 200 characters at most"):
        registry.series("x" * 201)
    # A call that failed was none.
    longest = registry.turn("x" * 32).add({"title": "a"})
    assert longest == f"turn0{'x' * 32}0"
    assert registry.to_prompt().registry.ids == (longest,)
    assert registry.series("x" * 200).add({"title": "b"}) == "x" * 200 + "1"


@pytest.mark.parametrize("wrong", [5, b"S", True, ["S"]])
def test_what_is_no_string_is_refused(wrong: object) -> None:
    registry = SourceRegistry()
    kind = type(wrong).__name__
    with pytest.raises(ConfigError, match=f"^prefix: expected str, got {kind}$"):
        registry.series(wrong)  # type: ignore[arg-type] # as a caller without types
    with pytest.raises(ConfigError, match=f"^kind: expected str, got {kind}$"):
        registry.turn(wrong)  # type: ignore[arg-type] # as a caller without types
    with pytest.raises(ConfigError, match=f"^key: expected str or None, got {kind}$"):
        registry.series("S").add({}, key=wrong)  # type: ignore[arg-type] # as above
    assert len(registry) == 0


@pytest.mark.parametrize(
    ("prefix", "message"),
    [
        ("", "expected letters, digits, '_' and '-', and no digit at either end"),
        ("2b", "no digit at either end"),
        ("S1", "no digit at either end"),
        ("a:b", "expected letters"),
        ("L", "expected no locator, got 'L': L1 is one"),
    ],
)
def test_a_prefix_makes_ids(prefix: str, message: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)):
        SourceRegistry().series(prefix)


def test_a_registry_that_is_made_of_another_is_not_frozen() -> None:
    frozen = SourceRegistry([{"id": "S1"}]).freeze()
    assert SourceRegistry(frozen).series("S").add({"title": "a"}) == "S2"


def test_a_frozen_registry_refuses_changes() -> None:
    registry = SourceRegistry()
    files = registry.turn("file")
    files.add({"title": "a"})
    assert not SourceRegistry().is_frozen
    assert registry.freeze() is registry
    assert registry.is_frozen
    for change in (
        lambda: files.add({"title": "b"}),
        lambda: registry.turn("file"),
        lambda: registry.series("S"),
    ):
        with pytest.raises(SourceError, match="the registry is frozen"):
            change()
    assert registry.ids == ("turn0file0",)
    assert pickle.loads(pickle.dumps(registry)).is_frozen  # noqa: S301 - its own


def test_added_texts_are_divided_as_the_registry_says() -> None:
    registry = SourceRegistry(split_lines=lambda text: text.split("|"))
    source = registry.get(registry.series("S").add({"text": "a|b"}))
    assert source is not None
    assert source.lines == ("a", "b")


def test_a_fingerprint_is_that_of_ids_order_and_what_is_shown() -> None:
    a, b = {"id": "S1", "text": "a\nb"}, {"id": "S2", "text": "c"}
    wanted = SourceRegistry([a, b]).fingerprint
    assert SourceRegistry([a, b]).freeze().fingerprint == wanted
    others = (
        [b, a],
        [a],
        [{**a, "id": "S2"}, {**b, "id": "S1"}],
        [{**a, "text": "a\nB"}, b],
        [{**a, "citable": False}, b],
        [{**a, "title": "\ud800"}, b],
    )
    found = {SourceRegistry(other).fingerprint for other in others}
    assert len(found | {wanted}) == len(others) + 1
    divided = SourceRegistry([a, b], split_lines=lambda text: [text])
    assert divided.fingerprint != wanted
    # When it was retrieved makes no difference.
    assert SourceRegistry([{**a, "retrieved_at": "2026-03-01"}, b]).fingerprint == (
        wanted
    )
