"""Clinched players paired out of the others' way, before any method pairs the rest.

Clinched players meet each other. The odd one of them takes the bye where somebody has to sit out,
and otherwise meets somebody who has nothing left to win. Source: what tsh does with its gibsons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tournaments.pairing.answer import (
    GIBSON_REPEATS,
    REPEATS_NEEDED,
    Draw,
    PairedBoard,
    PairingWarning,
    Request,
)
from tournaments.pairing.gibsons.gibson import position_gibsons, without_prospects
from tournaments.pairing.matching import criteria
from tournaments.pairing.matching.cheapest import Criterion, Edges
from tournaments.pairing.matching.feasibility import can_pair_all
from tournaments.pairing.matching.weighing import Weighing
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import PairingPlayer, pair_key, placed
from tournaments.pairing.terms.teams import are_team_mates

TOGETHER = "gibson.together"
BYE = "gibson.bye"
NOTHING_TO_WIN = "gibson.nothing_to_win"
LOWEST = "gibson.lowest"


@dataclass(frozen=True)
class PairedOut:
    """The players paired out: pairs, byes, and by pair (a bye twice the same number) the rule.

    `gibson.together`: both are clinched. `gibson.bye`: the odd clinched player sits out.
    `gibson.nothing_to_win`: they meet one who can no longer win a prize. `gibson.lowest`: there
    is nobody like that, and they meet the lowest placed.
    """

    pairs: tuple[tuple[int, int], ...] = ()
    byes: tuple[int, ...] = ()
    rules: Mapping[tuple[int, int], str] = field(default_factory=dict)
    warnings: tuple[PairingWarning, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Everybody who is paired out."""
        return (*(number for pair in self.pairs for number in pair), *self.byes)

    def joined(self, drawn: Draw) -> Draw:
        """Returns the draw of all: the boards of a method for the others, and those paired out."""
        return replace(
            drawn,
            boards=(*(PairedBoard(one, two) for one, two in self.pairs), *drawn.boards),
            byes=(*self.byes, *drawn.byes),
            warnings=(*self.warnings, *drawn.warnings),
            rules={**drawn.rules, **self.rules},
        )


def pair_out(pool: Pool, request: Request, *, spares_repeats: bool) -> PairedOut:
    """Returns the boards and byes of the clinched players, paired out of the way of the others.

    Of all pairings of an even number of them it is the one with the fewest repeats, then the fewest
    meetings from the round before, then the best balanced sides, then the nearest ranks. Of an odd
    number the lowest placed is left, another only where the rest of them may not all meet. They
    take the bye if the pool is odd and they take byes, unless they had more of them than others who
    could have it. Otherwise they meet the highest placed
    of those without prospects whom they have met least often, never a team-mate; if there are none,
    the lowest placed of all others whom they have met least often. With `GibsonRules.victims` it is
    somebody of that prize class, if one is there. With `spares_repeats` whoever leaves the others a
    pairing without repeats comes first. Nobody is paired out where the others could not
    be paired then, or where the limit of repeats forbids it.
    """
    gibsons = _gibsons(pool)
    if spares_repeats:
        for alone in _left_alone(gibsons):
            out = _out(pool, gibsons, alone, request, rest=0)
            if len(alone) < 2 and out is not None and len(gibsons) <= len(out.numbers):
                return out
    outs = (_out(pool, gibsons, alone, request, request.repeats) for alone in _left_alone(gibsons))
    return next((out for out in outs if out is not None), PairedOut())


def with_repeats_told(pool: Pool, out: PairedOut, drawn: Draw) -> Draw:
    """Returns a draw that spares repeats with what pairing out costs it said as it is.

    Where everybody could have been paired without repeats, but for the clinched who come first, the
    warning is `gibson.repeats` (boards).
    """
    boards = [board for board in drawn.boards if pool.times_met(board.one, board.two)]
    if not out.numbers or not boards or not can_pair_all(pool, pool.may_meet(0)):
        return drawn
    told = PairingWarning(GIBSON_REPEATS, {"boards": len(boards)})
    others = tuple(warning for warning in drawn.warnings if warning.code != REPEATS_NEEDED)
    return replace(drawn, warnings=(*others, told))


def _out(
    pool: Pool,
    gibsons: Sequence[PairingPlayer],
    alone: Sequence[PairingPlayer],
    request: Request,
    rest: int | None,
) -> PairedOut | None:
    """Returns the players paired out if these meet no other of the clinched.

    None where the others of them may not meet; nobody where the rest of the pool, in which two may
    have met so often, could not be paired.
    """
    drawn = _together(pool, [g for g in gibsons if g not in alone], request)
    if drawn is None:
        return None
    out = PairedOut(tuple(drawn), (), dict.fromkeys((pair_key(*pair) for pair in drawn), TOGETHER))
    for gibson in alone:
        out = _with_odd(pool, gibson, gibsons, out, request, rest)
    return out if _others_can_be_paired(pool, out.numbers, rest) else PairedOut()


def _gibsons(pool: Pool) -> list[PairingPlayer]:
    """Returns the clinched players of the pool; ranks are those of everybody with a place."""
    ranked = placed(pool.position.players)
    clinched = {ranked[rank - 1].number for rank in position_gibsons(pool.position)}
    return [player for player in pool.players if player.number in clinched]


def _left_alone(gibsons: Sequence[PairingPlayer]) -> Iterator[Sequence[PairingPlayer]]:
    """Yields who of the clinched may meet no other of them: the lowest if odd, at worst all."""
    if len(gibsons) % 2:
        yield from ([gibson] for gibson in reversed(gibsons))
    else:
        yield []
    yield list(reversed(gibsons))


def _together(
    pool: Pool, gibsons: Sequence[PairingPlayer], request: Request
) -> list[tuple[int, int]] | None:
    """Returns the best pairing of an even number of clinched players, None where there is none."""
    numbers = {gibson.number for gibson in gibsons}
    inner = pool.without(*(p.number for p in pool.players if p.number not in numbers))
    edges = Edges.among(inner.may_meet(request.repeats))
    ranks = np.array([_rank(pool, player) for player in inner.players], dtype=np.int64)
    wishes = (
        criteria.repeats(inner, edges),
        criteria.back_to_back(inner, edges),
        criteria.starts(inner, edges),
        Criterion("distance", np.abs(ranks[edges.one] - ranks[edges.two])),
    )
    drawn = Weighing.in_order(inner, edges, wishes, request.seed).best(inner) if numbers else None
    if drawn is None:
        return None if numbers else []
    return [(board.one, board.two) for board in drawn.boards]


def _with_odd(
    pool: Pool,
    gibson: PairingPlayer,
    gibsons: Sequence[PairingPlayer],
    out: PairedOut,
    request: Request,
    rest: int | None,
) -> PairedOut:
    """Returns `out` with a clinched player who meets no other one, if they can be paired out."""
    number = gibson.number
    may_sit_out = pool.is_odd and not out.byes and gibson.takes_bye
    had_more = may_sit_out and _had_more_byes(pool, gibson, gibsons)
    if may_sit_out and not had_more:
        return replace(out, byes=(number,), rules={**out.rules, (number, number): BYE})
    taken = {*out.numbers, *(one.number for one in gibsons)}
    for rule, victim in _victims(pool, gibson, taken, request):
        if _others_can_be_paired(pool, (*out.numbers, number, victim.number), rest):
            pairs = (*out.pairs, (number, victim.number))
            key = pair_key(number, victim.number)
            return replace(out, pairs=pairs, rules={**out.rules, key: rule})
    if not had_more:
        return out
    told = PairingWarning("gibson.bye_again", {"number": number, "byes": gibson.byes})
    return replace(
        out, byes=(number,), rules={**out.rules, (number, number): BYE}, warnings=(told,)
    )


def _had_more_byes(pool: Pool, gibson: PairingPlayer, gibsons: Sequence[PairingPlayer]) -> bool:
    """Returns whether by the bye policy somebody else would come before a clinched player."""
    if pool.position.bye_policy == "always_bottom":
        return False
    others = (player for player in pool.players if player not in gibsons)
    return any(player.takes_bye and player.byes < gibson.byes for player in others)


def _victims(
    pool: Pool, gibson: PairingPlayer, taken: Iterable[int], request: Request
) -> Iterator[tuple[str, PairingPlayer]]:
    """Yields whom an odd clinched player may meet, with the rule, the first choice first."""
    position = pool.position
    hopeless = without_prospects(
        placed(position.players),
        rounds_left=position.rounds_left,
        prizes=position.prizes,
        rules=position.gibson,
    )
    hopeless += tuple(player.number for player in position.players if not player.ranked)
    others = [
        (place, player)
        for place, player in enumerate(pool.players)
        if player.number not in taken and _may_meet(pool, gibson, player, request.repeats)
    ]
    wanted = position.gibson.victims
    others = [(at, p) for at, p in others if wanted and p.prize_class == wanted] or others

    def order(placed: tuple[int, PairingPlayer]) -> tuple[bool, int, int]:
        place, player = placed
        lost = player.number in hopeless
        met = pool.times_met(gibson.number, player.number)
        return not lost, met, place if lost else -place

    for _, player in sorted(others, key=order):
        yield NOTHING_TO_WIN if player.number in hopeless else LOWEST, player


def _may_meet(pool: Pool, one: PairingPlayer, two: PairingPlayer, repeats: int | None) -> bool:
    if pair_key(one.number, two.number) in pool.apart or are_team_mates(one.team, two.team):
        return False
    return repeats is None or pool.times_met(one.number, two.number) <= repeats


def _others_can_be_paired(pool: Pool, out: Iterable[int], repeats: int | None) -> bool:
    rest = pool.without(*out)
    if rest.is_odd and not any(player.takes_bye for player in rest.players):
        return False
    return can_pair_all(rest, rest.may_meet(repeats))


def _rank(pool: Pool, player: PairingPlayer) -> int:
    return pool.players.index(player)
