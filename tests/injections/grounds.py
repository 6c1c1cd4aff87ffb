"""Faults in sources, and in what cites them: families CM2 and CM3."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil

from citemark import codes
from citemark.diagnostic import Code
from citemark.options import Options
from citemark.sources import SourceRegistry
from citemark.spans import Span
from tests.injections.page import (
    CJK,
    DELIM,
    START,
    STOP,
    Block,
    Cite,
    Fault,
    Injector,
    Mark,
    Page,
    Record,
    around,
    flag,
    forms,
    put,
    swap,
)

_TITLES: Mapping[str, Sequence[str]] = {
    "ar": ("المصادر", "المراجع"),
    "de": ("Quellen", "Literatur"),
    "en": ("Sources", "References"),
    "es": ("Fuentes", "Referencias"),
    "fr": ("Sources", "Références"),
    "hi": ("स्रोत", "संदर्भ"),
    "ja": ("参考文献", "出典"),
    "ko": ("출처", "참고문헌"),
    "zh": ("参考资料", "来源"),
}
_QUESTIONS_AND_LEADS = tuple("?？؟:：")
_LEAST_CLAIM = 100


def _first_uses(page: Page) -> Iterator[tuple[Mark, Cite]]:
    """Yield where each source is cited first."""
    seen: set[str] = set()
    for mark in page.marks:
        for cite in mark.cites:
            if cite.name not in seen:
                seen.add(cite.name)
                yield mark, cite


def _uses(page: Page) -> Iterator[tuple[Mark, Cite]]:
    return ((mark, cite) for mark in page.marks for cite in mark.cites)


def _record(page: Page, name: str) -> Record:
    return next(each for each in page.records if each["source_id"] == name)


def _with(page: Page, name: str, **fields: object) -> Sequence[Record]:
    """Return the records, one of them with other *fields*."""
    return [
        {**each, **fields} if each["source_id"] == name else each
        for each in page.records
    ]


def _source_is(
    uses: Callable[[Page], Iterator[tuple[Mark, Cite]]], **fields: object
) -> Injector:
    """Return what gives each source these *fields*, one at a time."""

    def inject(page: Page) -> Iterator[Fault]:
        for mark, cite in uses(page):
            records = _with(page, cite.name, **fields)
            yield page.fault(*around(mark.place(cite)), records=records)

    return inject


def _renamed(write: Callable[[str], str]) -> Injector:
    """Return what cites another ID, of no source, instead of each."""

    def inject(page: Page) -> Iterator[Fault]:
        known = {each["source_id"] for each in page.records}
        for mark, cite in _uses(page):
            name = write(cite.name)
            if name not in known:
                rest = page.text[cite.start + len(cite.name) : cite.end]
                yield _with_cite(page, mark, cite, name + rest)

    return inject


def _with_cite(page: Page, mark: Mark, cite: Cite, text: str) -> Fault:
    """Return the answer with *text* for a citation, and what is reported of it."""
    edit = swap(cite.start, cite.end, text)
    place = mark.place(cite)
    if place.start < cite.start:
        return page.fault(put(place.start, "\x01"), edit, put(place.end, "\x02"))
    return page.fault(swap(cite.start, cite.end, flag(text)))


def _beyond_the_end(page: Page) -> Iterator[Fault]:
    """Lines behind the last one, and from a good line to one behind the last."""
    for mark, cite in _uses(page):
        size = len(str(_record(page, cite.name)["text"]).split("\n"))
        for locator in (f"L{size + 1}", f"L{size}-L{size + 9}", "L0", "L900-L905"):
            yield _with_cite(page, mark, cite, cite.name + DELIM + locator)


def _without_text(page: Page) -> Iterator[Fault]:
    for mark, cite in _uses(page):
        if cite.locator:
            records = _with(page, cite.name, text=None)
            yield page.fault(*around(mark.place(cite)), records=records)


def _without_locator(page: Page) -> Iterator[Fault]:
    for mark, cite in _uses(page):
        if str(_record(page, cite.name)["text"]).count("\n"):
            yield _with_cite(page, mark, cite, cite.name)


def _http(page: Page) -> Iterator[Fault]:
    for mark, cite in _first_uses(page):
        url = str(_record(page, cite.name)["url"]).replace("https://", "http://")
        records = _with(page, cite.name, url=url)
        yield page.fault(*around(mark.place(cite)), records=records)


def _bare(page: Page) -> Iterator[Fault]:
    """The source ID stands in the text, with and without brackets."""
    for mark in page.marks:
        name = mark.cites[0].name
        if not any(map(str.isdigit, name)):
            continue
        gap, shown = page.gap(mark), flag(name)
        for text in (f" ({shown})", f" [{shown}]", f"【{shown}】", f" ({shown} L2-L4)"):
            yield page.fault(swap(gap, mark.end, text))
        if len(name) > 3:
            yield page.fault(swap(gap, mark.end, f" {shown}"))
            yield page.fault(swap(gap, mark.end, f" (source: {shown})"))


def _duplicates(page: Page) -> Iterator[Fault]:
    """A later source is the same as the first one, or as the one before it."""
    uses = list(_first_uses(page))
    for number, (mark, cite) in enumerate(uses[1:], start=1):
        for other in {0, number - 1}:
            same = _record(page, uses[other][1].name)
            url = str(same["url"]).replace("https://", "http://www.") + "/#top"
            for fields in ({"url": url}, {"text": same["text"]}):
                records = _with(page, cite.name, **fields)
                yield page.fault(*around(Span(mark.start, mark.end)), records=records)


def _uncited(page: Page) -> Iterator[Fault]:
    """There is a source more, or one is cited no longer."""
    extra = {"source_id": "turn9file9", "title": "Left out"}
    end = len(page.text.rstrip())
    last = next((mark.start for mark in page.marks if mark.end == end), end - 1)
    yield page.fault(*around(Span(last, end)), records=[*page.records, extra])
    for _, cite in _first_uses(page):
        gone = [m for m in page.marks if {each.name for each in m.cites} == {cite.name}]
        others = {each.name for m in page.marks if m not in gone for each in m.cites}
        if cite.name not in others and all(m.start != last for m in gone):
            yield page.fault(*map(page.cut, gone), *around(Span(last, end)))


def _listed(page: Page) -> Iterator[Fault]:
    """The answer ends with a list of its sources, in the answer's language."""
    end = len(page.text.rstrip())
    ids = [str(each["source_id"]) for each in page.records]
    titles = [str(each["title"]) for each in page.records]
    urls = [str(each["url"]) for each in page.records]
    pairs = list(zip(titles, urls, strict=True))
    lists = {
        "link": "\n".join(f"- [{title}]({url})" for title, url in pairs),
        "url": "\n".join(
            f"{at}. {title}: {url}" for at, (title, url) in enumerate(pairs, 1)
        ),
        "number": "\n".join(
            f"[{at}] {title}. {url}" for at, (title, url) in enumerate(pairs, 1)
        ),
        "title": "\n".join(f"* {title}" for title in titles),
        "ID": "\n".join(
            f"- {name}: {title}" for name, title in zip(ids, titles, strict=True)
        ),
        "marker": "\n".join(f"- {START}cite{DELIM}{name}{STOP}" for name in ids),
    }
    for title in _TITLES[page.language]:
        for form, text in lists.items():
            if form != "ID" or all(name.startswith("turn") for name in ids):
                for head in (f"## {title}", f"**{title}**", f"**{title}:**"):
                    yield page.fault(put(end, "\n\n" + flag(f"{head}\n\n{text}")))
                yield page.fault(put(end, "\n\n---\n\n" + flag(f"{title}:\n\n{text}")))


def _uncited_blocks(page: Page) -> Iterator[Fault]:
    """A paragraph loses its markers."""
    blocks = [b for b in page.blocks if b.kind in ("paragraph", "heading", "table")]
    for number, block in enumerate(blocks):
        marks = page.in_block(block)
        if block.kind != "paragraph" or not marks or not _is_claim(page, block):
            continue
        heading = number > 0 and blocks[number - 1].kind == "heading"
        following = blocks[number + 1 : number + 2]
        if heading and any(
            each.kind == "paragraph" and page.in_block(each) for each in following
        ):
            continue
        cuts = [page.cut(mark) for mark in marks]
        end = cuts.pop() if marks[-1].end == block.end else put(block.end, "")
        closing = swap(end.span.start, end.span.end, "\x02")
        yield page.fault(put(block.start, "\x01"), *cuts, closing)


def _is_claim(page: Page, block: Block) -> bool:
    """Say whether *block*, without its markers, calls for a citation."""
    text = page.text[block.start : block.end]
    for mark in page.in_block(block):
        text = text.replace(mark.raw, "")
    size = len(text) * (2 if page.language in (*CJK, "ko") else 1)
    links = sum(len(span.of(page.text)) for span in page.opaque)
    ends = text.rstrip("!\"'”’»)）」』* ").endswith(_QUESTIONS_AND_LEADS)
    return size - links > _LEAST_CLAIM and not ends


def _on_hosts(page: Page, hosts: Mapping[str, str]) -> Sequence[Record]:
    """Return the records, with these *hosts* of some IDs; each other has its own."""
    return [
        {**each, "url": f"https://{hosts.get(name, f'h{at}.example')}/{at}"}
        for at, each in enumerate(page.records)
        for name in (str(each["source_id"]),)
    ]


def _few_hosts(page: Page) -> Iterator[Fault]:
    """All sources are on too few hosts: on one, two … of them."""
    names = [str(each["source_id"]) for each in page.records]
    first = page.marks[0]
    for count in range(1, ceil(len(names) / 2)):
        for prefix in ("", "www."):
            hosts = {
                name: f"{prefix * (at >= count)}press{at % count}.example"
                for at, name in enumerate(names)
            }
            yield page.fault(
                *around(Span(first.start, first.end)), records=_on_hosts(page, hosts)
            )


def _dominant_host(page: Page) -> Iterator[Fault]:
    """The least number of sources that hold most citations are on one host."""
    cited = [cite.name for _, cite in _uses(page)]
    names = list(dict.fromkeys(cited))
    for order in (names, names[::-1], sorted(names, key=cited.count)):
        chosen: set[str] = set()
        for name in order:
            chosen.add(name)
            if sum(each in chosen for each in cited) * 2 > len(cited):
                break
        first = next(mark for mark, cite in _uses(page) if cite.name in chosen)
        records = _on_hosts(page, dict.fromkeys(chosen, "press.example"))
        yield page.fault(*around(Span(first.start, first.end)), records=records)


def _without_authority(page: Page) -> Iterator[Fault]:
    """Half of the citations, or fewer, are of hosts that count."""
    cited = [cite.name for _, cite in _uses(page)]
    first = page.marks[0]
    chosen: set[str] = set()
    for name in ("", *dict.fromkeys(cited)):
        if sum(each in {*chosen, name} for each in cited) * 2 > len(cited):
            continue
        chosen.add(name)
        hosts = dict.fromkeys(chosen, "data.office.gov")
        yield page.fault(
            *around(Span(first.start, first.end)),
            records=_on_hosts(page, hosts),
            rules={"few-authoritative-hosts": {"authoritative_hosts": ["gov"]}},
        )


def _one_sided(page: Page) -> Iterator[Fault]:
    """The sources stand for one viewpoint of two, in several ways to say so."""
    first = page.marks[0]
    for viewpoint in ("tenants", ["Tenants", "lenders"], ""):
        yield page.fault(
            *around(Span(first.start, first.end)),
            records=[{**each, "viewpoint": viewpoint} for each in page.records],
            rules={"missing-viewpoint": {"viewpoints": ["tenants", "landlords"]}},
        )


_SPOILT = f"{START}cite{DELIM}turn0file0{STOP}"


def _other_registries(page: Page) -> Iterator[Fault]:
    """The model was shown other texts, other sources or another order of them."""
    shown = SourceRegistry(page.records).fingerprint
    mark = page.marks[0]
    more = {"source_id": "never0shown0", "title": "Later"}
    for records in (
        [more, *page.records],
        [*page.records, more],
        *(
            _with(page, str(each["source_id"]), text="Changed.")
            for each in page.records
        ),
        *([page.records[::-1]] if page.records[1:] else []),
    ):
        fault = page.fault(*around(Span(mark.start, mark.end)), records=records)
        yield replace(fault, options=Options(fingerprint=shown))


INJECTORS: Mapping[Code, Injector] = {
    codes.UNKNOWN_SOURCE: forms(
        *map(
            _renamed,
            (
                lambda name: f"{name[:-1]}_{name[-1]}",
                lambda name: f"{name}7",
                lambda name: name.swapcase(),
                lambda _: "turn9view4",
            ),
        )
    ),
    codes.SOURCE_NOT_CITABLE: _source_is(_uses, citable=False),
    codes.SOURCE_UNAVAILABLE: forms(
        _source_is(_uses, status="deleted"), _source_is(_uses, status="unpublished")
    ),
    codes.LOCATOR_OUT_OF_RANGE: _beyond_the_end,
    codes.LOCATOR_WITHOUT_TEXT: _without_text,
    codes.UNTITLED_SOURCE: forms(
        _source_is(_first_uses, title=""), _source_is(_first_uses, title=" \u200b")
    ),
    codes.UNUSABLE_URL: forms(
        *(
            _source_is(_first_uses, url=url)
            for url in (None, "javascript:open()", "ftp://a.example", "https://u:p@b/")
        )
    ),
    codes.MARKER_IN_METADATA: forms(
        _source_is(_first_uses, title=f"Tides {_SPOILT}"),
        _source_is(_first_uses, text=f"{_SPOILT}\n" * 99),
        _source_is(_first_uses, heading_path=[_SPOILT]),
    ),
    codes.INSECURE_URL: _http,
    codes.MISSING_LOCATOR: _without_locator,
    codes.BARE_SOURCE_ID: _bare,
    codes.DUPLICATE_SOURCE: _duplicates,
    codes.UNCITED_SOURCE: _uncited,
    codes.MODEL_SOURCE_LIST: _listed,
    codes.REGISTRY_CHANGED: _other_registries,
    codes.UNCITED_BLOCK: _uncited_blocks,
    codes.FEW_HOSTS: _few_hosts,
    codes.DOMINANT_HOST: _dominant_host,
    codes.FEW_AUTHORITATIVE_HOSTS: _without_authority,
    codes.MISSING_VIEWPOINT: _one_sided,
}
