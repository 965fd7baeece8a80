"""An invented club to look at: members, a season that is over and one that runs, dues and expenses.

All of it goes through the commands, so its log, its undo and its records are real.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from clubs.club.commands.care import KeepPlayer
from clubs.club.commands.describing import DescribeClub, SetHouseRules, SetMeetings
from clubs.club.commands.founding import FoundClub
from clubs.club.meetings.meetings import MeetingTime
from clubs.demonstration.naming import CLUB, NAME, TOWN
from clubs.kernel.queries.night_games import NIGHT, night_slug
from clubs.membership.commands.terms import AddMember
from clubs.models import Season
from clubs.money.commands.books import SetFees
from clubs.money.commands.payments import TakeDues
from clubs.money.commands.spending import RecordExpense
from clubs.nights.commands.attendance import ArriveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import NightGame, PlayTonight
from clubs.seasons.commands.awards import GiveAward
from clubs.seasons.commands.championships import HoldChampionship
from clubs.seasons.commands.seasons import OpenSeason
from clubs.seasons.milestones.championship import qualifiers
from clubs.seasons.queries.computed import computed
from core.actors import CONSOLE
from core.background import held
from core.journal.command import Command
from core.journal.execute import Done, execute
from core.models import JournalEntry
from core.names import name_parts
from lexicon.casual import casual_list
from people.commands import AddClub, AddPlayer
from people.models import Club, Player
from tournaments.closing.commands import CloseEvent
from tournaments.kernel.queries.rights import club_scope
from tournaments.models import Tournament
from tournaments.rehearsal.jobs.parts import was_given
from tournaments.rehearsal.jobs.playing import Told
from tournaments.results.commands.results import EnterResult
from tournaments.simulation.people import invent

SEED = "club nights 12"
MEMBERS, GUEST = 9, "Newcomer Nell"
REGULARS = 2
"""How many of the members come to every night."""
PAST_NIGHTS, NIGHTS = 4, 7
WAVES, LEAST = 2, 6
"""How many nights each season has, of how many games each, by how many at the least."""
LAST_SEASON, THIS_SEASON = "last-season", "this-season"
FINAL = ((421, 398), (377, 402), (455, 362))
"""The scores of the match for the championship of the season before."""
DUES, HALL = 300, 2500
_MEAN, _SPREAD, _LOWEST = 385, 62, 190
_PAGES = "pages"


def direct_club(today: date, told: Told = lambda _done, _total: None) -> str:
    """Directs an invented club through two seasons of weekly nights; returns its short name.

    The last night was on the day before today at the latest, and all are closed. `told` hears how
    many of them are over. Each night is one transaction: who was killed leaves it whole or not
    begun, and what is there stays, with the days of when it was begun.
    """
    with held(without=(_PAGES,)):
        keys = [f"{CLUB}-{place}" for place in range(1, MEMBERS + 1)]
        last = _begun_on(today) - timedelta(1)
        days = [last - timedelta(7 * week) for week in reversed(range(PAST_NIGHTS + NIGHTS))]
        past, now = days[:PAST_NIGHTS], days[PAST_NIGHTS:]
        if not is_founded():
            with transaction.atomic():
                _found(last, keys)
                _begin(past, now)
        for number, day in enumerate(days, 1):
            if not Tournament.objects.filter(slug=night_slug(CLUB, day)).exists():
                with transaction.atomic():
                    _hold_night(number, day, keys, is_first=day == now[0], is_last=day == last)
            told(number, len(days))
        with transaction.atomic():
            _pay(last, keys[:LEAST])
    return CLUB


def is_founded() -> bool:
    """Returns whether the club was founded, and perhaps more."""
    return was_given(club_scope(CLUB), FoundClub)


def is_whole() -> bool:
    """Returns whether all of it was made, up to the last command."""
    return was_given(club_scope(CLUB), RecordExpense)


def _begun_on(today: date) -> date:
    """Returns the day on which it was begun to be made, today where it was not."""
    if not is_founded():
        return today
    entries = JournalEntry.objects.filter(stream__key=club_scope(CLUB), command=FoundClub.code)
    return timezone.localdate(entries.latest("seq").at)


def _hold_night(
    number: int, day: date, keys: Sequence[str], *, is_first: bool, is_last: bool
) -> None:
    """Holds a night, the first of this season or the last with what belongs to it."""
    finalists = _honour(day, keys) if is_first else ()
    _play(
        day,
        keys,
        Random(f"{SEED}/{number}"),
        guests=(GUEST,) if is_last else (),
        final=finalists,
        start=12 if is_last else 0,
    )


def _found(last: date, keys: Sequence[str]) -> None:
    """Founds the club, whose meetings are on the weekday of its last night, and its members."""
    if not Club.objects.filter(slug=CLUB).exists():
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
    evening = MeetingTime(weekday=last.weekday(), begins=time(19), ends=time(22))
    _give(SetMeetings(club=CLUB, meetings=(evening,)))
    _give(SetHouseRules(club=CLUB, lexica=(casual_list().code,), minutes=20))
    for key, person in zip(keys, invent(MEMBERS, seed=SEED), strict=True):
        given, family = name_parts(person.name)
        if not Player.objects.filter(key=key).exists():
            _give(AddPlayer(key=key, given_name=given, family_name=family, club=CLUB))
            _give(KeepPlayer(club=CLUB, player=key, is_listed=True))
        _give(AddMember(club=CLUB, player=key, day=last - timedelta(199)))


def _begin(past: Sequence[date], now: Sequence[date]) -> None:
    """Opens the seasons around these days, and says what a night costs."""
    _give(
        OpenSeason(
            club=CLUB,
            season=LAST_SEASON,
            name="Last season",
            begins_on=past[0] - timedelta(60),
            ends_on=past[-1],
            ranked_by="rating",
            minimum_games=WAVES,
        )
    )
    _give(
        OpenSeason(
            club=CLUB,
            season=THIS_SEASON,
            name="This season",
            begins_on=past[-1] + timedelta(1),
            ends_on=now[-1] + timedelta(120),
            minimum_games=WAVES * 2,
        )
    )
    _give(SetFees(club=CLUB, currency="EUR", nightly=DUES, first_night_free=True, to_prizes=50))


def _honour(day: date, keys: Sequence[str]) -> tuple[str, ...]:
    """Gives an award of the season before, and has its first two play a match from this day on."""
    _give(
        GiveAward(
            club=CLUB,
            season=LAST_SEASON,
            title="Spirit of the club",
            players=(keys[1],),
            said="Sets up the tables and puts them away",
        )
    )
    season = Season.objects.select_related("club").get(club__slug=CLUB, key=LAST_SEASON)
    found = qualifiers(computed(season).table, 2)
    chosen = found.undecided[: found.open_places]
    _give(
        HoldChampionship(
            club=CLUB,
            season=LAST_SEASON,
            begins_on=day,
            format="match",
            games=len(FINAL),
            places=2,
            chosen=chosen,
        )
    )
    return *found.qualified, *chosen


def _play(
    day: date,
    keys: Sequence[str],
    dice: Random,
    *,
    guests: Sequence[str] = (),
    final: Sequence[str] = (),
    start: int = 0,
) -> None:
    """Plays a night of some of the members and these guests, and closes it.

    Those of the `final` have come, and play it first; in one game somebody begins with `start`.
    """
    night = night_slug(CLUB, day)
    always = {*keys[:REGULARS], *final}
    others = [key for key in keys if key not in always]
    come = dice.randrange(LEAST, len(keys) + 1) - len(always)
    here = sorted([*always, *dice.sample(others, come)])
    _give(OpenNight(club=CLUB, held_on=day, place="Town library, room 2"))
    _give(ArriveTonight(event=night, players=tuple(here), guests=tuple(guests)))
    if final:
        one, two = (here.index(key) + 1 for key in final)
        for scores in FINAL:
            _game(night, NightGame(one=one, two=two), scores)
    numbers = list(range(1, len(here) + len(guests) + 1))
    for wave in range(1 if final else 0, WAVES):
        dice.shuffle(numbers)
        pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
        has_start = start if wave == 0 else 0
        _wave(night, pairs, dice, start=has_start)
    _give(CloseEvent(event=night, confirmed=True))


def _wave(night: str, pairs: Sequence[tuple[int, int]], dice: Random, *, start: int) -> None:
    """Plays games at once; the second of the first pair begins with `start` points."""
    games = [
        NightGame(one=one, two=two, start_two=start, rated=not start)
        if place == 0
        else NightGame(one=one, two=two)
        for place, (one, two) in enumerate(pairs)
    ]
    begun = _give(PlayTonight(event=night, games=tuple(games))).answer["games"]
    for game, (wave, _, _) in zip(games, begun, strict=True):
        _result(night, wave, game, (_score(dice), _score(dice)))


def _game(night: str, game: NightGame, scores: tuple[int, int]) -> None:
    """Plays one game to its end."""
    ((wave, _, _),) = _give(PlayTonight(event=night, games=(game,))).answer["games"]
    _result(night, wave, game, scores)


def _result(night: str, wave: int, game: NightGame, scores: tuple[int, int]) -> None:
    _give(
        EnterResult(
            event=night,
            division=NIGHT,
            round=wave,
            entry=game.one,
            opponent=game.two,
            score=scores[0],
            opponent_score=scores[1],
        )
    )


def _pay(day: date, keys: Sequence[str]) -> None:
    """Takes the dues of a night, and pays for the hall."""
    for key in keys:
        _give(TakeDues(club=CLUB, day=day, member=key))
    _give(RecordExpense(club=CLUB, day=day, kind="rent", amount=HALL, text="Hall, a month"))


def _score(dice: Random) -> int:
    return max(_LOWEST, round(dice.gauss(_MEAN, _SPREAD)))


def _give(command: Command) -> Done:
    return execute(command, actor=CONSOLE)
