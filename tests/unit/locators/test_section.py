from __future__ import annotations

import pytest

from citemark.locator import Lines, kind_of
from citemark.locators.section import Section
from tests.unit.locators.finding import find, lines

TEXT = """\
# Staff *handbook*

Before.

## Leave ##
Twenty days.

### Carry `over`

Five days.
## Travel
### Carry over
None of it.

Appendix
with two lines
---
```
# no heading
~~~
````
After #hash.

Title
=====
The end.

"""
KIND = kind_of(Section(("a",)))


@pytest.mark.parametrize(
    ("word", "path", "expected"),
    [
        ("§Leave", ("Leave",), (5, 10)),
        ("§Staff_handbook>Leave", ("Staff handbook", "Leave"), (5, 10)),
        ("§Carry_over", ("Carry over",), (8, 10)),
        ("§travel>CARRY_OVER", ("Travel", "Carry over"), (12, 13)),
        ("§Staff_handbook", ("Staff handbook",), (1, 22)),
        ("§Appendix_with_two_lines", ("Appendix with two lines",), (15, 22)),
        ("§Title", ("Title",), (24, 26)),
    ],
)
def test_from_a_heading_to_the_next_of_its_rank(
    word: str, path: tuple[str, ...], expected: tuple[int, int]
) -> None:
    locator = KIND.parse(word)
    assert locator is not None
    assert find(locator, TEXT) == (Section(path), Lines(*expected), "")


@pytest.mark.parametrize("word", ["§no_heading", "§Leave>Travel", "§hash."])
def test_what_is_no_heading_is_said_to_be_none(word: str) -> None:
    locator = KIND.parse(word)
    assert locator is not None
    assert find(locator, TEXT) == (None, None, "no heading of the source")


def test_a_text_without_headings_does_not_tell() -> None:
    assert find(Section(("a",)), "a\nb #c\n#\n#d\n---\n=\n") is not None
    assert find(Section(("a",)), "a\nb #c\n#\n#d\n\n---\n=\n") is None


def test_whole_paths_go_before_shortened_ones() -> None:
    text = "# A\n## B\none\n# B\ntwo"
    assert lines(Section(("B",)), text) == (4, 5)
    assert lines(Section(("A", "B")), text) == (2, 3)


def test_a_rule_is_no_underline() -> None:
    assert lines(Section(("b",)), "a\n\n---\n# b\n- - -\n---") == (4, 6)


@pytest.mark.parametrize(
    "word",
    ["§", "§a>", "§>a", "§a b", "§a>>b", "§%E2%80%AEx", "§%EE%88%80", "§a%0Ab", "§_a",
     "§" + "x" * 121, "§%FF%00"],
)  # fmt: skip
def test_what_could_not_be_shown_is_no_section(word: str) -> None:
    assert KIND.parse(word) is None


def test_underscores_and_spaces_are_alike_in_headings() -> None:
    assert find(Section(("snake case",)), "# snake_case\nx") == (
        Section(("snake_case",)),
        Lines(1, 2),
        "",
    )


def test_spelling() -> None:
    path = ("50 % off", "a_b > c", "été")
    assert str(Section(path)) == "§50_%25_off>a%5Fb_%3E_c>été"
    assert KIND.parse(str(Section(path))) == Section(path)
    assert KIND.label(Section(path)) == ("section", "50 % off › a_b > c › été")
