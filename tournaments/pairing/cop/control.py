"""Loss of control: who would come first by winning everything, if only they met the leader in time.

Source: the behaviour of COP. Places count from 0, the leader has 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournaments.pairing.cop.prospects import Prospects
from tournaments.pairing.cop.simulation import Meets, Winner, simulate
from tournaments.pairing.cop.situation import Situation

FACTOR_THREE = ((0, 3), (1, 4), (2, 5))
CERTAIN_BEFORE = 4
"""With more rounds left than this, only a player certain to come first has control to lose."""

Rule = Literal["", "cop.leader", "cop.factor_three"]


@dataclass(frozen=True, slots=True)
class Control:
    """The demand of control on the round: opponents for the leader, or pairs that are settled.

    Without a `rule` it asks nothing.
    """

    rule: Rule = ""
    opponents: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()


def control(situation: Situation, prospects: Prospects, seed: str) -> Control:
    """Returns whom the leader must meet in the round to be paired, and by which rule.

    It is looked at from the round `control_from` on, except in the last round and where the leader
    has clinched their place.
    """
    settings, left = situation.settings, situation.rounds_left
    is_early = situation.position.round_number < settings.control_from
    is_last = situation.rounds_to_pair == 1
    if is_early or is_last or 0 in situation.clinched or len(situation.field) < 2:
        return Control()
    tries = _Tries(situation, f"{seed}|control")
    if left == 2 and len(situation.field) >= 6 and not situation.clinched & set(range(6)):
        settled = _by_factor_three(situation, tries, seed)
        if settled.rule:
            return settled
    child = _child_of_destiny(tries, int(prospects.lowest_hope[0]), left)
    if child is None:
        return Control()
    opponents: tuple[int, ...] = (child,)
    if left > CERTAIN_BEFORE and situation.position.round_number > settings.control_from:
        opponents = tuple(place for place in (child - 1, child) if place)
    return Control("cop.leader", opponents)


@dataclass(frozen=True, slots=True)
class _Tries:
    """How often a player who wins every game comes first."""

    situation: Situation
    seed: str

    @property
    def games(self) -> int:
        return self.situation.settings.control_simulations

    def first(self, place: int, meets: Meets | None, factor: int | None = None) -> int:
        """Returns how often they do, meeting the leader or not."""
        counts = simulate(
            self.situation.start,
            simulations=self.games,
            seed=self.seed,
            winner=Winner(place, meets),
            first_factor=factor,
        )
        return int(counts[place, 0])

    def matters(self, often: int) -> bool:
        """Returns whether such a difference is a loss of control."""
        return 100 * often >= self.situation.settings.threshold * self.games


def _child_of_destiny(tries: _Tries, lowest: int, left: int) -> int | None:
    """Returns the highest place down to `lowest` that loses control without meeting the leader.

    The lower a player is, the more it costs them not to meet the leader, so it is searched for
    by halves. With many rounds left they must come first for certain if they do meet. With two
    left and nobody found it is the first who does not come first for certain either way, if meeting
    the leader helps them at all.
    """
    found: int | None = None
    high, low = 1, lowest
    while high <= low:
        place = (high + low) // 2
        with_leader = tries.first(place, "leader")
        if tries.matters(with_leader - tries.first(place, "not_leader")):
            is_certain = left <= CERTAIN_BEFORE or with_leader == tries.games
            found = place if is_certain else None
            low = place - 1
        else:
            high = place + 1
    if found is None and left == 2:
        return _first_in_doubt(tries, lowest)
    return found


def _first_in_doubt(tries: _Tries, lowest: int) -> int | None:
    for place in range(1, lowest + 1):
        with_leader, without = (tries.first(place, meets) for meets in ("leader", "not_leader"))
        if min(with_leader, without) < tries.games:
            return place if with_leader > without else None
    return None


def _by_factor_three(situation: Situation, tries: _Tries, seed: str) -> Control:
    """Returns the control by factor 3 in the last round but one, if it leads to any.

    If the second or third loses control by it, the leader meets that player. Otherwise, if the
    fourth, fifth and sixth can each hope for the place of the one they would meet, it is played.
    """
    for place in (1, 2):
        with_leader, by_factor = (tries.first(place, meets, 3) for meets in ("leader", None))
        if tries.matters(with_leader - by_factor):
            return Control("cop.leader", (place,))
    settings = situation.settings
    counts = simulate(
        situation.start,
        simulations=settings.simulations,
        seed=f"{seed}|factor",
        first_factor=3,
    )
    for upper, lower in FACTOR_THREE:
        reached = int(counts[lower, : upper + 1].sum())
        if 1000 * reached < settings.hopefulness * settings.simulations:
            return Control()
    return Control("cop.factor_three", pairs=FACTOR_THREE)
