"""Who can still win the prizes that go by the standings: from the forecast, or what is certain.

Of a class it is told from the best and worst ranks of its members: somebody can be its second
where no two of them are surely ahead, and at least one may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.contention.queries import contention_of, ground_of, is_current, prospects_of
from tournaments.kernel.queries.sheet import Sheet
from tournaments.pairing.contention.outlook import certain_ranks
from tournaments.prizes.queries.now import PrizeNow, PrizesNow
from tournaments.prizing.records import BY_HAND, BY_STANDINGS, OneMoney, Prize, PrizeKind

Reach = Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Contenders:
    """Who can still win a prize, by key in the order of the standings.

    `certain` says that it is clinched: whatever happens, the one named wins it.
    """

    keys: tuple[int, ...]
    certain: bool


def contenders_of(now: PrizesNow) -> dict[int, Contenders]:
    """Returns who can still win each place, by the number of the prize.

    Prizes of divisions that are finished, and of which nothing is known yet, are left out. Places
    are those of the standings: whoever can win nothing is not counted out of them.
    """
    reach = {
        sheet.division.name: _reach(sheet)
        for sheet in now.sheets
        if sheet.division.name not in now.finished
    }
    found: dict[int, Contenders] = {}
    for one in now.list:
        places = _of_prize(now, one, reach.get(one.prize.division, {}))
        keys = _within(one, places) if not now.terms.excluded else ()
        if keys:
            found[one.prize.number] = Contenders(keys, certain=_is_certain(one, places))
    return found


def is_not_counted(now: PrizesNow, one: PrizeNow) -> bool:
    """Returns whether nobody works out who can still win a place or a class, for what may pass it.

    Whoever wins a more valuable prize in money, or one that excludes it, would be passed over.
    """
    counted = one.prize.kind in (PrizeKind.PLACE, PrizeKind.CLASS)
    return counted and not one.final and _may_pass_over(now, one.prize)


def _of_prize(now: PrizesNow, one: PrizeNow, reach: Reach) -> Reach:
    """Returns the places in reach as a prize counts them: of a class among its members alone."""
    if one.prize.kind not in (PrizeKind.PLACE, PrizeKind.CLASS) or _may_pass_over(now, one.prize):
        return {}
    if one.prize.kind is PrizeKind.PLACE:
        return reach
    members = {
        key: places
        for key, places in reach.items()
        if now.people[key][1].prize_class == one.prize.prize_class
    }
    known = [e for e in now.people.values() if e[0] == one.prize.division]
    if len(members) < sum(e[1].prize_class == one.prize.prize_class for e in known):
        return {}
    return {key: _among(members, key) for key in members}


def _may_pass_over(now: PrizesNow, prize: Prize) -> bool:
    """Returns whether whoever has the place may have another prize that keeps them from this one.

    Then those behind move up, and the place alone says neither who wins it nor who still can.
    """
    others = [
        other
        for other in now.prizes
        if (other.kind, other.division) != (prize.kind, prize.division)
    ]
    if prize.exclusive and any(other.exclusive == prize.exclusive for other in others):
        return True
    one_money = OneMoney(now.terms.one_money)
    if not prize.is_money or one_money is OneMoney.NO:
        return False
    counted = frozenset(PrizeKind) - BY_HAND if one_money is OneMoney.ALL else BY_STANDINGS
    return any(
        other.is_money and other.kind in counted and other.amount >= prize.amount
        for other in others
    )


def _among(members: Reach, key: int) -> tuple[int, int]:
    """Returns the best and worst place of one of them among these alone."""
    best, worst = members[key]
    others = [places for other, places in members.items() if other != key]
    surely_ahead = sum(their_worst < best for _, their_worst in others)
    surely_behind = sum(their_best > worst for their_best, _ in others)
    return surely_ahead + 1, len(members) - surely_behind


def _within(one: PrizeNow, reach: Reach) -> tuple[int, ...]:
    place = one.prize.place
    return tuple(key for key, (best, worst) in reach.items() if best <= place <= worst)


def _is_certain(one: PrizeNow, reach: Reach) -> bool:
    return any(best == worst == one.prize.place for best, worst in reach.values())


def _reach(sheet: Sheet) -> dict[int, tuple[int, int]]:
    """Returns the best and worst place in reach by key; without a forecast only certain ones."""
    ground, stored = ground_of(sheet), contention_of(sheet.division)
    if not ground.through_round:
        return {}
    if stored is not None and is_current(stored, ground):
        outlooks = [prospect.outlook for prospect in prospects_of(stored)]
        rows = [(one.player.number, one.best, one.worst) for one in outlooks]
    else:
        rows = [(player.number, rank, rank) for rank, player in certain_ranks(ground.contest)]
    return {
        sheet.entries[number].key: (best, worst)
        for number, best, worst in rows
        if number in sheet.entries
    }
