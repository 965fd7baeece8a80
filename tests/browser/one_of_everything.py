"""One of everything that a page can show: an event in play, games, judges, lists, a job, a backup.

All names, words and games are invented.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils import timezone

from api.tokens.making import make_token
from clubs.club.queries.report_links import report_token
from clubs.nights.commands.attendance import LeaveTonight
from clubs.nights.commands.playing import NightGame
from clubs.records.book.scopes import EVERYTHING
from clubs.records.commands.claims import ClaimRecord
from clubs.records.jobs.folding import fold_event, read_event
from clubs.records.queries.lists import families_of
from core.actors import Actor
from core.backup.making import write_backup
from core.following.spares import add_spare
from core.journal.execute import execute
from core.journal.guard import writing
from core.models import Invitation, Spare
from core.phrases import phrase
from core.roles.commands import GiveRole, Invite
from core.roles.secrets import hash_of_code, hash_of_link
from core.roles.table import Permission, Role
from people.models import Player
from ratings.models import EventRating
from tests.apps.games.recorded import between, recorded
from tests.apps.lexicon.desk.lexica_pages import read_list
from tests.apps.tournaments.board_games.game_events import entry, hand_in, put_on
from tests.apps.tournaments.challenges.judge_events import (
    CODE,
    WORDS,
    event_with_list,
    free_judge,
    open_judge,
    rule,
)
from tests.apps.tournaments.desk_events import SLUG, account, enter, give, publish, set_up
from tests.apps.tournaments.phones.phone_events import a_slip_photo
from tests.builders.clubs import found, season_of_2026
from tests.builders.leagues import a_trophy, a_year, drawn_league, entered
from tests.builders.money import fees_and_a_payment
from tests.builders.nights import FIRST_NIGHT, an_open_night, played, played_by_three, seated
from tests.builders.rating_lists import imported_list, rated_list
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.board_games.queries.entry_links import token_of
from tournaments.claiming import Mode
from tournaments.clock.commands.timing import StartClock
from tournaments.closing.commands import CloseEvent
from tournaments.contention.jobs import ask_to_forecast
from tournaments.entries.commands.check_in import CheckIn
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Division, Tournament, Webhook, WebHost
from tournaments.overlays.commands import PointSlot
from tournaments.overlays.wording import SlotKind
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.queries.kiosks import kiosk_token
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizes.commands.terms import PublishPrizes, SetPrizeTerms
from tournaments.prizing.records import PrizeKind
from tournaments.results.commands.checking import ReadAgain
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.setup.queries.drafts import Answers, kept
from tournaments.setup.queries.templates import from_template
from tournaments.timetable.commands import SetTimetable
from tournaments.timetabling.typed import read_typed
from tournaments.webhooks.queries.waiting import delivery_of
from tournaments.webhooks.setting_up import add_webhook

OVER = "autumn"
INVENTED = ("Wilhelmina", "Featherstonehaugh", "Theodora", "Zephyrine", "abcdef", "Foyer", "Quiz")
"""Names of people, machines, an invitation, a place and a line of a timetable: no page's words."""
LONG_NAME = "wilhelmina-featherstonehaugh.theodora-zephyrine@example.org"
BACKUP = "wallchart-2026-11-22-090000.backup"
CLAIM = "old-high"
OTHER = Actor(name="eve", trusted=True)
"""Somebody else at the desk."""
PRIZES = (
    PrizeLine(kind=PrizeKind.DOOR, text="A book"),
    PrizeLine(kind=PrizeKind.PLACE, division="A", amount=5000),
    PrizeLine(kind=PrizeKind.HIGH_WIN, text="Certificate"),
    PrizeLine(kind=PrizeKind.SESSION, division="A", text="A cake", first_round=1, last_round=2),
)
"""The first is drawn, so that every page about a prize has one."""
ASKED = "?division=A&round=1&entry=1"
"""The queries of an event's pages beside its name; others do not look at them."""


OVERLAYS = {"overlay": {"kind": "standings"}, "overlay-of": {"kind": "scorebug"}}
SLOT_NAME = "table-1"
FIRST = {"number": 1, "page": 1, "entry": 1}
TIMETABLE = "2026-11-28\n09:00 Check-in @ Foyer\n09:30 A: Rounds 1-2\n12:00-13:00 Lunch\n18:00 Quiz"


@dataclass(frozen=True)
class Made:
    """The objects that exist, by their names in addresses.

    `anywhere` holds what means one thing in all addresses, `below` what the key or name of an
    address means that begins so, `alone` what the address of one name takes instead.
    """

    anywhere: dict[str, Any]
    below: dict[str, str]
    alone: dict[str, dict[str, Any]]

    def address(self, name: str, route: str, asks: tuple[str, ...]) -> str:
        """Returns the address of a page of this name. KeyError for what there is none of."""
        held = dict(self.anywhere)
        for start, key in self.below.items():
            if route.startswith(start):
                held |= {"key": key, "name": key}
        held |= self.alone.get(name, {})
        return reverse(name, kwargs={one: held[one] for one in asks}) + ASKED


def named_routes(resolver: Any = None, above: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    """Yields every address there is: its name, how it is written, and its pattern."""
    for pattern in (resolver or get_resolver()).url_patterns:
        here = above + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from named_routes(pattern, here)
        else:
            yield pattern.name or here, here, pattern


def _club() -> dict[str, str]:
    """Makes a club with a season, a league, honours and money, and returns where they are."""
    club = found("hill", owner="dora")
    season_of_2026(club.slug)
    fees_and_a_payment(club.slug)
    drawn_league(("hill", "vale"))
    entered("hill", "vale", (400, 300), (350, 420))
    a_year(())
    a_trophy()
    honours = {"league": "winter", "team": "hill", "match": "1", "year": "2026", "trophy": "cup"}
    return {"club": club.slug, "season": "2026", **honours}


def one_of_everything(boss: User) -> Made:
    """Makes it all; `boss` is an operator.

    Round 1 of division A is published and half in, round 2 a draft; everybody of B is here.
    """
    _event()
    places = {**_club(), "slug": SLUG, "division": "A", "document": "roster"} | _photo()
    anywhere: dict[str, Any] = {**places, **FIRST, "slot": SLOT_NAME, **_ratings()}
    keys, tokens = _games(anywhere["player"])
    _people()
    _machines(boss)
    judge = open_judge()
    rule(judge, WORDS[0])
    free_judge()
    _backup()
    job = ask_to_forecast(Tournament.objects.get(slug=SLUG), ["A"])
    alone: dict[str, dict[str, Any]] = {
        "desk-account": {"number": boss.pk},
        **{name: {"name": "high-win"} for name in ("report-list", "event-report-list")},
        "desk-job": {"number": job.pk},
        "desk-confirm-lexicon": {"number": _sent_list(boss)},
        "desk-webhook": {"number": _webhook()},
        "desk-reopen-event": {"slug": OVER},
        "desk-correct-game": {"key": keys["confirmed"]},
        "desk-remove-game": {"key": keys["confirmed"]},
        "hand-in-take-back": {"token": tokens[1]},
        "stop-reports": {"token": report_token([anywhere["player"]])},
        "api": {"rest": "events"},
        "api-file": {"name": "swagger-ui.css"},
        "support": {"rest": f"tournaments/entry/{entry(1).pk}/"},
    }
    below = {
        "desk/this_installation/restore/": BACKUP,
        "desk/rating_lists/": "open",
        "desk/recorded_games/": keys["free"],
        "desk/judge_stations/": judge.key,
        "desk/set_up/": _set_up(boss),
        "desk/<slug:slug>/games/": keys["waiting"],
        "games/": keys["free"],
        "ratings/": "open",
        "p/": keys["waiting"],
    }
    words = {"code": CODE, "word": WORDS[0], "period": "ever", "family": _book(), "claim": CLAIM}
    return Made(anywhere | words | {"token": tokens[0], "day": _night()}, below, alone | _halls())


def _photo() -> dict[str, str]:
    give(SetPhones(event=SLUG, division="A", mode=Mode.KIOSK))
    return {"photo": a_slip_photo()}


def _halls() -> dict[str, dict[str, Any]]:
    """Returns what the addresses of tablets and of overlays take."""
    token = kiosk_token(Division.objects.get(tournament__slug=SLUG, name="A"))
    names = ("tablet", "tablet-board", "tablet-first", "tablet-too")
    return OVERLAYS | {name: {"token": token} for name in names}


def _backup() -> None:
    Path(settings.BACKUPS_DIR).mkdir(parents=True)
    write_backup(Path(settings.BACKUPS_DIR) / BACKUP)


def _set_up(boss: User) -> str:
    """Makes an event half set up, and returns its key."""
    layout = from_template("club", currency="EUR")
    answers = Answers(name="Theodora", roster="Wilhelmina Featherstonehaugh, 1500", layout=layout)
    return kept(boss.username, "abcdef", answers).key


def _night() -> str:
    """Makes a night in play, and returns its day."""
    night = an_open_night("hill", guests=("Zoe", "Max", "Ida", "Lou", "Kim", "Pat"))
    played(night, 1, 2, 401, 380)
    played_by_three(night, 1, (1, 2, 3), (300, 301, 302))
    seated(night, NightGame(one=1, two=2), NightGame(one=4, two=5, third=6))
    give(LeaveTonight(event=night, entry=3))
    return str(FIRST_NIGHT)


def _event() -> None:
    event_with_list("AB")
    give(ChangePairingRules(event=SLUG, division="A", contention_is_public=True))
    give(SetPrizeTerms(event=SLUG, currency="EUR", entry_fee=2000))
    give(AddPrizes(event=SLUG, prizes=PRIZES))
    give(PublishPrizes(event=SLUG, is_public=True))
    give(PointSlot(event=SLUG, slot=SLOT_NAME, kind=SlotKind.SCOREBUG, division="A", number=1))
    give(SetTimetable(event=SLUG, lines=read_typed(TIMETABLE, "AB", None).lines))
    give(OpenHandIn(event=SLUG, division="A", takes_games=True))
    give(CheckIn(event=SLUG, division="B", here=(1, 2, 3, 4)))
    publish(1, (1, 2), (3, 4))
    give(StartClock(event=SLUG, length=720))
    enter(1, 1, 423, 389)
    where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}
    execute(ReadAgain(**where, entry=1, score=423, opponent_score=398), actor=OTHER)
    set_up(2, (1, 3), (2, 4))
    give(CreateEvent(event=OVER, name="Autumn", director="dora"))
    give(CloseEvent(event=OVER, confirmed=True))


def _book() -> str:
    """Makes the book of records; returns the lexicon family that it has."""
    fold_event(read_event(SLUG))
    give(ClaimRecord(claim=CLAIM, category="high_game", value="700", source="WESPA"))
    return families_of(EVERYTHING)[0]


def _people() -> None:
    """Gives roles, one of them to somebody with a long name, and makes invitations."""
    scope = f"event:{SLUG}"
    account(LONG_NAME, staff=False)
    for role in (Role.DIRECTOR, Role.DATA_ENTRY):
        give(GiveRole(journal=scope, account=LONG_NAME, role=role))
    for key, note in (("abcdef", "Wilhelmina Featherstonehaugh, Theodora Zephyrine"), ("old1", "")):
        invitation = Invite(
            journal=scope,
            role=Role.DESK,
            key=key,
            link_hash=hash_of_link(key),
            code_hash=hash_of_code(key),
            made_by="dora",
            until=timezone.now() + timedelta(days=7),
            note=note,
        )
        give(invitation)
    with writing():
        Invitation.objects.filter(key="old1").update(until=timezone.now() - timedelta(days=1))


def _machines(boss: User) -> None:
    """Makes a token, two spares of which one is behind, and a web host that does not answer."""
    may = [Permission.VIEW, Permission.ENTER, Permission.CORRECT, Permission.CHECK_IN]
    make_token(boss, "Wilhelmina Featherstonehaugh, Zephyrine", may, days=7, event=SLUG)
    add_spare("Theodora", by="boss")
    behind, _ = add_spare("Zephyrine Featherstonehaugh", by="boss")
    Spare.objects.filter(pk=behind.pk).update(
        heard_at=timezone.now(), host="wilhelmina-featherstonehaugh", missing=2
    )
    place = {"kind": "sftp", "host": "theodora.zephyrine", "port": 22, "user": "hall"}
    with writing():
        WebHost.objects.create(
            event=Tournament.objects.get(slug=SLUG),
            place={**place, "folder": "public_html/spring"},
            failures=3,
            error=phrase("it does not answer"),
            again_at=timezone.now() + timedelta(minutes=4),
        )


def _webhook() -> int:
    """Adds a webhook whose last message was not taken, others were; returns its number."""
    event, now = Tournament.objects.get(slug=SLUG), timezone.now()
    url = "https://results.example.org/wallchart/incoming?event=spring"
    webhook = add_webhook(event, url, site="https://hall.example/", by="dora", now=now)
    refused = {"status": 503, "answer": "upstream is away", "error": "It answered with status 503."}
    messages: tuple[tuple[str, dict[str, Any]], ...] = (
        ("ping", {"state": "delivered", "status": 200, "answer": "welcome"}),
        ("round.published", {"state": "given_up", "attempts": 10, **refused}),
        ("result.entered", {"attempts": 3, **refused}),
    )
    for kind, how in messages:
        one = delivery_of(webhook, kind, now)
        for name, value in how.items():
            setattr(one, name, value)
        one.save()
    Webhook.objects.filter(pk=webhook.pk).update(
        failures=3, due_at=now, old_secret=webhook.secret, old_until=now + timedelta(hours=5)
    )
    return webhook.pk


def _games(player: int) -> tuple[dict[str, str], list[str]]:
    """Puts a game of a player on record, and two of the event; returns keys, and tokens of two."""
    names = Player.objects.exclude(pk=player).values_list("key", flat=True)
    players = between(Player.objects.get(pk=player).key, names[0])
    keys = {
        "free": recorded(1, players=players).key,
        "waiting": hand_in(2),
        "confirmed": put_on(3),
    }
    return keys, [token_of(one, one.tournament) for one in (entry(1), entry(2))]


def _ratings() -> dict[str, Any]:
    """Makes a list that is computed and one that is imported; returns who is on the first."""
    rated_list(events=2, players=8, field=6, rounds=3)
    imported_list(lines=[("Stranger", 1200, "")])
    rating = EventRating.objects.latest("pk")
    player = Player.objects.get(key=rating.player)
    other = Player.objects.exclude(pk=player.pk).latest("pk")
    return {"player": player.pk, "other": other.pk, "event": rating.event_id}


def _sent_list(boss: User) -> int:
    """Has a list of words sent and read, which waits to be confirmed; returns its number."""
    desk = Client()
    desk.force_login(boss)
    return int(resolve(read_list(desk)).kwargs["number"])
