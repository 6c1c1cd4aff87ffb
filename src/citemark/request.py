"""What an output was made from: kept, compared, and asked for again.

**Why** options are kept as the table that a configuration file would hold: what an
option was called then is what it is called years later, and defaults stay out of it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from hashlib import sha256

from citemark.dependencies import content_hash, dependencies_of
from citemark.errors import ConfigError
from citemark.options import Limits, Numbering, Options
from citemark.source import Source
from citemark.url_policy import UrlPolicy

VERSION = 1
"""Of the form of snapshots. Another number is another form."""
# No output depends on them: what `lint` runs, and a check of the registry as it was.
_NOT_KEPT = frozenset(
    {"preset", "select", "extend_select", "ignore", "rules", "fingerprint"}
)
_CODE = frozenset({"image_url", "splitter"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything that one output was made from, but for its sources."""

    answer: str
    to: str
    theme: str
    page: bool
    id_prefix: str
    options: Options
    claims: Mapping[str, object] | None = None
    """The claims that the answer was put together from, as plain data."""
    cited: Mapping[str, object] | None = None
    """The text and the citations that the answer was woven from, as plain data."""
    source_format: str = "markdown"
    """What the answer is written in: ``markdown`` or ``html``."""

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        made_from: dict[str, object] = {"answer": self.answer}
        if self.claims is not None:
            made_from = {"claims": self.claims}
        elif self.cited is not None:
            made_from = {"cited": self.cited}
        elif self.source_format != "markdown":
            made_from["source_format"] = self.source_format
        return {
            **made_from,
            "to": self.to,
            "theme": self.theme,
            "page": self.page,
            "id_prefix": self.id_prefix,
            "options": _table(self.options, _NOT_KEPT),
        }

    def etag(self, body: bytes, sources: Iterable[Source]) -> str:
        """Return a strong entity tag for *body*, quotes included.

        It changes with the output, and with whatever else `Rendered` tells of.
        """
        made_from = [self.to_dict(), dependencies_of(sources)]
        text = json.dumps(made_from, sort_keys=True)
        return f'"{sha256(text.encode() + body).hexdigest()[:32]}"'

    def snapshot(self, etag: str, sources: Iterable[Source]) -> dict[str, object]:
        """Return plain data that renders the same bytes at any time.

        Raises:
            ConfigError: an option is code, which no data can hold.
        """
        for name, is_code in (
            ("image_url", self.options.image_url is not None),
            ("url_policy", type(self.options.url_policy) is not UrlPolicy),
        ):
            if is_code:
                msg = f"Options.{name}: expected no code of yours in a snapshot"
                raise ConfigError(msg)
        records = list(map(_record, sources))
        return {"version": VERSION, **self.to_dict(), "sources": records, "etag": etag}


def _record(source: Source) -> dict[str, object]:
    """Return *source* as a record, with its hash; code and extras stay out of it."""
    record = {**_table(source, {"extra"}), "content_hash": content_hash(source)}
    if source.splitter is not None:
        record["lines"] = list(source.lines)
    return record


def _table(
    value: Options | Source | Limits | Numbering | UrlPolicy,
    left_out: Collection[str] = (),
) -> dict[str, object]:
    """Return the fields of *value* that differ from their defaults."""
    table: dict[str, object] = {}
    for each in fields(value):
        if each.name not in left_out and each.name not in _CODE:
            found = getattr(value, each.name)
            factory = each.default_factory
            default = each.default if factory is MISSING else factory()
            if found != default:
                table[each.name] = _plain(found)
    return table


def _plain(value: object) -> object:
    """Return *value* as JSON has it; what has no order gets one."""
    if isinstance(value, Limits | Numbering | UrlPolicy):
        return _table(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value
