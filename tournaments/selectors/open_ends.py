"""What an event still lacks: named before it is closed."""

from __future__ import annotations

from tournaments.models import Division, Round, Tournament
from tournaments.selectors.play import open_draws


def open_ends(event: Tournament) -> list[str]:
    """Returns one phrase for each thing that is missing, in the order of the divisions."""
    return [phrase for division in event.divisions.all() for phrase in _of(division)]


def missing_boards(round_row: Round) -> list[str]:
    """Returns what the boards of a round without a result are called."""
    boards = round_row.boards.filter(result=None).values_list("number", "slot")
    return [f"board {number or slot}" for number, slot in boards]


def _of(division: Division) -> list[str]:
    published = list(division.rounds.filter(stage=Round.Stage.PUBLISHED).order_by("number"))
    phrases = [
        f"{division.name} round {round_row.number} lacks {len(missing)} results"
        for round_row in published
        if (missing := missing_boards(round_row))
    ]
    if len(published) < division.planned_rounds and published:
        phrases.append(
            f"{division.name} has played {len(published)} of {division.planned_rounds} rounds"
        )
    phrases += [
        f"{division.name} round {number} board {board} has no start recorded"
        for number, board in open_draws(division, division.planned_rounds + 1)
    ]
    return phrases
