"""An event with judges, and judges of none, for the tests of the desk; the words are invented."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse

from lexicon.commands.judge import JoinJudge, OpenJudge, RuleChallenge
from lexicon.models import JudgeStation
from lexicon.selectors.judging import judging_of
from tests.apps.tournaments.desk_events import SLUG, give, new_event
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list
from tournaments.lexicon_choice.commands import ChooseLexicon

CODE, SECOND = "INV26", "INV30"
WORDS = ("ZAP", "QUIRB", "FLOOM")
PIN = "271828"


@built_once
def lists() -> None:
    """Import the two lists; the second has a word more."""
    imported_list(CODE, WORDS)
    imported_list(SECOND, (*WORDS, "GLIMP"))


@built_once
def event_with_list(divisions: str = "A", **more: Any) -> None:
    """Make the event, with the list in force in division A alone."""
    new_event(divisions=divisions, **more)
    lists()
    where: dict[str, Any] = {"event": SLUG, "division": "A"}
    give(ChooseLexicon(**where, lexicon=CODE, second_opinion=SECOND, confirmed=True))


def open_judge(key: str = "door", *, place: str = f"{SLUG}/A", **more: Any) -> JudgeStation:
    """Open a station, for division A unless told otherwise."""
    fields = {"name": key.title(), "pin_hash": make_password(PIN), "place": place, **more}
    give(OpenJudge(station=key, **fields))
    return JudgeStation.objects.get(key=key)


def free_judge(key: str = "club", **more: Any) -> JudgeStation:
    """Open a station that belongs to no division."""
    return open_judge(key, place="", **{"lexicon": CODE, **more})


def rule(station: JudgeStation, *words: str, device: str = "0a1b") -> None:
    """Have a station rule on a play."""
    shown = judging_of(station).lexicon.sha256
    give(RuleChallenge(station=station.key, words=words, device=device, shown_hash=shown))


def try_pin(station: JudgeStation, *, right: bool, device: str = "0a1b") -> None:
    """Have a device ask to become the judge."""
    give(JoinJudge(station=station.key, device=device, right=right))


def desk(name: str, key: str = "", query: str = "", **more: Any) -> str:
    """Return the address of a page of a station, or of the event where no key is given."""
    return reverse(f"desk-{name}", kwargs={"key": key} if key else {"slug": SLUG}) + query


def token() -> str:
    """Return a token as a form carries it."""
    return secrets.token_hex(16)


def sends(client: Client, where: str, **typed: Any) -> Any:
    """Send a form as a browser does, and return the page that it leads to."""
    return client.post(where, {"token": token(), **typed}, follow=True)
