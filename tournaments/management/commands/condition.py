"""Lists the conditions on the pairings of a division, sets one, or lifts one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.journal.execute import execute
from core.phrases import phrase
from tournaments.kernel.commands.base import find_division
from tournaments.kernel.queries.play import called_by_key, last_published
from tournaments.kernel.wording.pairing_rules import condition_sentence
from tournaments.management.arguments import add_event
from tournaments.models import Division
from tournaments.pairing.terms.conditions import KINDS
from tournaments.rounds.commands.conditions import LiftCondition, SetCondition
from tournaments.rounds.queries.conditions import HeldCondition, held_conditions

ABOUT = ("first", "last", "place", "seat", "note")


class Command(ContractCommand):
    """The conditions on every pairing of a division; lines are numbered from 1 for `--lift`."""

    help = phrase(
        "Lists the conditions on the pairings of a division in the event SLUG, or sets or "
        "lifts one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("--division", required=True)
        change = parser.add_mutually_exclusive_group()
        kinds = ", ".join(KINDS)
        change.add_argument(
            "--set",
            nargs="+",
            metavar="WORD",
            help=phrase("a kind and one or two numbers of entries; kinds: {kinds}", kinds=kinds),
        )
        change.add_argument(
            "--lift", type=int, metavar="LINE", help=phrase("the number of the line in the list")
        )
        parser.add_argument(
            "--first", type=int, default=1, help=phrase("the first round it applies to")
        )
        parser.add_argument(
            "--last", type=int, help=phrase("the last round; by default to the end")
        )
        parser.add_argument("--place", type=int, help=phrase("the board, for the kind board"))
        parser.add_argument(
            "--seat", type=int, choices=(1, 2), help=phrase("the chair at the board")
        )
        parser.add_argument("--note", default="", help=phrase("the reason, such as family"))

    def run(self, **options: Any) -> ConsoleAnswer:
        division = find_division(options["slug"], options["division"])
        if options["set"]:
            execute(_set(division, options["set"], options), actor=CONSOLE)
        elif options["lift"] is not None:
            execute(_lift(division, options["lift"]), actor=CONSOLE)
        division.refresh_from_db()
        names = called_by_key(division)
        numbers = dict(division.entries.values_list("key", "number"))
        rows = [_row(held, names, numbers) for held in _listed(division)]
        title = (
            phrase("Division {division}: conditions", division=division.name)
            if rows
            else phrase("Division {division}: no conditions", division=division.name)
        )
        lines = [f"  {line}. {_told(row)}" for line, row in enumerate(rows, start=1)]
        data = {"division": division.name, "conditions": rows}
        return ConsoleAnswer(data=data, text="\n".join([title, *lines]))


def _told(row: dict[str, Any]) -> str:
    """Returns a condition with whether it is over or idle."""
    told = [row["says"]]
    if row["over"]:
        told.append(phrase("(over)"))
    if row["idle"]:
        told.append(phrase("(idle: {why})", why=row["idle"]))
    return " ".join(told)


def _listed(division: Division) -> tuple[HeldCondition, ...]:
    return held_conditions(division, last_published(division) + 1)


def _set(division: Division, words: Sequence[str], options: Mapping[str, Any]) -> SetCondition:
    kind, *entries = words
    found = next((known for known in KINDS if known == kind), None)
    numbers = [int(word) for word in entries if word.isascii() and word.isdecimal()]
    if found is None or len(numbers) != len(entries) or len(numbers) not in (1, 2):
        raise UserError(
            phrase(
                "{condition} is not a condition; write one of {kinds}, and the "
                "numbers of one or two entries.",
                condition=" ".join(words),
                kinds=", ".join(KINDS),
            ),
            code="usage",
            field="set",
        )
    return SetCondition(
        event=division.tournament.slug,
        division=division.name,
        kind=found,
        one=numbers[0],
        two=numbers[1] if len(numbers) == 2 else None,
        confirmed=True,
        **{name: options[name] for name in ABOUT},
    )


def _lift(division: Division, line: int) -> LiftCondition:
    listed = _listed(division)
    if not 1 <= line <= len(listed):
        raise UserError(
            phrase("There is no line {line}; the list has {lines}.", line=line, lines=len(listed)),
            code="condition.unknown",
            field="lift",
        )
    condition = listed[line - 1].condition
    return LiftCondition(
        event=division.tournament.slug,
        division=division.name,
        kind=condition.kind,
        key=condition.one,
        other_key=condition.two,
        first=condition.first,
        confirmed=True,
    )


def _row(
    listed: HeldCondition, names: Mapping[int, str], numbers: Mapping[int, int]
) -> dict[str, Any]:
    """Returns a condition with its entries by their numbers of now, None for one that left."""
    condition = listed.condition
    return {
        "kind": condition.kind,
        "entries": [numbers.get(key) for key in condition.keys],
        "first": condition.first,
        "last": condition.last,
        "place": condition.place,
        "seat": condition.seat,
        "note": condition.note,
        "says": condition_sentence(condition, names),
        "idle": listed.idle,
        "over": listed.is_over,
    }
