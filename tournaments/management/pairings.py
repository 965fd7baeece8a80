"""A paired round as the console prints it."""

from __future__ import annotations

from typing import Any

from core.console import ConsoleAnswer
from core.phrases import phrase
from tournaments.models import Division
from tournaments.rounds.queries.drafts import paired_round


def told_round(division: Division, number: int) -> ConsoleAnswer:
    """Returns a round as the answer of a command of the contract."""
    data = paired_round(division, number)
    lines = [
        phrase(
            "Division {division} round {number}, {method}",
            division=data["division"],
            number=number,
            method=data["method"],
        )
    ]
    lines += [f"  {_line(pair)}" for pair in data["pairs"]]
    lines += [f"  {phrase('bye: {player}', player=number)}" for number in data["byes"]]
    lines += [f"  {warning}" for warning in data["warnings"]]
    return ConsoleAnswer(data=data, text="\n".join(lines))


def _line(pair: dict[str, Any]) -> str:
    if pair["first"] is None:
        one, two = pair["players"]
        return phrase(
            "board {board}: {one} and {two}, to be drawn", board=pair["board"], one=one, two=two
        )
    return phrase(
        "board {board}: {first} first, {second} second",
        board=pair["board"],
        first=pair["first"],
        second=pair["second"],
    )
