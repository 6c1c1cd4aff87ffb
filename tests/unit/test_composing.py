from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, render_claims
from citemark.claims import Claim, ClaimedAnswer
from citemark.composing import ClaimText, Composed, compose
from citemark.document.parser import shared_parser

OPTIONS = Options()


def composed(*texts: str, options: Options = OPTIONS) -> Composed:
    """Put claims together that have the sources a, b, c …"""
    claims = [ClaimText(text, chr(97 + at)) for at, text in enumerate(texts)]
    return compose(claims, shared_parser(options), options)


def shown(*texts: str) -> str:
    """Return the text of claims with ``⟦a⟧`` for their markers."""
    text = composed(*texts).text
    return text.replace("\ue200cite\ue202", "⟦").replace("\ue201", "⟧")


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("One.", "Two."), "One.⟦a⟧ Two.⟦b⟧"),
        ((" One.\n", "Two."), "One.⟦a⟧ Two.⟦b⟧"),
        (("一つ。", "二つ。"), "一つ。⟦a⟧二つ。⟦b⟧"),
        (("「一つ」", "OK."), "「一つ」⟦a⟧OK.⟦b⟧"),
        (("**一つ。**", "二つ。"), "**一つ。**⟦a⟧二つ。⟦b⟧"),
        (("第一條。", "第二條！"), "第一條。⟦a⟧第二條！⟦b⟧"),
        (("一つ。", "It is."), "一つ。⟦a⟧It is.⟦b⟧"),
        (("It is.", "一つ。"), "It is.⟦a⟧ 一つ。⟦b⟧"),
        (("하나.", "둘."), "하나.⟦a⟧ 둘.⟦b⟧"),
        (("واحد.", "اثنان."), "واحد.⟦a⟧ اثنان.⟦b⟧"),
        (("หนึ่ง", "สอง"), "หนึ่ง⟦a⟧ สอง⟦b⟧"),
    ],
)
def test_sentences_are_joined_as_their_language_does(
    texts: tuple[str, ...], expected: str
) -> None:
    assert shown(*texts) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("One.\n\n", "Two."), "One.⟦a⟧\n\nTwo.⟦b⟧"),
        (("One.", " \n\t\nTwo."), "One.⟦a⟧\n\nTwo.⟦b⟧"),
        (("One.\n\nMore.", "Two."), "One.\n\nMore.⟦a⟧\n\nTwo.⟦b⟧"),
        (("One\nline.", "Two."), "One\nline.⟦a⟧ Two.⟦b⟧"),
        (("- one", "- two"), "- one⟦a⟧\n- two⟦b⟧"),
        (("1. one", "2. two", "End."), "1. one⟦a⟧\n2. two⟦b⟧\n\nEnd.⟦c⟧"),
        (("# Head", "Two."), "# Head⟦a⟧\n\nTwo.⟦b⟧"),
        (("> One.", "Two."), "> One.⟦a⟧\n\nTwo.⟦b⟧"),
        (("Head\n===", "Two."), "Head\n===\n\n⟦a⟧\n\nTwo.⟦b⟧"),
        (("| a |\n|---|\n| 1 |",), "| a |\n|---|\n| 1⟦a⟧ |"),
        (("a | b\n--|--\n1 | 2", "Two."), "a | b\n--|--\n1 | 2⟦a⟧\n\nTwo.⟦b⟧"),
        (("```\nx\n```", "Two."), "```\nx\n```\n\n⟦a⟧\n\nTwo.⟦b⟧"),
        (("    x", "Two."), "    x\n\n⟦a⟧\n\nTwo.⟦b⟧"),
        (("---",), "---\n\n⟦a⟧"),
    ],
)
def test_blocks_and_paragraphs_are_kept(texts: tuple[str, ...], expected: str) -> None:
    assert shown(*texts) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("~~~py\nx", "Two."), "~~~py\nx\n~~~\n\n⟦a⟧\n\nTwo.⟦b⟧"),
        (("<!-- x", "Two."), "&lt;!\\-\\- x⟦a⟧ Two.⟦b⟧"),
        (("<script>\nx", "Two."), "&lt;script\\> x⟦a⟧ Two.⟦b⟧"),
        (("a `b", "c` d"), "a `b⟦a⟧\n\nc` d⟦b⟧"),
        (("[a](b", "c)"), "[a](b⟦a⟧ c)⟦b⟧"),
        (("<b>x", "y"), "&lt;b\\>x⟦a⟧ y⟦b⟧"),
        (("<b>x</b>", "y"), "<b>x</b>⟦a⟧ y⟦b⟧"),
        (("a <i>x</i>", "y"), "a <i>x</i>⟦a⟧ y⟦b⟧"),
        (("a <div>x</div>", "y"), "a <div>x</div>⟦a⟧\n\ny⟦b⟧"),
        (("<img src=x", "y>"), "&lt;img src=x⟦a⟧\n\ny>⟦b⟧"),
        (
            ("<title><i></i></title>", "y"),
            "&lt;title\\>&lt;i\\>&lt;/i\\>&lt;/title\\>⟦a⟧ y⟦b⟧",
        ),
        (("<p>x</p>", "y"), "<p>x</p>⟦a⟧\n\ny⟦b⟧"),
        (("[d]: /u", "[d] *y*"), "\\[d\\]: /u⟦a⟧ [d] *y*⟦b⟧"),
        (("[d]\n\n[d]: /u", "*y*"), "[d]\n\n[d]: /u\n\n⟦a⟧\n\n*y*⟦b⟧"),
        (("- a", "  - b"), "- a⟦a⟧\n- b⟦b⟧"),
        (("- a", "* b", "+ c"), "- a⟦a⟧\n* b⟦b⟧\n+ c⟦c⟧"),
    ],
)
def test_a_claim_changes_nothing_in_its_neighbours(
    texts: tuple[str, ...], expected: str
) -> None:
    assert shown(*texts) == expected


def test_what_is_empty_once_it_is_clean_cites_nothing() -> None:
    marker = "\ue200cite\ue202z\ue201"
    assert shown(marker, "Two.") == "Two.⟦b⟧"
    assert shown("One.", marker, "Three.", marker) == "One.⟦a⟧ Three.⟦c⟧"
    assert composed("One.", marker).empty == (1,)
    assert composed("One.", marker).marked == (1,)


def test_private_use_characters_follow_the_option() -> None:
    assert composed("a\ue100b").text.startswith("ab\ue200")
    kept = composed("a\ue100b", options=Options(private_use="keep"))
    assert kept.text.startswith("a\ue100b\ue200")
    assert kept.marked == ()


def test_markers_say_where_each_of_their_sources_is() -> None:
    claims = [ClaimText("A.", ["x", "wp:1"])]
    (marker,) = compose(claims, shared_parser(OPTIONS), OPTIONS).markers
    assert [(each.source_id, each.start, each.end) for each in marker.citations] == [
        ("x", 8, 9),
        ("wp:1", 10, 14),
    ]
    assert marker.raw[6:12] == "x\ue202wp_1"
    assert (marker.start, marker.end) == (2, 15)


def test_every_offset_belongs_to_a_claim() -> None:
    made = composed("One.", "Two.")
    second = made.text.index("Two")
    assert [made.claim_at(at) for at in (0, second - 1, second, len(made.text))] == [
        *(0, 0, 1, 1)
    ]


PIECES = [
    *("a", " ", "\n", "\n\n", "```", "~~~\n", "<!--", "-->", "<div>", "</div>", "`"),
    *("**", "|", "|---|\n", "- ", "1. ", "> ", "    ", "#", "[", "](", ")", "==="),
    *("\\", "<a ", ">", "\ue200", "\ue201", "\ue202", "cite", "[^1]: ", "漢", "$$"),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(TEXTS, TEXTS)
def test_every_claim_with_words_keeps_its_citation(one: str, two: str) -> None:
    texts = [f"{one} one", f"{two} two"]
    claims = ClaimedAnswer(tuple(Claim(text, ("s",)) for text in texts))
    rendered = render_claims(claims, [{"source_id": "s", "title": "S"}])
    assert len(rendered.citations) == 2
    assert rendered.body.count('role="doc-biblioref"') == 2
    assert not set("\ue200\ue201\ue202") & set(rendered.body)


@pytest.mark.parametrize(
    ("options", "texts", "expected"),
    [
        (
            Options(dollarmath=True),
            ("$$a", "*b*", "c$$", "*d*"),
            "&#36;&#36;a⟦a⟧\n\n*b*⟦b⟧\n\nc$$⟦c⟧\n\n*d*⟦d⟧",
        ),
        (
            Options(footnotes=True),
            ("[^1]: note", "see [^1]"),
            "\\[&#94;1\\]: note⟦a⟧ see [^1]⟦b⟧",
        ),
        (Options(raw_html="escape"), ("a <b>x", "y</b>"), "a <b>x⟦a⟧ y</b>⟦b⟧"),
    ],
)
def test_plugins_reach_no_neighbour_either(
    options: Options, texts: tuple[str, ...], expected: str
) -> None:
    text = composed(*texts, options=options).text
    assert text.replace("\ue200cite\ue202", "⟦").replace("\ue201", "⟧") == expected


def test_claims_without_sources_are_compared_too() -> None:
    def text(*claims: ClaimText) -> str:
        return compose(claims, shared_parser(OPTIONS), OPTIONS).text

    assert text(ClaimText("[d]: /u", ()), ClaimText("[d]", ())) == "\\[d\\]: /u [d]"
    assert text(ClaimText("a `b", ()), ClaimText("c` d", ())) == "a `b\n\nc` d"
    assert text(ClaimText("<p>a</p>", ()), ClaimText("b", ())) == "<p>a</p>\n\nb"


HTML = [
    *("<b>", "</b>", "<p>", "</p>", "<div dir=rtl>", "</div>", "<details>", "<br>"),
    *("<ul><li>", "</li></ul>", "<table><tr><td>", "</td></tr></table>", "</details>"),
    *("<a href='http://x.example'>", "</a>", "<!--", "-->", "<title>", "</title>"),
    *('<i title="', '">', "<pre>", "</pre>", "<style>", "</style>", "<plaintext>"),
    *("\n", "\n\n", "- ", "> ", "word", "*", "`", "[d]: /u\n", "[d]", "<", "<![CDATA["),
]
HOSTILE = st.lists(st.sampled_from(HTML), min_size=1, max_size=10).map("".join)


def article(*texts: str) -> str:
    """Return the answer of claims without sources as it is shown."""
    claims = ClaimedAnswer(tuple(Claim(text) for text in texts))
    body = render_claims(claims).body
    return body.removesuffix("\n").removesuffix("</article>").rstrip()


@given(HOSTILE)
def test_a_claim_is_shown_alike_alone_and_beside_others(hostile: str) -> None:
    hostile = f"one {hostile}" if hostile.isspace() else hostile
    apart = f"{hostile}\n\n"
    both = "".join(article(apart, "A *fee*.").split())
    assert both == "".join([*article(hostile).split(), "<p>A<em>fee</em>.</p>"])
    # A definition becomes text where another claim would use it.
    assert article(apart, "A [d] *fee*.").endswith("\n<p>A [d] <em>fee</em>.</p>")
