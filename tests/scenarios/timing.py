"""The clock of a random event: started, moved, stopped, by a machine whose own clock is set."""

from __future__ import annotations

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.scenarios.director import Director
from tournaments.clock.commands.notices import Announce, CallBreak, EndBreak
from tournaments.clock.commands.timing import (
    AddTime,
    AnnounceStart,
    ContinueClock,
    PauseClock,
    StartClock,
    StopClock,
)
from tournaments.kernel.queries.clock import clock_of
from tournaments.timing.records import BreakKind


class ByTheClock(Director):
    """The rules of the clock."""

    @rule(
        kind=st.sampled_from([StartClock, PauseClock, ContinueClock, StopClock, EndBreak]),
        named=st.booleans(),
    )
    def turn_the_clock(self, kind: type, named: bool) -> None:
        names = (self.named["division"],) if named else ()
        self.try_to(kind(event=self.named["event"], divisions=names))
        self._no_time_is_negative()

    @rule(minutes=st.integers(0, 60), length=st.none() | st.integers(0, 90))
    def announce_a_start(self, minutes: int, length: int | None) -> None:
        self.try_to(AnnounceStart(event=self.named["event"], minutes=minutes, length=length))

    @rule(seconds=st.sampled_from([-600, 60, 300]), board=st.none() | st.integers(1, 4))
    def add_time(self, seconds: int, board: int | None) -> None:
        names = (self.named["division"],)
        command = AddTime(event=self.named["event"], divisions=names, seconds=seconds, board=board)
        self.try_to(command)

    @rule(minutes=st.none() | st.integers(1, 90), text=st.sampled_from(["", "Tea is served."]))
    def say_something(self, minutes: int | None, text: str) -> None:
        event = self.named["event"]
        self.try_to(Announce(event=event, text=text, minutes=minutes))
        self.try_to(CallBreak(event=event, kind=BreakKind.LUNCH, minutes=minutes))

    def _no_time_is_negative(self) -> None:
        told = clock_of(self.division(), timezone.now())
        assert told.state is None or told.state.elapsed_s(told.at) >= 0
        assert told.is_timed == (told.left_s is not None)
