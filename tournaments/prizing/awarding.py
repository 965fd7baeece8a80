"""Who wins which prize. Prizes of one kind, division and class are the places of one *ladder*.

Equals take as many places as they are; the money of these places is pooled and split equally among
them, a thing goes to one of them. With one prize in money for everybody, prizes are awarded from
the most valuable down, and whoever has one is passed over in the ladders below. So is whoever has
one of the prizes of which nobody wins two.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.prizing.claims import Groups, claims_to
from tournaments.prizing.records import (
    BY_HAND,
    BY_STANDINGS,
    Field,
    OneMoney,
    Prize,
    PrizeAward,
    PrizeClaim,
    PrizeKind,
    Share,
    Terms,
    ThingTies,
)
from tournaments.prizing.splitting import shares_of_prizes


def awarded(prizes: Sequence[Prize], players: Field, terms: Terms) -> tuple[PrizeAward, ...]:
    """Returns an award for every prize, in the order in which they were given."""
    awards: dict[int, PrizeAward] = {}
    paid: set[int] = set()
    won_of: dict[str, set[int]] = defaultdict(set)
    ladders = [_Ladder(held, claims_to(held[0], players), terms) for held in _ladders(prizes)]
    climbing = [ladder for ladder in ladders if ladder.next_prizes]
    while climbing:
        # The sort of `max` is stable: of equally valuable prizes the one listed first is awarded.
        ladder = max(climbing, key=lambda one: one.value)
        for award in ladder.step(paid, won_of[ladder.exclusive]):
            awards[award.prize.number] = award
        climbing = [one for one in climbing if one.next_prizes]
    return tuple(awards.get(prize.number, PrizeAward(prize)) for prize in prizes)


def _ladders(prizes: Sequence[Prize]) -> Iterable[list[Prize]]:
    """Yields the prizes that are places of one ladder, the best place first."""
    held: dict[tuple[object, ...], list[Prize]] = {}
    for prize in prizes:
        alone = prize.number if prize.kind in BY_HAND else 0
        key = (
            *(prize.kind, prize.division, prize.prize_class, prize.games, prize.target),
            *(prize.is_money, alone, prize.first_round, prize.last_round),
            prize.exclusive,
        )
        held.setdefault(key, []).append(prize)
    for ladder in held.values():
        yield sorted(ladder, key=lambda prize: prize.place)


@dataclass
class _Ladder:
    """The prizes of one ladder that are left, and the claims to them."""

    left: list[Prize]
    groups: Groups
    terms: Terms
    place: int = 1
    passed: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        kind = self.left[0].kind
        among = {
            OneMoney.NO: False,
            OneMoney.STANDINGS: kind in BY_STANDINGS,
            OneMoney.ALL: kind not in BY_HAND,
        }
        self.one_each = self.left[0].is_money and among[self.terms.one_money]

    @property
    def next_prizes(self) -> bool:
        """Whether anything can still be awarded."""
        return bool(self.left and self.groups)

    @property
    def value(self) -> int:
        """The value of the next prize."""
        return self.left[0].amount

    @property
    def exclusive(self) -> str:
        """The name of the prizes of which nobody wins two, empty where these are none of such."""
        return self.left[0].exclusive

    def step(self, paid: set[int], won: set[int]) -> list[PrizeAward]:
        """Awards what the next group of equals has earned; nobody of it where nothing is left.

        `paid` are those with a prize in money, `won` those with one that excludes this one.
        """
        group, exclusive = self.groups.pop(0), self.exclusive
        barred = (paid if self.one_each else set()) | (won if exclusive else set())
        if barred:
            self.passed += [claim.key for claim in group if claim.key in barred]
            group = [claim for claim in group if claim.key not in barred]
        if not group:
            return []
        start = self.place
        last = start + _places(group, self.left[0].kind) - 1
        if self.left[0].kind in BY_HAND:
            earned, self.left = self.left, []
        else:
            earned = [prize for prize in self.left if prize.place <= last]
            self.left = [prize for prize in self.left if prize.place > last]
        self.place = last + 1
        if not earned:
            return []
        is_money = earned[0].is_money
        awards = self._split(earned, group) if is_money else self._hand_out(earned, group, start)
        winners = {share.key for one in awards for share in one.winners}
        if self.one_each:
            paid |= {share.key for one in awards for share in one.winners if share.amount}
        if exclusive:
            won |= winners
        return awards

    def _split(self, earned: list[Prize], group: list[PrizeClaim]) -> list[PrizeAward]:
        amounts = [prize.amount for prize in earned]
        table = shares_of_prizes(amounts, len(group), self.terms.unit)
        return [
            PrizeAward(
                prize,
                tuple(
                    Share(claim.key, amount, claim)
                    for claim, amount in zip(group, row, strict=True)
                    if amount
                ),
                tied=_tied(group),
                pooled=tuple(one.number for one in earned) if len(earned) > 1 else (),
                passed=tuple(self.passed),
            )
            for prize, row in zip(earned, table, strict=True)
        ]

    def _hand_out(
        self, earned: list[Prize], group: list[PrizeClaim], start: int
    ) -> list[PrizeAward]:
        """Each thing goes to the next of the group, or with `EACH` the first to all of it.

        The group takes the places from `start` on; a place without a prize takes its player, too.
        """
        each = self.terms.thing_ties is ThingTies.EACH or earned[0].kind in BY_HAND
        if each or _places(group, earned[0].kind) < len(group):
            first = earned[0].place
            return [
                PrizeAward(
                    prize,
                    tuple(Share(claim.key, 0, claim) for claim in group),
                    tied=_tied(group),
                    passed=tuple(self.passed),
                )
                for prize in earned
                if prize.place == first
            ]
        draws = self.terms.thing_ties is ThingTies.DRAW and len(group) > 1
        order = self._drawn(group, earned[0]) if draws else group
        taken = [(prize, order[prize.place - start]) for prize in earned]
        return [
            PrizeAward(
                prize,
                (Share(claim.key, 0, claim),),
                tied=_tied(group),
                passed=tuple(self.passed),
                drawn=draws,
            )
            for prize, claim in taken
        ]

    def _drawn(self, group: list[PrizeClaim], prize: Prize) -> list[PrizeClaim]:
        """Returns the group in an order that only the seed, the prize and the entries decide."""
        lot = f"{self.terms.seed}/prize/{prize.number}"
        return sorted(
            group,
            key=lambda claim: hashlib.sha256(f"{lot}/{claim.key}".encode()).digest(),
        )


def _places(group: list[PrizeClaim], kind: PrizeKind) -> int:
    """Returns how many places a group takes: the two of a game take one by its combined score.

    So do the players of a team.
    """
    if kind is PrizeKind.HIGH_COMBINED:
        return len({claim.games for claim in group})
    if kind is PrizeKind.TEAM:
        return len({claim.team for claim in group})
    return len(group)


def _tied(group: list[PrizeClaim]) -> tuple[int, ...]:
    return tuple(claim.key for claim in group) if len(group) > 1 else ()
