"""The demonstration of a new installation: a living club, a national, and what was before.

It is made once, for all tests of this module, as the worker of a first start makes it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from itertools import count

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pytest_django import Settings

from clubs.demonstration.commands import RemoveDemonstration
from clubs.demonstration.jobs.directing import (
    HALL,
    LAST_SEASON,
    LEAST,
    MEMBERS,
    NIGHTS,
    PAST_NIGHTS,
    THIS_SEASON,
)
from clubs.demonstration.naming import CLUB
from clubs.kernel.queries.night_games import nights_of
from clubs.leagues.commands.trophies import OfferTrophy
from clubs.models import ClubHome, Season
from clubs.money.ledger.accounts import expense
from clubs.money.ledger.reports import balances
from clubs.money.queries.ledgers import money_book
from clubs.seasons.commands.awards import GiveAward
from clubs.seasons.queries.championships import held_championship
from clubs.seasons.queries.computed import computed
from core.demonstration import DEMONSTRATION, REMOVED, ask_for_demonstration, being_made
from core.jobs import Progress, run
from core.journal.errors import Refused
from core.locks import exclusive
from core.models import Job, JournalEntry, StoredPage
from core.wording import whole_day
from games.engine.checking import GameTerms, check_gcg
from games.engine.report import RecordVerdict
from games.models import Game
from games.selectors.games import holds_by, shown_names
from lexicon.casual import casual_list
from people.commands import AddPlayer
from people.models import Club, Player
from people.selectors import REGISTER
from ratings.models import RatedEvent, Standing
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.clubs import found, season_of_2026
from tests.builders.events import a_division, a_large_event, give, undo
from tests.builders.grounds import built_once
from tests.contract_calls import answer, refusal
from tests.pages import sound, sound_words, source_at
from tournaments.board_games.queries.findings import games_by_board
from tournaments.contention.jobs import ask_where_due
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Result, Round, Tournament, WebHost
from tournaments.rehearsal.jobs.cast import HELD_AT, SLUG
from tournaments.rehearsal.jobs.demonstration import event_parts
from tournaments.rehearsal.jobs.national import COMPLETE, DIVISIONS
from tournaments.rehearsal.jobs.past_events import DAYS, OPEN, OPEN_PLAYERS, RECORDED
from tournaments.rehearsal.jobs.plans import rehearsal_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def demonstration() -> None:
    """Has all of it made by workers of whom most are killed, and what follows of that done."""
    assert ask_for_demonstration()
    job = being_made().get()
    with pytest.MonkeyPatch.context() as patch:
        for told in KILLED_AFTER:
            patch.setattr(Progress, "__call__", _killing(told))
            with pytest.raises(_Killed):
                run(job.pk)
            Job.objects.update(state=Job.State.QUEUED)
    assert run(job.pk)
    ask_where_due(SLUG)  # as a commit has done, which tests have none of
    while waiting := list(Job.objects.filter(state=Job.State.QUEUED).order_by("pk")):
        for job in waiting:
            run(job.pk)
    assert not Job.objects.exclude(state=Job.State.DONE).exists()


class _Killed(BaseException):
    """A worker that is killed: nothing is done afterwards."""


KILLED_AFTER = (0, 40, 100, 60, 48)
"""How often each of the workers tells how far it is before it is killed: in which part is that."""


def _killing(told: int) -> Callable[[Progress, int, int], None]:
    left = count(told, -1)

    def tell(_progress: Progress, _done: int, _total: int) -> None:
        if not next(left):
            raise _Killed

    return tell


def test_home_says_how_far_it_is_and_is_loaded_again_until_it_is_made(client: Client) -> None:
    assert ask_for_demonstration()
    assert not ask_for_demonstration(), "it is asked for once"
    reloads = '<meta http-equiv="refresh" content="2">'
    page = source_at(client, "/")
    assert "The demonstration is being made: 0%" in page
    assert reloads in page
    being_made().update(state=Job.State.RUNNING, done=40, total=100)
    assert "The demonstration is being made: 40%" in source_at(client, "/")
    being_made().update(state=Job.State.DONE)
    page = source_at(client, "/")
    assert "being made" not in page
    assert reloads not in page
    assert "No event is set up yet." in page


def test_it_is_made_once_and_whoever_was_interrupted_makes_what_is_missing(
    demonstration: None,
) -> None:
    before = JournalEntry.objects.count()
    assert refusal("demo_event")["code"] == "event.taken"
    assert refusal("demo_club")["code"] == "club.taken"
    again = Job.objects.get(kind="demonstration")
    Job.objects.filter(pk=again.pk).update(state=Job.State.QUEUED, ended_at=None)
    assert run(again.pk)
    again.refresh_from_db()
    assert (again.state, again.done) == (Job.State.DONE, again.total)
    assert JournalEntry.objects.count() == before


def test_only_one_at_a_time_makes_it() -> None:
    assert ask_for_demonstration()
    with exclusive(DEMONSTRATION):
        for command in ("demo_event", "demo_club"):
            assert refusal(command)["code"] == "demonstration.busy"
        assert refusal("demo_event", "--remove", "--yes")["code"] == "demonstration.busy"
        assert not run(being_made().get().pk)
    assert being_made().get().state == Job.State.QUEUED
    assert not Player.objects.exists()


def test_removed_it_leaves_what_others_made_and_the_page_of_them(
    demonstration: None, client: Client
) -> None:
    known = Player.objects.get(key=f"{SLUG}-2")
    give(CreateEvent(event="own-open", name="Own open", place=HELD_AT))
    a_division("own-open", players=2, registered=[Member(name="Known", player=known.key)])
    _others_build_on_it()
    where = reverse("desk-demonstration")
    assert signed_in("dora").get(where).status_code == 403
    keeper = signed_in("boss", operator=True)
    assert "1 club" in sound_words(keeper.get(where))
    assert keeper.post(where).status_code == 422, "it asks first"
    assert Tournament.objects.filter(slug=SLUG).exists()
    host = WebHost.objects.create(event=Tournament.objects.get(slug=OPEN), place={})
    assert refusal("demo_event", "--remove", "--yes")["code"] == "demonstration.sent"
    assert "Demonstration open sends its pages to a web host" in sound_words(
        keeper.post(where, {"confirmed": "yes"})
    )
    assert WebHost.objects.exists()
    host.delete()
    said = answer("demo_event", "--remove", "--yes")
    assert len(said["events"]) == DAYS + 2 + PAST_NIGHTS + NIGHTS
    assert (said["clubs"], said["lists"]) == ([CLUB], [SLUG])
    assert [one.slug for one in Tournament.objects.order_by("slug")] == ["own-open"]
    assert set(Player.objects.values_list("key", flat=True)) == STAYS
    assert not Player.objects.exclude(club=None).exists()
    for gone in (RatedEvent, Game):
        assert not gone._default_manager.exists(), gone
    assert (ClubHome.objects.get().slug, Club.objects.get().slug) == ("hill", "hill")
    assert [one.key for one in Season.objects.all()] == ["2026"]
    assert refusal("demo_event", "--remove", "--yes")["code"] == "demonstration.none"
    assert keeper.post(where, {"confirmed": "yes"}).status_code == 422
    assert "Nothing of the demonstration" in sound_words(keeper.get(where))
    for job in Job.objects.filter(state=Job.State.QUEUED):
        run(job.pk)
    assert not Job.objects.filter(state=Job.State.FAILED).exists()
    for page in ("/", "/clubs/", "/ratings/", "/games/", "/events/own-open/"):
        assert "Demonstration" not in source_at(client, page), page
    assert not any(part.is_there() for part in event_parts(timezone.now())), "to be made again"
    _what_comes_after_is_not_of_it()


STAYS = {f"{SLUG}-2", f"{SLUG}-3", f"{SLUG}-4", f"{CLUB}-3", "joined"}
"""The keys of people who are named elsewhere, and of one whom somebody had join the club."""


def _others_build_on_it() -> None:
    """Has others name its people: in an event, an award and a trophy; and has one person join."""
    clubber = Member(name="Clubber", player=f"{CLUB}-3")
    give(AddEntry(event="own-open", division="A", members=(clubber,)))
    found("hill")
    season_of_2026("hill")
    give(GiveAward(club="hill", season="2026", title="Guest", players=(f"{SLUG}-3",)))
    day = timezone.localdate()
    give(OfferTrophy(club="hill", trophy="cup", name="Cup", begins_on=day, holder=f"{SLUG}-4"))
    give(AddPlayer(key="joined", given_name="Real", family_name="Person", club=CLUB))
    for key in ("joined", f"{SLUG}-2"):
        with pytest.raises(Refused, match="not of the demonstration"):
            give(RemoveDemonstration(journal=REGISTER, players=(key,)))


def _what_comes_after_is_not_of_it() -> None:
    """Takes the removal of people back, and imports an event under the name of one of its."""
    removed = JournalEntry.objects.filter(stream__key=REGISTER, command=REMOVED).latest("seq")
    undo(REGISTER, removed.seq)
    clubs = dict(Player.objects.values_list("key", "club__slug"))
    assert {clubs[key] for key in ("joined", f"{CLUB}-1", f"{CLUB}-3")} == {CLUB}
    a_large_event(OPEN, players=4, rounds=1)
    assert refusal("demo_event", "--remove", "--yes")["code"] == "demonstration.none"
    assert Tournament.objects.filter(slug=OPEN).exists()


def test_a_national_of_three_divisions_is_in_the_middle_of_a_round(
    demonstration: None, client: Client
) -> None:
    event = Tournament.objects.get(slug=SLUG)
    assert not event.rehearsal
    sizes = {one.name: one.entries.count() for one in event.divisions.all()}
    assert sizes == DIVISIONS
    waiting = Round.objects.filter(boards__result=None)
    assert set(waiting.values_list("division__name", "number")) == {("A", COMPLETE + 1)}
    codes = JournalEntry.objects.filter(stream__key=f"event:{SLUG}")
    given = Counter(codes.values_list("command", flat=True))
    for code in ("entry.arrived", "entry.withdrawn", "forfeit.entered", "result.corrected"):
        assert given[code], code
    assert [len(one.lines) for one in rehearsal_of(event, seed="1", method="swiss").divisions] == [
        *DIVISIONS.values()
    ], "who came late is copied, too"
    for path, said in (
        ("/", "Division A"),
        ("/events/demonstration/", "Check-in"),
        ("/events/demonstration/", f"{whole_day(timezone.localdate())} · {HELD_AT}"),
        ("/events/demonstration/clock/", "Round 6"),
        ("/events/demonstration/prizes/", "1st place, division A"),
        ("/events/demonstration/A/contention/", "in control"),
        ("/events/demonstration/A/standings/", "playing v"),
    ):
        assert said in sound_words(client.get(path)), path


def test_an_open_is_over_with_games_that_agree_with_its_results(
    demonstration: None, client: Client
) -> None:
    casual = holds_by(casual_list().sha256, "en")
    assert casual is not None
    sheet = load_sheet(Division.objects.get(tournament__slug=OPEN))
    boards = [board for board in games_by_board(sheet) if board.games]
    assert [(board.line.round, board.line.slot) for board in boards] == list(RECORDED)
    for board in boards:
        (kept,) = board.games
        assert kept.mismatches == ()
        report = check_gcg(kept.game.record.encode(), GameTerms(holds=casual))
        assert (report.verdict, report.complete) == (RecordVerdict.CLEAN, True)
        names = {sheet.entries[seat.entry].entered_name for seat in board.line.seats}
        assert set(shown_names(kept.game)) == names
        assert {turn.missing for turn in report.turns if turn.words} == {()}
        assert client.get(f"/games/{kept.game.key}/").status_code == 200


def test_a_list_has_rated_what_was_before_by_its_days(demonstration: None, client: Client) -> None:
    events = list(RatedEvent.objects.filter(rating_list__key=SLUG).order_by("held_on"))
    assert len(events) == DAYS + 1
    assert timezone.localdate() - events[-1].held_on == timedelta(35)
    assert Standing.objects.count() == OPEN_PLAYERS
    first = Player.objects.get(key=f"{SLUG}-1")
    for page, link in (
        ("/", "/ratings/demonstration/"),
        (f"/players/{first.pk}/", "/events/demonstration-1/A/ratings/"),
    ):
        assert link in sound(source_at(client, page)).links


@pytest.mark.parametrize(
    "page",
    [
        "/events/demonstration/clock/",
        "/events/demonstration/prizes/",
        "/events/demonstration/reports/",
        "/clubs/",
        f"/clubs/{CLUB}/",
        f"/clubs/{CLUB}/seasons/{THIS_SEASON}/",
        "/ratings/",
        "/ratings/demonstration/",
        "/games/",
        "/games/best/",
        "/records/news/",
        "/records/event/demonstration/",
    ],
)
def test_every_page_says_what_it_is_to_whoever_shares_it(
    demonstration: None, client: Client, settings: Settings, page: str
) -> None:
    settings.HTTPS_ONLY, settings.ALLOWED_HOSTS = True, ["localhost", "*", "play.example.org"]
    settings.SECURE_SSL_REDIRECT = False
    told = source_at(client, page)
    assert f'<link rel="canonical" href="https://play.example.org{page}">' in told
    assert re.search(r'<meta name="description" content="[^"]+">', told)
    assert re.search(r'<meta property="og:title" content="[^"]+">', told)


def test_a_club_a_list_and_the_records_have_a_picture_to_share(
    demonstration: None, client: Client, settings: Settings
) -> None:
    settings.HTTPS_ONLY, settings.ALLOWED_HOSTS = True, ["localhost", "*", "play.example.org"]
    settings.SECURE_SSL_REDIRECT = False
    for page, shared in (
        (f"/clubs/{CLUB}/", f"/clubs/{CLUB}/"),
        ("/ratings/demonstration/", "/ratings/demonstration/"),
        ("/records/", "/records/"),
        ("/records/news/", "/records/"),
    ):
        path = f"{shared}share.png"
        told = source_at(client, page)
        assert f'<meta property="og:image" content="https://play.example.org{path}">' in told
        answered = client.get(path)
        assert answered["Content-Type"] == "image/png"
        assert StoredPage.objects.filter(path=path).exists(), "it is stored as the others are"
        with Image.open(BytesIO(answered.content)) as picture:
            assert picture.size == (1200, 630)
            assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 30, "something is on it"
        assert client.post(path).status_code == 405
    assert client.get("/clubs/nobody/share.png").status_code == 404


def test_a_club_has_members_a_season_of_closed_nights_and_money(demonstration: None) -> None:
    nights = list(nights_of(CLUB))
    assert len(nights) == PAST_NIGHTS + NIGHTS
    assert all(night.closed for night in nights)
    assert nights[0].starts_on == timezone.localdate() - timedelta(1)
    of_nights = Result.objects.filter(board__round__division__tournament__in=nights)
    assert of_nights.count() >= NIGHTS * LEAST
    assert Player.objects.filter(club__slug=CLUB, is_listed=True).count() == MEMBERS
    book = money_book(ClubHome.objects.get())
    assert book is not None
    assert balances(book.ledger)[expense("rent")] == HALL
    _one_season_is_over_and_one_runs()
    _everybody_reads_it()
    _only_operators_direct_it()


def _one_season_is_over_and_one_runs() -> None:
    seasons = {one.key: one for one in Season.objects.select_related("club")}
    last, now = seasons[LAST_SEASON], seasons[THIS_SEASON]
    assert last.ends_on < now.begins_on <= timezone.localdate() < now.ends_on
    assert [len(computed(one).nights) for one in (last, now)] == [PAST_NIGHTS, NIGHTS]
    held = held_championship(last)
    assert held is not None
    assert len(held.winners) == 1
    assert last.awards.count() == 1
    found = computed(now)
    assert {one.kind for one in found.milestones} >= {"nights", "nights_in_a_row"}
    assert "most_improved" in {award.key for award in found.awards}
    assert found.handicaps
    assert all(row.rating for row in found.table.ranked)


def _everybody_reads_it() -> None:
    for season, said in ((LAST_SEASON, "is the champion."), (THIS_SEASON, "Handicap table")):
        assert said in sound_words(Client().get(f"/clubs/{CLUB}/seasons/{season}/")), season
    told = sound_words(Client().get(f"/clubs/{CLUB}/"))
    for said in ("Demonstration club", "Next meeting", "Last nights", "Members"):
        assert said in told, said


def _only_operators_direct_it() -> None:
    desk = reverse("desk-club", kwargs={"club": CLUB})
    assert signed_in("dora").get(desk).status_code == 403
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    assert "Last nights" in sound_words(boss.get(desk))
    assert ClubHome.objects.get().owner == ""
