"""The commands on the clocks of an event: who may, what they do, what they refuse, and undo."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from core.actors import Actor
from core.journal.command import Command
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import says
from core.models import JournalEntry
from tests import replays
from tests.apps.tournaments.clock.clock_events import ONE, after, at, clocks, last, left
from tests.apps.tournaments.desk_events import SLUG, account, give, new_event, publish, undo
from tests.builders.refusals import refused
from tournaments.clock.commands.base import ClockCommand
from tournaments.clock.commands.notices import Announce, CallBreak, EndBreak
from tournaments.clock.commands.timing import (
    AddTime,
    AnnounceStart,
    ContinueClock,
    PauseClock,
    StartClock,
    StopClock,
)
from tournaments.closing.commands import CloseEvent
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.models import DivisionClock, Tournament
from tournaments.results.commands.results import EnterResult
from tournaments.timing.records import BreakKind

pytestmark = pytest.mark.django_db

FAR_WEST, FAR_EAST = timezone(timedelta(hours=-12)), timezone(timedelta(hours=14))
EVERY: tuple[ClockCommand, ...] = (
    AnnounceStart(event=SLUG, minutes=10),
    StartClock(event=SLUG),
    AddTime(event=SLUG, seconds=300),
    AddTime(event=SLUG, divisions=("A",), seconds=60, board=1),
    PauseClock(event=SLUG),
    ContinueClock(event=SLUG),
    CallBreak(event=SLUG, kind=BreakKind.LUNCH, minutes=40),
    EndBreak(event=SLUG),
    Announce(event=SLUG, text="Lost: a blue scarf.", minutes=20),
    StopClock(event=SLUG),
)


def two_divisions() -> None:
    """Make an event of divisions A and B; round 1 of A is published."""
    new_event(divisions="AB")
    publish(1, (1, 2), (3, 4))


def said() -> str:
    """Return the last sentence of the log."""
    return str(says(last()))


def test_only_those_who_direct_the_event_may_give_commands_on_its_clocks() -> None:
    two_divisions()
    account("otto")
    count = JournalEntry.objects.count()
    for command in EVERY:
        with pytest.raises(NotAllowed):
            execute(command, actor=Actor(name="otto", trusted=False))
    assert JournalEntry.objects.count() == count


def test_a_round_has_as_long_as_both_players_and_is_given_more_for_all_or_for_one_board() -> None:
    two_divisions()
    at(0, StartClock(event=SLUG))
    assert said() == "Clock started: round 1 of division A, 50:00 long"
    assert (left(10), clocks(10)["B"].state) == (40 * 60, None)
    at(11, AddTime(event=SLUG, seconds=300))
    at(12, AddTime(event=SLUG, divisions=("A",), board=2, seconds=120))
    assert said() == "2:00 more for board 2 of division A"
    now = clocks(12)["A"]
    assert now.state is not None
    assert (now.left_s, now.state.boards_s) == (43 * 60, {2: 120})


def test_a_start_is_announced_moved_and_given_while_lunch_ends_with_it() -> None:
    two_divisions()
    at(0, CallBreak(event=SLUG, divisions=("A",), kind=BreakKind.LUNCH, until=after(30)))
    assert said() == "Lunch until 13:30 UTC: division A"
    at(1, AnnounceStart(event=SLUG, minutes=40, length=45))
    told = clocks(2)
    assert [str(told[name].stage.kind) for name in "AB"] == ["lunch", "starts"]
    assert [str(clocks(m)["A"].stage.kind) for m in (31, 42)] == ["starts", "left"]
    # B's round is not published, so no time of it passes.
    assert str(clocks(42)["B"].stage.kind) == "soon"
    at(5, StartClock(event=SLUG, divisions=("A",), length=30))
    assert (clocks(5)["A"].stage.kind, left(5)) == ("left", 1800)


def test_the_clock_rests_goes_on_and_is_stopped() -> None:
    two_divisions()
    at(0, StartClock(event=SLUG))
    at(10, PauseClock(event=SLUG))
    at(25, ContinueClock(event=SLUG))
    assert left(30) == 35 * 60
    at(31, StopClock(event=SLUG))
    assert (left(31), clocks(31)["A"].stage.kind) == (None, "playing")


def test_an_announcement_stays_until_its_time_or_until_it_is_taken_back() -> None:
    two_divisions()
    at(0, Announce(event=SLUG, text="  Lost: a  blue scarf. ", minutes=20))
    assert said() == "Announced to divisions A and B: Lost: a blue scarf."
    assert [clocks(m)["B"].said for m in (19, 20)] == ["Lost: a blue scarf.", ""]
    at(3, Announce(event=SLUG, divisions=("B",), text=""))
    assert [clocks(4)[name].said for name in "AB"] == ["Lost: a blue scarf.", ""]


def test_a_clock_set_back_neither_refuses_honest_work_nor_takes_played_time_away() -> None:
    two_divisions()
    at(0, StartClock(event=SLUG))
    at(20, EnterResult(event=SLUG, division="A", round=1, entry=1, score=400, opponent_score=300))
    # The machine's clock goes back by an hour and a half, two minutes after the result.
    told = clocks(-68)["A"]
    assert (told.is_set_back, told.left_s) == (True, 3000)
    at(-68, AddTime(event=SLUG, seconds=60))
    told = clocks(-68)["A"]
    assert (told.is_set_back, told.left_s) == (False, 50 * 60 - 20 * 60 + 60)
    at(-60, PauseClock(event=SLUG))
    assert left(0) == 50 * 60 - 28 * 60 + 60


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (StartClock(event=SLUG, divisions=("C",)), "division.unknown"),
        (StartClock(event=SLUG, divisions=("A", "B")), "round.planned"),
        (StartClock(event=SLUG, divisions=("A",), round=4), "round.unknown"),
        (StartClock(event=SLUG, length=0), "clock.minutes"),
        (StartClock(event=SLUG, length=10**9), "clock.minutes"),
        (AnnounceStart(event=SLUG), "clock.when"),
        (AnnounceStart(event=SLUG, minutes=5, at=ONE), "clock.both"),
        (AnnounceStart(event=SLUG, minutes=0), "clock.minutes"),
        (AnnounceStart(event=SLUG, at=datetime(2026, 5, 3, 14)), "clock.zone"),  # noqa: DTZ001
        (AnnounceStart(event=SLUG, at=datetime(2027, 5, 3, tzinfo=UTC)), "clock.far"),
        (AnnounceStart(event=SLUG, at=datetime(2026, 5, 2, tzinfo=UTC)), "clock.passed"),
        (AnnounceStart(event=SLUG, at=datetime.max.replace(tzinfo=FAR_WEST)), "clock.far"),
        (AnnounceStart(event=SLUG, at=datetime.min.replace(tzinfo=FAR_EAST)), "clock.passed"),
        (CallBreak(event=SLUG, until=after(-1)), "clock.passed"),
        (AddTime(event=SLUG, seconds=60), "clock.none"),
        (AddTime(event=SLUG, seconds=60, board=1), "clock.board"),
        (EndBreak(event=SLUG), "clock.no_break"),
        (Announce(event=SLUG, text=" "), "clock.nothing_said"),
        (Announce(event=SLUG, text="x" * 201), "clock.text"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(command: Command, code: str) -> None:
    two_divisions()
    assert refused(command, at=ONE).code == code
    assert not DivisionClock.objects.exists()


def test_a_round_that_runs_is_not_started_again_and_a_closed_event_has_no_clock() -> None:
    two_divisions()
    at(0, StartClock(event=SLUG))
    assert refused(StartClock(event=SLUG), at=after(1)).code == "clock.runs"
    wrong = refused(AddTime(event=SLUG, divisions=("A",), seconds=60, board=9), at=after(1))
    assert wrong.code == "board.unknown"
    at(2, CloseEvent(event=SLUG, confirmed=True))
    assert refused(PauseClock(event=SLUG), at=after(3)).code == "event.closed"
    assert clocks(3)["A"].stage.phase == "finished"


def test_each_command_is_undone_and_a_replay_gives_the_same_clocks() -> None:
    two_divisions()
    for command in EVERY:
        before = digest(project(Tournament.objects.get(slug=SLUG), {}))
        give(command)
        undo()
        assert digest(project(Tournament.objects.get(slug=SLUG), {})) == before, command
        give(command)
    out = StringIO()
    with replays.forked():
        call_command("replay", SLUG, json=True, stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    assert (told["equal"], told["differences"]) == (True, [])


def test_all_clocks_of_an_event_take_seven_queries_at_most(
    django_assert_max_num_queries: Any,
) -> None:
    two_divisions()
    at(0, StartClock(event=SLUG))
    with django_assert_max_num_queries(8):
        clocks()
