"""``citemark lint``: answers in, findings out, and answers mended where asked for."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from citemark.answer import clean_answer, find_markers
from citemark.cli.diffing import unified_diff
from citemark.cli.failure import FINDINGS, Failure
from citemark.cli.files import (
    STDIN,
    encode,
    print_text,
    read_marked_text,
    shown_name,
    staged,
)
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    parse_settings,
    setting_option,
    sources_option,
)
from citemark.cli.showing import show
from citemark.cli.watching import watch
from citemark.config import Config, config_places
from citemark.diagnostic import Applicability, Severity
from citemark.errors import ConfigError
from citemark.lint.engine import lint
from citemark.lint.fixing import Fixed, fix
from citemark.options import Options
from citemark.report import Checked, Piece, Report, Run, get_report, plain, summary
from citemark.sources import SourceStore, known_in
from citemark.stores import open_store
from citemark.visible import draw, visible

_TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The arguments of one call, as typed."""

    files: tuple[str, ...]
    sources: str | None
    mend: bool
    unsafe: bool
    diff: bool
    form: str
    statistics: bool
    watching: bool
    preset: str | None
    select: tuple[str, ...]
    extend_select: tuple[str, ...]
    ignore: tuple[str, ...]
    output: str | None
    settings: tuple[str, ...]
    config: str | None
    isolated: bool

    def check(self) -> None:
        """Refuse arguments that cannot go together.

        Raises:
            Failure: the message names them.
        """
        stdin = STDIN in self.files
        inputs = {Path(name).resolve() for name in (*self.files, self.sources) if name}
        for is_wrong, msg in (
            (
                stdin and len(self.files) > 1,
                "-: expected standard input alone, not among other answers",
            ),
            (stdin and self.watching, "--watch: expected files to watch, got -"),
            (
                self.statistics and self.form != _TEXT,
                f"--statistics: expected --format text, got {self.form}",
            ),
            (
                self.diff and (self.form != _TEXT or self.output is not None),
                "--diff: expected neither --format nor --output",
            ),
            (
                self.output is not None and Path(self.output).resolve() in inputs,
                f"{self.output}: would replace an input",
            ),
        ):
            if is_wrong:
                raise Failure(msg)

    def paths(self) -> list[Path]:
        """Return every file whose change may change the result."""
        files = [Path(name) for name in (*self.files, self.sources) if name]
        if self.config is not None:
            return [*files, Path(self.config)]
        return files if self.isolated else [*files, *config_places(files[0].parent)]

    def options(self) -> Options:
        """Return what file and arguments ask for.

        Raises:
            ConfigError: an option, selector or rule does not exist.
        """
        config = config_for(self.files[0], self.config, isolated=self.isolated)
        _try(config)
        options = parse_settings(self.settings, config)
        # A selection starts afresh: what the file ignores would be in its way.
        kept = Options() if self.select else options
        return replace(
            options,
            preset=options.preset if self.preset is None else self.preset,
            select=_listed(self.select) if self.select else options.select,
            extend_select=(*kept.extend_select, *_listed(self.extend_select)),
            ignore=(*kept.ignore, *_listed(self.ignore)),
        )


def _listed(selectors: Iterable[str]) -> tuple[str, ...]:
    parts = (part.strip() for given in selectors for part in given.split(","))
    return tuple(part for part in parts if part)


def _try(config: Config) -> None:
    """Refuse a configuration file that cannot work, whatever the arguments say."""
    options = config.options()
    try:
        lint("", options=options)
    except ConfigError as error:
        msg = f"{config.path}: {error}"
        raise ConfigError(msg) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """One file: as it was read, and as it is fixed if that was asked for."""

    name: str
    mark: bytes
    text: str
    fixed: Fixed | None

    @property
    def is_changed(self) -> bool:
        return self.fixed is not None and self.fixed.text != self.text


def run(job: Job) -> bool:
    """Do *job*; return True where a warning or an error is left."""
    job.check()
    if job.watching:
        watch(job.paths(), lambda: _once(job))
    return _once(job)


def _once(job: Job) -> bool:
    options = job.options()
    sources = open_store(job.sources) if job.sources else None
    answers = [_read(job, name, sources, options) for name in dict.fromkeys(job.files)]
    result = Run(
        answers=[_checked(each, job, sources, options) for each in answers],
        sources=sources,
        least=Applicability.UNSAFE if job.unsafe else Applicability.SAFE,
        statistics=job.statistics,
    )
    if job.diff:
        show(_diff(answers))
        show([(f"{summary(result)}\n", "bold")], err=True)
    else:
        _write(job, answers, get_report(job.form), result)
    return any(each.severity is not Severity.INFO for each in result.diagnostics)


def _read(
    job: Job, name: str, sources: SourceStore | None, options: Options
) -> _Answer:
    mark, text = read_marked_text(name)
    fixed = None
    if job.mend or job.diff:
        fixed = fix(text, sources, unsafe=job.unsafe, options=options)
    return _Answer(name=name, mark=mark, text=text, fixed=fixed)


def _checked(
    answer: _Answer, job: Job, sources: SourceStore | None, options: Options
) -> Checked:
    """Return what is found in an answer: in the fixed one, unless that is not kept."""
    if answer.fixed is None or job.diff:
        text, applied = answer.text, 0
        found = tuple(lint(text, sources, options=options))
    else:
        text, applied = answer.fixed.text, len(answer.fixed.applied)
        found = answer.fixed.diagnostics
    clean = clean_answer(text)
    return Checked(
        name=shown_name(answer.name),
        text=clean,
        diagnostics=found,
        markers=find_markers(clean, options, known_in(sources)),
        fixed=applied,
    )


def _write(job: Job, answers: Sequence[_Answer], report: Report, result: Run) -> None:
    """Put fixed answers and the report where they belong, all or nothing."""
    to_file = job.output not in {None, STDIN}
    with staged() as files:
        for answer in answers:
            if answer.fixed is not None and answer.is_changed and answer.name != STDIN:
                data = answer.mark + encode(answer.fixed.text)
                files.add(Path(answer.name), data)
        if job.output is not None and to_file:
            files.add(Path(job.output), encode(plain(report.pieces(result))))
        files.commit()
    for answer in answers:
        if answer.fixed is None:
            continue
        if answer.name == STDIN:
            print_text(answer.mark.decode() + answer.fixed.text)
        elif answer.is_changed:
            show([(f"{_told(answer.name, answer.fixed)}\n", "")], err=True)
    if not to_file:
        show(report.pieces(result), err=job.mend and STDIN in job.files)


def _told(name: str, fixed: Fixed) -> str:
    """Say what was mended in a file."""
    counts = Counter(f"{found.code} {found.name}" for found in fixed.applied)
    listed = (f"{code} × {count}" for code, count in sorted(counts.items()))
    return f"Fixed {visible(name)}: {', '.join(listed)}"


def _diff(answers: Iterable[_Answer]) -> Iterator[Piece]:
    # A patch has to hold the markers themselves; people want to see them.
    show_line = draw if sys.stdout.isatty() else str
    for answer in answers:
        passes = answer.fixed.source_map.passes if answer.fixed else ()
        for line in unified_diff(visible(shown_name(answer.name)), answer.text, passes):
            yield show_line(line), _DIFF_STYLES.get(line[:1], "")


_DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}


@click.command("lint")
@click.argument("files", metavar="FILE|-...", nargs=-1, required=True)
@sources_option
@click.option("--fix", "mend", is_flag=True, help="Mend what can be mended safely.")
@click.option(
    "--unsafe-fixes", "unsafe", is_flag=True, help="Count fixes to be checked, too."
)
@click.option("--diff", is_flag=True, help="Show what --fix would do; write nothing.")
@click.option(
    "--format",
    "form",
    metavar="NAME",
    default=_TEXT,
    show_default=True,
    help="text, json, github, sarif or html.",
)
@click.option("--statistics", is_flag=True, help="Only count, for each code.")
@click.option("--watch", "watching", is_flag=True, help="Lint again on every change.")
@click.option("--preset", metavar="NAME", help="Which rules run: see the manual.")
@click.option("--select", metavar="RULES", multiple=True, help="Run these, no others.")
@click.option("--extend-select", metavar="RULES", multiple=True, help="Run these, too.")
@click.option("--ignore", metavar="RULES", multiple=True, help="Do not run these.")
@click.option("-o", "--output", metavar="OUT", help="File to write the report to.")
@setting_option
@config_option
@isolated_option
def lint_command(**arguments: object) -> None:
    """Report malformed, misplaced and unknown citations; mend them.

    RULES are codes (CM101), prefixes (CM1), names (marker-in-emphasis) or ALL,
    separated by commas. With --fix, files are changed in place, and a fixed standard
    input goes to standard output, its report to standard error.

    Exit status: 0 nothing of level warning or error is left; 1 something is; 2 an
    argument or a file cannot be used, and nothing was written.
    """
    if run(Job(**arguments)):  # type: ignore[arg-type] # checked by click
        raise click.exceptions.Exit(FINDINGS)
