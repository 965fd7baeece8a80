"""The common part of every method: fixed pairs, the order of the boards, and their reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tournaments.pairing.answer import (
    BoardReason,
    Draw,
    PairedBoard,
    Pairing,
    PairingWarning,
    Request,
)
from tournaments.pairing.gibsons.gibson import position_gibsons
from tournaments.pairing.gibsons.pairing_out import pair_out, with_repeats_told
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import PairingPlayer, PairingPosition, pair_key, rank_order

Draws = Callable[[Pool, Request], Draw]


def paired(
    position: PairingPosition,
    request: Request,
    draws: Draws,
    *,
    pairs_out: bool,
    spares_repeats: bool,
) -> Pairing:
    """Returns the pairing by a method, of a position and by a request that are known to be sound.

    What is fixed is taken out and put back. With `pairs_out` clinched players are paired out first
    where the position wants it. Raises PairingError as the method does.
    """
    pool = Pool.of(position, request.since)
    if not (pairs_out and position.gibson.pairs_out):
        return _assembled(pool, draws(pool, request))
    out = pair_out(pool, request, spares_repeats=spares_repeats)
    rest = pool.without(*out.numbers)
    drawn = out.joined(draws(rest, request) if rest.players else Draw(()))
    return _assembled(pool, with_repeats_told(pool, out, drawn) if spares_repeats else drawn)


def _assembled(pool: Pool, drawn: Draw) -> Pairing:
    """Returns the answer with what was fixed, in board order, and with a reason for every board."""
    position = pool.position
    ranks = {p.number: rank for rank, p in enumerate(rank_order(position.players), start=1)}
    players = {p.number: p for p in position.players}
    boards = []
    for board in (*drawn.boards, *_fixed(position, drawn)):
        one, two = sorted((board.one, board.two), key=ranks.__getitem__)
        boards.append(PairedBoard(one, two, board.first))
    boards.sort(key=lambda board: ranks[board.one])
    byes = sorted((*drawn.byes, *position.fixed_byes), key=ranks.__getitem__)
    told_byes = [(n, n) for n in byes if (n, n) in drawn.terms or (n, n) in drawn.rules]
    explanation = [
        _reason(pool, drawn, ranks, players[one], players[two])
        for one, two in (*((board.one, board.two) for board in boards), *told_byes)
    ]
    return Pairing(
        boards=tuple(boards),
        byes=tuple(byes),
        objective=drawn.objective,
        warnings=(*drawn.warnings, *_not_spared(position, drawn)),
        explanation=tuple(explanation),
        repeats=sum(1 for board in boards if pool.times_met(board.one, board.two)),
        floats=sum(
            1 for board in boards if players[board.one].half_wins != players[board.two].half_wins
        ),
        same_debts=sum(1 for reason in explanation if reason.balance_one * reason.balance_two > 0),
        gibsonized=drawn.gibsonized or position_gibsons(position),
        # The round that drew a block up has it already.
        schedule=None if drawn.schedule is position.schedule else drawn.schedule,
        left=tuple(sorted(drawn.left, key=ranks.__getitem__)),
    )


def _not_spared(position: PairingPosition, drawn: Draw) -> Iterator[PairingWarning]:
    """Yields who sits out although they are to get no bye: given one by hand, or left free."""
    spared = {player.number for player in position.players if not player.takes_bye}
    for number in sorted(spared & set(position.fixed_byes)):
        yield PairingWarning("bye.given_all_the_same", {"number": number})
    for number in sorted(spared & set(drawn.byes) - set(position.fixed_byes)):
        yield PairingWarning("bye.not_spared", {"number": number, "round": position.round_number})


def _fixed(position: PairingPosition, drawn: Draw) -> Iterator[PairedBoard]:
    """Yields the fixed boards; who goes first on one that a schedule has too is said there."""
    games = (drawn.schedule and drawn.schedule.of_round(position.round_number)) or ()
    first = {pair_key(g.one, g.two): g.first for g in games if g.two is not None}
    for one, two in position.fixed:
        yield PairedBoard(one, two, first.get(pair_key(one, two)))


def _reason(
    pool: Pool, drawn: Draw, ranks: dict[int, int], one: PairingPlayer, two: PairingPlayer
) -> BoardReason:
    key = pair_key(one.number, two.number)
    rounds = pool.rounds_met.get(key, ())
    return BoardReason(
        one=one.number,
        two=two.number,
        terms=drawn.terms.get(key, {}),
        meetings=len(rounds),
        last_met=rounds[-1] if rounds else None,
        rank_one=ranks[one.number],
        rank_two=ranks[two.number],
        balance_one=one.balance,
        balance_two=two.balance,
        rule=drawn.rules.get(key, ""),
        alternative=drawn.alternatives.get(key),
    )
