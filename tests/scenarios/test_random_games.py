"""Random events of which a round is published from the start: boards have games to be recorded."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.apps.tournaments.board_games.game_events import record
from tests.scenarios.boards import boards_of
from tests.scenarios.exploring import explore
from tests.scenarios.test_random_events import NAMED, Event
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.both_databases("events")


class PlayedEvent(Event):
    """The same director, with a round that is being played."""

    @initialize(players=st.integers(2, 5))
    def an_event(self, players: int) -> None:
        super().an_event(players, "assign", cap=False)
        pairs = tuple(HandPairing(one=one, two=one + 1) for one in range(1, players, 2))
        byes = (players,) if players % 2 else ()
        assert self.try_to(SetUpRound(**NAMED, round=1, boards=pairs, byes=byes))
        assert self.try_to(PublishRound(**NAMED, round=1))
        self.published[self.last] = boards_of(self.sheet(), 1)
        assert self.try_to(OpenHandIn(**NAMED, takes_games=True))
        for pair in pairs:
            for entry in (pair.one, pair.two):
                self.hand_in(entry, record("x", "y"), by=entry, first=pair.one)


@pytest.mark.django_db
@pytest.mark.timeout(600)
def test_whatever_becomes_of_recorded_games_the_invariants_hold() -> None:
    explore(PlayedEvent)
