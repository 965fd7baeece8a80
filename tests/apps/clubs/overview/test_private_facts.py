"""What is kept of a minor is on no page, file or answer for everybody, nor for lower roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import resolve

from clubs.club.commands.care import KeepPlayer
from clubs.club.commands.describing import DescribeClub, SetMeetings
from clubs.club.meetings.meetings import MeetingTime
from clubs.leagues.commands.fixtures import DrawFixtures
from clubs.leagues.commands.leagues import OpenLeague
from clubs.leagues.commands.matches import NameLineUp
from clubs.leagues.commands.teams import EnterTeam, SquadPlayer
from clubs.membership.commands.associations import RecordAssociationMembership
from clubs.membership.commands.suspensions import Suspend
from clubs.membership.commands.terms import AddMember
from clubs.money.commands.books import SetFees
from clubs.money.commands.payments import TakeDues
from clubs.seasons.commands.awards import GiveAward
from core.mirror.house import mirror_house
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import OF_CLUBS, Role
from people.commands import AddPlayer
from people.models import Player
from tests.apps.api.asking import Program, of
from tests.apps.api.bodies import Requests
from tests.apps.clubs.records.book_events import recomputed
from tests.apps.games.recorded import between, recorded
from tests.apps.tournaments.board_games.handed_events import close, done
from tests.apps.tournaments.desk_events import give, signed_in
from tests.builders.clubs import season_of_2026
from tests.builders.events import a_played_event
from tests.builders.grounds import built_once
from tests.builders.leagues import (
    FIRST_DAY,
    PLACE,
    a_trophy,
    a_year,
    entered,
    match_between,
)
from tests.builders.money import at_till
from tests.builders.nights import FIRST_NIGHT, an_open_night, played
from tests.builders.rating_lists import a_list
from tests.crawling import crawled
from tournaments.entries.commands.late_entry import Member
from tournaments.public.jobs.mirror import mirror_event

pytestmark = pytest.mark.django_db

BORN = date(2013, 5, 17)
SECRETS = (
    *("2013-05-17", "17 May", "May 17", "17.05.2013", "5/17/2013", "17/05/2013", "2013"),
    *("Guardia", "Careful", "0999 888", "Hidden Lane", "careful@example.org", "kit@example.org"),
    *("Hardship", "Quarrelled", "SECRET77"),
)
HINT = re.compile(r"(?i)\b(junior|juniors|youth|minor|minors|under[- ]1[0-9]|aged|years old)\b")
"""What would tell that somebody is one: on no page that shows their name."""
KIT = "Kit Young"


@built_once
def a_minor_in_everything() -> None:
    """Makes Kit, who is twelve, a member, a player, a payer, a record holder, and so on."""
    give(AddPlayer(key="kit", given_name="Kit", family_name="Young"))
    night = an_open_night("hill", here=("kit", "bob-ray", "cy-colt"), guests=("Zoe",))
    _kept_of_kit()
    _shown_of_the_club()
    at_till(TakeDues(club="hill", member="kit"), at=datetime(2026, 3, 5, 20, tzinfo=UTC))
    season_of_2026(minimum_games=1)
    give(GiveAward(club="hill", season="2026", title="Spirit", players=("kit",)))
    played(night, 1, 2, 612, 400)
    played(night, 1, 3, 380, 390)
    people = (("kit", KIT), ("bob-ray", "Bob Ray"), ("cy-colt", "Cy Colt"))
    a_list()
    a_played_event(
        "spring",
        players=4,
        rounds=3,
        registered=tuple(Member(name=name, player=key) for key, name in people),
        starts_on=date(2026, 3, 20),
    )
    close("spring")
    done("recompute_list")
    recorded(players=between("kit", "bob-ray"))
    _in_a_league()
    recomputed()


def _in_a_league() -> None:
    """Has Kit play on the first board of a team, win a trophy, and be in the table of a year."""
    give(OpenLeague(**PLACE, name="Winter League", boards=1))
    for team, key in (("hill", "kit"), ("vale", "bob-ray")):
        squad = (SquadPlayer(player=key, rating=1500),)
        give(EnterTeam(**PLACE, team=team, name=f"{team.title()} Aces", squad=squad))
    give(DrawFixtures(**PLACE, first_day=FIRST_DAY))
    number = match_between("hill", "vale")
    give(NameLineUp(**PLACE, match=number, side="home", players=("kit",)))
    give(NameLineUp(**PLACE, match=number, side="away", players=("bob-ray",)))
    entered("hill", "vale", (450, 399))
    a_year((), counts_nights=True)
    a_trophy()


def _kept_of_kit() -> None:
    give(AddMember(club="hill", player="kit", day=date(2026, 1, 1), note="Hardship"))
    give(
        KeepPlayer(
            club="hill",
            player="kit",
            is_listed=True,
            photos=True,
            birth_date=BORN,
            guardian="Guardia Careful",
            guardian_contact="0999 888, 7 Hidden Lane",
            wants_reports=True,
            email="kit@example.org",
            guardian_email="careful@example.org",
        )
    )
    give(
        RecordAssociationMembership(
            club="hill", player="kit", association="NASPA", member_number="SECRET77"
        )
    )
    give(
        Suspend(
            club="hill",
            player="kit",
            first=date(2026, 2, 1),
            last=date(2026, 2, 2),
            note="Quarrelled",
        )
    )


def _shown_of_the_club() -> None:
    give(DescribeClub(club="hill", venue="Library", welcome="Come in."))
    give(
        SetMeetings(club="hill", meetings=(MeetingTime(weekday=3, begins=time(19), ends=time(22)),))
    )
    give(
        SetFees(
            club="hill",
            currency="EUR",
            nightly=600,
            guest=800,
            junior_discount=50,
            junior_under=18,
        )
    )


@pytest.fixture(autouse=True)
def _kit() -> None:
    a_minor_in_everything()


def told(answers: Mapping[str, str], more: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Returns what is told of Kit that nobody is to know, and where."""
    secrets = (*SECRETS, *more)
    found = [(at, one) for at, text in answers.items() for one in secrets if _is_in(one, text)]
    return found + [
        (at, hint[0])
        for at, text in answers.items()
        if "Kit" in text
        for hint in HINT.finditer(text)
    ]


def _is_in(secret: str, text: str) -> bool:
    """Returns whether a text tells a secret; a year only by itself: keys have digits too."""
    if not secret.isdigit():
        return secret in text
    return re.search(rf"(?<![\w.#/-]){secret}(?![\w.])", text) is not None


def _names(answers: Iterable[str]) -> set[str | None]:
    return {resolve(at.partition("?")[0]).url_name for at in answers}


def test_no_page_for_everybody_tells_a_minors_age_guardian_or_contact(client: Client) -> None:
    seen = crawled(client, "/", is_left_out=lambda at: at.startswith(("/words/", "/api/")))
    pages = {
        *("club", "club-calendar", "night-report", "season", "season-poster", "season-csv"),
        *("records", "records-club", "records-news", "player-records", "player", "player-heads"),
        *("event", "scorecard", "standings", "ratings", "rating-list", "rating-list-csv"),
        *("records-csv", "games-csv"),
        *("game", "game-gcg", "player-games", "clubs"),
        *("league", "league-match", "points-year", "trophy"),
    }
    assert pages <= _names(seen)
    assert sum(KIT in text for text in seen.values()) > 20
    assert KIT in seen["/clubs/hill/"]
    assert told(seen) == []


def test_no_answer_of_the_api_without_a_token_tells_it() -> None:
    answers = _answers(Program())
    assert {"club_house_read", "season_read"} <= answers.keys()
    assert any(KIT in text for text in answers.values())
    assert told(answers) == []


def test_no_file_of_a_mirror_tells_it(tmp_path: Path) -> None:
    for slug in ("spring", f"hill-{FIRST_NIGHT}"):
        mirror_event(slug, tmp_path / slug, progress=Mock())
    mirror_house(tmp_path / "clubs", progress=Mock())
    files = {
        str(path.relative_to(tmp_path)): path.read_text(encoding="utf-8", errors="replace")
        for path in tmp_path.rglob("*")
        if path.is_file() and path.suffix in (".html", ".json", ".csv", ".ics", ".txt")
    }
    assert any(KIT in text for text in files.values())
    assert told(files) == []


def test_no_page_or_answer_for_roles_below_the_secretary_tells_it() -> None:
    pat = signed_in("pat", staff=False)
    for role in sorted(OF_CLUBS - {Role.OWNER, Role.DIRECTOR, Role.SECRETARY}):
        give(GiveRole(journal="club:hill", account="pat", role=role))
    seen = crawled(pat, "/desk/club_desk/hill/", is_left_out=_is_not_of_club, with_queries=True)
    assert {"desk-club", "desk-club-log", "desk-night", "desk-club-till"} <= _names(seen)
    found = told({**seen, **_answers(of("pat", staff=False))})
    # Who keeps the money, or takes dues at the door, is told what is due, and why.
    assert [(at, what) for at, what in found if not _is_due(at, what)] == []


def _is_not_of_club(at: str) -> bool:
    return not at.startswith("/desk/club_desk/hill/")


def _is_due(at: str, what: str) -> bool:
    is_of_money = any(part in at for part in ("/money/", "/dues/", "money", "dues"))
    return is_of_money and HINT.fullmatch(what) is not None


def _answers(program: Program) -> dict[str, str]:
    """Returns what a program gets at every address that can be read, by the operation's name."""
    kit = Player.objects.get(key="kit")
    entry = JournalEntry.objects.filter(stream__key="club:hill").latest("seq").seq
    places: dict[str, Any] = {
        "event": "spring",
        "division": "A",
        "club": "hill",
        "season": "2026",
        "day": FIRST_NIGHT,
        "night": FIRST_NIGHT,
        "rating_list": "open",
        "seq": entry,
    }
    got: dict[str, str] = {}
    for player in (kit.pk, kit.key):
        requests = Requests({name: str(one) for name, one in {**places, "player": player}.items()})
        for name, (method, path, _) in requests.found.items():
            if method == "GET" and (answer := program.get(path)).status_code == 200:
                sent = b"".join(answer.streaming_content) if answer.streaming else answer.content
                got[name if player == kit.key else f"{name} "] = sent.decode(errors="replace")
    return got
