"""Stations of the judge for tests, devices that judge at them, and a place that has a lexicon."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse

from core.actors import CONSOLE, Actor
from core.journal.command import Command
from core.journal.errors import Refused
from core.journal.execute import Done, execute
from core.roles import access
from core.roles.table import ALLOWED, Role
from lexicon import places
from lexicon.commands.judge import OpenJudge, RuleChallenge
from lexicon.models import JudgeStation, Lexicon
from lexicon.places import Chosen, JudgedPlace
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list

PIN = "4711"
MADE_UP = "made_up"
DEVICE = Actor(name="judge Hall 1, device a3f2", trusted=True)
WORDS = ("AX", "CAT", "CATS", "DOG", "OX", "QUIZ", "TA", "ZA")


@built_once
def station(key: str = "hall-1", lexicon: str = "SHORT", **more: Any) -> JudgeStation:
    """Returns an open station with a list of a few words, and the PIN of the tests."""
    if lexicon and not Lexicon.objects.filter(code=lexicon).exists():
        imported_list(lexicon, WORDS)
    fields: dict[str, Any] = {"name": "Hall 1", "lexicon": lexicon, **more}
    give(OpenJudge(station=key, pin_hash=make_password(PIN), **fields))
    return JudgeStation.objects.get(key=key)


def give(command: Any, *, key: str | None = None) -> Done:
    """Does what a command asks for, at the console."""
    return execute(command, actor=CONSOLE, key=key)


def rule(
    *words: str, key: str | None = None, at: Any = None, shown: str = "", actor: Actor = DEVICE
) -> Done:
    """Has the play judged that was shown with the words of the station hall-1, or with others."""
    row = JudgeStation.objects.get(key="hall-1")
    command = RuleChallenge(
        station="hall-1", words=words, device="a3f2", shown_hash=shown or row.lexicon_hash
    )
    return execute(command, actor=actor, key=key, at=at)


def code_of(command: Command, actor: Actor = CONSOLE) -> str:
    """Returns the code of the refusal that a command meets."""
    with pytest.raises(Refused) as refused:
        execute(command, actor=actor)
    return refused.value.code


def judge(client: Client, key: str = "hall-1") -> Client:
    """Returns the client as a device that was made a judge of a station."""
    answer = client.post(reverse("judge"), {"station": key, "pin": PIN})
    assert answer.status_code == 302, answer.content.decode()
    return client


@pytest.fixture
def device(client: Client) -> Client:
    """A browser that was made a judge of the station Hall 1."""
    station()
    return judge(client)


def shown(client: Client, words: str) -> Any:
    """Returns the fields of what the opponent is shown, None where it has to be typed again."""
    answer = client.post(reverse("judge-rule"), {"step": "check", "words": words})
    assert answer.status_code == 200
    fields = {}
    for name in ("words", "token", "shown"):
        _, found, after = answer.content.decode().partition(f'name="{name}" value="')
        if not found:
            return None
        fields[name] = after.partition('"')[0]
    return fields


def ruling(client: Client, words: str) -> Any:
    """Returns the page of the verdict on a play that the opponent has confirmed."""
    fields = shown(client, words)
    assert fields is not None, words
    return sent(client, fields)


def sent(client: Client, fields: Any) -> Any:
    """Returns the answer to the opponent's yes."""
    answer = client.post(reverse("judge-rule"), {"step": "rule", **fields})
    assert answer.status_code == 200
    return answer


@dataclass
class KnownPlaces:
    """Places that a test makes up, and who directs them all."""

    known: dict[str, JudgedPlace]
    director: str = ""

    def find(self, key: str) -> JudgedPlace | None:
        return self.known.get(key)

    def shown(self, keys: Collection[str]) -> set[str]:
        return {key for key in keys if key in self.known and not self.known[key].is_hidden}

    def scope(self, key: str) -> str | None:
        return MADE_UP if key in self.known else None

    def put(self, key: str, **changes: Any) -> None:
        """Makes a place, or changes it."""
        fresh = JudgedPlace(key, "Spring, A", lexicon=None, second=None, is_over=False, rated=True)
        self.known[key] = replace(self.known.get(key, fresh), **changes)


@pytest.fixture
def spring(monkeypatch: pytest.MonkeyPatch) -> KnownPlaces:
    """The place spring/A, rated, with a lexicon, directed by dora."""
    known = KnownPlaces({}, director="dora")
    monkeypatch.setattr(places, "_places", [known])
    monkeypatch.setitem(
        access._scopes,
        MADE_UP,
        lambda user, _, __: ALLOWED[Role.OWNER] if user.username == known.director else access.NONE,
    )
    known.put("spring/A", lexicon=chosen("SPRING", WORDS))
    return known


def chosen(code: str, words: tuple[str, ...]) -> Chosen:
    """Returns a lexicon of these words as somebody chose it."""
    return Chosen(code, imported_list(code, words).sha256)
