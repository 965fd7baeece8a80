"""The forecast of a division: what is certain of every player, and how often what is not happens.

The rest of the event is played many times as COP does it: fair coins, margins of usual games, and
pairings by rank after every round. So the chances ignore ratings, and who is paired
with whom already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tournaments.pairing.contention.contest import Contest
from tournaments.pairing.contention.outlook import Outlook, OutlookState, outlooks
from tournaments.pairing.cop.simulation import SimulationField, Winner, final_orders, simulate
from tournaments.pairing.pool import Ints

ENGINE = 2
"""Goes up when the same contest gives another forecast, so that stored ones expire."""
SIMULATIONS = 10_000
CONTROL_SHARE = 10
"""The cases in which a player wins everything are this many times fewer than the others."""

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The outlook of a player, and how often of all simulated cases they ended where.

    `places` counts the cases of coming first, second and so on through the last place with a
    prize, at least the first; it is empty where nothing was simulated. `prize` counts those in
    which they won a place prize, `classes` by prize class those with one of its prizes.
    `by_simulation` says that they are in control because they were first in every simulated case in
    which they won all games, without its being certain.
    """

    outlook: Outlook
    places: tuple[int, ...] = ()
    prize: int = 0
    classes: tuple[tuple[str, int], ...] = ()
    by_simulation: bool = False

    @property
    def first(self) -> int:
        """The cases in which they came first."""
        return self.places[0] if self.places else 0


def forecast(
    contest: Contest, *, simulations: int, seed: str, tell: Tell | None = None
) -> tuple[Prospect, ...]:
    """Returns every player's outlook, possible places and prize chances, in rank order.

    With 0 `simulations`, and when nothing is left to play, it is only what is certain.
    `tell` is told how many steps of how many are done. The same contest, number and seed
    give the same answer on any machine, in whatever order the players come.
    """
    certain = outlooks(contest)
    if not simulations or not contest.rounds_left:
        return tuple(Prospect(outlook) for outlook in certain)
    steps = _Steps(tell, -(-simulations // 1000))
    prospects = _simulated(contest, certain, simulations, seed, steps)
    fewer = max(1, simulations // CONTROL_SHARE)
    return _with_control(contest, prospects, fewer, seed)


class _Steps:
    """Counts what is done and tells it."""

    def __init__(self, tell: Tell | None, total: int) -> None:
        self._tell, self._done, self._total = tell, 0, total

    def __call__(self) -> None:
        self._done += 1
        if self._tell is not None:
            self._tell(self._done, self._total)


def _field(contest: Contest) -> SimulationField:
    return SimulationField.of(
        contest.ranked,
        rounds_left=contest.rounds_left,
        clinched=contest.clinched,
        largest_margin=contest.game_spread,
    )


def _simulated(
    contest: Contest, certain: tuple[Outlook, ...], simulations: int, seed: str, steps: _Steps
) -> tuple[Prospect, ...]:
    """Returns the outlooks with how often the players end in a place and win a class prize."""
    players = len(certain)
    counts = np.zeros(players * players, dtype=np.int64)
    won = np.zeros((len(contest.prizes.classes), players), dtype=np.int64)
    columns = np.arange(players)
    for who in final_orders(_field(contest), simulations=simulations, seed=seed):
        counts += np.bincount((who * players + columns).ravel(), minlength=players * players)
        for at, (name, prizes) in enumerate(contest.prizes.classes):
            won[at] += _class_winners(contest, who, name, prizes)
        steps()
    ends = counts.reshape(players, players)
    shown = min(max(contest.prizes.places, 1), players)
    paid = min(contest.prizes.places, players)
    return tuple(
        Prospect(
            outlook=outlook,
            places=tuple(ends[place, :shown].tolist()),
            prize=int(ends[place, :paid].sum()),
            classes=tuple(
                (name, int(won[at, place]))
                for at, (name, _) in enumerate(contest.prizes.classes)
                if outlook.player.prize_class == name
            ),
        )
        for place, outlook in enumerate(certain)
    )


def _class_winners(contest: Contest, who: Ints, name: str, prizes: int) -> Ints:
    """Returns by place now how often they were among the first of a class in these final orders."""
    members = np.array([player.prize_class == name for player in contest.ranked])
    inside = members[who]
    winning = inside & (np.cumsum(inside, axis=1) <= prizes)
    return np.bincount(who[winning], minlength=len(members))


def _with_control(
    contest: Contest, prospects: tuple[Prospect, ...], simulations: int, seed: str
) -> tuple[Prospect, ...]:
    """Returns the prospects with those in control who were first whenever they won everything.

    They are tried from the top until one is not: a lower player depends on more of the others.
    """
    found = list(prospects)
    start = _field(contest)
    for place, prospect in enumerate(prospects):
        if prospect.outlook.state in (OutlookState.CLINCHED, OutlookState.IN_CONTROL):
            continue
        if prospect.outlook.state == OutlookState.OUT:
            break
        counts = simulate(
            start, simulations=simulations, seed=f"{seed}|{place}", winner=Winner(place)
        )
        if counts[place, 0] < simulations:
            break
        in_control = replace(prospect.outlook, state=OutlookState.IN_CONTROL)
        found[place] = replace(prospect, outlook=in_control, by_simulation=True)
    return tuple(found)
