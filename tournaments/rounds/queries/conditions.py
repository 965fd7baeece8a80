"""The conditions on the pairings of a division, with its entries called by number and name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.phrases import joined_by_and, phrase, phrase_count
from tournaments.kernel.queries.pairing_terms import is_house
from tournaments.kernel.queries.play import waiting
from tournaments.models import Division, Round
from tournaments.pairing.terms.conditions import Condition, conditions_from_values
from tournaments.standings.attendance import takes_part


@dataclass(frozen=True, slots=True)
class HeldCondition:
    """A condition of a division; `idle` says why nothing follows from it now, empty where it does.

    `is_over` is one whose last round is published.
    """

    condition: Condition
    idle: str
    is_over: bool


def resting(division: Division, round_row: Round) -> list[int]:
    """Returns the numbers of the house players who take part in a round and have no seat in it."""
    rows = division.entries.filter(number__in=waiting(division, round_row))
    return sorted(
        number
        for key, number in rows.values_list("key", "number")
        if is_house(division, key, round_row.number)
    )


def held_conditions(division: Division, next_round: int) -> tuple[HeldCondition, ...]:
    """Returns the conditions of a division, by first round; `next_round` is the next to pair."""
    entries = {key: (number, away) for key, number, away in _entries(division)}
    conditions = []
    for condition in conditions_from_values(division.conditions):
        about = max(condition.first, next_round)
        missing = [key for key in condition.keys if key not in entries]
        away = [
            entries[key][0]
            for key in condition.keys
            if key in entries and not takes_part(entries[key][1], about)
        ]
        over = condition.last is not None and condition.last < next_round
        conditions.append(HeldCondition(condition, _idle(missing, away, about), over))
    return tuple(conditions)


def _entries(division: Division) -> Iterable[tuple[int, int, list[list[int | None]]]]:
    return division.entries.values_list("key", "number", "away")


def _idle(missing: list[int], away: list[int], round_number: int) -> str:
    if missing:
        return phrase("is no longer in this division")
    if away:
        numbers = joined_by_and(phrase("no. {number}", number=number) for number in sorted(away))
        return phrase_count(
            "{numbers} does not play round {round}",
            "{numbers} do not play round {round}",
            count=len(away),
            numbers=numbers,
            round=round_number,
        )
    return ""
