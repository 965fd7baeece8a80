"""Round plans for the usual kinds of event, fitted to how many play how many rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from core.phrases import phrase
from tournaments.pairing.catalogue.method import cycle_of
from tournaments.pairing.plans.automatic import (
    automatic_plan,
    fontes_rounds,
    joined,
    late_method,
    opening,
    round_robins,
)
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.plan_check import is_block

_DAY = 8
"""The most rounds that people play in a day."""
_NO_LAG_AT_THE_END = 3
_TWO_DAYS = 6
"""The fewest rounds that make an event of two days."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of event. `plan(players, rounds)` returns its rows, all by methods that there are."""

    key: str
    name: str
    text: str
    plan: Callable[[int, int], tuple[PlanRow, ...]]


def presets() -> tuple[Preset, ...]:
    """Returns the presets in the order in which they are offered."""
    return (*_of_any_event(), *_of_kinds_of_event())


def _of_any_event() -> tuple[Preset, ...]:
    return (
        Preset(
            "automatic",
            phrase("Automatic"),
            phrase("Round robins if they fit; otherwise Fontes, Swiss until half-way, then COP."),
            automatic_plan,
        ),
        Preset(
            "automatic-hill",
            phrase("Automatic, ending with king of the hill"),
            phrase("For small prizes, and where players are used to it."),
            lambda players, rounds: automatic_plan(players, rounds, hill=True),
        ),
    )


def _of_kinds_of_event() -> tuple[Preset, ...]:
    return (
        Preset(
            "club",
            phrase("One-day club event"),
            phrase("Swiss, and king of the hill at the end."),
            _club,
        ),
        Preset(
            "open",
            phrase("Two-day open"),
            phrase("Fontes, Swiss, and the prizes in the last quarter."),
            _open,
        ),
        Preset(
            "national",
            phrase("National championship"),
            phrase(
                "Several days, each round paired while the previous one is played: a lag of one "
                "round within a day, none at the start of a day and in the last three rounds."
            ),
            _national,
        ),
        Preset(
            "school",
            phrase("School event"),
            phrase("The first round drawn by lot, then Swiss."),
            _school,
        ),
        Preset(
            "playoff",
            phrase("Playoff"),
            phrase(
                "Everybody qualifies; then first and second, third and fourth and so on play a "
                "series for their places."
            ),
            _playoff,
        ),
    )


def continued(
    plan: Iterable[PlanRow], new: Iterable[PlanRow], published: int
) -> tuple[PlanRow, ...]:
    """Returns a new plan for the rounds that are left, and the old one for those published.

    A block that was begun is finished; one that can no longer begin becomes Swiss rounds.
    """
    kept = [_until(row, published) for row in plan if row.first <= published]
    begin = max([published, *(row.last for row in kept)]) + 1
    left = [row for row in new if row.last >= begin]
    return joined([*kept, *(_from(row, begin) for row in left)])


def _until(row: PlanRow, last: int) -> PlanRow:
    return row if is_block(row) else replace(row, last=min(row.last, last))


def _from(row: PlanRow, first: int) -> PlanRow:
    if row.first >= first:
        return row
    if is_block(row):
        return PlanRow(first=first, last=row.last, method="swiss")
    return replace(row, first=first)


def _club(players: int, rounds: int) -> tuple[PlanRow, ...]:
    if players > 2 and rounds >= cycle_of(players):
        return automatic_plan(players, rounds, hill=True)
    return joined(_swiss_to_the_hill(1, rounds))


def _open(players: int, rounds: int) -> tuple[PlanRow, ...]:
    if rounds < _TWO_DAYS:
        return _club(players, rounds)
    begin = fontes_rounds(players, rounds // 2) + 1
    late = rounds - rounds // 4 + 1
    second_day = (rounds + 1) // 2 + 1
    # After everybody met everybody on the first day, the second one starts afresh.
    since = second_day if rounds > cycle_of(players) else 1
    middle = [
        PlanRow(first=begin, last=second_day - 1, method="swiss"),
        PlanRow(first=max(begin, second_day), last=late - 1, method="swiss", since=since),
    ]
    if late_method(players) == "cop":
        return joined([*opening(players, rounds // 2), *middle, _row(late, rounds, "cop")])
    end = [replace(row, since=since) for row in _swiss_to_the_hill(late, rounds)]
    return joined([*opening(players, rounds // 2), *middle, *end])


def _national(players: int, rounds: int) -> tuple[PlanRow, ...]:
    opened = fontes_rounds(players, rounds // 2)
    starts = day_starts(rounds)
    last_day = starts[-1] if len(starts) > 1 else rounds // 2 + 1
    rows = []
    for number in range(opened + 1, rounds + 1):
        # Nothing looks back over the start of play, or into the middle of the opening.
        fresh = number in starts or number - 2 < max(opened, 1)
        lag = 0 if fresh or number > rounds - _NO_LAG_AT_THE_END else 1
        method = "swiss" if number < last_day else late_method(players)
        if number == rounds > 1 and method == "swiss":
            method = "koth"
        rows.append(PlanRow(first=number, last=number, method=method, lag=lag))
    return joined([*opening(players, rounds // 2), *rows])


def _school(_: int, rounds: int) -> tuple[PlanRow, ...]:
    # Nothing is known of most pupils before they have played.
    return joined([_row(1, 1, "random"), _row(2, rounds, "swiss")])


def _playoff(players: int, rounds: int) -> tuple[PlanRow, ...]:
    series = 5 if rounds >= 15 else 3 if rounds >= 6 else min(1, rounds - 1)
    qualified = rounds - series
    cycles = list(round_robins(1, qualified, players)) if players > 2 else []
    begin = max([0, *(row.last for row in cycles)]) + 1
    # Every game of the series is paired on the ranks after the last qualifying round.
    final = [
        PlanRow(first=qualified + game, last=qualified + game, method="koth", lag=game - 1)
        for game in range(1, series + 1)
    ]
    return joined([*cycles, _row(begin, qualified, "swiss"), *final])


def day_starts(rounds: int) -> Sequence[int]:
    """Returns the first round of every day; the days are as even as can be, the longer ones first.

    Nobody plays more than eight rounds a day.
    """
    days = -(-rounds // _DAY)
    usual, longer = divmod(rounds, days)
    return [1 + day * usual + min(day, longer) for day in range(days)]


def _swiss_to_the_hill(first: int, last: int) -> list[PlanRow]:
    """Returns Swiss rounds with king of the hill in the last; two rounds alone are Swiss."""
    if last - first < 2 and first == 1:
        return [_row(first, last, "swiss")]
    return [_row(first, last - 1, "swiss"), _row(last, last, "koth")]


def _row(first: int, last: int, method: str) -> PlanRow:
    return PlanRow(first=first, last=last, method=method)
