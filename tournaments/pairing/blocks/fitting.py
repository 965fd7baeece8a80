"""The players of a block's slots, so that it has all fixed games and no forbidden ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tournaments.pairing.blocks.demands import Demands, FixedGame
from tournaments.pairing.blocks.exchanging import Exchanges, Slots
from tournaments.pairing.blocks.placing import placed
from tournaments.pairing.blocks.tables import SlotGames, Table

SMALL_FIELD = 12
"""Up to this many slots, all ways to place the players are tried when exchanges are not enough."""
MOST_STARTS = 40
MOST_TRIED = 100_000
"""The moves weighed from all starts after the first together; it takes about a second."""


@dataclass(frozen=True)
class Fit:
    """The holders of the slots, and what could not be had: fixed games, and forbidden pairs.

    `is_proven` says that nobody could have had it, and not just that it was not found.
    """

    slots: tuple[int | None, ...]
    lacking: tuple[FixedGame, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    is_proven: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the slots meet every demand."""
        return not self.lacking and not self.forbidden


def fitted(slots: Slots, rounds: Table, demands: Demands, seed: str = "") -> Fit:
    """Returns the slots with players exchanged where the demands need it.

    `slots` are best first, by which ranks are told; slots count from 1 in the rounds, and None is
    nobody. An exchange is made while it helps. Where that does not do, small fields are searched
    from end to end, and in others they begin again from orders that the seed draws, farther and
    farther from the given one; what is then still asked of the block is named.
    """
    games = SlotGames.of(rounds, len(slots))
    fit, tried = _exchanged(slots, slots, games, demands, most=10 * MOST_TRIED)
    if fit.is_met:
        return fit
    if len(slots) <= SMALL_FIELD:
        found, all_looked_at = placed(slots, games, demands)
        if found is not None:
            return _exchanged(found, slots, games, demands, most=MOST_TRIED)[0]
        if all_looked_at:
            return replace(fit, is_proven=True)
    left = MOST_TRIED
    for start in range(1, MOST_STARTS + 1):
        other, tried = _exchanged(_mixed(slots, start, seed), slots, games, demands, most=left)
        left -= tried
        if other.is_met:
            return other
        if left <= 0:
            break
    return fit


def _exchanged(
    begin: Slots, slots: Slots, games: SlotGames, demands: Demands, *, most: int
) -> tuple[Fit, int]:
    """Returns the best order that exchanges make of one, and how many were weighed."""
    rank = {number: place for place, number in enumerate(slots)}
    search = Exchanges(begin, games, demands, rank)
    search.settle(most)
    return Fit(tuple(search.slots), search.lacking(), search.forbidden()), search.tried


def _mixed(slots: Slots, start: int, seed: str) -> list[int | None]:
    """Returns the slots with some players exchanged by lot, two more of them at every start."""
    random, mixed = Random(f"{seed}|{start}"), list(slots)
    for _ in range(start):
        one, two = random.sample(range(len(mixed)), 2)
        mixed[one], mixed[two] = mixed[two], mixed[one]
    return mixed
