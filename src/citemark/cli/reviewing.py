"""``citemark review``: a sheet for people who judge, and a file for their verdicts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from citemark.cli.failure import Failure
from citemark.cli.files import (
    STDIN,
    encode,
    print_text,
    read_text,
    shown_name,
    staged,
)
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    needed_sources_option,
    parse_settings,
    question_option,
    setting_option,
)
from citemark.review import review_page, template_records
from citemark.stores import open_store
from citemark.verification.verdicts import (
    RecordedJudge,
    dump_records,
    read_records,
)
from citemark.verification.verify import verify


@click.command("review")
@click.argument("answer", metavar="ANSWER|-")
@needed_sources_option
@click.option("-o", "--output", metavar="OUT", help="HTML file to write.")
@click.option("--verdicts", metavar="FILE", help="Recorded verdicts: JSON Lines.")
@click.option("--template", metavar="FILE", help="JSON Lines to fill in: written.")
@question_option
@setting_option
@config_option
@isolated_option
def review_command(
    *,
    answer: str,
    sources: str,
    output: str | None,
    verdicts: str | None,
    template: str | None,
    question: str | None,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Show each claim of ANSWER on a page, beside what it cites.

    The page works offline and without script. Verdicts come back as JSON Lines:
    --template writes a line for each passage, with a label to be filled in (supported,
    partial, unsupported, contradicted); --verdicts reads them again. Both may name the
    same file: what is filled in stays.
    """
    options = parse_settings(settings, config_for(answer, config, isolated=isolated))
    page = None if output in {None, STDIN} else Path(str(output))
    if page is not None:
        _check_output(page, (answer, sources, verdicts, template))
    known = {} if verdicts is None else read_records(verdicts)
    target = _template_target(template, verdicts)
    store = open_store(sources)
    report = verify(
        read_text(answer),
        store,
        question=question,
        judge=RecordedJudge.of(known) if known else None,
        options=options,
    )
    html = review_page(report, store, name=shown_name(answer), options=options)
    with staged() as files:
        if page is not None:
            files.add(page, encode(html))
        if target is not None:
            files.add(target, encode(dump_records(template_records(report, known))))
        files.commit()
    if page is None:
        print_text(html)


def _check_output(page: Path, others: Iterable[str | None]) -> None:
    """Refuse to write the page over another file of this call.

    Raises:
        Failure: it would be.
    """
    taken = {Path(name).resolve() for name in others if name and name != STDIN}
    if page.resolve() in taken:
        msg = f"{page}: would replace another file of this call"
        raise Failure(msg)


def _template_target(template: str | None, verdicts: str | None) -> Path | None:
    """Return the file to write, unless that would lose what somebody filled in.

    Raises:
        Failure: it is there, and not read as verdicts; or it is no file.
    """
    if template is None:
        return None
    if template in {"", STDIN}:
        msg = f"--template: expected the name of a file, got '{template}'"
        raise Failure(msg)
    target = Path(template)
    if target.exists() and (verdicts is None or not target.samefile(verdicts)):
        msg = (
            f"{template}: is there already; with --verdicts, too, it is kept up to date"
        )
        raise Failure(msg)
    return target
