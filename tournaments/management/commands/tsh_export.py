"""Writes an event as a tsh folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from tournaments.failover.queries.content import not_in_tsh
from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.formats.tsh.writing import write_tsh
from tournaments.kernel.commands.base import find_tournament
from tournaments.management.arguments import add_event
from tournaments.management.folders import write_files


class Command(ContractCommand):
    """The director's own copy, or with --public one that may be shown to anybody."""

    help = phrase("Writes the event SLUG as tsh files into DIR.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("dir", type=Path)
        parser.add_argument(
            "--public",
            action="store_true",
            help=phrase("public names only, without private fields"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        event = find_tournament(options["slug"])
        content = tsh_content(event, public=options["public"])
        files = write_tsh(content, public=options["public"])
        folder: Path = options["dir"]
        write_files(folder, files)
        lost = not_in_tsh(event)
        text = [
            phrase(
                "Written into {folder}: {files}.", folder=folder, files=", ".join(sorted(files))
            ),
            *(r["message"] for r in lost),
        ]
        return ConsoleAnswer(data={"files": sorted(files), "report": lost}, text="\n".join(text))
