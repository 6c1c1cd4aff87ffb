from __future__ import annotations

from dataclasses import replace

import pytest

from citemark import Options, render
from citemark.render.body import sanitizer_named
from citemark.render.policies import ANSWER_POLICY, LINK_REL
from citemark.sanitizer import Example, Sanitizer
from citemark.sanitizers import bleach_engine, nh3_engine
from tests.strategies import SOURCES, cite

ENGINES = [nh3_engine.SANITIZER, bleach_engine.SANITIZER]
EXAMPLES = [(engine, example) for engine in ENGINES for example in engine.examples]


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_are_found_by_name(engine: Sanitizer) -> None:
    assert sanitizer_named(engine.name) is engine


@pytest.mark.parametrize(("engine", "example"), EXAMPLES)
def test_engines_do_what_their_examples_say(
    engine: Sanitizer, example: Example
) -> None:
    assert engine.clean(example.dirty, ANSWER_POLICY) == example.clean


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("<p>a</p><!-- x -->", "<p>a</p>"),
        ("a\ud800b<br>", "a\ufffdb<br>"),
        ("<i onclick=x>a</i>", "<i>a</i>"),
        ('<a href="https://x.test/">a</a>', '<a href="https://x.test/">a</a>'),
        ('<a href="java&#115;cript:1">a</a>', "<a>a</a>"),
        ('<a href="//x.test/">a</a>', "<a>a</a>"),
        ('<details open="">a</details>', '<details open="">a</details>'),
        ('<p id="x" class="y" style="z">a</p>', "<p>a</p>"),
        ('<code class="language-c">a</code>', '<code class="language-c">a</code>'),
    ],
)
def test_engines_agree(engine: Sanitizer, dirty: str, clean: str) -> None:
    assert engine.clean(dirty, ANSWER_POLICY) == clean


MARKER = cite("turn0file0")
HOSTILE = [
    f"<b>a{MARKER}</b> <script>x{MARKER}</script> <style>y</style> z",
    f"<svg><b>a</b></svg>\n\n<details><summary>s{MARKER}</summary>\n\n- [ ] b\n",
    f"<p title='{MARKER}'>a</p>",
    "<!-- a --> <![CDATA[b]]> <!DOCTYPE c> <?d?> &lt;e&gt;",
    "<table><tr><td>a<td>b\n\n| c | d |\n|---|:-:|\n| e | <b>f |\n",
    f'<a href="https://x.test/?a&b">a{MARKER}<a href="javascript:1">b</a>',
    "<b><i>a</b></i> <ul><li>a<li>b <img src=x onerror=y alt=z> <br/>",
    "<pre>\n\n\na</pre>\n\n```c\n<b>\n```\n",
    "<p>\xa0\"quoted\" 'x' &quot;y&quot; &nbsp; &#0; &#xE200;</p>",
]


@pytest.mark.parametrize("answer", HOSTILE)
def test_an_answer_looks_the_same_whichever_engine(answer: str) -> None:
    options = Options(tasklists=True, heading_ids=True)
    one, two = (
        render(answer, SOURCES, options=replace(options, sanitizer=engine.name)).body
        for engine in ENGINES
    )
    assert one == two
    assert "javascript:" not in one
    assert "onerror" not in one
    assert "<script" not in one


def test_a_link_gets_our_rel() -> None:
    html = render("<a href='https://x.test/' rel=opener>a</a>").body
    assert f'<a href="https://x.test/" rel="{LINK_REL}">a</a>' in html
