"""An event with something at every address of the desk, and what each address belongs to."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from clubs.records.commands.claims import ClaimRecord
from core.models import Job
from games.models import Game
from lexicon.import_job import IMPORT, ask_to_import
from lexicon.words.bringing import ReadingOptions
from ratings.commands.lists import AddRatingList
from tests.apps.games.recorded import key_of, recorded
from tests.apps.tournaments.board_games.game_events import put_on
from tests.apps.tournaments.challenges.judge_events import CODE, free_judge, lists
from tests.apps.tournaments.desk_events import SLUG, give, new_event, publish
from tests.apps.tournaments.phones.phone_events import a_slip_photo
from tests.builders.clubs import found, season_of_2026
from tests.builders.grounds import built_once
from tests.builders.leagues import a_trophy, a_year, drawn_league
from tests.builders.money import fees_and_a_payment
from tests.builders.nights import FIRST_NIGHT, an_open_night
from tests.desk_addresses import DESK
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.models import SlipPhoto, Tournament, Webhook
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizing.records import PrizeKind
from tournaments.setup.queries.drafts import Answers, kept
from tournaments.webhooks.setting_up import add_webhook

CLUB = "hill"
SEASON = "2026"
CLAIM = "old-high"
BACKUP = "wallchart-2026-11-22-090000.backup"
OF_BACKUPS = {"desk-backup-file", "desk-restore-one"}
READ_BY_DIRECTORS = {"desk-register", "desk-lists", "desk-list", "desk-lexica", "desk-lexicon"}
OF_ALL_EVENTS = {
    str(pattern.name)
    for pattern in DESK
    if str(pattern.pattern).startswith(
        ("player_register/", "rating_lists/", "installed_lexica/", "record_claims/")
    )
} - READ_BY_DIRECTORS
OF_THE_OPERATOR = {"desk-continue", *OF_ALL_EVENTS} | {
    str(pattern.name) for pattern in DESK if str(pattern.pattern).startswith("this_installation/")
}
OF_LISTS = {
    str(pattern.name) for pattern in DESK if "rating_lists/<slug:key>/" in str(pattern.pattern)
}
OF_JUDGES = {
    str(pattern.name) for pattern in DESK if "judge_stations/<slug:key>/" in str(pattern.pattern)
}
OF_GAMES = {
    str(pattern.name) for pattern in DESK if "<slug:slug>/games/<slug:key>/" in str(pattern.pattern)
}
OF_PRIZES = {
    str(pattern.name) for pattern in DESK if "/prizes/<int:number>/" in str(pattern.pattern)
}
OF_FREE_GAMES = {
    str(pattern.name) for pattern in DESK if "recorded_games/<slug:key>/" in str(pattern.pattern)
}
OF_LEXICA = {
    str(pattern.name) for pattern in DESK if "installed_lexica/list/" in str(pattern.pattern)
}
OF_CLUBS = {str(pattern.name) for pattern in DESK if "<slug:club>" in str(pattern.pattern)}
OF_CLAIMS = {str(pattern.name) for pattern in DESK if "<slug:claim>" in str(pattern.pattern)}
OF_SEASONS = {str(pattern.name) for pattern in DESK if "<slug:season>" in str(pattern.pattern)}
OF_HONOURS = {
    part: {str(pattern.name) for pattern in DESK if f":{part}>" in str(pattern.pattern)}
    for part in ("league", "team", "match", "year", "trophy")
}
IN_HONOURS = {"league": "winter", "team": "hill", "match": "1", "year": "2026", "trophy": "cup"}
OF_NIGHTS = {str(pattern.name) for pattern in DESK if "<slug:day>" in str(pattern.pattern)}
OF_ANY_DIRECTOR = {
    *("desk", "desk-new-event", "desk-import", "desk-register", "desk-clubs", "desk-found-club")
} | {
    pattern.name
    for pattern in DESK
    if str(pattern.pattern).startswith(
        (
            "player_register/",
            "rating_lists/",
            "installed_lexica/",
            "judge_",
            "recorded_games/",
            "set_up/",
        )
    )
}
OF_SET_UPS = {str(pattern.name) for pattern in DESK if "set_up/<slug:key>" in str(pattern.pattern)}
KEYS = {
    **dict.fromkeys(OF_SET_UPS, "half-done"),
    **dict.fromkeys(OF_LISTS, "north"),
    **dict.fromkeys(OF_JUDGES, "club"),
    **dict.fromkeys(OF_FREE_GAMES, key_of(1)),
}
ALL = sorted(str(pattern.name) for pattern in DESK)
PARTS: dict[str, dict[str, str]] = {
    **{name: {"name": BACKUP} for name in OF_BACKUPS},
    **{key: {"slug": SLUG, "document": "roster"} for key in ("desk-document", "desk-print")},
    **{name: {"club": CLUB, "day": str(FIRST_NIGHT)} for name in OF_NIGHTS},
    **{name: {"slug": SLUG, "number": "1"} for name in OF_PRIZES},
}
OF_NO_EVENT = OF_ANY_DIRECTOR | OF_THE_OPERATOR | OF_CLUBS
OF_THE_DIRECTOR = [name for name in ALL if name not in OF_NO_EVENT]
ONLY_SENT = (
    {"desk-rate", "desk-accept-pairing", "desk-forecast", "desk-stop-job", "desk-print"}
    | {
        "desk-give-role",
        "desk-here",
        "desk-invite",
        "desk-take-role-back",
        "desk-withdraw-invitation",
        "desk-club-give-role",
        "desk-club-invite",
        "desk-club-take-role-back",
        "desk-club-withdraw-invitation",
    }
    | {name for name in OF_NIGHTS if name.startswith("desk-night-")}
)
READABLE = [name for name in ALL if name not in OF_THE_OPERATOR | ONLY_SENT]


def address(name: str) -> str:
    if name in ("desk-job", "desk-stop-job", "desk-accept-pairing"):
        return reverse(name, kwargs={"number": Job.objects.order_by("pk")[0].pk})
    if name == "desk-account":
        return reverse(name, kwargs={"number": User.objects.get_or_create(username="olga")[0].pk})
    if name in PARTS or name == "desk-webhook":
        webhook = {"slug": SLUG, "number": Webhook.objects.get().pk}
        return reverse(name, kwargs=PARTS.get(name, webhook))
    if name in OF_GAMES:
        return reverse(name, kwargs={"slug": SLUG, "key": Game.objects.exclude(place="").get().key})
    if name in KEYS:
        return reverse(name, kwargs={"key": KEYS[name]})
    if name in OF_CLAIMS | OF_LEXICA:
        return reverse(name, kwargs={"claim": CLAIM} if name in OF_CLAIMS else {"code": CODE})
    if name == "desk-confirm-lexicon":
        return reverse(name, kwargs={"number": Job.objects.get(kind=IMPORT).pk})
    place = {"club": CLUB} if name in OF_CLUBS else {"slug": SLUG}
    place |= {"photo": SlipPhoto.objects.get().name} if name == "desk-slip-photo" else {}
    place |= {"season": SEASON} if name in OF_SEASONS else {}
    honours = {part: IN_HONOURS[part] for part, names in OF_HONOURS.items() if name in names}
    return reverse(
        name, kwargs=place | honours if name in OF_CLUBS or name not in OF_NO_EVENT else {}
    )


def may_be_kept(answer: Any) -> bool:
    """Returns whether a browser or a proxy may keep what the desk answers."""
    return bool(answer.status_code != 405 and answer.get("Cache-Control") != "private, no-store")


def faults_of(name: str, answer: Any) -> list[str]:
    """Returns what is wrong with a page of the desk for somebody who may read all."""
    faults: list[str] = []
    if name not in READABLE:
        return faults
    if answer.status_code != 200:
        faults.append(f"{name} answers {answer.status_code}")
    elif answer.get("Content-Disposition", "").startswith("attachment"):
        pass  # a file of its own, such as a film, and no page of this site
    elif re.search(rb"<script(?![^>]*\ssrc=)", answer.content):
        faults.append(f"{name} has a script within the page")
    elif b"style=" in answer.content:
        faults.append(f"{name} has a style within the page")
    return faults


@built_once
def everything() -> None:
    """Makes something at every address: an event with a round, a job, a game, a judge, a list."""
    found(CLUB, owner="dora")
    season_of_2026(CLUB)
    drawn_league(("hill", "mill"))
    a_year(())
    a_trophy()
    fees_and_a_payment(CLUB)
    an_open_night(CLUB, guests=("Zoe", "Max", "Ida"))
    ask_to_rate(new_event(), ["A"])
    publish(1, (1, 2), (3, 4))
    give(AddPrizes(event=SLUG, prizes=(PrizeLine(kind=PrizeKind.DOOR, text="A book"),)))
    a_slip_photo()
    put_on(source="file", file_name="game.gcg")
    recorded()
    give(ClaimRecord(claim=CLAIM, category="high_game", value="700", source="a book"))
    give(AddRatingList(rating_list="north", name="North"))
    lists()
    free_judge()
    url = "https://example.org/"
    add_webhook(Tournament.objects.get(slug=SLUG), url, site="", by="dora", now=timezone.now())
    kept("dora", "half-done", Answers(name="Autumn"))
    ask_to_import([b"zap"], file_name="zap.txt", options=ReadingOptions())
