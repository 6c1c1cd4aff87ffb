from __future__ import annotations

import pytest

from citemark.front_matter import split_front_matter


@pytest.mark.parametrize(
    "front",
    [
        "---\ntitle: A\n---\n",
        "---\r\ntitle: A\r\n---\r\n",
        "---  \n\n# Of ours.\ntitle: A\n\n  - b\n---\t\n",
        '+++\ntitle = "A"\n[extra]\nb = 1\n+++\n',
        "+++\n[extra]\n+++\n",
        "---\n---\n",
        '---\n"title": A\n...\n',
        "---\ntitle: A\n---",
    ],
)
def test_front_matter_is_kept_to_the_byte(front: str) -> None:
    rest = "" if front.endswith("-") else "\nYes.\n\n---\n\nb: c\n"
    assert split_front_matter(front + rest) == (front, rest)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Yes.",
        "\n---\ntitle: A\n---\n",
        " ---\ntitle: A\n---\n",
        "---\n\nA rule.\n\n---\n",
        "---\ntitle: A\n",
        "---\ntitle: A\n+++\n",
        "---\ntitle: A\n----\n",
        "----\ntitle: A\n----\n",
        "---",
        "---\n",
        "+++\ntitle = 1\n...\n",
    ],
)
def test_what_is_no_front_matter_belongs_to_the_page(text: str) -> None:
    assert split_front_matter(text) == ("", text)
