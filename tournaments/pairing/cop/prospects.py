"""The places that players can end at, by COP's simulations. Places count from 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tournaments.pairing.cop.simulation import SimulationField, simulate
from tournaments.pairing.pool import Ints


@dataclass(frozen=True)
class Prospects:
    """The prospects of every player, by their current place.

    `hopeful` is the best place that they reach, or a better one, often enough to count; `best` and
    `worst` are the extremes they reached. `lowest_hope` is by place at the end: the lowest place
    now from which it is hoped for. The two cashers are the lowest place from which a prize is hoped
    for, and the lowest from which one was ever won.
    """

    hopeful: Ints
    best: Ints
    worst: Ints
    lowest_hope: Ints
    hopeful_casher: int
    possible_casher: int

    @classmethod
    def of(cls, counts: Ints, *, simulations: int, hopefulness: int, prizes: int) -> Prospects:
        """Returns the prospects from how often who ended where; `hopefulness` in thousandths."""
        places = len(counts)
        often = 1000 * counts.cumsum(axis=1) >= hopefulness * simulations
        hopeful: Ints = np.argmax(often, axis=1)
        best: Ints = np.argmax(counts > 0, axis=1)
        worst: Ints = places - 1 - np.argmax(counts[:, ::-1] > 0, axis=1)
        lowest_hope = _lowest_hope(hopeful)
        cashing = np.nonzero(best < prizes)[0]
        return cls(
            hopeful=hopeful,
            best=best,
            worst=worst,
            lowest_hope=lowest_hope,
            hopeful_casher=int(lowest_hope[prizes - 1]),
            possible_casher=int(cashing[-1]),
        )


def _lowest_hope(hopeful: Ints) -> Ints:
    """Returns by place at the end the lowest place now from which it, or better, is hoped for.

    In a large field at the start nobody hopes for the first places. Such a gap is filled from the
    next place below that somebody hopes for. Nobody is out of reach of the place they hold.
    """
    places = len(hopeful)
    lowest = np.full(places, -1, dtype=np.int64)
    np.maximum.at(lowest, hopeful, np.arange(places))
    reaching = np.maximum.accumulate(lowest)
    reaching[reaching < 0] = reaching[reaching >= 0][0]
    return np.maximum(reaching, np.arange(places))


def prospects(
    start: SimulationField, *, simulations: int, hopefulness: int, prizes: int, seed: str
) -> Prospects:
    """Returns the prospects of a field with at least one player and one prize.

    The first pass plays with a factor of all rounds left. If fewer than that ever came first from
    the places just below the leader, and less than half the group, a second pass takes their number
    as the largest factor, because the event would be paired so.
    """
    counts = simulate(start, simulations=simulations, seed=f"{seed}|1")
    factor = _challengers(start, counts)
    if factor is not None:
        counts = simulate(start, simulations=simulations, seed=f"{seed}|2", most_factor=factor)
    return Prospects.of(counts, simulations=simulations, hopefulness=hopefulness, prizes=prizes)


def _challengers(start: SimulationField, counts: Ints) -> int | None:
    """Returns the largest factor of the second pass, None without one.

    It is the number of consecutive players just below the highest place that is not clinched who
    ever ended there.
    """
    top = next((place for place in range(len(start)) if place not in start.clinched), None)
    if top is None:
        return None
    ever = counts[top + 1 :, top] > 0
    factor = int(np.argmin(ever)) if not ever.all() else len(ever)
    groups = start.groups
    group = next(run for run in (*groups.closed, groups.free) if top in run)
    return factor if 2 * factor < len(group) else None
