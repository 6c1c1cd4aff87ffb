"""The full list of cases: each of them has a test, none is left out."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.cases.support import CASES, GIVEN

FIELD_REPORTS = """
b001 b002 b003 b004 b006 b007 b008 b010 b011 b014 b015 b016 b017 b018 b019 b020 b021
b022 b023 b029 b030 b031 b032 b033 b034 b035 b036 b037 b038 b039 b040 b041 b042 b043
b044 b045 b046 b049 b050 b051 b052 b053 b054 b055 b056 b057 b058 b061 b062 b063 b064
b066 b068 b069 b071 b073 b075 b076 b078 b080 b081 b083 b085 b086 b088 b089 b091 b092
b094 b100 b102 b104 b106 b107 b109 b112 b114 b116 b118 b133 b135 b137 b139 b140 b142
b144 b147 b149 b150 b153 b156 b158 b159 b162 b165 b167 b169 b176 b178 b180 b183 b185
b187 b190 b196 b199 b201
"""

PEER_BEHAVIOUR = """
g01 g03 g05 g06 g08 g10 g11 g13 g15 g16 g18 g20 g21 g23 g25 g26 g28 g30 g31 g33 g35
g36 g38 g40 r01 r03 r05 r06 r08 r10 r11 r13 r15 r16 r18 r20 r21 r23 r25 r26 r28 r30
r31 m01 m03 m05 m06 m08 m10 m11 m13 m15 m16 m18 m20 m21 m23 m25 m26 m28 m30 m32 s22
f01 f03 f05 f06 f07 n01 n03 n05 n06 n08
"""


def all_cases() -> list[str]:
    """Return the IDs of both lists, sorted."""
    reports, peers = FIELD_REPORTS.split(), PEER_BEHAVIOUR.split()
    assert (len(reports), len(peers)) == (107, 73)
    return sorted([*reports, *peers])


def test_every_case_has_its_test() -> None:
    for module in sorted(Path(__file__).parent.glob("test_*_cases.py")):
        import_module(f"tests.cases.{module.stem}")
    assert sorted(CASES) == all_cases()


def test_every_case_has_its_input() -> None:
    assert sorted(GIVEN) == all_cases()


def test_no_case_is_skipped() -> None:
    for module in sorted(Path(__file__).parent.glob("*.py")):
        if module != Path(__file__):
            words = module.read_text("utf-8")
            assert "xfail" not in words, module.name
            assert "skip" not in words, module.name
