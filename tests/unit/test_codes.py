from __future__ import annotations

import re
from collections import Counter

from citemark.codes import CODES
from citemark.diagnostic import Severity


def test_codes_and_names_are_unique() -> None:
    for values in ([code.code for code in CODES], [code.name for code in CODES]):
        assert [value for value, count in Counter(values).items() if count > 1] == []


def test_codes_have_the_form_and_family_they_promise() -> None:
    for code in CODES:
        assert re.fullmatch(r"CM[0-7][0-9]{2}", code.code)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.name)


def test_codes_are_listed_in_order() -> None:
    assert [code.code for code in CODES] == sorted(code.code for code in CODES)


def test_what_loses_a_citation_is_an_error() -> None:
    errors = {code.name for code in CODES if code.severity is Severity.ERROR}
    assert {"unterminated-marker", "unknown-source", "marker-too-long"} <= errors
