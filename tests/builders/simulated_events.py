"""Whole events of invented players whose games go by their strength, round after round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from tournaments.pairing.methods import METHODS, Pairing, Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order
from tournaments.pairing.schedule import Schedule
from tournaments.pairing.sides.start_history import PastGame, StartHistory
from tournaments.pairing.sides.starts import BoardPair, assign_starts
from tournaments.simulation.dice import dice
from tournaments.simulation.games import draw_game, strengths
from tournaments.simulation.people import invent

BYE_SPREAD = 50
LATE = 3
"""The methods for late rounds have the last third, or this many rounds where that is fewer."""

PLANS: Mapping[str, tuple[str, str]] = {
    name: methods
    for name, methods in {
        "swiss": ("swiss", "swiss"),
        "factor": ("swiss", "factor"),
        "cop": ("swiss", "cop"),
        "random": ("random", "random"),
    }.items()
    if set(methods) <= set(METHODS)
}
"""Ways to pair a whole event: the method of the first rounds and that of the late ones."""


def planned(plan: str, number: int, rounds: int, seed: str, **options: int) -> Request:
    """Returns the request for a round by a plan; of the options those that its method has."""
    early, late = PLANS[plan]
    method = late if number > rounds - max(LATE, rounds // 3) else early
    known = {option.key for option in METHODS[method].options}
    given = tuple(sorted((key, value) for key, value in options.items() if key in known))
    return Request(method, seed=seed, options=given)


@dataclass(frozen=True)
class PlayedRound:
    """A round with what it was paired from, and firsts less seconds of everybody after it."""

    position: PairingPosition
    pairing: Pairing
    balances: Mapping[int, int]


@dataclass
class SimulatedEvent:
    """An event as it goes. Entries are numbered by rating; how strong they are is another thing."""

    players: int
    rounds: int
    seed: str
    strength: dict[int, int] = field(init=False)
    sides: dict[int, list[bool]] = field(init=False)
    meetings: list[Meeting] = field(default_factory=list)
    repeats: int = 0
    _games: list[PastGame] = field(default_factory=list)
    _half_wins: Counter[int] = field(default_factory=Counter)
    _spread: Counter[int] = field(default_factory=Counter)
    _byes: Counter[int] = field(default_factory=Counter)
    _schedule: Schedule | None = None

    def __post_init__(self) -> None:
        people = invent(self.players, seed=self.seed)
        self._ratings = {number: one.rating for number, one in enumerate(people, start=1)}
        self.strength = strengths(self._ratings, seed=self.seed)
        self.sides = {number: [] for number in self._ratings}

    def play(self, plan: str, **options: int) -> Iterator[PlayedRound]:
        """Pairs, starts and plays every round by a plan; yields each when it is over."""
        for number in range(1, self.rounds + 1):
            position = self._position(number)
            pairing = pair(position, planned(plan, number, self.rounds, self.seed, **options))
            self.repeats += pairing.repeats
            self._schedule = pairing.schedule or self._schedule
            self._start(number, pairing)
            for bye in pairing.byes:
                self._credit(bye, 2, BYE_SPREAD)
                self._byes[bye] += 1
            yield PlayedRound(position, pairing, {n: self.balance(n) for n in self.sides})

    def balance(self, number: int) -> int:
        """Returns the firsts less seconds of a player."""
        return 2 * sum(self.sides[number]) - len(self.sides[number])

    def longest_run(self) -> int:
        """Returns how often running somebody had the same side at most."""
        return max(len(list(run)) for sides in self.sides.values() for _, run in groupby(sides))

    def standings(self) -> list[int]:
        """Returns the numbers of the players, best placed first."""
        return [player.number for player in rank_order(self._position(self.rounds + 1).players)]

    def by_strength(self) -> list[int]:
        """Returns the numbers of the players, the one who plays best first."""
        return sorted(self.strength, key=lambda number: (-self.strength[number], number))

    def _position(self, number: int) -> PairingPosition:
        field_ = tuple(
            PairingPlayer(
                number=one,
                half_wins=self._half_wins[one],
                half_losses=2 * (number - 1) - self._half_wins[one],
                spread=self._spread[one],
                byes=self._byes[one],
                firsts=sum(sides),
                seconds=len(sides) - sum(sides),
                rating=self._ratings[one],
            )
            for one, sides in self.sides.items()
        )
        meetings = tuple(self.meetings)
        return PairingPosition(
            number, field_, meetings, total_rounds=self.rounds, schedule=self._schedule
        )

    def _start(self, number: int, pairing: Pairing) -> None:
        boards = [BoardPair(n, b.one, b.two, b.first) for n, b in enumerate(pairing.boards, 1)]
        history = StartHistory(tuple(self._games))
        for start in assign_starts(boards, history, round_number=number, seed=self.seed):
            first, second = start.first, start.second
            if first is None or second is None:
                raise AssertionError(f"board {start.board} of round {number} has no sides")
            self.sides[first].append(True)
            self.sides[second].append(False)
            self._games.append(PastGame(number, first, second, first=first))
            self.meetings.append(Meeting(number, first, second))
            self._play_game(number, *sorted((first, second)))

    def _play_game(self, number: int, one: int, two: int) -> None:
        thrown = dice(self.seed, "game", number, one, two)
        score, other = draw_game(self.strength[one], self.strength[two], thrown)
        lead = score - other
        won = 1 + (lead > 0) - (lead < 0)
        self._credit(one, won, lead)
        self._credit(two, 2 - won, -lead)

    def _credit(self, number: int, half_wins: int, spread: int) -> None:
        self._half_wins[number] += half_wins
        self._spread[number] += spread
