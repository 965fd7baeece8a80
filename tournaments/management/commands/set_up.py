"""Sets an event up from a template or an event before, with its roster, until check-in is open."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase, phrase_count
from tournaments.formats.roster.text import decoded
from tournaments.setup.forms.wanted import EventWanted, set_up_wanted
from tournaments.setup.queries.templates import USUAL
from tournaments.setup.setting_up import SetUp, asked_together, commands_of, give_all


class Command(ContractCommand):
    """The commands of an event in one go: all of them or nothing."""

    help = phrase(
        "Sets up the event NAME from a template (club, open, weekend, national, round-robin, "
        "empty) or from an event before (event:SLUG)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("--start", default=USUAL, help=phrase("the template, or event:SLUG"))
        parser.add_argument("--slug", default="", help=phrase("the short name of the new event"))
        parser.add_argument("--roster", type=Path, help=phrase("a file with the players"))
        parser.add_argument("--day", type=_day, help=phrase("the first day, as 2026-11-28"))
        parser.add_argument("--place", default="")
        parser.add_argument("--divisions", type=int, default=0, help=phrase("how many there are"))
        parser.add_argument(
            "--director", default="", help=phrase("the account that directs the event")
        )
        parser.add_argument(
            "--yes", action="store_true", help=phrase("answer yes to what has to be confirmed")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        wanted = EventWanted(
            name=options["name"],
            start=options["start"],
            event=options["slug"],
            starts_on=options["day"],
            place=options["place"],
            roster=_read(options["roster"]),
            divisions=options["divisions"],
        )
        set_up = set_up_wanted(wanted, account=options["director"])
        commands = commands_of(set_up)
        given = give_all(commands, actor=CONSOLE)
        if given.questions and options["yes"]:
            given = give_all(commands, actor=CONSOLE, accepted=given.acceptance)
        if given.questions:
            raise UserError(asked_together(given.questions), code="confirm", field="yes")
        rows = zip(set_up.layout.divisions, set_up.entries, strict=True)
        data = {
            "event": set_up.heading.event,
            "divisions": [{"name": one.name, "players": len(lines)} for one, lines in rows],
        }
        return ConsoleAnswer(data=data, text=_text(set_up))


def _text(set_up: SetUp) -> str:
    lines = [
        phrase_count(
            "Division {name}: {count} player",
            "Division {name}: {count} players",
            count=len(lines),
            name=one.name,
        )
        for one, lines in zip(set_up.layout.divisions, set_up.entries, strict=True)
    ]
    return "\n".join([phrase("Set up {slug}.", slug=set_up.heading.event), *lines])


def _read(path: Path | None) -> str:
    """Returns the text of the roster; UserError for a file that is not there or is not text."""
    if path is None:
        return ""
    try:
        return decoded(path.read_bytes())
    except OSError as wrong:
        raise UserError(
            phrase("{path} cannot be read.", path=path), code="set_up.file", file=str(path)
        ) from wrong


def _day(text: str) -> date:
    return date.fromisoformat(text)
