"""Playing the rest of an event many times: how often does who end up where.

Every game is a fair coin, whatever the ratings; its margin comes from `usual_margins`. After every
round the field is ranked again and paired by rank (`groups.round_pairs`). In an odd field somebody
meets a last place that nobody holds, and has the bye: a win by 50.

A simulated field is a row of whole numbers, one per player: wins, then what decides between equal
wins, then the place that the player has now, so that sorting the row ranks the field and adding a
number to it is a result. Thousands of rows are sorted at once. Where a tie-break ranks before
spread, the first one decides: it says itself what the two sides of a game get, and a bye adds
nothing; of equal figures the place now decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

import numpy as np

from games.engine.tie_breaks.registry import known_of
from games.engine.tie_breaks.tie_break import TieBreak
from tournaments.pairing.cop.groups import GibsonGroups, round_pairs
from tournaments.pairing.cop.margins import MARGINS, usual_margins
from tournaments.pairing.pool import Ints
from tournaments.pairing.position import PairingPlayer

Meets = Literal["leader", "not_leader"]

BYE_MARGIN = 50
ROWS_AT_ONCE = 1_000
_POINT_BITS = 36
_AHEAD = 10_000_000
"""More points than anybody can make: it stands for a round missed without a loss."""
_LOSS = MARGINS
"""Added to the index of a margin where the first of the two loses by it."""


@dataclass(frozen=True)
class SimulationField:
    """The field from which the rest of an event is played; tuples in rank order, the best first.

    Places count from 0. `points` decide between equal wins: the spread or, where there is one, the
    `tie_break`. `clinched` are the places that are clinched, `largest_margin` is what a game
    changes the spread of a side by at the most, the gibson spread.
    """

    half_wins: tuple[int, ...]
    points: tuple[int, ...]
    rounds_left: int
    clinched: frozenset[int] = field(default_factory=frozenset)
    largest_margin: int = 500
    tie_break: TieBreak | None = None

    @classmethod
    def of(
        cls,
        ranked: Sequence[PairingPlayer],
        *,
        rounds_left: int,
        clinched: frozenset[int],
        largest_margin: int,
    ) -> SimulationField:
        """Returns the field of players in rank order; who missed rounds without a loss is ahead."""
        most = max((player.games_counted for player in ranked), default=0)
        return cls(
            half_wins=tuple(player.half_wins for player in ranked),
            points=tuple(
                (player.tie_breaks[0].points if player.tie_breaks else player.spread)
                + _AHEAD * (most - player.games_counted)
                for player in ranked
            ),
            rounds_left=rounds_left,
            clinched=clinched,
            largest_margin=largest_margin,
            tie_break=next((b for p in ranked for b in known_of(p.tie_breaks)), None),
        )

    def __len__(self) -> int:
        return len(self.half_wins)

    @property
    def groups(self) -> GibsonGroups:
        """The gibson groups of the field, in an odd one with the place that means a bye."""
        return GibsonGroups.of(len(self) + len(self) % 2, self.clinched)


@dataclass(frozen=True, slots=True)
class Winner:
    """A player, by their place now, who wins every game.

    With `leader` they also meet whoever leads in every round but the last, until they lead;
    with `not_leader` they never do before the last round. None leaves it to the ranks.
    """

    place: int
    meets: Meets | None = None


def simulate(
    start: SimulationField,
    *,
    simulations: int,
    seed: str,
    most_factor: int | None = None,
    winner: Winner | None = None,
    first_factor: int | None = None,
) -> Ints:
    """Returns the counts of endings: `counts[place now][place at the end]`, places from 0.

    Each row and each column adds up to `simulations`. The row of a `winner` is where they end when
    they win everything; column 0 says who comes first then. The arguments are those of
    `final_orders`.
    """
    places = len(start)
    counts = np.zeros(places * places, dtype=np.int64)
    for who in final_orders(
        start,
        simulations=simulations,
        seed=seed,
        most_factor=most_factor,
        winner=winner,
        first_factor=first_factor,
    ):
        ends = who * places + np.arange(places)
        counts += np.bincount(ends.ravel(), minlength=places * places)
    return counts.reshape(places, places)


def final_orders(
    start: SimulationField,
    *,
    simulations: int,
    seed: str,
    most_factor: int | None = None,
    winner: Winner | None = None,
    first_factor: int | None = None,
) -> Iterator[Ints]:
    """Yields how simulated events end, many rows at once: the places now, the winner's first.

    The pairing factor of a simulated round is the number of rounds left, at most `most_factor`
    (None: as many as there are); `first_factor` is that of the round to be paired, if it is to be
    another. The same arguments give the same rows on any machine: the numbers are the raw 64 bit
    output of PCG64, seeded with the first 16 bytes of the SHA-256 of the seed. Source: the
    simulation of COP.
    """
    places = len(start)
    if not places:
        return
    bits = np.random.PCG64(int.from_bytes(sha256(seed.encode()).digest()[:16], "big"))
    table = _Results.of(start)
    rounds = list(_rounds(start, most_factor, first_factor))
    for begin in range(0, simulations, ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, simulations - begin)
        ranked = np.tile(table.start, (rows, 1))
        for pairs, last in rounds:
            drawn = _draws(bits, rows, len(pairs))
            ranked = _played(ranked, pairs, drawn, table, winner, last=last)
        yield (ranked & table.place_mask)[:, :places]


def _rounds(
    start: SimulationField, most_factor: int | None, first_factor: int | None
) -> Iterator[tuple[Ints, bool]]:
    """Yields the places that meet in every round, as an array with a row per game."""
    groups = start.groups
    usual = start.rounds_left if most_factor is None else max(1, most_factor)
    for left in range(start.rounds_left, 0, -1):
        is_first = left == start.rounds_left
        most = usual if first_factor is None or not is_first else first_factor
        pairs = round_pairs(groups, rounds_left=left, most_factor=most)
        yield np.array(pairs, dtype=np.int64), left == 1


def _draws(bits: np.random.PCG64, rows: int, games: int) -> Ints:
    """Returns of every game which margin it has, and who wins: numbers below 2 x `MARGINS`."""
    wanted = rows * games
    quarters = bits.random_raw(-(-wanted // 4)).astype("<u8").view("<u2")[:wanted]
    drawn: Ints = (quarters & np.uint16(2 * MARGINS - 1)).astype(np.int64)
    return drawn.reshape(rows, games)


@dataclass(frozen=True)
class _Results:
    """The amounts that a game adds to a player's number, by the index drawn, and the first ones."""

    start: Ints
    place_mask: int
    of_one: Ints
    of_both: int
    of_bye: int
    has_bye: bool

    @classmethod
    def of(cls, start: SimulationField) -> _Results:
        places = len(start)
        has_bye = places % 2 == 1
        place_bits = (places + 1).bit_length()
        half_wins, points = list(start.half_wins), list(start.points)
        if has_bye:  # so few wins that nobody is ever ranked below
            half_wins.append(min(half_wins) - 4 * start.rounds_left - 2)
            points.append(0)

        def number(wins: Ints | int, more: Ints | int) -> Ints:
            packed: Ints = (np.asarray(wins) << _POINT_BITS) + np.asarray(more)
            return -packed << np.int64(place_bits)

        margins = np.minimum(usual_margins(), start.largest_margin)
        drawn = usual_margins()
        won, lost = 1 + np.sign(drawn), 1 - np.sign(drawn)
        begin = number(np.array(half_wins), np.array(points)) + np.arange(len(half_wins))
        ranking = start.tie_break
        usual = ranking.usual if ranking else 0
        gained = np.array([ranking.swing(int(m)) for m in margins]) if ranking else margins
        winning, losing = number(won, usual + gained), number(lost, usual - gained)
        return cls(
            start=np.sort(begin),
            place_mask=(1 << place_bits) - 1,
            of_one=np.concatenate([winning, losing]),
            of_both=int(number(2, 2 * usual)),
            of_bye=int(number(2, 0 if ranking else min(BYE_MARGIN, start.largest_margin))),
            has_bye=has_bye,
        )


def _played(
    ranked: Ints, pairs: Ints, drawn: Ints, table: _Results, winner: Winner | None, *, last: bool
) -> Ints:
    """Returns the rows after a round, ranked again."""
    games = len(pairs)
    if winner is None:
        seated = np.take(ranked, pairs.T.ravel(), axis=1)
    else:
        seated = np.take_along_axis(ranked, _seats(ranked, pairs, table, winner, last=last), axis=1)
        _let_win(seated, drawn, table, winner)
    result = np.take(table.of_one, drawn)
    if table.has_bye:
        # The place that means a bye is the lower of its pair; what it gets does not matter.
        bye = int(np.nonzero(pairs[:, 1] == ranked.shape[1] - 1)[0][0])
        result[:, bye] = table.of_bye
    seated[:, :games] += result
    seated[:, games:] += table.of_both - result
    seated.sort(axis=1)
    return seated


def _seats(ranked: Ints, pairs: Ints, table: _Results, winner: Winner, *, last: bool) -> Ints:
    """Returns which place sits where in every row: those who meet, half the seats apart."""
    rows, places = ranked.shape
    seats = np.tile(np.concatenate([pairs[:, 0], pairs[:, 1]]), (rows, 1))
    if winner.meets is None or last:
        return seats
    leader = int(np.nonzero(seats[0] == 0)[0][0])
    opposite = (leader + len(pairs)) % places
    place = np.argmax((ranked & table.place_mask) == winner.place, axis=1)
    meets_leader = place == seats[0, opposite]
    if winner.meets == "leader":
        changed, other = (place > 0) & ~meets_leader, place
    else:
        # They change with the next below or, where that means a bye, with the next above.
        below = place + 1
        other = np.where(below < places - table.has_bye, below, place - 1)
        changed = meets_leader & (other > 0)
    rows = np.nonzero(changed)[0]
    there = np.argmax(seats[rows] == other[rows, None], axis=1)
    seats[rows, opposite], seats[rows, there] = seats[rows, there], seats[rows, opposite]
    return seats


def _let_win(seated: Ints, drawn: Ints, table: _Results, winner: Winner) -> None:
    """Change what was drawn so that the winner wins: by its margin, or the least one for a tie."""
    games = drawn.shape[1]
    seat = np.argmax((seated & table.place_mask) == winner.place, axis=1)
    rows = np.arange(len(seated))
    margin = np.maximum(drawn[rows, seat % games] % _LOSS, 1)
    drawn[rows, seat % games] = np.where(seat < games, margin, margin + _LOSS)
