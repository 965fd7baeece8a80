"""A round plan made from nothing but how many play how many rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tournaments.pairing.catalogue.method import cycle_of
from tournaments.pairing.methods import METHODS
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.plan_check import is_block

FONTES_ROUNDS = 3
_FONTES_PLAYERS = 8
_COP_PLAYERS = 300
"""Its simulations take too long for more."""


def automatic_plan(players: int, rounds: int, *, hill: bool = False) -> tuple[PlanRow, ...]:
    """Returns the plan that suits most events, its rounds without a gap.

    With rounds for it there are as many full round robins as fit, then late rounds. Otherwise
    there are three rounds of initial Fontes, Swiss until half-way, and late rounds from there on.
    The late rounds are paired by COP, or with `hill` by Swiss and, at the end, king of the hill:
    for small prizes, and where people are used to it. Source: pairing.md, section 14, Auto mode.
    """
    late = "swiss" if hill else late_method(players)
    if rounds >= cycle_of(players) and players > 2:
        rest = rounds % cycle_of(players)
        return joined([*round_robins(1, rounds, players), *_late(rounds - rest + 1, rounds, late)])
    half = rounds // 2
    opened = fontes_rounds(players, half)
    rows = [*opening(players, half), PlanRow(first=opened + 1, last=half, method="swiss")]
    return joined([*rows, *_late(half + 1, rounds, late)])


def opening(players: int, rounds: int) -> Iterator[PlanRow]:
    """Yields the initial Fontes, if so many players in so many rounds have use for them."""
    last = fontes_rounds(players, rounds)
    if last:
        yield PlanRow(first=1, last=last, method="fontes")


def fontes_rounds(players: int, rounds: int) -> int:
    """Returns how many rounds of initial Fontes there are; few players or rounds want none."""
    fits = "fontes" in METHODS and players >= _FONTES_PLAYERS and rounds >= FONTES_ROUNDS
    return FONTES_ROUNDS if fits else 0


def round_robins(first: int, last: int, players: int) -> Iterator[PlanRow]:
    """Yields the row of as many full round robins as fit between two rounds, none if none does."""
    cycle = cycle_of(players)
    cycles = (last - first + 1) // cycle
    options = (("cycles", cycles),) if cycles > 1 else ()
    end = first + cycles * cycle - 1
    yield PlanRow(first=first, last=end, method="roundrobin", options=options)


def late_method(players: int) -> str:
    """Returns the method of the rounds that decide: COP, or Swiss in a field too large for it."""
    return "cop" if "cop" in METHODS and players <= _COP_PLAYERS else "swiss"


def _late(first: int, last: int, method: str) -> Iterator[PlanRow]:
    """Yields the rounds that decide; COP ends with king of the hill by itself."""
    if method == "cop":
        yield PlanRow(first=first, last=last, method=method)
        return
    yield PlanRow(first=first, last=last - 1, method="swiss")
    yield PlanRow(first=max(first, last), last=last, method="koth" if last > 1 else "swiss")


def joined(rows: Iterable[PlanRow]) -> tuple[PlanRow, ...]:
    """Returns the rows without empty ones; neighbours that say the same are one.

    Rounds of a block stay what they are: two round robins are not one of double length.
    """
    kept: list[PlanRow] = []
    for row in rows:
        if row.first > row.last:
            continue
        before = kept[-1] if kept else None
        if before is not None and before.last + 1 == row.first and _same(before, row):
            kept[-1] = replace(before, last=row.last)
        else:
            kept.append(row)
    return tuple(kept)


def _same(one: PlanRow, two: PlanRow) -> bool:
    return not is_block(one) and one == replace(two, first=one.first, last=one.last)
