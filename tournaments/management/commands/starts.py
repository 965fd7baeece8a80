"""Prints who went first."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import phrase
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import starts_of_rounds
from tournaments.management.arguments import add_chosen_division, add_event
from tournaments.management.divisions import chosen_divisions


class Command(ContractCommand):
    """Every published round, its boards with their sides, and who met nobody."""

    help = phrase("Prints who went first in each round of the event SLUG.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        add_chosen_division(parser)

    def run(self, **options: Any) -> ConsoleAnswer:
        _, divisions = chosen_divisions(options["slug"], options["division"])
        data = {
            "divisions": [
                {"name": d.name, "rounds": starts_of_rounds(load_sheet(d))} for d in divisions
            ]
        }
        return ConsoleAnswer(data=data, text="\n".join(_lines(data)))


def _lines(data: dict[str, Any]) -> list[str]:
    lines = []
    for division in data["divisions"]:
        for rounds in division["rounds"]:
            lines.append(
                phrase(
                    "Division {division} round {round}",
                    division=division["name"],
                    round=rounds["round"],
                )
            )
            lines += [f"  {_board(board)}" for board in rounds["boards"]]
    return lines


def _board(board: dict[str, Any]) -> str:
    number = board["board"] or "-"
    if board["first"] is None:
        one, two = board["players"]
        if board["decided_by"] == "draw":
            return phrase(
                "board {board}: {one} and {two}, to be drawn", board=number, one=one, two=two
            )
        return phrase(
            "board {board}: {one} and {two}, nothing recorded", board=number, one=one, two=two
        )
    return phrase(
        "board {board}: {first} first, {second} second ({decided_by})",
        board=number,
        first=board["first"],
        second=board["second"],
        decided_by=board["decided_by"],
    )
