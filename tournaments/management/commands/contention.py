"""Tells who can still win, worked out by a worker if asked."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from core.wording import record
from core.worker import job_done, worker_at_hand
from tournaments.contention.jobs import ask_to_forecast
from tournaments.contention.queries import contention_of, ground_of, is_current, prospects_of
from tournaments.contention.wording import STATES, chance_words, need_words, reach_words
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.management.arguments import add_chosen_division, add_event
from tournaments.management.divisions import chosen_divisions
from tournaments.models import Division
from tournaments.pairing.contention.forecast import Prospect, forecast
from tournaments.pairing.contention.values import forecast_to_values


class Command(ContractCommand):
    """Answers with the stored forecast where it still holds, else with what is certain."""

    help = phrase("Shows who can still win the event SLUG.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        add_chosen_division(parser)
        parser.add_argument(
            "--wait",
            action="store_true",
            help=phrase("wait until a worker has worked out the chances"),
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        event, divisions = chosen_divisions(options["slug"], options["division"])
        names = [division.name for division in divisions]
        if options["wait"]:
            with worker_at_hand():
                job_done(ask_to_forecast(event, names), self.progress)
        found = event.divisions.select_related("tournament", "contention").filter(name__in=names)
        told = [_told(division) for division in found.order_by("position", "name")]
        return ConsoleAnswer(
            data={"divisions": [data for data, _ in told]},
            text="\n\n".join(text for _, text in told),
        )


def _told(division: Division) -> tuple[dict[str, Any], str]:
    """Returns the forecast of a division in values and in words."""
    sheet = load_sheet(division)
    ground, stored = ground_of(sheet), contention_of(division)
    if stored is not None and is_current(stored, ground):
        rows, simulations, seed = prospects_of(stored), stored.simulations, stored.seed
    else:
        rows, simulations, seed = forecast(ground.contest, simulations=0, seed=""), 0, ""
    data = {
        "name": division.name,
        "through": ground.through_round,
        "rounds_left": ground.contest.rounds_left,
        "simulations": simulations,
        "seed": seed,
        "rows": forecast_to_values(rows),
    }
    head = phrase(
        "Division {name} after round {through_round}",
        name=division.name,
        through_round=ground.through_round,
    )
    lines = [_line(sheet, row, ground.contest.rounds_left, simulations) for row in rows]
    return data, "\n".join([head, *lines])


def _line(sheet: Sheet, row: Prospect, rounds_left: int, simulations: int) -> str:
    outlook, player = row.outlook, row.outlook.player

    def name(number: int) -> str:
        return f"{sheet.entries[number].entered_name} #{number}"

    best, worst = outlook.best, outlook.worst
    chance = chance_words(row.first, simulations, possible=best == 1, certain=worst == 1)
    won = record(player.half_wins, player.half_losses)
    said = (
        f"{outlook.rank:>4}  {name(player.number):<28} {won:>7} {player.spread:>+6}"
        f"  {STATES[outlook.state][0]:<10}  {reach_words(outlook):<12}"
        f" {chance:>8}  {need_words(outlook, rounds_left, name)}"
    )
    return said.rstrip()
