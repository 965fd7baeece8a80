"""The figures behind the charts: who was where after each round, and all scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.phrases import phrase, phrase_count
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.prizes.queries.field import counted_games
from tournaments.readmodel.division import DivisionReadModel
from tournaments.reporting.scores import ScoreRange, score_ranges
from tournaments.standings.table import places_by_round, places_of

LEADERS = 5
"""So many of the first are in the chart of places."""
ADDED = 3
"""So many others may be added to them."""
FEWEST_ROUNDS = 2
"""With fewer rounds there is nothing to see in a line."""

_NUMBER = re.compile(r"[0-9]{1,5}", re.ASCII)
_READ = 80
"""Of what was typed, so many characters are read."""


class PlacesHeld(NamedTuple):
    """The place of an entry after each round, None after one in which it had none."""

    entry: EntryLine
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """The entries that somebody asks for beside the leaders, and a sentence on what is wrong."""

    numbers: tuple[int, ...] = ()
    refusal: str = ""


NOBODY = Added()


def rounds_told(read_model: DivisionReadModel) -> int:
    """Returns the last round of the charts: the last published one, before it while that is open.

    While a round is played, places change with every result, and say nothing yet.
    """
    last = read_model.published
    return last - 1 if last and not read_model.progress(last).complete else last


def places_held(read_model: DivisionReadModel) -> list[PlacesHeld]:
    """Returns the places of all entries, in the order of the standings after the last round."""
    numbers = range(1, rounds_told(read_model) + 1)
    held = places_by_round([places_of(read_model.table(number)) for number in numbers])
    entries = read_model.sheet.entries
    return [
        PlacesHeld(entries[number], tuple(place.rank for place in places))
        for number, places in held.items()
    ]


def leaders_and(read_model: DivisionReadModel, added: Sequence[int]) -> list[PlacesHeld]:
    """Returns the places of the leaders, and then of the entries with these numbers."""
    held = places_held(read_model)
    leaders = [one for one in held if one.places[-1] is not None][:LEADERS]
    known = {one.entry.number for one in leaders}
    by_number = {one.entry.number: one for one in held}
    return [*leaders, *(by_number[n] for n in added if n not in known and n in by_number)]


def added_by(read_model: DivisionReadModel, typed: str) -> Added:
    """Returns the entries whose numbers somebody typed, apart by whatever is no digit."""
    numbers = tuple(dict.fromkeys(int(one) for one in _NUMBER.findall(typed[:_READ])))
    unknown = [number for number in numbers if number not in read_model.sheet.entries]
    if not numbers:
        return Added(refusal=phrase("Type the numbers of players, such as 12 or 12 7."))
    if unknown:
        return Added(
            tuple(number for number in numbers if number not in unknown)[:ADDED],
            phrase("No player of this division has the number {number}.", number=unknown[0]),
        )
    if len(numbers) > ADDED:
        refusal = phrase_count(
            "Only the first {count} player is added.",
            "Only the first {count} players are added.",
            count=ADDED,
        )
        return Added(numbers[:ADDED], refusal)
    return Added(numbers)


def ranges_of(read_models: Sequence[DivisionReadModel]) -> tuple[ScoreRange, ...]:
    """Returns how the scores of divisions are spread: both of every game that reports count."""
    return score_ranges(score for one in read_models for score in _scores(one))


def _scores(read_model: DivisionReadModel) -> list[int]:
    sheet = read_model.sheet
    return read_model.memo.derived(
        "all scores",
        (sheet.boards, sheet.entries),
        lambda: [score for game in counted_games(sheet) for score in (game.score, game.against)],
    )
