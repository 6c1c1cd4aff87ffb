from __future__ import annotations

import pytest
from markdown_it.token import Token

from citemark.document.policy import (
    ImageVerdict,
    apply_policy,
    image_text,
    judge_image,
    link_target,
)
from citemark.options import Limits, Options
from tests.unit.document.reading import document

RASTER = "https://img.example.org/a.png"
HOST = Options(images="allow", image_hosts=("img.example.org",))


def image(src: str, alt: str = "Tide") -> Token:
    text = Token("text", "", 0, content=alt)
    return Token("image", "img", 0, attrs={"src": src}, children=[text])


def shown(text: str, options: Options | None = None) -> str:
    options = options or Options()
    tokens = apply_policy(document(text, options).tokens, options)
    (inline,) = [token for token in tokens if token.type == "inline"]
    pieces = []
    for child in inline.children or ():
        if child.type == "link_open":
            pieces.append(f"<{child.attrs['href']}>")
        elif child.type == "link_close":
            pieces.append("</>")
        elif child.type == "image":
            pieces.append(f"<img {child.attrs['src']}>")
        else:
            pieces.append("{}" if child.type == "citation_ref" else child.content)
    return "".join(pieces)


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("https://example.org/a", "https://example.org/a"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("//example.org/a", None),
        ("", None),
    ],
)
def test_link_targets(href: str, expected: str | None) -> None:
    token = Token("link_open", "a", 1, attrs={"href": href})
    assert link_target(token, Options()) == expected


def test_a_link_longer_than_the_limit_is_refused() -> None:
    token = Token("link_open", "a", 1, attrs={"href": "https://example.org/" + "a" * 9})
    assert link_target(token, Options(limits=Limits(url_chars=28))) is None
    assert link_target(token, Options(limits=Limits(url_chars=29))) is not None


def test_schemes_are_an_option() -> None:
    token = Token("link_open", "a", 1, attrs={"href": "http://example.org/"})
    assert link_target(token, Options(link_schemes=("https",))) is None


@pytest.mark.parametrize(
    ("src", "options", "expected"),
    [
        pytest.param(
            RASTER,
            Options(),
            ImageVerdict(link=RASTER, host="img.example.org"),
            id="default",
        ),
        pytest.param(RASTER, HOST, ImageVerdict(src=RASTER), id="allowed"),
        pytest.param(
            f"{RASTER}#x", HOST, ImageVerdict(src=f"{RASTER}#x"), id="fragment"
        ),
        pytest.param(
            f"{RASTER}?x=1",
            HOST,
            ImageVerdict(link=f"{RASTER}?x=1", host="img.example.org"),
            id="query",
        ),
        pytest.param(
            "https://other.example.org/a.png",
            HOST,
            ImageVerdict(
                link="https://other.example.org/a.png", host="other.example.org"
            ),
            id="other-host",
        ),
        pytest.param(
            "http://img.example.org/a.png",
            HOST,
            ImageVerdict(link="http://img.example.org/a.png", host="img.example.org"),
            id="no-https",
        ),
        pytest.param(
            "https://img.example.org/a.svg",
            HOST,
            ImageVerdict(link="https://img.example.org/a.svg", host="img.example.org"),
            id="no-raster",
        ),
        pytest.param("data:image/png;base64,AA", HOST, ImageVerdict(), id="data"),
        pytest.param("a.png", HOST, ImageVerdict(), id="relative"),
    ],
)
def test_images(src: str, options: Options, expected: ImageVerdict) -> None:
    assert judge_image(image(src), options) == expected


def proxy(src: str) -> str | None:
    if "bad" in src:
        return "javascript:alert(1)"
    return f"https://proxy.example.org/?u={len(src)}" if "img" in src else None


@pytest.mark.parametrize(
    ("src", "expected"),
    [
        pytest.param(
            RASTER, ImageVerdict(src="https://proxy.example.org/?u=29"), id="mapped"
        ),
        pytest.param(
            "https://x.example.org/a.png",
            ImageVerdict(link="https://x.example.org/a.png", host="x.example.org"),
            id="refused",
        ),
        pytest.param(
            "https://bad.example.org/a.png",
            ImageVerdict(link="https://bad.example.org/a.png", host="bad.example.org"),
            id="mapped-to-what-may-not-be",
        ),
    ],
)
def test_images_may_be_mapped(src: str, expected: ImageVerdict) -> None:
    assert judge_image(image(src), Options(image_url=proxy)) == expected


@pytest.mark.parametrize(
    ("alt", "verdict", "linked", "expected"),
    [
        ("Tide  table", ImageVerdict(link="u", host="h"), False, "Tide table (h)"),
        ("", ImageVerdict(link="u", host="h"), False, "h"),
        ("Tide", ImageVerdict(link="u", host="h"), True, "Tide"),
        ("", ImageVerdict(link="u", host="h"), True, "h"),
        ("Tide", ImageVerdict(), False, "Tide"),
        ("", ImageVerdict(), False, ""),
    ],
)
def test_words_stand_for_an_image(
    alt: str, verdict: ImageVerdict, expected: str, *, linked: bool
) -> None:
    assert image_text(image("x", alt), verdict, linked=linked) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a [b](https://c.d/) e", "a <https://c.d/>b</> e", id="link"),
        pytest.param("a [b](javascript:c) e", "a b e", id="refused-link"),
        pytest.param("[b *c*](data:x)@", "b c{}", id="refused-link-with-emphasis"),
        pytest.param("[b](x:y) [c](https://d.e/)", "b <https://d.e/>c</>", id="both"),
        pytest.param(
            "![a](https://b.c/d.png)", "<https://b.c/d.png>a (b.c)</>", id="image"
        ),
        pytest.param("![a](x:y)", "a", id="refused-image"),
        pytest.param(
            "[![a](https://b.c/d.png)](https://e.f/)",
            "<https://e.f/>a</>",
            id="linked-image",
        ),
        pytest.param(
            "[![a](https://b.c/d.png)](x:y)",
            "<https://b.c/d.png>a (b.c)</>",
            id="image-in-a-refused-link",
        ),
        pytest.param("![a ![b](c) <i> d](x:y)", "a b  d", id="nested-alternative"),
        pytest.param("no url", "no url", id="none"),
    ],
)
def test_policy_is_applied_to_tokens(text: str, expected: str) -> None:
    assert " ".join(shown(text).split()) == " ".join(expected.split())


def test_allowed_images_stay() -> None:
    assert shown(f"![a]({RASTER})", HOST) == f"<img {RASTER}>"


def test_tokens_of_the_document_are_not_changed() -> None:
    read = document("[b](javascript:c)")
    before = [token.as_dict() for token in read.tokens]
    apply_policy(read.tokens, Options())
    assert [token.as_dict() for token in read.tokens] == before


def test_a_lone_link_end_is_kept() -> None:
    inline = Token("inline", "", 0)
    inline.children = [image("x:y"), Token("link_close", "a", -1)]
    (token,) = apply_policy([inline], Options())
    assert [child.type for child in token.children or ()] == ["text", "link_close"]
