from __future__ import annotations

from citemark.html_input.reading import TEXT_RE, VALUE_RE, Reading
from citemark.spans import Span


def test_characters_know_their_places() -> None:
    source = "ab&amp;c  d"
    reading = Reading()
    reading.add("\n\n", 0, 0)
    reading.add_decoded(source, 0, TEXT_RE)
    assert reading.text == "\n\nab&c d"
    assert [reading.place(at, at + 1).of(source) for at in range(2, 8)] == [
        "a",
        "b",
        "&amp;",
        "c",
        "  ",
        "d",
    ]
    assert list(reading.spans(3, 6)) == [Span(1, 2), Span(2, 7), Span(7, 8)]
    assert list(reading.spans(0, 3)) == [Span(0, 1)]


def test_an_empty_reading_has_no_places() -> None:
    assert Reading().place(0, 0) == Span(0, 0)


def test_bytes_of_urls() -> None:
    reading = Reading()
    reading.add_decoded("%EE%88%80%20%e2%80%a0&#x3c;%E0%80%80", 5, VALUE_RE)
    assert reading.text == "\ue200%20†<\ufffd\ufffd\ufffd"
    assert reading.place(0, 1) == Span(5, 14)
