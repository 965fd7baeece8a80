"""Directs the invented events that a new installation shows, and removes the demonstration."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from clubs.demonstration.jobs.removing import being_made_now, remove_demonstration
from clubs.demonstration.pages import said_of
from clubs.demonstration.queries.made import made
from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.holding import Held
from core.phrases import phrase
from tournaments.models import Tournament
from tournaments.rehearsal.jobs.cast import SLUG
from tournaments.rehearsal.jobs.demonstration import event_parts
from tournaments.rehearsal.jobs.parts import make_parts


class Command(ContractCommand):
    """Made once, and finished where it was begun; refused while it is there."""

    help = phrase(
        "Makes the demonstration events, with recorded games, and a rating list of their players."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--remove",
            action="store_true",
            help=phrase("remove the demonstration: its events, its club, its list and its players"),
        )
        parser.add_argument("--yes", action="store_true", help=phrase("do not ask before that"))

    def run(self, **options: Any) -> ConsoleAnswer:
        return self._removed(**options) if options["remove"] else self._made()

    def _made(self) -> ConsoleAnswer:
        parts = event_parts(timezone.now())
        if all(part.is_there() for part in parts):
            raise UserError(phrase("The demonstration event already exists."), code="event.taken")
        try:
            make_parts(parts)
        except Held as busy:
            raise being_made_now() from busy
        event = Tournament.objects.get(slug=SLUG)
        return ConsoleAnswer(
            data={"tournament": event.slug}, text=phrase("Made {name}.", name=event.name)
        )

    def _removed(self, *, yes: bool, **_others: Any) -> ConsoleAnswer:
        found = made()
        if found.journals() and not yes:
            question = phrase(
                "{what} would be removed for good. Type yes to remove it:", what=said_of(found)
            )
            self.stderr.write(question)
            try:
                answer = input()
            except EOFError:
                answer = ""
            if answer.strip() != "yes":
                return ConsoleAnswer(
                    data={"removed": False}, text=phrase("Nothing was removed."), exit_code=1
                )
        found = remove_demonstration(CONSOLE)
        data = {
            "removed": True,
            "events": list(found.events),
            "clubs": list(found.clubs),
            "lists": list(found.lists),
            "players": list(found.players),
        }
        return ConsoleAnswer(data=data, text=phrase("Removed: {what}.", what=said_of(found)))
