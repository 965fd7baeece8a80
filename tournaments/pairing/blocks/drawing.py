"""The common part of methods that draw up a block: when they draw, for whom, and the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.pairing.answer import Draw, PairingWarning, Request
from tournaments.pairing.blocks.demands import Demands
from tournaments.pairing.blocks.fitting import Fit, fitted
from tournaments.pairing.blocks.orientation import oriented
from tournaments.pairing.blocks.playing import play_round
from tournaments.pairing.blocks.tables import Table
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.weighing import round_seed
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import PairingPlayer, PairingPosition, pair_key, rank_order
from tournaments.pairing.schedule import Schedule, ScheduledGame
from tournaments.pairing.terms.byes import bye_order

DrawUp = Callable[[Pool, Request], Schedule]


def pair_block(pool: Pool, request: Request, draw_up: DrawUp) -> Draw:
    """Returns the round as the schedule of its block has it.

    The schedule of the position is read. Where there is none, or it ends before this round, a block
    that begins with this round is drawn up.
    """
    schedule = pool.position.schedule
    if schedule is not None and schedule.of_round(pool.position.round_number) is not None:
        return play_round(pool, schedule)
    schedule = draw_up(pool, request)
    drawn = play_round(pool, schedule)
    told = (*_repeats(pool, request, schedule), *_sit_out_later(pool, schedule))
    return replace(drawn, warnings=(*drawn.warnings, *told))


def _sit_out_later(pool: Pool, schedule: Schedule) -> list[PairingWarning]:
    """Returns who is to get no bye and has nobody to meet in a later round of the block."""
    spared = {player.number for player in pool.position.players if not player.takes_bye}
    return [
        PairingWarning("bye.not_spared", {"number": game.one, "round": number})
        for number in range(schedule.begins + 1, schedule.ends + 1)
        for game in schedule.of_round(number) or ()
        if game.two is None and game.one in spared
    ]


def _repeats(pool: Pool, request: Request, schedule: Schedule) -> list[PairingWarning]:
    """Returns a warning that counts the games of the block between two who have met before it."""
    times = [
        pool.times_met(game.one, game.two)
        for row in schedule.rounds
        for game in row
        if game.two is not None
    ]
    met, most = sum(map(bool, times)), max(times, default=0)
    if not met:
        return []
    if request.repeats is None:
        return [PairingWarning("block.repeats", {"games": met})]
    over = most > request.repeats
    code = "block.repeats_over" if over else "block.repeats_allowed"
    return [PairingWarning(code, {"games": met, "repeats": request.repeats})]


def ranked(pool: Pool) -> tuple[PairingPlayer, ...]:
    """Returns everybody of the position, best first; what is fixed is part of a block."""
    return rank_order(pool.position.players)


def sitting_out_order(position: PairingPosition, members: Sequence[PairingPlayer]) -> list[int]:
    """Returns the places of members of a group, from 1, the first of them to sit out first.

    `members` are best first. Those who take a bye come in the order of the bye policy, and after
    them the others in the same order.
    """

    def in_order(takers: Sequence[PairingPlayer]) -> list[int]:
        return bye_order(takers, position.bye_policy, position.rounds_to_go)

    takers = [at + 1 for at in in_order(members)]
    others = [replace(player, takes_bye=not player.takes_bye) for player in members]
    return [*takers, *(at + 1 for at in in_order(others))]


def scheduled(
    pool: Pool,
    slots: Sequence[int | None],
    rounds: Table,
    groups: Sequence[Sequence[int]] = (),
    *,
    sided: bool = False,
) -> Schedule:
    """Returns the block in which the holders of these slots play these rounds, sides drawn up.

    Slots count from 1 in the rounds, None is nobody; whoever has no game sits out. `groups` are
    slots too. `sided` says that the rounds name who goes first; then those sides are kept as far as
    they are as good as any. Sides are evened out over the whole block, with the balances from
    before it.
    """
    holder = dict(enumerate(slots, start=1))
    rows = [[(holder[one], holder[two]) for one, two in row] for row in rounds]
    games = [[(a, b) for a, b in row if a is not None and b is not None] for row in rows]
    balances = {player.number: player.balance for player in pool.position.players}
    turned = oriented(games, balances, given=sided)
    everybody = [number for number in slots if number is not None]
    rank = {player.number: place for place, player in enumerate(ranked(pool))}
    return Schedule(
        begins=pool.position.round_number,
        rounds=tuple(_row(row, everybody) for row in turned),
        groups=tuple(
            tuple(
                sorted(
                    (n for slot in group if (n := holder[slot]) is not None), key=rank.__getitem__
                )
            )
            for group in groups
        ),
    )


def _row(games: Sequence[tuple[int, int]], everybody: Sequence[int]) -> tuple[ScheduledGame, ...]:
    playing = {number for game in games for number in game}
    return (
        *(ScheduledGame(*pair_key(first, second), first) for first, second in games),
        *(ScheduledGame(number) for number in everybody if number not in playing),
    )


def fit_slots(
    pool: Pool, request: Request, slots: Sequence[int | None], rounds: Table
) -> tuple[int | None, ...]:
    """Returns the slots with players exchanged so that the block has what the position asks of it.

    Raises PairingError `block.fixed` (one, two, round) for a fixed pair that no exchange helps,
    `block.limit` (repeats, enough) for a limit of repeats, with one that is enough, and for players
    kept apart `block.apart` (one, two) where they have to meet, `block.apart_not_found` where no
    other way was found; and those of `Demands.of`.
    """
    demands, seed = Demands.of(pool, len(rounds)), round_seed(pool, request.seed)

    def within(repeats: int | None) -> Fit:
        return fitted(slots, rounds, _limited(pool, demands, repeats), seed)

    fit = within(request.repeats)
    if fit.is_met:
        return fit.slots
    if request.repeats is not None and not fit.lacking:
        most = max((pool.times_met(*pair) for pair in pool.rounds_met), default=0)
        for limit in range(request.repeats + 1, most + 1):
            fit = within(limit)
            if fit.is_met:
                raise PairingError("block.limit", repeats=request.repeats, enough=limit)
    if fit.lacking:
        game = fit.lacking[0]
        number = pool.position.round_number + game.round
        raise PairingError("block.fixed", one=game.one, two=game.two, round=number)
    one, two = next(pair for pair in fit.forbidden if pair in pool.apart)
    code = "block.apart" if fit.is_proven else "block.apart_not_found"
    raise PairingError(code, one=one, two=two)


def _limited(pool: Pool, demands: Demands, repeats: int | None) -> Demands:
    """Returns the demands with a limit of earlier meetings; fixed games stay all the same."""
    often: set[tuple[int, int]] = set()
    if repeats is not None:
        often = {pair for pair in pool.rounds_met if pool.times_met(*pair) > repeats}
    fixed = {game.pair for game in demands.fixed}
    return replace(demands, forbidden=(demands.forbidden | often) - fixed)
