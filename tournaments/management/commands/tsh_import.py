"""Imports a tsh folder as a new event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.journal.execute import execute
from core.phrases import phrase
from tournaments.entries.queries.linking import unlinked
from tournaments.formats.content import content_to_json
from tournaments.formats.tsh.folder import folder_files
from tournaments.formats.tsh.reading import TshReading, read_tsh
from tournaments.importing.commands import ImportEvent
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds
from tournaments.models import Tournament


class Command(ContractCommand):
    """One command with the folder's normalised content; all of it or nothing."""

    help = phrase("Imports the tsh folder DIR as the event SLUG.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("dir", type=Path)
        parser.add_argument("--slug", required=True, help=phrase("the short name of the new event"))
        parser.add_argument(
            "--director", default="", help=phrase("the account that directs the event")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        reading = read_tsh(folder_files(options["dir"]))
        execute(
            ImportEvent(
                event=options["slug"],
                content=content_to_json(reading.content),
                director=options["director"],
            ),
            actor=CONSOLE,
        )
        divisions = _divisions(options["slug"])
        data = {
            "tournament": options["slug"],
            "divisions": divisions,
            "report": [
                {"file": r.file, "line": r.line, "code": r.code, "message": r.message}
                for r in reading.report
            ],
        }
        return ConsoleAnswer(data=data, text=_text(options["slug"], divisions, reading))


def _divisions(slug: str) -> list[dict[str, Any]]:
    event = Tournament.objects.get(slug=slug)
    sheets = [load_sheet(d) for d in event.divisions.order_by("position")]
    return [
        {
            "name": sheet.division.name,
            "players": len(sheet.entries),
            "rounds": sheet.division.planned_rounds,
            "rounds_complete": complete_rounds(sheet),
        }
        for sheet in sheets
    ]


def _text(slug: str, divisions: list[dict[str, Any]], reading: TshReading) -> str:
    lines = [
        phrase(
            "Division {name}: {players} players, {rounds_complete} of {rounds} rounds complete",
            name=d["name"],
            players=d["players"],
            rounds_complete=d["rounds_complete"],
            rounds=d["rounds"],
        )
        for d in divisions
    ]
    event = Tournament.objects.get(slug=slug)
    lines += [
        phrase("Division {division}: {one}.", division=one.division, one=one)
        for one in unlinked(event)
    ]
    lines += [f"{r.file}:{r.line}: {r.message}" for r in reading.report]
    return "\n".join([phrase("Imported {slug}.", slug=slug), *lines])
