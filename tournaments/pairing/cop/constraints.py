"""Whom COP does not let meet: rules that take pairs out before anything is weighed.

The first rule that takes a pair out is its reason. Places count from 0, the bye is one past the
last. Source: the behaviour of COP.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from tournaments.pairing.cop.control import Control
from tournaments.pairing.cop.hills import class_pairs, place_pairs
from tournaments.pairing.cop.prospects import Prospects
from tournaments.pairing.cop.situation import Situation
from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Flags

Pair = tuple[int, int]

HILL = "cop.hill"
CLASS_HILL = "cop.class_hill"
GROUP = "cop.gibson_group"
GIBSON_BYE = "cop.gibson_bye"
BYE_POLICY = "cop.bye_policy"


@dataclass
class Constraints:
    """The pairs that may still meet, a symmetric matrix over all places and the bye, and why not.

    `reasons` has the rule of every pair that a rule of COP took out, the higher place first.
    """

    allowed: Flags
    reasons: dict[Pair, str] = field(default_factory=dict)

    def forbid(self, pairs: Iterable[Pair], rule: str) -> None:
        """Take pairs out that are still allowed."""
        for one, two in pairs:
            if self.allowed[one, two]:
                self.allowed[one, two] = self.allowed[two, one] = False
                self.reasons[min(one, two), max(one, two)] = rule

    def confine(self, place: int, others: Iterable[int], rule: str) -> None:
        """Let a place meet none but these."""
        kept = set(others)
        self.forbid(
            ((place, other) for other in range(len(self.allowed)) if other not in kept), rule
        )

    def settle(self, pair: Pair, rule: str) -> None:
        """Make two meet, unless they may not: then nothing is asked of them."""
        one, two = pair
        if self.allowed[one, two]:
            self.confine(one, (two,), rule)
            self.confine(two, (one,), rule)

    def rule_of(self, one: int, two: int) -> str:
        """Returns the rule that left one of the two no other choice, empty where both had one."""
        for place in (one, two) if self.allowed[one, two] else ():
            if self.allowed[place].sum() == 1:
                taken = [rule for pair, rule in self.reasons.items() if place in pair]
                if taken:
                    return max(sorted(set(taken)), key=taken.count)
        return ""


def constraints(
    situation: Situation, prospects: Prospects, controlled: Control, allowed: Flags
) -> Constraints:
    """Returns whom the rules of COP still let meet, of those who are `allowed` to.

    What a condition of the director makes impossible is not asked for. Raises PairingError
    `cop.overconstrained` (leader, numbers) where a fixed board keeps the leader from those of whom
    they have to meet one, so as not to lose control to them.
    """
    limits = Constraints(allowed.copy())
    if situation.rounds_to_pair == 1:
        _hills(limits, situation, prospects)
    _control(limits, situation, controlled)
    _groups(limits, situation)
    if situation.pool.is_odd:
        _bye(limits, situation)
    return limits


def _hills(limits: Constraints, situation: Situation, prospects: Prospects) -> None:
    here = [place for place in situation.places.tolist() if place < len(situation.field)]
    line = 0
    for pair in place_pairs(here, situation.clinched, prospects.possible_casher):
        limits.settle(pair, HILL)
        line = pair[1] + 1
    line = max(line, prospects.possible_casher + 1)
    places = situation.settings.prizes
    for name, prizes in situation.position.prizes.classes:
        members = [p for p in range(len(situation.field)) if situation.field[p].prize_class == name]
        taken = sum(1 for p in members if p < line and prospects.worst[p] >= places)
        below = [place for place in members if place >= line and place in here]
        for pair in class_pairs(below, prizes - taken, situation.can_catch):
            limits.settle(pair, CLASS_HILL)


def _control(limits: Constraints, situation: Situation, controlled: Control) -> None:
    here = set(situation.places.tolist())
    for pair in controlled.pairs:
        if here.issuperset(pair):
            limits.settle(pair, controlled.rule)
    if any(limits.allowed[0, place] for place in controlled.opponents):
        limits.confine(0, controlled.opponents, controlled.rule)
    else:
        _check_fixed(situation, controlled)


def _check_fixed(situation: Situation, controlled: Control) -> None:
    """Raises PairingError where only a fixed board keeps the leader from whom they have to meet."""
    wanted = {situation.field[place].number for place in controlled.opponents}
    settled = {number for pair in situation.position.fixed for number in pair}
    leader = situation.field[0].number
    if wanted and settled & {leader, *wanted}:
        raise PairingError("cop.overconstrained", leader=leader, numbers=tuple(sorted(wanted)))


def _groups(limits: Constraints, situation: Situation) -> None:
    for group in situation.groups.closed:
        for place in group:
            limits.confine(place, group, GROUP)


def _bye(limits: Constraints, situation: Situation) -> None:
    """Take the bye from everybody but gibsons if one is left over, and keep a strict bye policy."""
    pool, bye = situation.pool, len(situation.field)
    takers = [int(situation.places[at]) for at in pool.bye_takers()]
    gibsons = [place for place in situation.groups.left_over if limits.allowed[place, bye]]
    if gibsons:
        limits.confine(bye, situation.clinched, GIBSON_BYE)
        takers = [place for place in takers if place in gibsons] or gibsons
    if pool.position.bye_policy != "bottom_up":
        limits.confine(bye, takers[:1], BYE_POLICY)


def allowed_at_all(situation: Situation, repeats: int | None) -> Flags:
    """Returns who may meet whom before COP says anything, over all places and the bye."""
    pool = situation.pool
    players = situation.places[: len(pool.players)]
    allowed = np.zeros((len(situation.field) + 1,) * 2, dtype=np.bool_)
    allowed[np.ix_(players, players)] = pool.may_meet(repeats)
    if pool.is_odd:
        takes = np.array([player.takes_bye for player in pool.players], dtype=np.bool_)
        allowed[players, -1] = allowed[-1, players] = takes
    return allowed
