"""Cases of unknown and duplicate sources, as the linter sees them.

Those of duplicates bring their own input: rendering leaves such sources apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from citemark import Options, lint
from citemark.lint.fixing import fix
from tests.cases.support import Given, case, cite

ABOUT_IDS = Options(select=("unknown-source", "bare-source-id"))
ABOUT_DUPLICATES = Options(select=("duplicate-source",))


def found(
    answer: str, sources: Sequence[Mapping[str, object]], options: Options
) -> list[tuple[str, str]]:
    """Return the code of each diagnostic and the characters it is about."""
    return [
        (each.code, answer[each.start : each.end])
        for each in lint(answer, sources, options=options)
    ]


@case("b020", "b021", "b112", "b114")
def test_only_the_registry_knows_ids(given: Given) -> None:
    known = {source["id"] for source in given.sources}
    flagged = [
        place
        for code, place in found(given.answer, given.sources, ABOUT_IDS)
        if code == "CM201"
    ]
    ids = ("turn7file3", "turn9search9", "turn9search8", "turn0file5")
    expected = [cite(name) for name in ids if cite(name) in given.answer]
    assert flagged == expected
    assert not known.intersection(ids)


@case("b112")
def test_a_bare_id_is_flagged_in_the_text_and_not_in_code(given: Given) -> None:
    place = given.answer.index("[turn0file5] todo") + 1
    (bare,) = (
        each
        for each in lint(given.answer, given.sources, options=ABOUT_IDS)
        if each.code == "CM211"
    )
    assert (bare.start, bare.end) == (place, place + len("turn0file5"))
    only_bare = Options(select=("bare-source-id",))
    fixed = fix(given.answer, given.sources, unsafe=True, options=only_bare)
    assert fixed.text == given.answer.replace("[turn0file5] todo", "todo")


@pytest.mark.parametrize(
    ("answer", "urls", "expected"),
    [
        pytest.param(
            f"A {cite('a')} B {cite('b')} C {cite('c')} D {cite('d')}",
            {
                "a": "http://www.example.org/p",
                "b": "https://example.org/p/",
                "c": "HTTPS://EXAMPLE.org:443/p",
                "d": "https://example.org/p?x=1",
            },
            [cite("b"), cite("c")],
            id="b055",
        ),
        pytest.param(
            f"A {cite('a')} B {cite('b')} C {cite('c')}",
            {
                "a": "https://example.org/p#s1",
                "b": "https://example.org/p#s2",
                "c": "https://example.org/#/route/2",
            },
            [cite("b")],
            id="b056",
        ),
        pytest.param(
            f"A {cite('b')} B {cite('a')}",
            {"a": "https://example.org/p", "b": "https://example.org/p"},
            [cite("a")],
            id="b187",
        ),
    ],
)
def test_one_page_under_several_ids(
    answer: str, urls: Mapping[str, str], expected: list[str]
) -> None:
    sources = [{"id": name, "title": "X", "url": url} for name, url in urls.items()]
    flagged = found(answer, sources, ABOUT_DUPLICATES)
    assert flagged == [("CM212", place) for place in expected]
    first = answer.index("\ue200")
    related = [
        [span.start for span in each.related]
        for each in lint(answer, sources, options=ABOUT_DUPLICATES)
    ]
    assert related == [[first]] * len(expected)
