"""Imports a published rating list from a file."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.files import read_bytes
from core.journal.errors import Refused
from core.journal.execute import execute
from core.phrases import phrase, phrase_count
from core.text import decoded
from ratings.commands.imports import ImportRatings
from ratings.formats.reading import FORMATS, MAX_BYTES, ListReading, read_list
from ratings.formats.tables import day_of
from ratings.models import RatingList
from ratings.selectors.import_report import ImportReport, OpenLine, report_of
from ratings.selectors.matching import ways_in_words

SUGGESTED_FOR = 200
FAULTS_SAID = 20


class Command(ContractCommand):
    """One command with the lines of the file; all of them or nothing."""

    help = phrase("Imports the published ratings in FILE into the rating list LIST.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("list", help=phrase("the key of a rating list"))
        parser.add_argument(
            "file", type=Path, help=phrase("the list, in a format of docs/formats/rating-lists.md")
        )
        parser.add_argument(
            "--format",
            choices=tuple(FORMATS),
            default="",
            help=phrase("the format of FILE, if it is not recognised"),
        )
        parser.add_argument(
            "--on",
            help=phrase("the day of the list, YYYY-MM-DD; by default the one in FILE, or today"),
        )
        parser.add_argument(
            "--dry-run", action="store_true", help=phrase("report, but store nothing")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        path: Path = options["file"]
        rating_list = RatingList.objects.filter(key=options["list"]).first()
        if rating_list is None:
            raise Refused(
                phrase("No rating list is called {list}.", list=options["list"]),
                code="list.unknown",
            )
        given_day = _day(options["on"])
        reading = _read(path, options["format"])
        on = given_day or reading.published_on or timezone.localdate()
        report = report_of(rating_list, reading, on=on, suggest=SUGGESTED_FOR)
        if not options["dry_run"]:
            command = ImportRatings(
                rating_list=rating_list.key,
                effective_on=on,
                format=reading.format,
                rows=reading.lines,
                file_name=path.name[:120],
            )
            execute(command, actor=CONSOLE)
        data = {
            "list": rating_list.key,
            "format": reading.format,
            "effective_on": on.isoformat(),
            "stored": not options["dry_run"],
            "lines": len(reading.lines),
            "matched": report.by,
            "nobody": report.nobody,
            "unmatched": [_told(line) for line in report.open_lines],
            "warnings": [
                {"line": odd.line, "code": odd.code, "message": odd.sentence}
                for odd in report.oddities
            ],
        }
        return ConsoleAnswer(data=data, text=_text(reading, report, stored=not options["dry_run"]))


def _day(text: str | None) -> date | None:
    """Returns the day asked for, None where none is; UserError for a text that is not a day."""
    found = None if text is None else day_of(text)
    if text is not None and found is None:
        message = phrase(
            "--on takes a day as YYYY-MM-DD, not {text}.", text=text or phrase("an empty text")
        )
        raise UserError(message, code="list.date", field="on")
    return found


def _read(path: Path, format: str) -> ListReading:  # noqa: A002 - what it is called
    """Returns the list in a file; UserError naming the file, with its faults, where it has any."""
    try:
        reading = read_list(decoded(read_bytes(path, at_most=MAX_BYTES)), format)
    except UserError as wrong:
        wrong.file = str(path)
        raise
    if reading.faults:
        more = len(reading.faults) - FAULTS_SAID
        told = [str(fault) for fault in reading.faults[:FAULTS_SAID]]
        told += [phrase("And {more} more.", more=more)] if more > 0 else []
        raise UserError(
            " ".join(told),
            code=f"list.{reading.faults[0].code}",
            file=str(path),
            line=reading.faults[0].line,
        )
    return reading


def _told(line: OpenLine) -> dict[str, Any]:
    near = [{"player": one.key, "name": one.full_name} for one in line.near]
    return {"line": line.line, "name": line.name, "why": line.why, "near": near}


def _text(reading: ListReading, report: ImportReport, *, stored: bool) -> str:
    count, known = len(reading.lines), report.known
    if stored:
        head = phrase_count(
            "{count} rating imported: {known} of players in the register",
            "{count} ratings imported: {known} of players in the register",
            count=count,
            known=known,
        )
    else:
        head = phrase_count(
            "{count} rating read, nothing stored: {known} of players in the register",
            "{count} ratings read, nothing stored: {known} of players in the register",
            count=count,
            known=known,
        )
    ways = ways_in_words(report.by)
    lines = [f"{head} ({ways})." if ways else f"{head}."]
    lines += map(_question, report.open_lines)
    return "\n".join([*lines, *map(str, report.oddities)])


def _question(line: OpenLine) -> str:
    asked = phrase("Line {line}: who is {name}?", line=line.line, name=line.name)
    near = phrase("Near: {names}", names=", ".join(map(str, line.near))) if line.near else ""
    return " ".join(str(part) for part in (asked, line.why, near) if part)
