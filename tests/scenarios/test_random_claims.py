"""Rounds that players report by their phones, whatever they and the director do."""

from __future__ import annotations

from inspect import getmembers

import pytest
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import RULE_MARKER, initialize, run_state_machine_as_test

from core.journal.command import Command
from tests.depth import examples
from tests.scenarios.boards import boards_of
from tests.scenarios.exploring import PHASES
from tests.scenarios.phones import PHOTOS
from tests.scenarios.test_random_events import NAMED, Event
from tournaments.claiming import Mode
from tournaments.entries.commands.check_in import CheckIn
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.commands.photos import AddSlipPhoto
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rounds import PublishRound

KEPT = {
    *("players_report", "decide_what_was_claimed", "close_a_round_to_claims", "renew_a_link"),
    *("a_player_sends_a_photo_or_takes_it_back", "a_dispute_is_not_paired_over"),
    *("swap_two_seats", "correct_a_result"),
    *("undo_the_last_and_redo_it", "undo_something", "restore"),
}
done: set[str] = set()


class Reporting(Event):
    """A published first round with one photo of a slip, and little else but reports."""

    @initialize(
        players=st.integers(4, 6), mode=st.sampled_from([Mode.SOFT, Mode.STRICT, Mode.KIOSK])
    )
    def an_event(self, players: int, mode: Mode) -> None:
        super().an_event(players=players, tie="assign", cap=False)
        self.try_to(CheckIn(**NAMED, here=tuple(range(1, players + 1))))
        assert self.try_to(PairRound(**NAMED, round=1, method="swiss"))
        assert self.try_to(PublishRound(**NAMED, round=1))
        self.published[self.last] = boards_of(self.sheet(), 1)
        assert self.try_to(SetPhones(**NAMED, mode=mode))
        one, two = (seat.entry for seat in self.sheet().boards[0].seats)
        photo = AddSlipPhoto(**NAMED, round=1, entry=one, opponent=two, photo=PHOTOS[0])
        assert self.try_to(photo)

    def try_to(self, command: Command) -> bool:
        is_done = super().try_to(command)
        if is_done:
            done.add(command.code)
        return is_done


for name, _ in getmembers(Event, lambda member: hasattr(member, RULE_MARKER)):
    if name not in KEPT:
        setattr(Reporting, name, None)


@pytest.mark.django_db
@pytest.mark.timeout(600)
def test_whatever_players_report_no_result_is_lost_doubled_or_wrong() -> None:
    done.clear()
    run_state_machine_as_test(
        Reporting,
        settings=examples(
            8, stateful_step_count=30, phases=PHASES, suppress_health_check=list(HealthCheck)
        ),
    )
    assert "result.claimed" in done
