"""An invented club to look at: members, a season of nights, dues and expenses.

All of it goes through the commands, so its log, its undo and its records are real.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time, timedelta
from random import Random

from clubs.club.commands.care import KeepPlayer
from clubs.club.commands.describing import DescribeClub, SetHouseRules, SetMeetings
from clubs.club.commands.founding import FoundClub
from clubs.club.meetings.meetings import MeetingTime
from clubs.kernel.queries.night_games import NIGHT, night_slug
from clubs.membership.commands.terms import AddMember
from clubs.money.commands.books import SetFees
from clubs.money.commands.payments import TakeDues
from clubs.money.commands.spending import RecordExpense
from clubs.nights.commands.attendance import ArriveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import NightGame, PlayTonight
from clubs.seasons.commands.seasons import OpenSeason
from core.actors import CONSOLE
from core.background import held
from core.journal.command import Command
from core.journal.execute import Done, execute
from core.names import name_parts
from lexicon.casual import casual_list
from people.commands import AddClub, AddPlayer
from tournaments.closing.commands import CloseEvent
from tournaments.results.commands.results import EnterResult
from tournaments.simulation.people import invent

CLUB = "demonstration-club"
NAME, TOWN = "Demonstration club", "Inventham"
SEED = "club nights 12"
MEMBERS, GUEST = 9, "Newcomer Nell"
NIGHTS, WAVES, LEAST = 8, 2, 6
"""How many nights were played, of how many games each, by how many at the least."""
DUES, HALL = 300, 2500
_MEAN, _SPREAD, _LOWEST = 385, 62, 190


def direct_club(today: date) -> str:
    """Directs an invented club through a season of weekly nights; returns its short name.

    The last night was on the day before today at the latest, and all are closed.
    """
    with held():
        keys = _founded(today)
        last = today - timedelta(1)
        days = [last - timedelta(7 * week) for week in reversed(range(NIGHTS))]
        dice = Random(SEED)
        _begun(days[0], last)
        for number, day in enumerate(days, 1):
            _played(day, keys, dice, guests=(GUEST,) if number == NIGHTS else ())
        _paid(days[-1], keys[:LEAST])
    return CLUB


def _founded(today: date) -> list[str]:
    """Founds the club and makes its members; returns their keys."""
    _give(AddClub(slug=CLUB, name=NAME, town=TOWN))
    _give(FoundClub(club=CLUB))
    welcome = (
        "This club is invented, to show what a club here looks like.\n\n"
        "Come in and say hello: somebody will play you within five minutes. "
        "The first night is free."
    )
    _give(
        DescribeClub(
            club=CLUB,
            venue="Town library, room 2",
            address="1 Example Street, Inventham",
            contact="Ask at the library",
            welcome=welcome,
        )
    )
    evening = MeetingTime(weekday=(today - timedelta(1)).weekday(), begins=time(19), ends=time(22))
    _give(SetMeetings(club=CLUB, meetings=(evening,)))
    _give(SetHouseRules(club=CLUB, lexica=(casual_list().code,), minutes=20))
    keys = []
    for place, person in enumerate(invent(MEMBERS, seed=SEED), 1):
        given, family = name_parts(person.name)
        key = f"{CLUB}-{place}"
        _give(AddPlayer(key=key, given_name=given, family_name=family, club=CLUB))
        _give(KeepPlayer(club=CLUB, player=key, is_listed=True))
        _give(AddMember(club=CLUB, player=key, day=today - timedelta(200)))
        keys.append(key)
    return keys


def _begun(first: date, last: date) -> None:
    """Opens the season around these days, and says what a night costs."""
    _give(
        OpenSeason(
            club=CLUB,
            season="this-season",
            name="This season",
            begins_on=first,
            ends_on=last + timedelta(120),
            minimum_games=WAVES * 2,
        )
    )
    _give(SetFees(club=CLUB, currency="EUR", nightly=DUES, first_night_free=True, to_prizes=50))


def _played(day: date, keys: Sequence[str], dice: Random, *, guests: Sequence[str]) -> None:
    """Plays a night of some of the members and these guests, and closes it."""
    night = night_slug(CLUB, day)
    here = sorted(dice.sample(keys, dice.randrange(LEAST, len(keys) + 1)))
    _give(OpenNight(club=CLUB, held_on=day, place="Town library, room 2"))
    _give(ArriveTonight(event=night, players=tuple(here), guests=tuple(guests)))
    numbers = list(range(1, len(here) + len(guests) + 1))
    for _ in range(WAVES):
        dice.shuffle(numbers)
        pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
        games = tuple(NightGame(one=one, two=two) for one, two in pairs)
        begun = _give(PlayTonight(event=night, games=games)).answer["games"]
        for (one, two), (wave, _, _) in zip(pairs, begun, strict=True):
            _give(
                EnterResult(
                    event=night,
                    division=NIGHT,
                    round=wave,
                    entry=one,
                    opponent=two,
                    score=_score(dice),
                    opponent_score=_score(dice),
                )
            )
    _give(CloseEvent(event=night, confirmed=True))


def _paid(day: date, keys: Sequence[str]) -> None:
    """Takes the dues of a night, and pays for the hall."""
    for key in keys:
        _give(TakeDues(club=CLUB, day=day, member=key))
    _give(RecordExpense(club=CLUB, day=day, kind="rent", amount=HALL, text="Hall, a month"))


def _score(dice: Random) -> int:
    return max(_LOWEST, round(dice.gauss(_MEAN, _SPREAD)))


def _give(command: Command) -> Done:
    return execute(command, actor=CONSOLE)
