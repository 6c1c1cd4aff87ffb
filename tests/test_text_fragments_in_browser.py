"""Deep links, opened in a real browser: they highlight the cited words, no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from citemark import render
from tests.browser.harness import chromium
from tests.browser.highlights import Highlights
from tests.cases.support import cite

pytestmark = pytest.mark.browser
_URL = "https://pages.example/article"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def highlights(browser: Browser) -> Highlights:
    return Highlights(browser, _URL)


@dataclass(frozen=True)
class Case:
    """A page, what the model was given of it, and the lines that it cites."""

    text: str
    locator: str
    body: str
    """The page, with the cited words in white square brackets."""
    lang: str = "en"
    url: str = _URL


_POLICY = (
    "Employees may work remotely on up to three days a week with the approval of their "
    "manager, as long as the team agrees and the office stays staffed every day."
)
CASES = {
    "one line": Case(
        "Scope.\nEmployees may work remotely.\nLimits.",
        "L2",
        "<p>Scope.</p><p>⟦Employees may work remotely.⟧</p><p>Limits.</p>",
    ),
    "one line of a paragraph": Case(
        "Scope.\nEmployees may work remotely.\nBut not on Mondays.",
        "L2",
        "<p>Scope. ⟦Employees may work remotely.⟧ But not on Mondays.</p>",
    ),
    "a long line": Case(_POLICY, "L1", f"<h1>Rules</h1><p>⟦{_POLICY}⟧</p><p>End.</p>"),
    "punctuation": Case(
        "Wait: what?! (No; really.) 50% [sic] $5 #7 x@y.z a/b",
        "L1",
        "<p>⟦Wait: what?! (No; really.) 50% [sic] $5 #7 x@y.z a/b⟧</p><p>Not this</p>",
    ),
    "hyphens, commas and ampersands": Case(
        "well-known, safe & cheap (2026) 100%",
        "L1",
        "<p>A</p><p>⟦well-known, safe &amp; cheap (2026) 100%⟧</p><p>B</p>",
    ),
    "a hyphen at the end": Case(
        "pre- and post-\nother", "L1", "<p>⟦pre- and post-⟧ other</p>"
    ),
    "other quotes": Case(
        'She said "don\'t" twice',
        "L1",
        "<p>Before. ⟦She said “don’t” twice⟧. After.</p>",
    ),
    "code and bold inside": Case(
        "Set the flag x_max = 5 before start.",
        "L1",
        "<p>First. ⟦<b>Set</b> the flag <code>x_max = 5</code> <i>before</i> start.⟧"
        " Last.</p>",
    ),
    "a link inside": Case(
        "See the handbook for more.",
        "L1",
        "<p>⟦See <a href='/h'>the handbook</a> for more.⟧ End.</p>",
    ),
    "across paragraphs": Case(
        "First para words here.\n\nMiddle.\n\nLast para words here.\n\nEnd.",
        "L1-L5",
        "<p>⟦First para words here.</p><p>Middle.</p><p>Last para words here.⟧</p>"
        "<p>End.</p>",
    ),
    "wrapped in the source only": Case(
        "One sentence that the source\nbreaks in two lines,\nand the page does not.",
        "L1-L2",
        "<p>⟦One sentence that the source breaks in two lines,⟧ and the page does not."
        "</p>",
    ),
    "across list items": Case(
        "- Desk: 25 a day\n- Phone: 30 a day\n- Chair: 10 a day",
        "L1-L2",
        "<ul><li>⟦Desk: 25 a day</li><li>Phone: 30 a day⟧</li>"
        "<li>Chair: 10 a day</li></ul>",
    ),
    "one list item": Case(
        "1. Ask your manager.\n2. Wait for the answer.\n3. Work.",
        "L2",
        "<ol><li>Ask your manager.</li><li>⟦Wait for the answer.⟧</li><li>Work.</li>"
        "</ol>",
    ),
    "cells of a row": Case(
        "| Item | Cost |\n|---|---|\n| Desk | 25 a day |\n| Chair | 10 a day |",
        "L3",
        "<table><tr><th>Item<th>Cost<tr><td>⟦Desk<td>25 a day⟧<tr><td>Chair<td>10 a day"
        "</table>",
    ),
    "cells between tabs": Case(
        "Item\tCost\nDesk\t25 a day\nChair\t10 a day",
        "L2-L3",
        "<table><tr><th>Item<th>Cost<tr><td>⟦Desk<td>25 a day<tr><td>Chair<td>"
        "10 a day⟧</table><p>Sum</p>",
    ),
    "lines of code": Case(
        "def f():\n    x = 1\n    return x\n\nf()",
        "L2-L3",
        "<pre>def f():\n    ⟦x = 1\n    return x⟧\n\nf()</pre>",
    ),
    "repeated, told apart by what is before": Case(
        "Germany\nThree days a week.\nFrance\nThree days a week.\nSpain",
        "L4",
        "<h2>Germany</h2><p>Three days a week.</p><h2>France</h2>"
        "<p>⟦Three days a week.⟧</p><h2>Spain</h2>",
    ),
    "repeated, told apart by what is after": Case(
        "Three days a week.\nIn Germany.\nThree days a week.\nIn France.",
        "L1",
        "<p>⟦Three days a week.⟧</p><p>In Germany.</p><p>Three days a week.</p>"
        "<p>In France.</p>",
    ),
    "repeated, told apart by both": Case(
        "A one.\nSame words.\nB two.\nA one.\nSame words.\nC three.\nX\nSame words.\n"
        "B two.",
        "L2",
        "<p>A one.</p><p>⟦Same words.⟧</p><p>B two.</p><p>A one.</p><p>Same words.</p>"
        "<p>C three.</p><p>X</p><p>Same words.</p><p>B two.</p>",
    ),
    "a start that is repeated": Case(
        "The rule is new.\nIt came late.\nThe rule is new.\nIt went early.\nEnd.",
        "L3-L4",
        "<p>The rule is new.</p><p>It came late.</p><p>⟦The rule is new.</p>"
        "<p>It went early.⟧</p><p>End.</p>",
    ),
    "an end that comes before": Case(
        "Rules are made for all people here.\nFor all people here they hold.\n"
        "They hold for all people here.\nEnd.",
        "L1-L3",
        "<p>⟦Rules are made for all people here.</p><p>For all people here they hold."
        "</p><p>They hold for all people here.⟧</p><p>End.</p>",
    ),
    "inside of another word": Case(
        "Remarkable things.\nMark\nMarkings.",
        "L2",
        "<p>Remarkable things.</p><p>⟦Mark⟧</p><p>Markings.</p>",
    ),
    "another case and accents": Case(
        "Zurich cafe opens",
        "L1",
        "<p>The ⟦Zürich Café opens⟧ at nine.</p>",
    ),
    "soft hyphens": Case(
        "The cooperation is good.",
        "L1",
        "<p>⟦The coop&shy;eration is good.⟧ Yes.</p>",
    ),
    "soft hyphens in the source": Case(
        "The coop\u00aderation is\u200b good.",
        "L1",
        "<p>⟦The cooperation is good.⟧ Yes.</p>",
    ),
    "no-break spaces": Case(
        "It costs 30\u00a0000 a year.",
        "L1",
        "<p>⟦It costs 30&nbsp;000 a&nbsp;year.⟧ Yes.</p>",
    ),
    "white space": Case(
        "  It   costs\t \t30.  ",
        "L1",
        "<p>\n   ⟦It\n   costs  30.⟧\n</p><p>Next</p>",
    ),
    "Markdown: emphasis, code and a link": Case(
        "# Rules\n\nUse **the portal** and `a_b*c`, see [the _list_](https://x.example/)."
        "\n",
        "L3",
        "<h1>Rules</h1><p>⟦Use <b>the portal</b> and <code>a_b*c</code>, see "
        "<a href='#'>the <i>list</i></a>.⟧</p><p>More</p>",
    ),
    "Markdown: a heading and a list": Case(
        "## What to do ##\n\n* [x] **Ask** \\*first\\*\n* wait &amp; see\n\nEnd.",
        "L1-L4",
        "<h2>⟦What to do</h2><ul><li>Ask *first*</li><li>wait &amp; see⟧</li></ul>"
        "<p>End.</p>",
    ),
    "Markdown: a table": Case(
        "| Item | Cost |\n|:--|--:|\n| **Desk** | `25` a day |\n| Chair | 10 |\n",
        "L1-L3",
        "<table><tr><th>⟦Item<th>Cost<tr><td><b>Desk</b><td><code>25</code> a day⟧<tr>"
        "<td>Chair<td>10</table>",
    ),
    "Markdown: a quote and a picture": Case(
        "> ![A cat](cat.png) **Cats** sleep a lot.\n\nThey do.",
        "L1",
        "<blockquote><p><img src='' alt='A cat'> ⟦<b>Cats</b> sleep a lot.⟧</p>"
        "</blockquote><p>They do.</p>",
    ),
    "Markdown: fenced code": Case(
        "Run:\n\n```sh\n# **not** bold\nls -l *.md | wc\n```\n\nDone.",
        "L3-L6",
        "<p>Run:</p><pre># ⟦**not** bold\nls -l *.md | wc⟧\n</pre><p>Done.</p>",
    ),
    "Japanese, one sentence": Case(
        "返品は三十日以内に可能です。\n手数料は無料です。\nただし送料は別です。",
        "L2",
        "<p>返品は三十日以内に可能です。⟦手数料は無料です。⟧ただし送料は別です。</p>",
        lang="ja",
    ),
    "Japanese, a long paragraph": Case(
        "従業員は、上長の承認があれば、週に三日まで在宅勤務をすることができます。"
        "ただし、チームの合意が必要であり、オフィスには毎日誰かがいなければなりません。"
        "詳しくは、社内ポータルの「在宅勤務規程（第三版）」をご覧ください。"
        "不明な点は、人事部にお問い合わせください。",
        "L1",
        "<p>⟦従業員は、上長の承認があれば、週に三日まで在宅勤務をすることができます。"
        "ただし、チームの合意が必要であり、オフィスには毎日誰かがいなければなりません。"
        "詳しくは、社内ポータルの「在宅勤務規程（第三版）」をご覧ください。"
        "不明な点は、人事部にお問い合わせください。⟧</p><p>次</p>",
        lang="ja",
    ),
    "Chinese, across paragraphs": Case(
        "退货期为三十天，手续费免费，但运费另计。\n请保留收据（原件），以便核对。\n谢谢。",
        "L1-L2",
        "<p>⟦退货期为三十天，手续费免费，但运费另计。</p><p>请保留收据（原件），以便核对。⟧"
        "</p><p>谢谢。</p>",
        lang="zh",
    ),
    "Chinese without punctuation": Case(
        "退货期为三十天\n手续费免费",
        "L2",
        "<p>退货期为三十天</p><p>⟦手续费免费⟧</p>",
        lang="zh",
    ),
    "Korean": Case(
        "직원은 주 3일까지\n원격 근무를 할 수 있습니다.",
        "L1",
        "<p>⟦직원은 주 3일까지⟧ 원격 근무를 할 수 있습니다.</p>",
        lang="ko",
    ),
    "Arabic": Case(
        "يُسمح للموظفين بالعمل عن بُعد.\nثلاثة أيام في الأسبوع (3).",
        "L2",
        "<p dir='rtl'>يُسمح للموظفين بالعمل عن بُعد. ⟦ثلاثة أيام في الأسبوع (3).⟧</p>",
        lang="ar",
    ),
    "Hebrew, across paragraphs": Case(
        "בשנת 2023 ירד גשם רב.\nהשנה יבשה.\nסוף.",
        "L1-L2",
        "<div dir='rtl'><p>⟦בשנת 2023 ירד גשם רב.</p><p>השנה יבשה.⟧</p><p>סוף.</p>"
        "</div>",
        lang="he",
    ),
    "Persian with joiners": Case(
        "کارمندان می\u200cتوانند از خانه کار کنند.\nپایان.",
        "L1",
        "<p dir='rtl'>⟦کارمندان می\u200cتوانند از خانه کار کنند.⟧ پایان.</p>",
        lang="fa",
    ),
    "Thai": Case(
        "พนักงานทำงานจากบ้านได้ สามวันต่อสัปดาห์\nจบ",
        "L1",
        "<p>⟦พนักงานทำงานจากบ้านได้ สามวันต่อสัปดาห์⟧</p><p>จบ</p>",
        lang="th",
    ),
    "German": Case(
        "Die Straße – 50 m lang – heißt „Am Fluß“.",
        "L1",
        "<p>⟦Die Straße – 50 m lang – heißt „Am Fluß“.⟧ Ja.</p>",
        lang="de",
    ),
    "French": Case(
        "L\u2019employé peut\u202f: télétravailler, l'été.",
        "L1",
        "<p>⟦L'employé peut\u202f: télétravailler, l’été.⟧ Fin.</p>",
        lang="fr",
    ),
    "emoji": Case(
        "My \U0001f469\u200d\U0001f469\u200d\U0001f467 family \U0001f1e9\U0001f1ea",
        "L1",
        "<p>⟦My \U0001f469\u200d\U0001f469\u200d\U0001f467 family \U0001f1e9\U0001f1ea⟧"
        "</p><p>x</p>",
    ),
    "behind an anchor": Case(
        "Rules\nThree days.\nEnd.",
        "L2",
        "<h2 id='a'>Rules</h2><p>⟦Three days.⟧</p><p>End.</p>",
        url=f"{_URL}#a",
    ),
}


def link_of(case: Case) -> str:
    """Return the deep link to what the case cites."""
    record = {"source_id": "s", "title": "T", "url": case.url, "text": case.text}
    rendered = render(f"A.{cite('s', case.locator)}", [record])
    (link,) = rendered.references[0].links
    assert link is not None
    assert f'href="{link}"' in str(rendered).replace("&amp;", "&")
    return link


@pytest.mark.parametrize("name", CASES)
def test_exactly_the_cited_words_are_highlighted(
    name: str, highlights: Highlights
) -> None:
    case = CASES[name]
    assert highlights.found(link_of(case), case.body, case.lang) == "exact"


WRONG = {
    "a part of a word": "text=hree%20days",
    "a raw hyphen": "text=well-known",
    "one string for two blocks": "text=Rules%20Three%20days.",
    "too much": "text=Rules,End.",
}


@pytest.mark.parametrize("name", WRONG)
def test_other_links_do_not_pass_for_exact(name: str, highlights: Highlights) -> None:
    case = CASES["behind an anchor"]
    link = f"{_URL}#:~:{WRONG[name]}"
    expected = "other" if name == "too much" else "nothing"
    assert highlights.found(link, case.body, case.lang) == expected


def test_a_reader_gets_there_with_a_click(highlights: Highlights) -> None:
    case = CASES["behind an anchor"]
    # A line of its own: with the one above, it would be told as one place.
    text = f"Nothing.\n\n{case.text}"
    record = {"source_id": "s", "title": "T", "url": case.url, "text": text}
    answer = f"A.{cite('s', 'L1')} B.{cite('s', 'L4')}"
    page = str(render(answer, [record], page=True))
    shown = highlights.followed(page, "line 4", case.body, case.lang)
    assert shown == highlights.meant(case.body, case.lang)
