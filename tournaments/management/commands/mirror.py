"""Writes an event's pages as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from tournaments.management.arguments import add_event
from tournaments.public.jobs.mirror import mirror_event


class Command(ContractCommand):
    """Every page of an event, to be opened from disk or put on any host."""

    help = phrase("Writes every page of the event SLUG as files into the folder DIR.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("dir", type=Path)

    def run(self, **options: Any) -> ConsoleAnswer:
        done = mirror_event(options["slug"], options["dir"], progress=self.progress)
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
