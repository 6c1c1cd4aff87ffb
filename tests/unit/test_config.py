from __future__ import annotations

import re
from pathlib import Path

import pytest

from citemark.config import (
    Config,
    config_places,
    find_config,
    load_config,
    merged,
    normalized,
    options_from,
)
from citemark.errors import ConfigError
from citemark.options import Limits, Options
from citemark.url_policy import UrlPolicy


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


OWN = """\
preset = "guide-general"
select = ["CM1"]
extend-select = ["CM210"]
ignore = ["CM122"]
language = "de"
dialect = ["openai", "lenticular"]
strict = true
private-use = "keep"

[limits]
excerpt-lines = 6

[rules.punctuation-side]
side = "before"

[rules.too-many-sources]
most-sources = 2
"""


def test_both_files_say_the_same_in_the_same_words(tmp_path: Path) -> None:
    own = load_config(write(tmp_path / "citemark.toml", OWN))
    tables = OWN.replace("[", "[tool.citemark.").replace('= [tool.citemark."', '= ["')
    shared = load_config(
        write(tmp_path / "pyproject.toml", f"[tool.citemark]\n{tables}")
    )
    assert own.table == shared.table
    assert (
        own.options()
        == shared.options()
        == Options(
            preset="guide-general",
            select=("CM1",),
            extend_select=("CM210",),
            ignore=("CM122",),
            language="de",
            dialect=("openai", "lenticular"),
            strict=True,
            private_use="keep",
            limits=Limits(excerpt_lines=6),
            rules={
                "punctuation-side": {"side": "before"},
                "too-many-sources": {"most_sources": 2},
            },
        )
    )


def test_the_nearest_file_that_speaks_of_citemark_counts(tmp_path: Path) -> None:
    top = write(tmp_path / "pyproject.toml", "[tool.citemark]\nlanguage = 'fr'\n")
    write(tmp_path / "a/pyproject.toml", "[project]\nname = 'x'\n")
    write(tmp_path / "a/tool/pyproject.toml", "tool = 1\n")
    own = write(tmp_path / "a/b/citemark.toml", "language = 'de'\n")
    write(tmp_path / "a/b/pyproject.toml", "[tool.citemark]\nlanguage = 'it'\n")
    assert find_config(tmp_path / "a").path == top
    assert find_config(tmp_path / "a/tool").path == top
    found = find_config(tmp_path / "a/b/missing")
    assert (found.path, found.options().language) == (own, "de")


def test_no_file_means_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _: False)
    assert find_config(tmp_path) == Config()
    assert Config().options() == Options()


def test_places_go_from_the_folder_up() -> None:
    places = [str(place) for place in config_places(Path("/x/y"))]
    assert places == [
        "/x/y/citemark.toml",
        "/x/y/pyproject.toml",
        "/x/citemark.toml",
        "/x/pyproject.toml",
        "/citemark.toml",
        "/pyproject.toml",
    ]


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("citemark.toml", "slect = []", "slect: no such option; did you mean select?"),
        ("citemark.toml", "select = 5", "select: expected a list of names, got 5"),
        (
            "citemark.toml",
            "[limits]\nmarkres = 1",
            "limits.markres: no such option; did you mean limits.markers?",
        ),
        (
            "citemark.toml",
            "image-url = 'x'",
            "image_url: no such option; did you mean images?",
        ),
        ("citemark.toml", "rules = 1", "rules: expected rules.NAME=VALUE, got 1"),
        (
            "citemark.toml",
            "rules.punctuation-side = 1",
            "rules: expected rules.NAME=VALUE, got {'punctuation-side': 1}",
        ),
        ("citemark.toml", "limits = 1", "limits: expected limits.NAME=VALUE, got 1"),
        (
            "citemark.toml",
            "extend-select = []\nextend_select = []",
            "extend_select is given twice",
        ),
        (
            "citemark.toml",
            "[rules.x]\na-b = 1\na_b = 1",
            "rules.x: a_b is given twice",
        ),
        (
            "citemark.toml",
            "lead_chars = -1",
            "Options.lead_chars: expected 0 or more, got -1",
        ),
        ("citemark.toml", "a = ", "expected TOML: Invalid value (at end of document)"),
        ("pyproject.toml", "x = 1", "expected a table [tool.citemark], got none"),
        (
            "pyproject.toml",
            "tool.citemark = 1",
            "tool.citemark: expected a table, got 1",
        ),
    ],
)
def test_what_is_wrong_is_said_with_the_file(
    tmp_path: Path, name: str, text: str, complaint: str
) -> None:
    path = write(tmp_path / name, text)
    with pytest.raises(ConfigError, match=f"^{re.escape(f'{path}: {complaint}')}$"):
        load_config(path).options()


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: No such file"):
        load_config(tmp_path / "none.toml")
    (tmp_path / "citemark.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match=r"citemark\.toml: expected TOML: 'utf-8'"):
        find_config(tmp_path)


def test_names_of_rules_and_labels_keep_their_hyphens() -> None:
    table = {"labels": {"a-b": "x"}, "rules": {"lone-marker": {"a-b": 1}}}
    assert normalized(table, "x") == {
        "labels": {"a-b": "x"},
        "rules": {"lone-marker": {"a_b": 1}},
    }


def test_tables_are_merged_and_values_replaced() -> None:
    below = {"a": 1, "t": {"x": 1, "y": 2}, "u": {"x": 1}}
    above = {"a": 2, "t": {"y": 3}, "u": 4, "v": {"z": 5}}
    assert merged(below, above) == {
        "a": 2,
        "t": {"x": 1, "y": 3},
        "u": 4,
        "v": {"z": 5},
    }
    assert below == {"a": 1, "t": {"x": 1, "y": 2}, "u": {"x": 1}}


def test_a_url_policy_is_a_table_of_its_own() -> None:
    table = normalized({"url-policy": {"denied-hosts": ["a.example"]}}, "f")
    assert options_from(table).url_policy == UrlPolicy(denied_hosts=("a.example",))
    text = options_from({"url_policy": {"denied_hosts": "a.example, b.example"}})
    assert text.url_policy.denied_hosts == {"a.example", "b.example"}
    single = options_from({"url_policy": {"denied_hosts": "a.example"}})
    assert single.url_policy.denied_hosts == {"a.example"}
    with pytest.raises(ConfigError, match="expected a list of names, got 3"):
        options_from({"url_policy": {"denied_hosts": 3}})
