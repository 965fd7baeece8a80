"""Pairs a round by a method."""

from __future__ import annotations

import re
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.journal.execute import execute, locked_stream
from core.phrases import phrase
from tournaments.kernel.commands.base import find_division
from tournaments.management.arguments import add_event
from tournaments.management.pairings import told_round
from tournaments.management.requests import add_request_options, option_given
from tournaments.rounds.commands.pairing import OptionGiven, PairRound, Together


class Command(ContractCommand):
    """The draft of a round, with provisional sides; repeats that are needed are in the warnings."""

    help = phrase("Pairs round ROUND of division DIVISION of the event SLUG and stores the draft.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument("division")
        parser.add_argument("round", type=int)
        parser.add_argument(
            "--method",
            default="",
            help=phrase(
                "the key of a method, as pair_position --methods lists it; by default as planned"
            ),
        )
        parser.add_argument("--variant", default="")
        parser.add_argument("--opening", choices=("fold", "random"), default="fold")
        add_request_options(parser)
        parser.add_argument(
            "--fixed", nargs="+", default=[], metavar="N-M", help=phrase("players who must meet")
        )
        parser.add_argument(
            "--bye",
            nargs="+",
            type=int,
            default=[],
            metavar="N",
            help=phrase("players who get a bye"),
        )
        parser.add_argument(
            "--absent",
            nargs="+",
            type=int,
            default=[],
            metavar="N",
            help=phrase("players who are absent"),
        )
        parser.add_argument("--dry-run", action="store_true", help=phrase("store nothing"))

    def run(self, **options: Any) -> ConsoleAnswer:
        slug, name, number = options["slug"], options["division"], options["round"]
        command = PairRound(
            event=slug,
            division=name,
            round=number,
            method=options["method"],
            variant=options["variant"],
            opening=options["opening"],
            based_on=options["based_on"],
            repeats=options["repeats"],
            since=options["since"],
            options=tuple(
                OptionGiven(key=key, value=value)
                for key, value in sorted(map(option_given, options["option"]))
            ),
            fixed=tuple(_together(text) for text in options["fixed"]),
            byes=tuple(options["bye"]),
            absent=tuple(options["absent"]),
            confirmed=True,
        )
        division = find_division(slug, name)
        # A large field takes seconds, in which others go on writing.
        fact = {"pairing": command.paired(division)}
        with transaction.atomic():
            locked_stream(command.stream())
            stands = find_division(slug, name).version == division.version
            execute(command, actor=CONSOLE, prepared=fact if stands else None)
            answer = told_round(find_division(slug, name), number)
            transaction.set_rollback(options["dry_run"])
        return answer


def _together(text: str) -> Together:
    found = re.fullmatch(r"(\d{1,5})-(\d{1,5})", text, re.ASCII)
    if found is None:
        raise UserError(
            phrase("{text!r} is not a pair of entries; write 7-18.", text=text),
            code="usage",
            field="fixed",
        )
    return Together(one=int(found[1]), two=int(found[2]))
