"""Writes an event's lifeboat now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from tournaments.failover.lifeboat.writing import write_now
from tournaments.kernel.commands.base import find_tournament
from tournaments.management.arguments import add_event


class Command(ContractCommand):
    """Into the folder chosen for the event, or just this once into another."""

    help = phrase("Writes the lifeboat of the event SLUG now, to its folder or to DIR.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument(
            "dir", type=Path, nargs="?", help=phrase("another folder, for this time only")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        event = find_tournament(options["slug"])
        written = write_now(event, options["dir"])
        return ConsoleAnswer(
            data={"folder": str(written.place), "entries": written.entries},
            text=phrase(
                "Written into {place}: {entries} entries of the log.",
                place=written.place,
                entries=written.entries,
            ),
        )
