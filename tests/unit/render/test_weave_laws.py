"""What is woven leaves a sanitizer nothing to repair, whatever raw HTML it holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citemark import Options
from citemark.render.policies import answer_policy
from citemark.render.tokens import Raw
from citemark.render.weave import Weaver
from citemark.sanitizers import bleach_engine, nh3_engine

NONCE = "cxnonce"
POLICY = answer_policy(Options(), NONCE)
TABLES = ["table", "tr", "td"]
TAGS = ["b", "i", "a", "div", "p", "li", "ul", "pre", "h1", "script", "svg", "br"]
TEXTS = ["x", " ", "\n", "&lt;", "<", '"', "<!--", "-->", "\xa0"]


def written(tags: list[str]) -> st.SearchStrategy[list[Raw]]:
    """Make pieces of raw HTML out of *tags*, opened and closed at random."""
    pieces = [form.format(tag) for tag in tags for form in ("<{}>", "</{}>")]
    html = st.lists(st.sampled_from([*pieces, *TEXTS]), max_size=30).map("".join)
    return st.lists(st.builds(Raw, html, st.booleans()), max_size=4)


@given(written(TAGS))
def test_engines_agree_on_what_is_woven(pieces: list[Raw]) -> None:
    woven = Weaver(POLICY, NONCE).weave(pieces)
    clean = nh3_engine.clean(woven, POLICY)
    assert bleach_engine.clean(woven, POLICY) == clean
    assert nh3_engine.clean(clean, POLICY) == clean


@given(written([*TABLES, "b", "li"]))
def test_tables_come_out_of_the_default_engine_as_they_went_in(
    pieces: list[Raw],
) -> None:
    """The other engine repairs stray content of tables in its own way."""
    clean = nh3_engine.clean(Weaver(POLICY, NONCE).weave(pieces), POLICY)
    assert nh3_engine.clean(clean, POLICY) == clean
