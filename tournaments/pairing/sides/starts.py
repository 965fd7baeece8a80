"""The sides of a round whose pairs are fixed.

The pairs being fixed, the choices are independent of each other: the lower balance of firsts and
seconds going first is best for everybody at once. Only rounds before the one in question count, so
that entering or correcting a later result never changes a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Literal, cast

from games.engine.rulesets import ForfeitLossCounts, RuleSet
from tournaments.pairing.sides.start_history import (
    NO_STARTS,
    SidesTaken,
    StartError,
    StartHistory,
)

LONG_RUN = 3
"""Equal sides in a row that a tie does not make longer."""

StartMode = Literal["naspa", "balance", "draw"]
StartTie = Literal["assign", "draw"]
DecidedBy = Literal[
    "recorded",
    "manual",
    "table",
    "fewer_firsts",
    "more_seconds",
    "head_to_head",
    "last_differing",
    "longest_since",
    "random",
    "flow",
    "draw",
]


@dataclass(frozen=True, slots=True)
class StartRules:
    """The rules for who starts. In `drawn_round` a tie is always left to the players to draw."""

    mode: StartMode = "naspa"
    tie: StartTie = "assign"
    forfeit_loss_counts: ForfeitLossCounts = "alternate"
    drawn_round: int | None = None

    @classmethod
    def of(cls, ruleset: RuleSet, *, planned_rounds: int) -> StartRules:
        """Returns the rules that `ruleset` states for an event of so many rounds."""
        return cls(
            mode=cast(StartMode, ruleset.start_mode),
            tie=cast(StartTie, ruleset.start_tie),
            forfeit_loss_counts=ruleset.forfeit_loss_counts,
            drawn_round=planned_rounds if ruleset.final_draw else None,
        )

    def draws_ties(self, round_number: int) -> bool:
        """Returns whether equal claims are left to the players to draw in this round."""
        return self.tie == "draw" or round_number == self.drawn_round


NASPA_STARTS = StartRules()


@dataclass(frozen=True, slots=True)
class BoardPair:
    """Two entries that meet on a board; which one is named first means nothing.

    `first` is set where the side is fixed already, and `fixed_by` says what fixed it.
    """

    board: int
    one: int
    two: int
    first: int | None = None
    fixed_by: DecidedBy = "manual"


@dataclass(frozen=True, slots=True)
class Start:
    """The sides of a board, or neither where the players draw."""

    board: int
    players: tuple[int, int]
    first: int | None
    second: int | None
    decided_by: DecidedBy


def assign_starts(
    pairs: Iterable[BoardPair],
    history: StartHistory,
    *,
    round_number: int,
    seed: str,
    rules: StartRules = NASPA_STARTS,
) -> tuple[Start, ...]:
    """Returns the start of every board of the round, in board order.

    Chain: fixed already; (mode balance: lower balance;) fewer firsts; more seconds; or a draw where
    the rules say so; no fourth equal side in a row; fewer firsts in this head-to-head; second in
    the last round where the two had different sides; longer since the last first; a hash of seed,
    round and the two numbers.
    Source: NASPA rules III.D for firsts and seconds; the later steps are this program's own.
    Raises StartError `starts.own_opponent` (board, entry) and `starts.first_not_in_game` (board,
    first).
    """
    past = SidesTaken.of(
        history, before_round=round_number, forfeit_loss_counts=rules.forfeit_loss_counts
    )
    ordered = sorted(pairs, key=lambda p: (p.board, min(p.one, p.two), max(p.one, p.two)))
    return tuple(_start(pair, past, rules, round_number, seed) for pair in ordered)


def _start(
    pair: BoardPair, past: SidesTaken, rules: StartRules, round_number: int, seed: str
) -> Start:
    low, high = sorted((pair.one, pair.two))
    if low == high:
        raise StartError("starts.own_opponent", board=pair.board, entry=low)
    if pair.first is not None and pair.first not in (low, high):
        raise StartError("starts.first_not_in_game", board=pair.board, first=pair.first)
    first: int | None
    if pair.first is not None:
        first, decided_by = pair.first, pair.fixed_by
    else:
        first, decided_by = _decided(low, high, past, rules, round_number, seed)
    second = None if first is None else low + high - first
    return Start(pair.board, (low, high), first, second, decided_by)


def _decided(
    low: int, high: int, past: SidesTaken, rules: StartRules, round_number: int, seed: str
) -> tuple[int | None, DecidedBy]:
    """Returns who of the two goes first, and which step of the chain decided it."""
    if rules.mode == "draw":
        return None, "draw"
    for decided_by, of_low, of_high in _claims(low, high, past, rules.mode):
        if of_low != of_high:
            return (low if of_low < of_high else high), decided_by
    if rules.draws_ties(round_number):
        return None, "draw"
    for decided_by, of_low, of_high in _alternations(low, high, past):
        if of_low != of_high:
            return (low if of_low < of_high else high), decided_by
    return (low if _coin(seed, round_number, low, high) else high), "random"


_Comparison = tuple[DecidedBy, int, int]


def _claims(low: int, high: int, past: SidesTaken, mode: StartMode) -> Iterator[_Comparison]:
    """Yields the comparisons by the counts of the event; the lower number goes first."""
    one = past.counts.get(low, NO_STARTS)
    two = past.counts.get(high, NO_STARTS)
    if mode == "balance":
        owed = one if one.balance < two.balance else two
        other = two if owed is one else one
        by: DecidedBy = "fewer_firsts" if owed.firsts < other.firsts else "more_seconds"
        yield by, one.balance, two.balance
    yield "fewer_firsts", one.firsts, two.firsts
    yield "more_seconds", -one.seconds, -two.seconds


def _alternations(low: int, high: int, past: SidesTaken) -> Iterator[_Comparison]:
    """Yields the comparisons between equal claims; the lower number goes first."""
    one = past.of_round.get(low, {})
    two = past.of_round.get(high, {})
    yield "longest_since", _long_run(one), _long_run(two)
    yield "head_to_head", past.between.get((low, high), 0), past.between.get((high, low), 0)
    differing = [r for r in one.keys() & two.keys() if one[r] != two[r]]
    if differing:
        yield "last_differing", one[max(differing)], two[max(differing)]
    yield "longest_since", _last_first(one), _last_first(two)


def _long_run(sides: Mapping[int, int]) -> int:
    """Returns how often running somebody went first last, below 0 second; 0 for a short run.

    Without it small fields that meet again and again come to five sides of a kind.
    """
    latest = [side for _, side in sorted(sides.items(), reverse=True)]
    kind, games = next(groupby(latest, key=lambda side: (side > 0) - (side < 0)), (0, ()))
    length = len(list(games))
    return kind * length if length >= LONG_RUN else 0


def _last_first(sides: Mapping[int, int]) -> int:
    return max((r for r, side in sides.items() if side > 0), default=0)


def _coin(seed: str, round_number: int, low: int, high: int) -> bool:
    """Returns a fair coin that depends on nothing but its arguments, on any machine."""
    digest = sha256(f"{seed}|{round_number}|{low}|{high}".encode()).digest()
    return digest[0] < 128
