"""Whether the rows of a round plan fit how many play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tournaments.pairing.methods import METHODS
from tournaments.pairing.options import GROUP_SIZE, LEAST_FOR_QUARTILES
from tournaments.pairing.plans.plan import PlanRow

Unfit = tuple[str, Mapping[str, object]]
_LEAST_PLAYERS = {
    "quartiles": LEAST_FOR_QUARTILES,
    "groups": GROUP_SIZE.least,
}


def numbers_of(row: PlanRow) -> dict[str, int]:
    """Returns the numbers that a row gives its method, with the usual ones for those left out."""
    usual = {o.key: o.usual for o in METHODS[row.method].options if o.usual is not None}
    return usual | dict(row.options)


def unfitting(row: PlanRow, players: int) -> Iterator[Unfit]:
    """Yields what of a row does not fit so many players, as codes with parameters.

    Codes: `field.too_few` (players, least), `repeats.impossible` (players, round, repeats),
    `factor.too_large` (factor, players, most), `distance.too_large` (distance, players, most),
    `fontes.too_few` (players, rounds), `roundrobin.short` and `roundrobin.long` (players, rounds,
    cycle) and `grr.cut` (rounds, cycle).
    """
    least = _LEAST_PLAYERS.get(row.method, 2)
    if players < least:
        yield "field.too_few", {"players": players, "least": least}
    elif row.method in _FITTING:
        yield from _FITTING[row.method](row, players)
    if row.repeats is not None and row.method not in _DRAWN_UP:
        # In so many rounds everybody can meet everybody else no more than so often.
        most = cycle_of(players) * (row.repeats + 1) + row.since - 1
        if row.last > most:
            params = {"players": players, "round": max(most + 1, row.first)}
            yield "repeats.impossible", params | {"repeats": row.repeats}


def cycle_of(players: int) -> int:
    """Returns how many rounds a round robin of so many players takes; in an odd one each byes."""
    return players - 1 if players % 2 == 0 else players


def _round_robin(row: PlanRow, players: int) -> Iterator[Unfit]:
    given = dict(row.options)
    times = given.get("cycles", 1 + given.get("back_to_back", 0))
    length, cycle = len(row.rounds), times * cycle_of(players)
    params = {"players": players, "rounds": length, "cycle": cycle}
    if length < cycle:
        yield "roundrobin.short", params
    elif length > cycle:
        yield "roundrobin.long", params


def _group_round_robin(row: PlanRow, players: int) -> Iterator[Unfit]:
    given = numbers_of(row)
    groups = -(-players // given["size"])
    cycle = given["cycles"] * cycle_of(-(-players // groups))
    if len(row.rounds) % cycle:
        yield "grr.cut", {"rounds": len(row.rounds), "cycle": cycle}


def _fontes(row: PlanRow, players: int) -> Iterator[Unfit]:
    rounds = dict(row.options).get("rounds", len(row.rounds))
    if cycle_of(players) < rounds:
        yield "fontes.too_few", {"players": players, "rounds": rounds}


def _half(option: str, code: str) -> Callable[[PlanRow, int], Iterator[Unfit]]:
    def check(row: PlanRow, players: int) -> Iterator[Unfit]:
        given: Any = dict(row.options).get(option)
        if given is not None and given > players // 2:
            yield code, {option: given, "players": players, "most": players // 2}

    return check


_FITTING: dict[str, Callable[[PlanRow, int], Iterator[Unfit]]] = {
    "roundrobin": _round_robin,
    "grr": _group_round_robin,
    "fontes": _fontes,
    "factor": _half("factor", "factor.too_large"),
    "pair1324": _half("distance", "distance.too_large"),
}
_DRAWN_UP = frozenset({"roundrobin", "grr", "fontes", "groups", "schedule"})
