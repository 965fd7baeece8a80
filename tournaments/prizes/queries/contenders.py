"""Who can still win the prizes that go by places: from the forecast, or what is certain without."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.contention.queries import contention_of, ground_of, is_current, prospects_of
from tournaments.kernel.queries.sheet import Sheet
from tournaments.pairing.contention.outlook import certain_ranks
from tournaments.prizes.queries.now import PrizeNow, PrizesNow
from tournaments.prizing.records import PrizeKind

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
        places = reach.get(one.prize.division, {})
        keys = _within(one, places) if not now.terms.excluded else ()
        if keys:
            found[one.prize.number] = Contenders(keys, certain=_is_certain(one, places))
    return found


def _within(one: PrizeNow, reach: Reach) -> tuple[int, ...]:
    if one.prize.kind is not PrizeKind.PLACE:
        return ()
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
