"""Publishes a drafted round."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.journal.execute import execute
from core.phrases import phrase
from tournaments.kernel.commands.base import find_division
from tournaments.management.arguments import add_event
from tournaments.management.pairings import told_round
from tournaments.rounds.commands.rounds import PublishRound


class Command(ContractCommand):
    """The publication: who goes first is decided, and everybody sees the pairings."""

    help = phrase("Publishes the draft of round ROUND of division DIVISION of the event SLUG.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("division")
        parser.add_argument("round", type=int)

    def run(self, **options: Any) -> ConsoleAnswer:
        slug, name, number = options["slug"], options["division"], options["round"]
        execute(PublishRound(event=slug, division=name, round=number), actor=CONSOLE)
        return told_round(find_division(slug, name), number)
