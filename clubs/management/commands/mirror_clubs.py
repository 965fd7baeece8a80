"""Writes the pages of clubs and of the book of records as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from clubs.overview.jobs.mirror import mirror_clubs
from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase


class Command(ContractCommand):
    """Every public page of clubs and the book, to be opened from disk or put on any host."""

    help = phrase(
        "Writes every public page of the clubs, their nights, seasons, leagues and records, as "
        "files into the folder DIR; what an earlier mirror left there is brought up to date."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("dir", type=Path)

    def run(self, **options: Any) -> ConsoleAnswer:
        done = mirror_clubs(options["dir"], progress=self.progress)
        seconds = round(done.seconds, 3)
        return ConsoleAnswer(
            data={"files": done.files, "changed": done.changed, "seconds": seconds},
            text=phrase(
                "{files} files, {changed} changed, {seconds:.1f} s.",
                files=done.files,
                changed=done.changed,
                seconds=seconds,
            ),
        )
