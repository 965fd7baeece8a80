"""Rules on a challenged play at a board, as the challenge desk does."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.journal.execute import execute
from core.phrases import phrase
from tournaments.challenges.commands import RulePlay
from tournaments.management.arguments import add_event

ABOUT = ("round", "by", "opponent", "play", "went_out", "acceptable", "game", "turn")


class Command(ContractCommand):
    """One ruling: by the judge's log, by the division's lexicon, or by the director with a reason.

    Exit 0 says that it was made, whatever the verdict.
    """

    help = phrase("Rules on a play of the entry BY in the event SLUG, and says what follows.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        parser.add_argument(
            "--words", nargs="+", default=(), metavar="WORD", help=phrase("the challenged words")
        )
        parser.add_argument("--division", required=True)
        parser.add_argument("--round", type=int, required=True)
        parser.add_argument(
            "--by", type=int, required=True, help=phrase("the number of the player of the play")
        )
        parser.add_argument("--opponent", type=int, help=phrase("the number of the challenger"))
        parser.add_argument(
            "--station", default="", help=phrase("the judge whose log has the verdict")
        )
        parser.add_argument(
            "--seq", type=int, default=0, help=phrase("the number of the ruling in that log")
        )
        own = parser.add_mutually_exclusive_group()
        own.add_argument("--acceptable", action="store_true", default=None, dest="acceptable")
        own.add_argument("--unacceptable", action="store_false", default=None, dest="acceptable")
        parser.add_argument(
            "--reason",
            default="",
            help=phrase("the reason, if neither a judge nor the list decided"),
        )
        parser.add_argument(
            "--play", default="", help=phrase("as a record writes it, such as '8H QUANT'")
        )
        parser.add_argument("--score", type=int, help=phrase("the points of the play"))
        parser.add_argument(
            "--went-out", action="store_true", help=phrase("it was the last play of the game")
        )
        parser.add_argument(
            "--held", type=int, metavar="SECONDS", help=phrase("how long it was held")
        )
        parser.add_argument("--game", default="", metavar="KEY", help=phrase("the recorded game"))
        parser.add_argument("--turn", type=int, help=phrase("the play in that game, from 1"))

    def run(self, **options: Any) -> ConsoleAnswer:
        command = RulePlay(
            event=options["slug"],
            division=options["division"],
            words=tuple(options["words"]),
            station=options["station"],
            station_seq=options["seq"],
            play_score=options["score"],
            held_s=options["held"],
            **{name: options[name] for name in ABOUT},
        )
        done = execute(command, actor=CONSOLE, reason=options["reason"])
        said = command.sentence(done.answer)
        names = ("number", "words", "acceptable", "lexicon", "rule", "effect")
        data = {"log": done.seq, **{name: done.answer[name] for name in names}, "says": said}
        return ConsoleAnswer(data=data, text=said)
