"""Plays a whole invented event with drawn results."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.actors import CONSOLE
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from tournaments.rehearsal.jobs.plans import invented_event
from tournaments.rehearsal.jobs.playing import rehearse

PLAYERS, ROUNDS, MOST_PLAYERS = 24, 7, 5000


class Command(ContractCommand):
    """Makes the event SLUG, through the same commands as a director would."""

    help = phrase(
        "Makes the event SLUG with invented players and plays it, with random results that "
        "follow the ratings."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help=phrase("the short name of the new event"))
        parser.add_argument(
            "--players",
            type=int,
            default=PLAYERS,
            help=phrase("the players of the whole event, split by rating"),
        )
        parser.add_argument("--divisions", type=int, default=1)
        parser.add_argument("--rounds", type=int, default=ROUNDS)
        parser.add_argument(
            "--method", default="swiss", help=phrase("the method that pairs every round")
        )
        parser.add_argument(
            "--seed", default="1", help=phrase("the same seed gives the same event")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        if options["players"] > MOST_PLAYERS:
            raise UserError(
                phrase(
                    "A rehearsal can have at most {most_players} players.",
                    most_players=MOST_PLAYERS,
                ),
                code="simulate.players",
                field="players",
            )
        plan = invented_event(
            options["slug"],
            players=options["players"],
            divisions=options["divisions"],
            rounds=options["rounds"],
            method=options["method"],
            seed=str(options["seed"]),
        )
        report = rehearse(plan, self.progress, actor=CONSOLE)
        return ConsoleAnswer(data=report, text="\n".join(map(_text, report["divisions"])))


def _text(part: dict[str, Any]) -> str:
    gaps = ", ".join(
        phrase("{players} by {gap}", players=players, gap=gap)
        for gap, players in part["start_imbalance"]["players"].items()
    )
    return phrase(
        "Division {division}: {players} players, {rounds} rounds, {games} games.\n"
        "  Firsts and seconds differ: {gaps}; longest run of one side {longest_run}.\n"
        "  Repeats {repeats}; most byes of one player {byes}.\n"
        "  No. {winner} won; no. {best}, really the strongest, finished {best_finished}.",
        division=part["name"],
        players=part["players"],
        rounds=part["rounds"],
        games=part["games"],
        gaps=gaps,
        longest_run=part["longest_run"],
        repeats=part["repeats"],
        byes=part["byes"],
        winner=part["winner"],
        best=part["best"],
        best_finished=part["best_finished"],
    )
