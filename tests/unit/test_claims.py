from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path

import jsonschema
import pytest

from citemark import (
    ClaimedAnswer,
    ConfigError,
    Options,
    Rendered,
    SourceRegistry,
    UnresolvedCitationError,
    render_claims,
)
from citemark.claims import Claim, Claims

FOLDER = Path(__file__).parents[1] / "fixtures" / "claims"
ANSWER = (FOLDER / "answer.json").read_text("utf-8")
REGISTRY = SourceRegistry.load(FOLDER / "sources.json")
HOURS = {"source_id": "a", "title": "Hours", "url": "https://example.org/"}


def answer(*claims: object, insufficient: object = False) -> dict[str, object]:
    return {"claims": list(claims), "insufficient_evidence": insufficient}


def claim(text: object, *ids: object) -> dict[str, object]:
    return {"text": text, "source_ids": list(ids)}


def text_of(rendered: Rendered) -> str:
    """Return the answer without the list of sources."""
    return rendered.body.partition("\n\nSources\n")[0]


def messages(rendered: Rendered) -> list[str]:
    return [f"{found.code} {found.message}" for found in rendered.diagnostics]


def test_claims_and_records_yield_the_citation_object() -> None:
    rendered = render_claims(ANSWER, REGISTRY, options=Options(language="ja"))
    first, again, other = rendered.citations
    assert first.citation_id == "C1"
    assert first.source_id == "S2"
    assert first.document_id == "wp:481"
    assert first.chunk_id == "wp:481:return-policy:0"
    assert first.title == "返品について"
    assert first.heading == "返品条件 > 受付期限"
    assert first.url == "https://example.com/returns/#return-deadline"
    assert first.excerpt == (
        "お届けから14日のあいだ、返品を受け付けます。 "
        "開封した食品とギフト券は対象になりません。"
    )
    assert first.source_modified_at == "2026-08-10T03:20:00Z"
    assert first.retrieved_at == "2026-08-17T05:01:22Z"
    assert (first.number, first.locator) == (1, None)
    assert (again.citation_id, again.source_id, again.number) == ("C2", "S2", 1)
    assert (other.citation_id, other.source_id, other.number) == ("C3", "S4", 2)
    assert other.heading == "返品条件"
    assert other.source_modified_at == "2026-06-30T00:00:00Z"
    assert set(asdict(first)) >= {
        *("citation_id", "source_id", "document_id", "chunk_id", "title", "heading"),
        *("url", "excerpt", "source_modified_at", "retrieved_at"),
    }
    assert rendered.diagnostics == ()


def test_references_stand_behind_their_claims() -> None:
    rendered = render_claims(ANSWER, REGISTRY, to="text")
    assert text_of(rendered) == (
        "返品できるのは、商品が届いた日から数えて14日以内です。[1]"
        "ただし、受注生産品など返品できない商品もあります。[1][2]"
    )


def test_the_schema_is_that_of_the_classes() -> None:
    schema = ClaimedAnswer.json_schema()
    assert schema["required"] == [field.name for field in fields(ClaimedAnswer)]
    item = schema["properties"]["claims"]["items"]  # type: ignore[index]
    assert item["required"] == [field.name for field in fields(Claim)]
    assert schema["additionalProperties"] is item["additionalProperties"] is False


def valid(data: object, schema: dict[str, object]) -> bool:
    checker = jsonschema.Draft202012Validator(schema)
    checker.check_schema(schema)
    return bool(checker.is_valid(data))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (json.loads(ANSWER), True),
        (answer(), True),
        (answer(claim("Uncited.")), True),
        ({"claims": []}, False),
        ({"claims": [], "insufficient_evidence": "no"}, False),
        (answer({"text": "No sources."}), False),
        (answer(claim(3)), False),
        (answer(claim("One.", 2)), False),
        (answer({**claim("One.", "S2"), "url": "https://e.example"}), False),
        ({**answer(), "sources": []}, False),
        ([], False),
    ],
)
def test_the_schema_takes_what_claims_are(data: object, *, expected: bool) -> None:
    assert valid(data, ClaimedAnswer.json_schema()) is expected


def test_the_schema_can_name_the_only_source_ids() -> None:
    schema = ClaimedAnswer.json_schema(REGISTRY.ids)
    assert valid(json.loads(ANSWER), schema)
    assert not valid(answer(claim("One.", "S3")), schema)


def test_an_answer_is_decoded_from_json_bytes_and_mappings() -> None:
    decoded = ClaimedAnswer.decode(ANSWER)
    assert decoded == ClaimedAnswer.decode(ANSWER.encode())
    assert decoded == ClaimedAnswer.decode(json.loads(ANSWER))
    assert decoded == ClaimedAnswer.decode(f"\ufeff{ANSWER}")
    assert decoded == ClaimedAnswer.decode(f"\ufeff{ANSWER}".encode())
    assert decoded.claims[1].source_ids == ("S2", "S4")
    assert decoded.source_ids == ("S2", "S4")
    assert decoded.insufficient_evidence is False


@pytest.mark.parametrize(
    "fenced",
    [
        "```json\n{}\n```\n",
        "```json\r\n{}\r\n```",
        "```JSON\n{}\n```",
        "\n``` json title=answer\n{}\n  ```\n\n",
        "~~~\n{}\n~~~",
        "````json\n{}\n````",
        "\ufeff```\n{}\n```",
    ],
)
def test_json_may_stand_in_a_code_fence(fenced: str) -> None:
    decoded = ClaimedAnswer.decode(ANSWER)
    assert ClaimedAnswer.decode(fenced.replace("{}", ANSWER)) == decoded


WRONG = [
    ("{", "answer: line 1, column 2: not valid JSON"),
    (b"\xff", "answer: line 1, column 1: not valid JSON"),
    ("[]", "answer: expected an object, got list"),
    ('"text"', "answer: expected an object, got 'text'"),
    ({"insufficient_evidence": True}, "claims: expected a list, got nothing"),
    ({"claims": []}, "insufficient_evidence: expected true or false, got nothing"),
    (answer(insufficient="no"), "insufficient_evidence: expected true or false, got"),
    (answer("One."), "claims[0]: expected an object, got 'One.'"),
    (answer(claim(" ")), "claims[0].text: expected a string with words, got ''"),
    (answer(claim("A"), claim(3, "a")), "claims[1].text: expected a string with words"),
    (
        answer(claim("A"), claim("B"), {"text": "C", "source_ids": "S2"}),
        "claims[2].source_ids: expected a list of strings, got 'S2'",
    ),
    (answer(claim("A", "a", 7)), "claims[0].source_ids[1]: expected a string, got int"),
]


@pytest.mark.parametrize(("data", "message"), WRONG)
def test_decoding_names_the_place(data: Claims, message: str) -> None:
    assert not isinstance(data, ClaimedAnswer)
    with pytest.raises(ConfigError) as caught:
        ClaimedAnswer.decode(data)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("data", "message"), WRONG)
def test_rendering_never_raises_for_what_a_model_wrote(
    data: Claims, message: str
) -> None:
    rendered = render_claims(data, [HOURS], to="text")
    assert messages(rendered)[0].startswith(f"CM405 {message}")


def test_what_is_usable_is_shown() -> None:
    data = answer(claim("Open.", "a"), claim(3), claim("Shut.", "a"))
    rendered = render_claims(data, [HOURS], to="text")
    assert text_of(rendered) == "Open.[1] Shut.[1]"


def test_a_claim_of_markers_alone_is_left_out_and_named() -> None:
    data = answer(claim(3), claim("\ue200cite\ue202a\ue201", "a"), claim("Open.", "a"))
    rendered = render_claims(data, [HOURS], to="text")
    assert text_of(rendered) == "Open.[1]"
    assert messages(rendered) == [
        "CM007 claims[1]: Unexpected marker in the text, left out",
        "CM405 claims[0].text: expected a string with words, got int",
        "CM405 claims[1].text: expected a string with words, got only markers",
    ]
    with pytest.raises(UnresolvedCitationError, match="got only markers"):
        render_claims(data, [HOURS], options=Options(strict=True))


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ((Claim("A", (object(),)),), "claims[0].source_ids[0]: expected a string, got"),  # type: ignore[arg-type] # what is tested
        ((Claim("A"), object()), "claims[1]: expected an object, got object"),
        (object(), "claims: expected a list, got object"),
    ],
)
def test_an_answer_of_other_types_is_checked_like_data(
    claims: tuple[Claim, ...], message: str
) -> None:
    rendered = render_claims(ClaimedAnswer(claims), [HOURS])
    assert messages(rendered)[0].startswith(f"CM405 {message}")


@pytest.mark.parametrize("options", [{}, 5, "strict"])
def test_options_of_another_type_are_misuse(options: Options) -> None:
    with pytest.raises(ConfigError, match=r"^options: expected Options, got "):
        render_claims(answer(claim("Open.")), [HOURS], options=options)


def test_lists_of_the_same_sign_become_one() -> None:
    def lists(*texts: str) -> int:
        return render_claims(answer(*map(claim, texts))).body.count("<ul>")

    assert lists("- a", "- b") == 1
    assert lists("- a", "* b") == 2


def test_several_problems_are_all_named() -> None:
    with pytest.raises(ConfigError, match=r"^claims\[0\]\.text: .*; claims\[1\]: "):
        ClaimedAnswer.decode(answer(claim(3), "x"))


@pytest.mark.parametrize("data", [None, 3, [claim("One.")]])
def test_what_can_hold_no_answer_is_misuse(data: Claims) -> None:
    with pytest.raises(ConfigError, match=r"^claims: expected a ClaimedAnswer, JSON"):
        render_claims(data, [HOURS])


def test_unknown_ids_are_refused_with_the_claim_named() -> None:
    data = answer(claim("Open.", "a"), claim(3), claim("Shut.", "zz", "a"))
    rendered = render_claims(data, [HOURS], to="text")
    assert text_of(rendered) == "Open.[1] Shut.[1]"
    assert messages(rendered) == [
        "CM405 claims[1].text: expected a string with words, got int",
        "CM201 claims[2]: unknown source ID 'zz'",
    ]


def test_strict_mode_names_the_claims() -> None:
    data = answer(claim("Open.", "b"), claim(3), claim("Shut.", "zz", "a"))
    with pytest.raises(UnresolvedCitationError) as caught:
        render_claims(data, [HOURS], options=Options(strict=True))
    assert caught.value.problems == (
        "claims[1].text: expected a string with words, got int",
        "claims[0]: unknown source ID 'b'",
        "claims[2]: unknown source ID 'zz'",
    )


def test_strict_mode_refuses_a_malformed_claim_alone() -> None:
    options = Options(strict=True)
    with pytest.raises(UnresolvedCitationError, match=r"^claims\[0\]\.text: "):
        render_claims(answer(claim(3)), [HOURS], options=options)
    assert render_claims(answer(claim("Open.", "a")), [HOURS], options=options).body


def test_any_id_of_a_registry_can_be_cited() -> None:
    records = [{"source_id": name, "title": name} for name in ("L8", "wp:1", "一 二")]
    data = answer(*(claim(f"{name} it is.", name) for name in ("L8", "wp:1", "一 二")))
    rendered = render_claims(data, records, to="text")
    assert [each.source_id for each in rendered.citations] == ["L8", "wp:1", "一 二"]
    assert text_of(rendered) == "L8 it is.[1] wp:1 it is.[2] 一 二 it is.[3]"


def test_markers_in_a_claim_cite_nothing_and_are_hidden() -> None:
    text = "Open\ue200cite\ue202a\ue201 at\ue203 nine, \ue200cite\ue202a or so."
    rendered = render_claims(answer(claim(text)), [HOURS], to="text")
    assert rendered.citations == ()
    assert rendered.body == "Open at nine,  or so."
    assert messages(rendered) == [
        "CM007 claims[0]: Unexpected marker in the text, left out"
    ]


def test_the_dialect_of_answers_is_none_of_claims() -> None:
    options = Options(dialect="lenticular", families=("show",))
    data = answer(claim("Open【a†L1】.", "a"))
    rendered = render_claims(data, [HOURS], to="text", options=options)
    assert text_of(rendered) == "Open【a†L1】.[1]"


@pytest.mark.parametrize(
    ("to", "options", "expected"),
    [
        ("text", Options(), "The sources are not enough for a full answer.\n"),
        ("markdown", Options(), "> The sources are not enough for a full answer.\n"),
        ("text", Options(language="ja"), "出典だけでは十分に回答できません。\n"),
        ("text", Options(labels={"insufficient": "Sorry."}), "Sorry.\n"),
        (
            "html",
            Options(language="de"),
            (
                '<article class="cx" lang="de" dir="ltr">\n'
                '<p class="cx-insufficient" role="note">Die Quellen reichen für eine '
                "vollständige Antwort nicht aus.</p>\n</article>\n"
            ),
        ),
    ],
)
def test_insufficient_evidence_is_said_in_the_reader_s_language(
    to: str, options: Options, expected: str
) -> None:
    rendered = render_claims(answer(insufficient=True), to=to, options=options)
    assert rendered.body == expected


def test_claims_stand_below_insufficient_evidence() -> None:
    data = ClaimedAnswer((Claim("Open.", ("a",)),), insufficient_evidence=True)
    assert text_of(render_claims(data, [HOURS], to="text")) == (
        "The sources are not enough for a full answer.\n\nOpen.[1]"
    )
    html = render_claims(data, [HOURS], page=True, id_prefix="p").body
    assert html.index('class="cx-insufficient"') < html.index("<p>Open.")
    assert '<a id="p-r1"' in html


def test_a_theme_may_say_it_otherwise(tmp_path: Path) -> None:
    part = "<aside>{{ text }}</aside>\n"
    (tmp_path / "insufficient.html.j2").write_text(part)
    rendered = render_claims(answer(insufficient=True), theme=tmp_path)
    assert "<aside>The sources are not enough" in rendered.body
