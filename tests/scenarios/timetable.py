"""The timetable of a random event: set, moved and taken away while it goes on."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.scenarios.director import Director
from tournaments.timetable.commands import DelayTimetable, SetTimetable
from tournaments.timetabling.building import QuickPlan, built
from tournaments.timetabling.records import from_values

DAY = date(2026, 11, 28)


class ByTheTimetable(Director):
    """The rules of the timetable: its lines are in order, and nothing passes midnight."""

    @rule(rounds=st.integers(0, 10), zone=st.sampled_from(["", "Asia/Dubai", "Nowhere/At-all"]))
    def set_a_timetable(self, rounds: int, zone: str) -> None:
        lines = built(QuickPlan(first_day=DAY, rounds=rounds, a_day=4, lunch_after=2))
        self.try_to(SetTimetable(event=self.named["event"], lines=lines, zone=zone))

    @rule(at=st.sampled_from(["09:30", "12:10", "13:10"]), minutes=st.integers(-200, 320))
    def be_late(self, at: str, minutes: int) -> None:
        event = self.named["event"]
        self.try_to(DelayTimetable(event=event, day=DAY, since=at, minutes=minutes))
        lines = from_values(self.division().tournament.timetable).lines
        assert all((a.day, a.starts) <= (b.day, b.starts) for a, b in pairwise(lines))
