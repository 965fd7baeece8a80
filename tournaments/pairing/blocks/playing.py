"""Reading a round of a schedule for those who are there: who plays, who sits out, who is late."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.answer import Draw, PairedBoard, PairingWarning
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.weighing import TOTAL
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import pair_key
from tournaments.pairing.schedule import Schedule, ScheduledGame

ROUND = "block.round"
GROUP = "block.group"
FREE = "block.free"
"""The rules of a board: by a round of the block, within a group (both with its number), or late."""


def play_round(pool: Pool, schedule: Schedule) -> Draw:
    """Returns the games that a schedule, of which the round is part, has for those who play.

    Whoever has an opponent who is missing sits out, with a warning `block.opponent_missing`
    (number, missing). Players beside the schedule meet those who are free in this round, or each
    other (`block.late_paired`), or sit out (`block.no_slot`); the schedule itself never changes.
    Raises PairingError `block.fixed` (one, two, round) for a fixed pair that would take somebody
    from an opponent in the schedule, and `block.apart` (one, two) for a game of the schedule
    between two who are kept apart.
    """
    position = pool.position
    games = schedule.of_round(position.round_number) or ()
    _check_fixed(pool, games)
    present = {player.number for player in pool.players}
    boards, free, warnings = [], [], []
    for game in games:
        here = [n for n in (game.one, game.two) if n is not None and n in present]
        if len(here) == 2:
            _check_apart(pool, *here)
            boards.append(PairedBoard(here[0], here[1], game.first))
        elif here:
            free.append(here[0])
            if game.two is not None:
                params = {"number": here[0], "missing": game.one + game.two - here[0]}
                warnings.append(PairingWarning("block.opponent_missing", params))
    playing = {n for game in games for n in (game.one, game.two)}
    members = {n for row in schedule.rounds for game in row for n in (game.one, game.two)}
    free += sorted(present & members - playing)
    late = sorted(present - members)
    met, byes, told = _late(pool, late, free)
    relieved = {number for board in met for number in (board.one, board.two)}
    warnings = [w for w in warnings if w.params["number"] not in relieved]
    return Draw(
        (*boards, *met),
        tuple(byes),
        {TOTAL: 0},
        warnings=(*warnings, *told),
        rules=_rules(schedule, position.round_number, boards)
        | {pair_key(board.one, board.two): FREE for board in met},
        schedule=schedule,
    )


def _rules(
    schedule: Schedule, round_number: int, boards: Sequence[PairedBoard]
) -> dict[tuple[int, int], str]:
    """Returns why two meet by a schedule: their group, or the round, each with its number."""
    group = {n: at for at, members in enumerate(schedule.groups, start=1) for n in members}
    rules = {}
    for board in boards:
        if board.one in group and group[board.one] == group.get(board.two):
            rule = f"{GROUP}:{group[board.one]}"
        else:
            rule = f"{ROUND}:{round_number - schedule.begins + 1}"
        rules[pair_key(board.one, board.two)] = rule
    return rules


def _late(
    pool: Pool, late: Sequence[int], free: Sequence[int]
) -> tuple[list[PairedBoard], list[int], list[PairingWarning]]:
    """Returns games for players beside the schedule, who is left over, and what to know of it.

    In the order of their numbers they take the free player whom they have met least often, those
    of the schedule first.
    """
    waiting, left = list(free), list(late)
    met, told, alone = [], [], []
    while left:
        number = left.pop(0)
        choices = [n for n in (*waiting, *left) if pair_key(number, n) not in pool.apart]
        if not choices:
            alone.append(number)
            told.append(PairingWarning("block.no_slot", {"number": number}))
            continue
        other = min(choices, key=lambda n: (n in left, pool.times_met(number, n), n))
        (left if other in left else waiting).remove(other)
        met.append(PairedBoard(number, other))
        told.append(PairingWarning("block.late_paired", {"number": number, "other": other}))
    return met, [*waiting, *alone], told


def _check_apart(pool: Pool, one: int, two: int) -> None:
    key = pair_key(one, two)
    if key in pool.apart:
        raise PairingError("block.apart", one=key[0], two=key[1])


def _check_fixed(pool: Pool, games: Sequence[ScheduledGame]) -> None:
    """Raises PairingError where a fixed pair takes somebody from the opponent they should have."""
    position = pool.position
    playing = {player.number for player in position.players} - set(position.fixed_byes)
    opponents = {
        number: other
        for game in games
        if game.two is not None and {game.one, game.two} <= playing
        for number, other in ((game.one, game.two), (game.two, game.one))
    }
    for one, two in sorted(pair_key(*pair) for pair in position.fixed):
        if any(opponents.get(n, other) != other for n, other in ((one, two), (two, one))):
            raise PairingError("block.fixed", one=one, two=two, round=position.round_number)
