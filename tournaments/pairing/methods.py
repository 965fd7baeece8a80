"""The pairing methods there are, and the one door to them: `pair`.

A method is a class with a key, a name, its variants and `pair(pool, request) -> Draw`; adding one
is writing that class and naming it in `METHODS`. What holds for every method is done here: the
position is checked, what is fixed is taken out and put back, boards are put in order and explained.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from tournaments.pairing.answer import (
    BoardReason,
    Draw,
    Option,
    PairedBoard,
    Pairing,
    PairingWarning,
    Request,
)
from tournaments.pairing.blocks.fixed_schedule import FixedSchedule
from tournaments.pairing.blocks.fontes import InitialFontes
from tournaments.pairing.blocks.groups import GroupRoundRobin, Groups
from tournaments.pairing.blocks.round_robin import RoundRobin
from tournaments.pairing.by_rank.australian import Australian
from tournaments.pairing.by_rank.factor import Factor
from tournaments.pairing.by_rank.hill import KingOfTheHill, QueenOfTheHill
from tournaments.pairing.by_rank.quartiles import Quartiles
from tournaments.pairing.by_rank.random_draw import RandomDraw
from tournaments.pairing.by_rank.ranks_apart import RanksApart
from tournaments.pairing.by_rank.swiss import Swiss
from tournaments.pairing.cop.method import Cop
from tournaments.pairing.errors import PairingError
from tournaments.pairing.gibsons.gibson import position_gibsons
from tournaments.pairing.gibsons.pairing_out import pair_out, with_repeats_told
from tournaments.pairing.pool import Pool, pair_key
from tournaments.pairing.position import PairingPlayer, Position, check_position, rank_order

__all__ = [
    "METHODS",
    "OPENINGS",
    "BoardReason",
    "PairedBoard",
    "Pairing",
    "PairingMethod",
    "PairingWarning",
    "Request",
    "check_request",
    "methods",
    "pair",
]

OPENINGS = ("fold", "random")
PAIRING_OUT = frozenset({"swiss", "koth", "factor", "pair1324"})
"""The methods before which clinched players are paired out, where `GibsonRules` say so."""
SPARING = frozenset({"swiss"})
"""Those of them that let nobody meet again while there is a way round it."""


class PairingMethod(Protocol):
    """One way to pair a round. The first of `variants` is the one that an empty request means."""

    @property
    def key(self) -> str:
        """What requests call the method."""

    @property
    def name(self) -> str:
        """What directors call it."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The keys of its variants, none if there is only one way."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The numbers it asks for, none for most methods."""

    @property
    def is_block(self) -> bool:
        """Whether it draws up several rounds at once, before any of them is played."""

    def pair(self, pool: Pool, request: Request) -> Draw:
        """Returns the boards and byes of everybody in the pool."""


METHODS: dict[str, PairingMethod] = {
    method.key: method
    for method in (
        Swiss(),
        KingOfTheHill(),
        QueenOfTheHill(),
        Factor(),
        RanksApart(),
        Quartiles(),
        Australian(),
        RoundRobin(),
        Groups(),
        GroupRoundRobin(),
        InitialFontes(),
        FixedSchedule(),
        RandomDraw(),
        Cop(),
    )
}


def methods() -> tuple[PairingMethod, ...]:
    """Returns the methods in the order in which they are offered."""
    return tuple(METHODS.values())


def pair(position: Position, request: Request) -> Pairing:
    """Returns the pairing of the round; the same for the same rows in any order, on any machine.

    Raises PairingError: those of `check_request` and `check_position`, and what the method itself
    refuses.
    """
    asked = check_request(request)
    check_position(position)
    pool = Pool.of(position, asked.since)
    return _assembled(pool, _drawn(pool, asked))


def _drawn(pool: Pool, asked: Request) -> Draw:
    """Returns what the method makes of the pool, clinched players paired out first if so wanted."""
    method = METHODS[asked.method]
    if not pool.position.gibson.pairs_out or method.key not in PAIRING_OUT:
        return method.pair(pool, asked)
    spares_repeats = method.key in SPARING
    out = pair_out(pool, asked, spares_repeats=spares_repeats)
    rest = pool.without(*out.numbers)
    drawn = out.joined(method.pair(rest, asked) if rest.players else Draw(()))
    return with_repeats_told(pool, out, drawn) if spares_repeats else drawn


def check_request(request: Request) -> Request:
    """Returns the request with its variant spelt out.

    Raises PairingError: `method.unknown` (method, known), `variant.unknown` (method, variant,
    known), `opening.unknown` (opening, known), `repeats.negative` (repeats), `since.round` (round),
    `option.unknown` (method, option, known), `option.range` (option, value, least, most).
    """
    method = METHODS.get(request.method)
    if method is None:
        raise PairingError("method.unknown", method=request.method, known=tuple(METHODS))
    if request.variant and request.variant not in method.variants:
        raise PairingError(
            "variant.unknown",
            method=request.method,
            variant=request.variant,
            known=method.variants,
        )
    if request.opening not in OPENINGS:
        raise PairingError("opening.unknown", opening=request.opening, known=OPENINGS)
    if request.repeats is not None and request.repeats < 0:
        raise PairingError("repeats.negative", repeats=request.repeats)
    if request.since < 1:
        raise PairingError("since.round", round=request.since)
    _check_options(method, request)
    return replace(request, variant=request.variant or next(iter(method.variants), ""))


def _check_options(method: PairingMethod, request: Request) -> None:
    known = {option.key: option for option in method.options}
    for key, value in request.options:
        option = known.get(key)
        if option is None:
            raise PairingError(
                "option.unknown", method=method.key, option=key, known=tuple(known) or ("none",)
            )
        if not option.least <= value <= option.most:
            raise PairingError(
                "option.range", option=key, value=value, least=option.least, most=option.most
            )


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


def _not_spared(position: Position, drawn: Draw) -> Iterator[PairingWarning]:
    """Yields who sits out although he is to get no bye: given one by hand, or left free."""
    spared = {player.number for player in position.players if not player.takes_bye}
    for number in sorted(spared & set(position.fixed_byes)):
        yield PairingWarning("bye.given_all_the_same", {"number": number})
    for number in sorted(spared & set(drawn.byes) - set(position.fixed_byes)):
        yield PairingWarning("bye.not_spared", {"number": number, "round": position.round_number})


def _fixed(position: Position, drawn: Draw) -> Iterator[PairedBoard]:
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
