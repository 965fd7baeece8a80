"""A timetable: built from a few figures, typed and read again, moved, and what of it is now."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.timetabling.building import QuickPlan, built
from tournaments.timetabling.checking import checked_lines, checked_zone
from tournaments.timetabling.moving import delayed, fitting, on_day, with_late_of
from tournaments.timetabling.now import at_moment, bucket, spans, until_then
from tournaments.timetabling.records import (
    LineKind,
    Timetable,
    TimetableError,
    TimetableLine,
    from_values,
    time_at,
    to_values,
)
from tournaments.timetabling.typed import read_time, read_typed, typed_text

DAY = date(2026, 11, 28)
PLAN = QuickPlan(first_day=DAY, rounds=10, a_day=7, lunch_after=4, check_in="09:00")
TWO_DAYS = """\
Saturday 28 November 2026
09:00 Check-in
09:30 Round 1
10:20 Round 2
11:10 Round 3
12:00 Round 4
12:50 Lunch
13:50 Round 5
14:40 Round 6
15:30 Round 7

Sunday 29 November 2026
09:30 Round 8
10:20 Round 9
11:10 Round 10
12:00 Prize giving"""


def table(text: str, *, divisions: tuple[str, ...] = ("A", "B"), zone: str = "UTC") -> Timetable:
    """Return a timetable as it is typed, for divisions of twenty rounds."""
    lines, numbers = read_typed(text, divisions, DAY)
    return Timetable(zone, checked_lines(lines, dict.fromkeys(divisions, 20), numbers))


def wrong(text: str) -> str:
    """Return what is said of a text that is no timetable."""
    with pytest.raises(TimetableError) as found:
        table(text)
    return str(found.value.message)


PLANS = st.builds(
    QuickPlan,
    first_day=st.dates(date(2000, 1, 1), date(2100, 1, 1)),
    rounds=st.integers(1, 40),
    a_day=st.integers(1, 12),
    starts=st.integers(1, 12 * 60).map(time_at),
    minutes=st.integers(1, 120),
    lunch_after=st.integers(0, 12),
    lunch_minutes=st.integers(1, 120),
    check_in=st.sampled_from(["", "00:00"]),
    prizes=st.booleans(),
)
"""All that can be asked for of a day that begins after midnight."""


def test_a_plan_of_two_days_is_proposed_as_a_director_would_type_it() -> None:
    assert typed_text(built(PLAN)) == TWO_DAYS


@given(PLANS)
def test_a_plan_gives_each_round_once_in_order_or_says_which_day_is_too_short(
    plan: QuickPlan,
) -> None:
    try:
        lines = built(plan)
    except TimetableError:
        assert plan.minutes * plan.a_day + plan.lunch_minutes + 12 * 60 >= 24 * 60
        return
    rounds = [line for line in lines if line.kind is LineKind.ROUNDS]
    assert [line.first_round for line in rounds] == list(range(1, plan.rounds + 1))
    assert checked_lines(lines, {"A": plan.rounds}) == lines
    for one, after in pairwise(rounds):
        assert one.day < after.day or after.starts - one.starts >= plan.minutes
    assert read_typed(typed_text(lines), ("A",), None).lines == lines


WORDS = st.text(st.characters(categories=("Lu", "Ll")), min_size=4, max_size=12)
LINES = st.lists(
    st.builds(
        TimetableLine,
        day=st.dates(DAY, DAY + timedelta(days=3)),
        at=st.integers(0, 22 * 60).map(time_at),
        until=st.sampled_from(["", "23:59"]),
        kind=st.sampled_from([kind for kind in LineKind if kind is not LineKind.ROUNDS]),
        divisions=st.sampled_from([(), ("A",), ("A", "B")]),
        text=WORDS.map(lambda word: f"The {word}"),
        place=st.one_of(st.just(""), WORDS),
    ),
    max_size=12,
    unique_by=lambda line: (line.day, line.at),
)


@given(LINES, st.integers(-90, 90), st.integers(0, 6 * 24 * 60))
def test_lines_are_the_same_typed_kept_and_moved_there_and_back(
    lines: list[TimetableLine], minutes: int, moment: int
) -> None:
    known = Timetable("Europe/Paris", checked_lines(lines, {"A": 3, "B": 3}))
    assert from_values(to_values(known)) == (known if known.lines else Timetable())
    assert read_typed(typed_text(known.lines), ("A", "B"), None).lines == known.lines
    now = datetime(2026, 11, 27, tzinfo=UTC) + timedelta(minutes=moment)
    then = until_then(known, now)
    if then is not None:
        assert bucket(known, then) > bucket(known, now)
        assert at_moment(known, then - timedelta(microseconds=1)) == at_moment(known, now)
    for day in known.days:
        first = next(one for one in known.lines if one.day == day)
        try:
            moved = delayed(known, day, first.at, minutes)
        except TimetableError:
            continue
        assert {one.late for one in moved.lines if one.day == day} == {minutes}
        back = delayed(moved, day, next(o for o in moved.lines if o.day == day).at, -minutes)
        assert back == known
        assert on_day(moved, known.days[0]) == known


AWKWARD = (
    *("Division 1", "Division 2", "a", "A", "Masters and Experts", "Open, B", "X: Y", "Bar @ 2"),
    "Division A",
)
"""Names of divisions that look like how several are listed, or like another line."""


@given(
    st.lists(
        st.builds(
            TimetableLine,
            day=st.just(DAY),
            at=st.integers(0, 22 * 60).map(time_at),
            kind=st.just(LineKind.ROUNDS),
            first_round=st.integers(1, 3),
            last_round=st.integers(3, 9),
            divisions=st.lists(st.sampled_from(AWKWARD), unique=True, max_size=4).map(tuple),
            place=st.sampled_from(["", "Hall: left"]),
        ),
        max_size=4,
    )
)
def test_a_line_stays_with_its_divisions_whatever_they_are_called(
    lines: list[TimetableLine],
) -> None:
    assert read_typed(typed_text(lines), AWKWARD, None).lines == tuple(lines)


def test_divisions_are_found_as_they_are_typed_and_never_become_words() -> None:
    for typed, named in (
        ("division 1: R1", ("Division 1",)),
        ("Divisions a and division 2 , open, b: R1", ("a", "Division 2", "Open, B")),
        ("Division A: R1", ("Division A",)),
        ("\u2013 R1", ()),
    ):
        (line,) = read_typed(f"9:30 {typed}", AWKWARD, DAY).lines
        assert (line.kind, line.divisions, line.text) == (LineKind.ROUNDS, named, "")
    (line,) = read_typed("9:30 Open division a: simul", AWKWARD, DAY).lines
    assert (line.divisions, line.text) == ((), "Open division a: simul")
    hostile = "\n".join(["9:30 " + "A," * 30 + ":" * 30] * 400)
    assert len(read_typed(hostile, "ABCDEFGH", DAY).lines) == 400


def test_a_delay_moves_what_is_to_come_of_its_day_and_nothing_else() -> None:
    late = delayed(table(TWO_DAYS), DAY, "13:50", 20)
    assert "13:40" not in typed_text(late.lines)
    assert typed_text(late.lines) == (
        TWO_DAYS.replace("13:50 R", "14:10 R")
        .replace("15:30 R", "15:50 R")
        .replace("14:40 R", "15:00 R")
    )
    assert [line.late for line in late.lines] == [0] * 6 + [20] * 3 + [0] * 4
    again = checked_lines(late.lines, {"A": 20, "B": 20})
    forgotten = [replace(line, late=0) for line in again]
    assert with_late_of(forgotten, late) == late.lines
    elsewhere = [replace(line, place="Foyer") for line in forgotten]
    assert [line.late for line in with_late_of(elsewhere, late)] == [one.late for one in late.lines]
    two = [replace(late.lines[6], place="Bar", late=late_by) for late_by in (0, 20)]
    assert with_late_of(elsewhere[6:7], Timetable("UTC", (*two,)))[0].late == 0


@pytest.mark.parametrize(
    ("since", "minutes", "said"),
    [
        ("13:50", 0, "Give 1 to 300 minutes"),
        ("13:50", 301, "Give 1 to 300 minutes"),
        ("15:31", 10, "nothing at or after that time"),
        ("noon", 10, "nothing at or after that time"),
        ("13:50", -61, "The line at 13:50 would come before the one at 12:50."),
        ("09:30", 300, ""),
        ("15:30", 300, ""),
    ],
)
def test_a_delay_that_cannot_be_is_refused_in_a_sentence(
    since: str, minutes: int, said: str
) -> None:
    if not said:
        assert delayed(table(TWO_DAYS), DAY, since, minutes).lines
        return
    with pytest.raises(TimetableError, match=said):
        delayed(table(TWO_DAYS), DAY, since, minutes)
    with pytest.raises(TimetableError, match=r"The line at 19:30 would pass midnight\."):
        delayed(table("19:30 Dinner"), DAY, "19:30", 270)


def test_what_is_now_and_next_follows_the_clock_and_a_night_has_nothing() -> None:
    known = table(TWO_DAYS, zone="Europe/Paris")

    def told(at: str, day: int = 28) -> list[list[str]]:
        moment = datetime.fromisoformat(f"2026-11-{day}T{at}:00+01:00")
        marks = at_moment(known, moment)
        return [[known.lines[place].at for place in sorted(one)] for one in (marks.now, marks.next)]

    assert told("08:00") == [[], ["09:00"]]
    assert told("09:30") == [["09:30"], ["10:20"]]
    assert told("13:49") == [["12:50"], ["13:50"]]
    assert told("16:29") == [["15:30"], ["09:30"]]
    assert told("16:30") == [[], ["09:30"]]
    assert told("13:00", 29) == [[], []]


def test_divisions_that_begin_at_two_times_are_now_at_once() -> None:
    known = table("9:30 A: Round 1\n10:00 B: Round 1\n11:00 Lunch")
    marks = at_moment(known, datetime(2026, 11, 28, 10, 30, tzinfo=UTC))
    assert [sorted(one) for one in (marks.now, marks.next)] == [[0, 1], [2]]


def test_a_day_on_which_clocks_change_is_as_long_as_it_is() -> None:
    text = "2026-10-25\n01:30 Night game\n04:30 Breakfast"
    night, _ = spans(table(text, zone="Europe/Paris"))
    assert night[1] - night[0] == timedelta(hours=4)


def test_times_days_and_rounds_are_read_as_people_type_them() -> None:
    typed = (
        "9h30 division a: ROUND 1\nDay 2\n1:40 pm r2 @ Main hall\n14.30 to 15:00 B and A: rounds "
        "3 and 4\nNov 30, 2026\n12:00 Simul: bring a clock @ 5 pm\n"
    )
    one, two, three, four = table(typed).lines
    assert (one.at, one.kind, one.divisions) == ("09:30", LineKind.ROUNDS, ("A",))
    assert (two.day.day, two.at, two.first_round, two.place) == (29, "13:40", 2, "Main hall")
    assert (three.until, three.divisions, three.last_round) == ("15:00", ("B", "A"), 4)
    assert (four.day.day, four.text, four.place) == (30, "Simul: bring a clock", "5 pm")
    assert [read_time(one) for one in ("12 am", "0:00 am", "24:00", "930")] == [
        "00:00",
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9:30 Round 1\nLunch at one", "Line 2: Begin with a time"),
        ("25:00 Lunch", "Line 1: Give a time from 00:00 to 23:59"),
        ("\n\n13:00-12:00 Lunch", "Line 3: It ends before it begins."),
        ("9:30 Round 21", "Line 1: Name rounds from 1 to 20."),
        ("9:30 Rounds 4-2", "Line 1: Name rounds from 1 to 20."),
        ("9:30 Round 2\n2026-11-29\n9:30 A: Round 1", "Line 3: Round 1 of division A comes after"),
        ("9:30 C: Round 1", "Line 1: There is no division C."),
        ("9:30 A, C: Rounds 1-2", "Line 1: There is no division A, C."),
        ("9:30 A \u2013 Round 1", "Line 1: Put a colon behind divisions: “A: Round 1”."),
        ("9:30 Lunch\n9:30 lunch", "Line 2: It is the same as line 1."),
        ("2026-02-30\n9:30 Round 1", "Line 1: There is no such day."),
        ("Day 0\n9:30 x\nDay 99\n9:30 y", "Line 4: It is more than 60 days after the first day."),
        ("9:30 " + "x" * 81, "Line 1: A text has at most 80 characters."),
        ("9:30 a\N{RIGHT-TO-LEFT OVERRIDE}\x00b", "Line 1: It contains a character that cannot"),
        ("9:30 x\n" * 301, "A timetable has at most 300 lines."),
        ("31 December 1066\n9:30 Battle", "Line 2: The year is not one from 1900 to 2200."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_that_names_the_line(text: str, said: str) -> None:
    assert wrong(text).startswith(said)


@given(st.text(max_size=200))
def test_any_text_is_a_timetable_or_one_sentence(text: str) -> None:
    with suppress(TimetableError):
        known = table(text)
        assert from_values(to_values(known)).lines == known.lines


def test_a_time_zone_is_one_that_there_is() -> None:
    assert checked_zone("Europe/Paris") == "Europe/Paris"
    for name in (
        *("Europe/Atlantis", "../../etc/passwd", "", "Europe", "\x00", "/etc/localtime"),
        *("europe/Paris", "Europe/paris", "localtime", "Factory"),
    ):
        with pytest.raises(TimetableError, match="There is no time zone"):
            checked_zone(name)


def test_a_zone_that_this_machine_does_not_know_shows_times_as_utc() -> None:
    for zone in ("Europe/Atlantis", "", "\x00", "Europe"):
        known = table("9:30 Round 1", zone=zone)
        assert known.begins(known.lines[0]) == datetime(2026, 11, 28, 9, 30, tzinfo=UTC)
        assert spans(known)[0][0] == datetime(2026, 11, 28, 9, 30, tzinfo=UTC)


def test_a_timetable_that_another_event_takes_over_fits_its_days_divisions_and_rounds() -> None:
    known = delayed(
        table("9:30 A, B: Rounds 1-5\n12:00 B: Lunch\n2026-11-29\n9:30 Round 6"), DAY, "12:00", 5
    )
    taken = fitting(on_day(known, date(2027, 5, 1)).lines, {"A": 4})
    assert typed_text(taken) == "Saturday 1 May 2027\n09:30 A: Rounds 1-4"
    assert on_day(known, date.max).lines == ()
