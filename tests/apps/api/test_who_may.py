"""Every operation, asked for by everybody there is: whoever may is let in, and nobody else."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from api.operations import all_operations
from clubs.models import ClubHome
from core.journal.guard import writing
from core.models import JournalEntry, RoleHeld
from core.roles.commands import GiveRole
from core.roles.table import Permission, Role
from people.commands import AddPlayer
from ratings.commands.lists import AddRatingList
from tests.apps.api.asking import SLUG, Program, of
from tests.apps.api.bodies import Requests
from tests.apps.api.who_may import GROUPS, OPERATIONS, ROLES, WHO
from tests.builders.clubs import found, season_of_2026
from tests.builders.events import a_played_event, give
from tests.depth import share
from tournaments.event.commands.appointing import AppointDirector
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

GROUP_OF = {name: group for group, names in OPERATIONS.items() for name in names}


def test_every_operation_stands_in_the_table_once() -> None:
    listed = Counter(name for names in OPERATIONS.values() for name in names)
    assert [name for name, times in listed.items() if times > 1] == []
    assert set(listed) == {one.name for _, one in all_operations()}


def test_everybody_of_the_table_asks_and_every_role_is_among_them() -> None:
    assert set(ROLES) == set(Role)
    assert {who for group in GROUPS.values() for who in group} == set(WHO)


def _given(scope: str, *roles: str) -> None:
    with writing():
        for role in roles:
            RoleHeld.objects.create(scope=scope, account="pat", role=role)


def _program(who: str) -> Program:
    """Return the program of somebody of the table."""
    here, there = f"event:{SLUG}", "event:autumn"
    if who == "nobody":
        return Program()
    if who == "operator":
        return of("boss", operator=True)
    if who == "token to read":
        return of("boss", operator=True, scope=[Permission.VIEW])
    if who == "token of another event":
        return of("boss", operator=True, event="autumn")
    if who == "owner":
        give(AppointDirector(event=SLUG, director="pat"))
        with writing():
            ClubHome.objects.filter(slug="hill").update(owner="pat")
    elif who == "every role elsewhere":
        give(AppointDirector(event="autumn", director="pat"))
        _given(there, *ROLES[1:])
        _given("club:vale", *ROLES[1:])
    elif who in ROLES:
        _given(here, who)
        _given("club:hill", who)
    return of("pat", staff=who == "staff")


@pytest.fixture
def requests() -> Requests:
    """Return a request for each operation, about an event that is being played."""
    a_played_event("autumn", rounds=1)
    a_played_event(rounds=1, planned=2)
    entered = JournalEntry.objects.filter(stream__key=f"event:{SLUG}", command="result.entered")
    found("hill")
    season_of_2026("hill")
    found("vale")
    User.objects.create_user("kim")
    job = ask_to_rate(Tournament.objects.get(slug=SLUG), ["A"])
    places = {
        "event": SLUG,
        "club": "hill",
        "season": "2026",
        "division": "A",
        "seq": entered.latest("seq").seq,
        "register_undo.seq": give(AddPlayer(key="ada-abbot", given_name="Ada")).seq,
        "club_undo.seq": give(GiveRole(journal="club:hill", account="kim", role=Role.VIEWER)).seq,
        "rating_list_undo.seq": give(AddRatingList(rating_list="north", name="North")).seq,
        "rating_list": "north",
        "job": job.pk,
    }
    return Requests({name: str(value) for name, value in places.items()})


def _asked(program: Program, method: str, path: str, body: Any) -> int:
    """Return the status of an answer; nothing is left of what was done."""
    with transaction.atomic():
        answer = program.ask(method, path, body)
        transaction.set_rollback(True)
    return int(answer.status_code)


def _asked_by_others(who: str) -> set[str]:
    """Return the operations at whose doors other roles are turned away in a usual run.

    What a group of operations needs is refused to every role that lacks it, at a third of them.
    """
    if who not in ROLES:
        return set()
    shut = [names for group, names in OPERATIONS.items() if who not in GROUPS[group]]
    asked = {name for names in shut for name in share(names, ROLES.index(who))}
    return {name for names in shut for name in names} - asked


@pytest.mark.parametrize("who", WHO)
def test_whoever_may_is_let_in_and_nobody_else(who: str, requests: Requests) -> None:
    program = _program(who)
    program.get("")  # that its token was used is written down here, and not again for a minute
    wrong = {}
    left_out = _asked_by_others(who)
    for name, (method, path, body) in requests.found.items():
        if name in left_out:
            continue
        status = _asked(program, method, path, body)
        shut = 401 if who == "nobody" else 403
        may = who in GROUPS[GROUP_OF[name]]
        # What is let in may find nothing, or not be possible now; but it is understood.
        right = status in (200, 404, 409, 422) if may else status == shut
        if not right:
            wrong[name] = status
    assert wrong == {}
