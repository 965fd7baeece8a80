"""A paired round as the console prints it."""

from __future__ import annotations

from typing import Any

from core.console import ConsoleAnswer
from tournaments.models import Division
from tournaments.rounds.queries.drafts import paired_round


def told_round(division: Division, number: int) -> ConsoleAnswer:
    """Returns a round as the answer of a command of the contract."""
    data = paired_round(division, number)
    lines = [f"Division {data['division']} round {number}, {data['method']}"]
    lines += [_line(pair) for pair in data["pairs"]]
    lines += [f"  bye: {bye}" for bye in data["byes"]]
    lines += [f"  {warning}" for warning in data["warnings"]]
    return ConsoleAnswer(data=data, text="\n".join(lines))


def _line(pair: dict[str, Any]) -> str:
    if pair["first"] is None:
        one, two = pair["players"]
        return f"  board {pair['board']}: {one} and {two}, to be drawn"
    return f"  board {pair['board']}: {pair['first']} first, {pair['second']} second"
