"""Small events for the tests of the desk, made by commands as the desk makes them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import reverse

from core.actors import Actor
from core.journal.command import Command
from core.journal.execute import execute
from core.models import JournalEntry
from tests.builders import events as builders
from tests.builders.grounds import built_once
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.moving import MoveEntry
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.models import Division, Tournament
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

SLUG = "spring"
NAMES = ("Ada", "Bea", "Cem", "Dov")
ROBOT = Actor(name="robot", trusted=True)


def give(command: Command, **more: Any) -> None:
    """Execute a command as the console does."""
    execute(command, actor=ROBOT, **more)


@built_once
def new_event(slug: str = SLUG, *, director: str = "dora", divisions: str = "A") -> Tournament:
    """Make an event with divisions of four entries each, Ada to Dov by rating, and no round."""
    give(CreateEvent(event=slug, name=slug.title(), director=director))
    for name in divisions:
        give(CreateDivision(event=slug, name=name, planned_rounds=3))
        for place, person in enumerate(NAMES):
            member = Member(name=person if name == "A" else f"{person} {name}")
            rating = 1600 - 10 * place
            give(AddEntry(event=slug, division=name, members=(member,), rating=rating))
    return Tournament.objects.get(slug=slug)


def set_up(number: int, *pairs: tuple[int, int], slug: str = SLUG, **more: Any) -> None:
    """Write the draft of a round of division A."""
    boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
    give(SetUpRound(event=slug, division="A", round=number, boards=boards, **more))


@built_once
def publish(number: int, *pairs: tuple[int, int], slug: str = SLUG, **more: Any) -> None:
    """Set a round of division A up and publish it."""
    set_up(number, *pairs, slug=slug, **more)
    give(PublishRound(event=slug, division="A", round=number))


def enter(number: int, entry: int, score: int, opponent: int, slug: str = SLUG) -> None:
    """Enter a result in division A."""
    where: dict[str, Any] = {"event": slug, "division": "A", "round": number}
    give(EnterResult(**where, entry=entry, score=score, opponent_score=opponent))


@built_once
def four_played(divisions: str = "A", *, last: int = 300) -> Tournament:
    """Make an event whose round 1 is played: Ada and Cem won, and `last` is what Dov scored."""
    event = new_event(divisions=divisions)
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, last)
    return event


@built_once
def dov_moved() -> Tournament:
    """Make an event in whose round 1 Dov lost to Cem in A; he goes on in B."""
    event = four_played("AB")
    give(MoveEntry(event=SLUG, division="A", entry=4, to="B", confirmed=True))
    return event


@built_once
def five_playing() -> None:
    """Make an event of five, Eve the last; round 1 published: 1-2, 3-4, and 5 has a bye."""
    new_event()
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1000))
    publish(1, (1, 2), (3, 4), byes=(5,))


def undo(seq: int | None = None) -> None:
    """Take an entry of the event's log back, the newest unless told."""
    builders.undo(f"event:{SLUG}", entries_of()[-1].seq if seq is None else seq)


def at(name: str) -> str:
    """Return the address of a page of the event's desk."""
    return reverse(name, kwargs={"slug": SLUG})


def account(name: str, *, staff: bool = True, operator: bool = False) -> User:
    """Make an account."""
    return User.objects.create_user(
        name, password="a long password", is_staff=staff, is_superuser=operator
    )


def signed_in(name: str, **rights: bool) -> Client:
    """Return a client with the session of a new account; nobody is told that it signed in."""
    person, session = account(name, **rights), SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


def hidden(page: bytes, name: str = "token") -> str:
    """Return the value of a hidden field of a page."""
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page.decode())
    assert found is not None, f"the page has no hidden field {name}"
    return unescape(found[1])


def entries_of(slug: str = SLUG) -> list[JournalEntry]:
    """Return the journal of an event, the oldest entry first."""
    return list(JournalEntry.objects.filter(stream__key=f"event:{slug}").order_by("seq"))


def division(slug: str = SLUG) -> Division:
    """Return division A."""
    return Division.objects.get(tournament__slug=slug, name="A")
