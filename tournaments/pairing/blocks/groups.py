"""Small groups that play among themselves: quads, sixes, and round robins of seeded groups."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.blocks.drawing import (
    fit_slots,
    pair_block,
    ranked,
    scheduled,
    sitting_out_order,
)
from tournaments.pairing.blocks.tables import Table, bye_table, group_table
from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import PairingPlayer, PairingPosition
from tournaments.pairing.schedule import Schedule


def pair_groups(pool: Pool, request: Request) -> Draw:
    """Quads or sixes, made from the standings; all rounds of the block are fixed at once.

    Variants: `clustered` 1-4, 5-8, ...; `distributed`, every so-manieth player together; `snaked`,
    dealt forwards and backwards in turn. In an odd field one slot is the bye; players over form
    one larger group with the last ones, so that of quads the last six may be a six.

    Returns the games of the round in all groups.

    Raises PairingError `groups.odd_size` (size), `groups.too_many_rounds` (rounds, size) and
    those of `fit_slots`.
    """
    return pair_block(pool, request, _quads)


def pair_group_round_robin(pool: Pool, request: Request) -> Draw:
    """Seeded groups, each of which plays a round robin of its own, once or more often.

    There are as many groups as are needed for none to be larger than the size, and their sizes
    differ by one at most. Variants as those of quads, but dealt in a snake if not asked otherwise.

    Returns the games of the round in all groups; a group that is done sits out.

    Raises those of `fit_slots`.
    """
    return pair_block(pool, request, _round_robins)


def dealt(places: Sequence[int], groups: int, variant: str) -> list[list[int]]:
    """Returns the places, best first, dealt into so many groups, the fuller groups first."""
    if variant == "clustered":
        fewest, over = divmod(len(places), groups)
        sizes = [fewest + 1] * over + [fewest] * (groups - over)
        ends = [sum(sizes[: at + 1]) for at in range(groups)]
        return [list(places[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    rows = [list(places[at : at + groups]) for at in range(0, len(places), groups)]
    if variant == "snaked":
        rows = [row[::-1] if number % 2 else row for number, row in enumerate(rows)]
        if len(rows) % 2 == 0 and len(rows[-1]) < groups:
            # The last row is short and runs backwards: it begins at the last group.
            rows[-1] = [-1] * (groups - len(rows[-1])) + rows[-1]
    return [
        [place for place in column if place >= 0] for column in zip_longest(*rows, fillvalue=-1)
    ]


def played_in_groups(
    pool: Pool, request: Request, groups: Sequence[Sequence[int]], lengths: Sequence[int]
) -> Schedule:
    """Returns the block of these groups of places, which count from 1 over the ranked field.

    Each group, best first, plays as many rounds as its length says and then sits out. In an odd
    group those sit out in turn who come first in `sitting_out_order`. Raises those of `fit_slots`.
    """
    players = ranked(pool)
    tables = [
        _table(pool.position, [players[place - 1] for place in group], length)
        for group, length in zip(groups, lengths, strict=True)
    ]
    rounds: Table = [[] for _ in range(max(lengths, default=1))]
    for group, table in zip(groups, tables, strict=True):
        for row, games in zip(rounds, table, strict=False):
            row += [(group[one - 1], group[two - 1]) for one, two in games]
    slots = fit_slots(pool, request, [player.number for player in players], rounds)
    return scheduled(pool, slots, rounds, groups)


def _table(position: PairingPosition, members: Sequence[PairingPlayer], rounds: int) -> Table:
    """Returns the games of a group, members counted from 1; in an odd one somebody has none."""
    if len(members) % 2 == 0:
        return group_table(len(members), rounds)
    whole = bye_table(len(members), rounds, sitting_out_order(position, members))
    return [[game for game in row if max(game) <= len(members)] for row in whole]


def _quads(pool: Pool, request: Request) -> Schedule:
    size = request.option("size") or 4
    rounds = request.option("rounds") or size - 1
    if size % 2:
        raise PairingError("groups.odd_size", size=size)
    if rounds >= size:
        raise PairingError("groups.too_many_rounds", rounds=rounds, size=size)
    field = len(pool.position.players)
    places = range(1, field + field % 2 + 1)
    over = len(places) % size
    fours = len(places) // size - bool(over) if len(places) >= size else 0
    groups = dealt(places[: fours * size], fours, request.variant) if fours else []
    if fours * size < len(places):
        groups.append(list(places[fours * size :]))
    groups = [[place for place in group if place <= field] for group in groups]
    return played_in_groups(pool, request, groups, [rounds] * len(groups))


def _round_robins(pool: Pool, request: Request) -> Schedule:
    size, cycles = request.option("size") or 6, request.option("cycles") or 1
    places = range(1, len(pool.position.players) + 1)
    groups = dealt(places, -(-len(places) // size), request.variant) if places else []
    lengths = [cycles * (len(group) - 1 + len(group) % 2) for group in groups]
    return played_in_groups(pool, request, groups, lengths)
