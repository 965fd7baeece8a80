"""The Australian draw: from the top down, everybody meets the highest they may still meet.

Source: the draw as Australian and New Zealand events make it by hand, and as liwords answers it. A
program by hand turns back where the players at the bottom can no longer be paired. Here every
choice is tested before it is made: the others keep some complete pairing, or it is not allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tournaments.pairing.answer import REPEATS_NEEDED, Draw, PairedBoard, Request
from tournaments.pairing.answer import PairingWarning as Warned
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.feasibility import infeasible, most_paired, near_opponents
from tournaments.pairing.matching.weighing import TOTAL, warned_of_repeats
from tournaments.pairing.pool import Flags, Ints, Pool
from tournaments.pairing.position import pair_key

LEAST_PLAYERS = 2
CASEMENT = "australian.casement"
HIGHEST = "australian.highest"
"""The rules of a board: by the casement of round 1, or the highest player left and allowed."""


def pair_australian(pool: Pool, request: Request) -> Draw:
    """The top player meets the highest they may meet, then the highest left does, and so on.

    Round 1 is the casement: the upper half meets the lower in order, and the player in the middle
    of an odd field sits out. Later the bye ranks last. It goes to somebody with the fewest byes.
    Without a limit nobody meets again; where that leaves no draw, the meetings of the oldest rounds
    are forgiven, as few rounds as will do.

    Returns the draw whose opponents, in rank order, are the highest one after the other.

    Raises PairingError `australian.too_few` (players, least), `pairing.infeasible` (repeats,
    smallest) under a limit, `pairing.kept_apart` (numbers) and `bye.nobody_takes_it`.
    """
    players = len(pool.position.players)
    if players < LEAST_PLAYERS:
        raise PairingError("australian.too_few", players=players, least=LEAST_PLAYERS)
    casement = pool.position.round_number == 1
    for since, allowed in _attempts(pool, request.repeats):
        choices = _chosen(allowed, casement=casement)
        if choices is not None:
            return _warned(_draw(pool, choices, casement=casement), pool, request, since)
    raise infeasible(pool, request.repeats)


def _attempts(pool: Pool, repeats: int | None) -> Iterator[tuple[int, Flags]]:
    """Yields from which round on meetings count and who may meet whom then, the bye last.

    The first that leaves a draw holds. Without a limit one round after the other is forgiven;
    within each attempt two who should not meet do so only where there is no other draw.
    """
    last = pool.since if repeats is not None else max(pool.since, pool.position.round_number)
    avoided = pool.flags(pool.avoid)
    for since in range(pool.since, last + 1):
        allowed = replace(pool, since=since).may_meet(repeats or 0)
        yield since, _with_bye(pool, allowed & ~avoided)
        if avoided.any():
            yield since, _with_bye(pool, allowed)


def _with_bye(pool: Pool, allowed: Flags) -> Flags:
    """Returns who may meet whom with the bye as the last place of an odd field."""
    if not pool.is_odd:
        return allowed
    grown = np.pad(allowed, (0, 1))
    takers = pool.bye_takers()
    grown[-1, takers] = grown[takers, -1] = True
    return grown


@dataclass(frozen=True, slots=True)
class _Choice:
    """Two places that meet, and how many the upper one would have met rather."""

    one: int
    two: int
    passed_over: int


def _chosen(allowed: Flags, *, casement: bool) -> list[_Choice] | None:
    """Returns who meets whom from the top down, None where not everybody can be paired.

    The casement first does without two of the upper half meeting each other.
    """
    if casement:
        lower = np.arange(len(allowed)) >= len(allowed) // 2
        halves = allowed & (lower[:, None] != lower[None, :])
        return _in_turn(halves, casement=True) or _in_turn(allowed, casement=True)
    return _in_turn(allowed, casement=False)


def _in_turn(allowed: Flags, *, casement: bool) -> list[_Choice] | None:
    rest = _Rest.of(allowed, wanted=len(allowed) // 2 if casement else 1)
    if rest is None:
        return None
    choices, left = [], list(range(len(allowed)))
    while left:
        top, half = left[0], len(left) // 2 if casement else 1
        for passed_over, other in enumerate(left[half:] + left[1:half]):
            if rest.take(top, other):
                choices.append(_Choice(top, other, passed_over))
                break
        left = [place for place in left[1:] if place != other]
    return choices


class _Rest:
    """Those still to be paired and one way to pair them all, which shows that it can be done."""

    def __init__(self, allowed: Flags, mates: Ints) -> None:
        self.allowed = allowed
        self.mates = mates
        self.open = np.ones(len(allowed), dtype=np.bool_)

    @classmethod
    def of(cls, allowed: Flags, wanted: int) -> _Rest | None:
        """Returns everybody with some complete pairing, None where there is none.

        It is looked for among opponents about the `wanted` ranks apart before all are weighed.
        """
        near = near_opponents(allowed, wanted)
        near[-1:], near[:, -1:] = allowed[-1:], allowed[:, -1:]  # the bye is near to everybody
        for weighed in (near, allowed):
            mates = _mates(most_paired(weighed), len(allowed))
            if (mates >= 0).all():
                return cls(allowed, mates)
        return None

    def take(self, one: int, two: int) -> bool:
        """Pairs two for good if they may meet and the others can be paired; returns whether."""
        if not self.allowed[one, two]:
            return False
        others = self.open.copy()
        others[[one, two]] = False
        if self.mates[one] != two and not self._close(others, self.mates[one], self.mates[two]):
            return False
        self.open = others
        return True

    def _close(self, others: Flags, one: int, two: int) -> bool:
        """Pairs the others again, two of whom lost their opponents; returns whether they can be."""
        if self.allowed[one, two]:
            self._mate(one, two)
            return True
        between = others & self.allowed[one] & self.allowed[two][self.mates]
        between[[one, two]] = False
        found = np.nonzero(between)[0]
        if len(found):
            other = int(found[0])
            mate = int(self.mates[other])
            self._mate(one, other)
            self._mate(two, mate)
            return True
        places = np.nonzero(others)[0]
        pairs = most_paired(self.allowed[np.ix_(places, places)])
        if 2 * len(pairs) != len(places):
            return False
        for i, j in pairs:
            self._mate(int(places[i]), int(places[j]))
        return True

    def _mate(self, one: int, two: int) -> None:
        self.mates[one], self.mates[two] = two, one


def _mates(pairs: list[tuple[int, int]], places: int) -> Ints:
    mates = np.full(places, -1, dtype=np.int64)
    for one, two in pairs:
        mates[one], mates[two] = two, one
    return mates


def _draw(pool: Pool, choices: list[_Choice], *, casement: bool) -> Draw:
    boards, byes, terms, rules = [], [], {}, {}
    for choice in choices:
        one = pool.players[choice.one].number
        sits_out = choice.two == len(pool.players)
        two = one if sits_out else pool.players[choice.two].number
        key = pair_key(one, two)
        met = 0 if sits_out else pool.times_met(one, two)
        terms[key] = {"repeats": met, "passed_over": choice.passed_over, TOTAL: choice.passed_over}
        if sits_out:
            byes.append(one)
        else:
            boards.append(PairedBoard(one, two))
            rules[key] = CASEMENT if casement else HIGHEST
    names = ("repeats", "passed_over", TOTAL)
    objective = {name: sum(row[name] for row in terms.values()) for name in names}
    return Draw(tuple(boards), tuple(byes), objective, terms, rules=rules)


def _warned(drawn: Draw, pool: Pool, request: Request, since: int) -> Draw:
    if since > pool.since:
        drawn = replace(drawn, warnings=(Warned("australian.forgiven", {"round": since}),))
    code = REPEATS_NEEDED if request.repeats is None else "repeats.allowed"
    return warned_of_repeats(drawn, code)
