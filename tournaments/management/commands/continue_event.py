"""Continues an event from its lifeboat on this installation."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.journal.execute import execute
from core.phrases import phrase
from tournaments.event.commands.appointing import AppointDirector
from tournaments.failover.lifeboat.continuing import continue_from, files_in


class Command(ContractCommand):
    """All of the event comes in, or nothing."""

    help = phrase("Continues on this installation the event whose lifeboat is in the folder DIR.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("dir", type=Path)
        parser.add_argument(
            "--director", default="", help=phrase("the account that directs it from now on")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        files, director = files_in(options["dir"]), options["director"]
        with transaction.atomic():
            done = continue_from(files)
            if director not in ("", done.director):
                execute(AppointDirector(event=done.slug, director=director), actor=CONSOLE)
                done = replace(done, director=director)
        return ConsoleAnswer(data={**asdict(done), "account": done.has_account}, text=done.sentence)
