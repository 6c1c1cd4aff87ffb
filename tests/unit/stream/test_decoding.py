from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.errors import ConfigError
from citemark.stream.decoding import Decoder

ROCKET = "\N{ROCKET}"
# What JavaScript calls characters: each half of a pair is one.
UNITS = st.text(
    st.sampled_from(["a", "é", "水", ROCKET, "\ud83d", "\ude80", "\x00", "\ue200"])
)


def decoded(*deltas: str | bytes) -> list[str]:
    decoder = Decoder()
    return [*map(decoder.decode, deltas), decoder.flush()]


def halved(text: str) -> str:
    """Return *text* with each pair as its two halves."""
    units = text.encode("utf-16-le", "surrogatepass")
    pairs = (units[at : at + 2] for at in range(0, len(units), 2))
    return "".join(map(chr, (int.from_bytes(pair, "little") for pair in pairs)))


@pytest.mark.parametrize(
    ("deltas", "expected"),
    [
        pytest.param(("a", "", "水"), ["a", "", "水", ""], id="whole"),
        pytest.param(("ok \ud83d", "\ude80!"), ["ok ", f"{ROCKET}!", ""], id="cut"),
        pytest.param(("\ud83d", "", "\ude80"), ["", "", ROCKET, ""], id="late"),
        pytest.param(("\ud83d\ude80",), [ROCKET, ""], id="halves"),
        pytest.param(("a\ud83d",), ["a", "\ufffd"], id="high-alone-at-the-end"),
        pytest.param(("\ud83d", "b"), ["", "\ufffdb", ""], id="high-alone"),
        pytest.param(("\ude80b",), ["\ufffdb", ""], id="low-alone"),
        pytest.param(
            ("\ud83d", "\ud83d", "\ude80"), ["", "\ufffd", ROCKET, ""], id="two-highs"
        ),
    ],
)
def test_halves_of_a_pair_meet(deltas: tuple[str, ...], expected: list[str]) -> None:
    assert decoded(*deltas) == expected


@pytest.mark.parametrize(
    ("deltas", "expected"),
    [
        pytest.param((b"a\xe6\xb0", b"\xb4"), ["a", "水", ""], id="cut"),
        pytest.param((b"\xee", b"", b"\x88\x80"), ["", "", "\ue200", ""], id="late"),
        pytest.param((b"\xf0\x9f\x9a\x80",), [ROCKET, ""], id="four"),
        pytest.param((b"a\xe6\xb0",), ["a", "\ufffd"], id="cut-short"),
        pytest.param((b"\xe6", b"b"), ["", "\ufffdb", ""], id="not-utf-8"),
        pytest.param((b"\xed\xa0\xbd",), ["\ufffd" * 3, ""], id="half-a-pair"),
    ],
)
def test_bytes_are_decoded_as_they_come(
    deltas: tuple[bytes, ...], expected: list[str]
) -> None:
    assert decoded(*deltas) == expected


@given(UNITS, st.data())
def test_any_cut_gives_the_same_text(text: str, data: st.DataObject) -> None:
    units = halved(text)
    at = data.draw(st.integers(0, len(units)))
    joined = "".join(decoded(units[:at], units[at:]))
    assert joined == "".join(decoded(units))
    assert joined == units.encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "replace"
    )
    assert joined.encode().decode() == joined


@given(st.text(), st.data())
def test_any_cut_of_bytes_gives_the_text(text: str, data: st.DataObject) -> None:
    units = text.encode("utf-8", "replace")
    at = data.draw(st.integers(0, len(units)))
    assert "".join(decoded(units[:at], units[at:])) == units.decode()


@pytest.mark.parametrize(
    ("deltas", "message"),
    [
        pytest.param(("a", b"b"), "expected str as before, got bytes", id="then-bytes"),
        pytest.param((b"a", "b"), "expected bytes as before, got str", id="then-str"),
        pytest.param((1,), "delta: expected str or bytes, got int", id="number"),
        pytest.param((None,), "expected str or bytes, got NoneType", id="none"),
        pytest.param(
            ("a", bytearray(b"b")), "str as before, got bytearray", id="array"
        ),
    ],
)
def test_anything_else_is_refused(deltas: tuple[str, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        decoded(*deltas)


def test_a_refused_delta_leaves_no_trace() -> None:
    decoder = Decoder()
    with pytest.raises(ConfigError):
        decoder.decode(1)  # type: ignore[arg-type] # what is refused
    assert decoder.decode(b"a") == "a"
    with pytest.raises(ConfigError):
        decoder.decode("b")
    assert decoder.decode(b"c") == "c"
