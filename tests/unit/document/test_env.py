from __future__ import annotations

from citemark.document.env import EnvKey


def test_a_slot_is_empty_until_it_is_filled() -> None:
    key: EnvKey[int] = EnvKey("tests.number")
    env: dict[str, object] = {"other": 1}
    assert key.get(env) is None
    key.put(env, 7)
    assert key.get(env) == 7
    assert env == {"other": 1, "tests.number": 7}
