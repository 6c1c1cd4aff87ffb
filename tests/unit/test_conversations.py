"""Whole conversations as pages."""

from __future__ import annotations

import io
import json
import sys
import tracemalloc
from pathlib import Path
from zipfile import ZipFile

import pytest
from bs4 import BeautifulSoup

from citemark import Options
from citemark.conversations import (
    ConversationRenderer,
    open_export,
    read_conversations,
)
from citemark.errors import ConfigError, SourceError
from tests.exports import conversation

RULES, FEES = "https://harbour.example/rules", "https://harbour.example/fees"


def page(*turns: tuple[str, str, tuple[str, ...]], **rest: object) -> BeautifulSoup:
    found = ConversationRenderer().render(conversation(*turns, **rest))
    return BeautifulSoup(found.html, "html.parser")


def test_questions_and_answers_stand_in_order() -> None:
    soup = page(("Open?\nNow?", "Yes.", (RULES,)), ("And dogs?", "Leashed.", ()))
    shown = [each.name for each in soup.select("main > *")]
    assert shown == ["h1", "blockquote", "article", "blockquote", "article"]
    asked = [each.get_text() for each in soup.select("blockquote")]
    assert asked == ["Open?\nNow?", "And dogs?"]


def test_a_source_has_one_number_on_all_of_the_page() -> None:
    soup = page(("a", "A.", (RULES,)), ("b", "B.", (FEES,)), ("c", "C.", (RULES,)))
    refs = [each.get_text() for each in soup.select(".cx-ref")]
    assert refs == ["[1]", "[2]", "[1]"]
    ids = [each["id"] for each in soup.select("[id]")]
    assert len(ids) == len(set(ids))
    targets = {f"#{each}" for each in ids}
    links = [each["href"] for each in soup.select("a") if each["href"][0] == "#"]
    assert links
    assert set(links) <= targets


def test_an_answer_cannot_reach_into_the_next_one() -> None:
    soup = page(("a", "```\ncode", ()), ("b", "*B*", ()), ("c", "<b>C", ()))
    assert [each.get_text() for each in soup.select("pre")] == ["code"]
    assert soup.select_one("em") is not None
    assert len(soup.select("main > article")) == 3


def test_what_is_hostile_is_text() -> None:
    evil = "</blockquote><script>alert(1)</script>\ue200cite\ue202x\ue201\u202e"
    soup = page((evil, evil, (RULES,)), title=f"{evil}")
    assert soup.select("script") == []
    for part in "title", "h1", "blockquote", "article":
        found = soup.select_one(part)
        assert found is not None
        assert "alert(1)" in found.get_text() or part == "article"
    assert "\ue200" not in str(soup)


def test_a_turn_may_lack_its_question_or_its_answer() -> None:
    soup = page(("", "Hello.", ()), ("Hm?", "", ()))
    shown = [each.name for each in soup.select("main > *")]
    assert shown == ["h1", "article", "blockquote"]


@pytest.mark.parametrize(
    ("title", "seconds", "name"),
    [
        ("Harbour: a Visit!", 1_772_300_000, "2026-02-28-harbour-a-visit"),
        ("con", None, "conversation-con"),
        ("", None, "conversation"),
        ("../../etc", 10**20, "conversation-etc"),
        ("港の規則", "soon", "conversation-港の規則"),
        ("x" * 300, True, "conversation-" + "x" * 50),
    ],
)
def test_names_are_for_any_system(title: str, seconds: object, name: str) -> None:
    made = conversation(("a", "b", ()), title=title, create_time=seconds)
    assert ConversationRenderer().render(made).name == name


def test_theme_and_options_are_those_of_rendering() -> None:
    renderer = ConversationRenderer("base", Options(language="de"))
    html = renderer.render(conversation(("a", "B.", (RULES,)))).html
    assert '<html lang="de"' in html
    assert "Quellen" in html


def test_exports_are_read_one_conversation_at_a_time() -> None:
    one = json.dumps(conversation(("Open?", "Yes. " * 2_000, (RULES,)))).encode()
    peaks = []
    for count in 10, 100:
        file = io.BytesIO(b"[" + b",".join([one] * count) + b"]")
        tracemalloc.start()
        assert sum(1 for _ in read_conversations(file)) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_deep_nesting_takes_memory_for_its_size() -> None:
    peaks = []
    for depth in 1_000, 4_000:
        file = io.BytesIO(b"[" + b"[" * depth + b"]" * depth + b',{"title":"After"}]')
        tracemalloc.start()
        *_, last = read_conversations(file)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert last == {"title": "After"}
    assert peaks[1] < 6 * peaks[0]


@pytest.mark.parametrize(
    "data", [b"[{", b"", b"[{} {}]", b"[\xff]", b"{}", b'"a"', b'{"a": [{}]}']
)
def test_what_is_no_export_is_refused(data: bytes) -> None:
    with pytest.raises(SourceError, match=r"^conversations: expected a list in JSON"):
        list(read_conversations(io.BytesIO(data)))


def test_the_reason_is_told_as_text() -> None:
    with pytest.raises(SourceError) as caught:
        list(read_conversations(io.BytesIO(b"[\xff]")))
    assert "b'" not in str(caught.value)


def test_half_a_character_is_shown_as_none() -> None:
    evil = "a\ud800b"
    found = ConversationRenderer().render(conversation((evil, evil, ()), title=evil))
    assert found.title == "a\ufffdb"
    assert found.html.encode().decode().count("a\ufffdb") == 4


def test_letters_keep_their_marks_in_names() -> None:
    for title in "caf\u00e9", "cafe\u0301", "CAFE\u0301":
        found = ConversationRenderer().render({"title": title})
        assert found.name == "conversation-caf\u00e9"
    hindi = "\u0939\u093f\u0928\u094d\u0926\u0940"
    assert ConversationRenderer().render({"title": hindi}).name.endswith(hindi)


def test_a_conversation_is_an_object() -> None:
    with pytest.raises(SourceError, match="expected an object"):
        ConversationRenderer().render("hello")


def test_without_ijson_the_message_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ijson", None)
    with pytest.raises(ConfigError, match=r"citemark\[chatgpt\]"):
        list(read_conversations(io.BytesIO(b"[]")))


def test_an_archive_is_read_as_it_was_downloaded(tmp_path: Path) -> None:
    archive = tmp_path / "export.ZIP"
    with ZipFile(archive, "w") as zipped:
        zipped.writestr("conversations.json", "[{}, {}]")
    with open_export(archive) as file:
        assert len(list(read_conversations(file))) == 2


def test_the_list_by_itself_is_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text("[{}]")
    with open_export(path) as file:
        assert list(read_conversations(file)) == [{}]


def test_another_archive_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    archive.write_bytes(b"PK")
    with pytest.raises(SourceError, match=r"a\.zip: expected an archive"):
        open_export(archive).__enter__()
    with ZipFile(archive, "w") as zipped:
        zipped.writestr("chat.html", "")
    with pytest.raises(SourceError, match="expected an archive with conv"):
        open_export(archive).__enter__()
