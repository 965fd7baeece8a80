"""Whole events through the engine: arrivals, departures and fixed pairs, round after round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition
from tournaments.pairing.sides.start_history import NO_STARTS, PastGame, StartHistory, tally
from tournaments.pairing.sides.starts import BoardPair, assign_starts


@dataclass
class Event:
    """An event as it goes: who is there, and what was played. No result depends on skill."""

    chance: Random
    here: set[int]
    half_wins: Counter[int] = field(default_factory=Counter)
    spread: Counter[int] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    meetings: list[Meeting] = field(default_factory=list)
    games: list[PastGame] = field(default_factory=list)

    def play(self, number: int, method: str) -> None:
        """Pairs and plays one round, checking everything that must hold."""
        position = self._position(number)
        pairing = pair(position, Request(method, seed="event"))
        self._check_seats(position, pairing)
        self._check_bye(position, pairing)
        self._check_repeats(position, pairing)
        self._start(number, pairing)
        self._results(pairing)

    def _position(self, number: int) -> PairingPosition:
        counts = tally(StartHistory(tuple(self.games)))
        players = [
            PairingPlayer(
                number=one,
                half_wins=self.half_wins[one],
                half_losses=2 * (number - 1) - self.half_wins[one],
                spread=self.spread[one],
                byes=self.byes[one],
                firsts=counts.get(one, NO_STARTS).firsts,
                seconds=counts.get(one, NO_STARTS).seconds,
            )
            for one in self.here
        ]
        self.chance.shuffle(players)
        fixed: tuple[tuple[int, int], ...] = ()
        if len(players) > 3 and self.chance.random() < 0.3:
            one, two = self.chance.sample(sorted(self.here), 2)
            fixed = ((one, two),)
        return PairingPosition(number, tuple(players), tuple(self.meetings), fixed=fixed)

    def _check_seats(self, position: PairingPosition, pairing: Pairing) -> None:
        seated = [n for board in pairing.boards for n in (board.one, board.two)]
        assert sorted([*seated, *pairing.byes]) == sorted(self.here)
        met = {frozenset((board.one, board.two)) for board in pairing.boards}
        assert all(frozenset(two) in met for two in position.fixed)

    def _check_bye(self, position: PairingPosition, pairing: Pairing) -> None:
        assert len(pairing.byes) == len(self.here) % 2
        pinned = {number for two in position.fixed for number in two}
        for bye in pairing.byes:
            assert self.byes[bye] == min(self.byes[n] for n in self.here - pinned)

    def _check_repeats(self, position: PairingPosition, pairing: Pairing) -> None:
        """A repeat stands only where the pool has no matching of players who never met."""
        met = {frozenset((meeting.one, meeting.two)) for meeting in self.meetings}
        pinned = {number for two in position.fixed for number in two}
        pool = sorted(self.here - pinned - set(pairing.byes))
        boards = [frozenset((board.one, board.two)) for board in pairing.boards]
        if not any(board in met and not board & pinned for board in boards):
            return
        graph: nx.Graph[int] = nx.Graph()
        graph.add_edges_from(
            (a, b) for a in pool for b in pool if a < b and frozenset((a, b)) not in met
        )
        assert len(nx.max_weight_matching(graph, maxcardinality=True)) < len(pool) // 2

    def _start(self, number: int, pairing: Pairing) -> None:
        before = tally(StartHistory(tuple(self.games)))
        boards = [BoardPair(n, b.one, b.two) for n, b in enumerate(pairing.boards, 1)]
        starts = assign_starts(
            boards, StartHistory(tuple(self.games)), round_number=number, seed="event"
        )
        for start in starts:
            assert start.first is not None
            assert start.second is not None
            claims = [before.get(one, NO_STARTS) for one in (start.first, start.second)]
            first, second = ((claim.firsts, -claim.seconds) for claim in claims)
            assert first <= second
            self.games.append(PastGame(number, *start.players, first=start.first))
            self.meetings.append(Meeting(number, *start.players))

    def _results(self, pairing: Pairing) -> None:
        for board in pairing.boards:
            lead = self.chance.randint(-180, 180)
            self.half_wins[board.one] += 1 + (lead > 0) - (lead < 0)
            self.half_wins[board.two] += 1 - (lead > 0) + (lead < 0)
            self.spread[board.one] += lead
            self.spread[board.two] -= lead
        for bye in pairing.byes:
            self.half_wins[bye] += 2
            self.spread[bye] += 50
            self.byes[bye] += 1


@examples(30)
@given(
    players=st.integers(4, 60),
    rounds=st.integers(1, 15),
    method=st.sampled_from(["swiss", "random"]),
    seed=st.integers(0, 2**32),
)
def test_every_round_of_an_event_seats_everybody_once_with_fair_byes_and_starts(
    players: int, rounds: int, method: str, seed: int
) -> None:
    chance = Random(seed)
    event, everybody = Event(chance, set(range(1, players + 1))), players
    for number in range(1, rounds + 1):
        event.play(number, method)
        if chance.random() < 0.2:
            everybody += 1
            event.here.add(everybody)
        if len(event.here) > 4 and chance.random() < 0.2:
            event.here.remove(chance.choice(sorted(event.here)))
