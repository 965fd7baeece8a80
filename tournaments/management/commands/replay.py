"""Replays an event from its journal and compares."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.kernel.commands.base import find_tournament
from tournaments.management.arguments import add_event


class Command(ContractCommand):
    """Exit 0 when the journal gives the same event again, 1 when it does not."""

    help = phrase(
        "Replays the event SLUG from its journal into an empty database and compares the two."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)

    def run(self, **options: Any) -> ConsoleAnswer:
        compared = compare_with_replay(find_tournament(options["slug"]))
        data = {
            "equal": compared.equal,
            "entries": compared.entries,
            "digest": compared.digest,
            "differences": list(compared.differences),
        }
        verdict = phrase("equal") if compared.equal else phrase("NOT equal")
        text = [
            phrase(
                "{entries} entries replayed: {verdict}.", entries=compared.entries, verdict=verdict
            ),
            *compared.differences,
        ]
        return ConsoleAnswer(data=data, text="\n".join(text), exit_code=0 if compared.equal else 1)
