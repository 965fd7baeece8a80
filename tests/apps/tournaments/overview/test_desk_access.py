"""Access to every page of the desk, walked over every address of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from core.actors import Actor
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from lexicon.commands.in_force import SayInForce
from people.commands import AddPlayer, ChangePlayer
from ratings.commands.lists import AddRatingList
from tests.apps.tournaments.challenges.judge_events import CODE
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    give,
    new_event,
    signed_in,
)
from tests.apps.tournaments.overview.door_ground import (
    ALL,
    OF_BACKUPS,
    OF_THE_OPERATOR,
    READ_BY_DIRECTORS,
    address,
    everything,
    faults_of,
    may_be_kept,
)
from tests.pages import source, source_at

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _event() -> None:
    everything()


def _each_apart(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield addresses by name; what is done at one is taken back before the next."""
    for name in names:
        with transaction.atomic():
            yield name, address(name)
            transaction.set_rollback(True)


def test_the_director_comes_in_and_no_answer_is_kept_by_a_browser_or_a_proxy() -> None:
    director, wrong = signed_in("dora"), []
    for name, at in _each_apart(ALL):
        read, sent = director.get(at), director.post(at)
        wrong += faults_of(name, read)
        wrong += [f"{name} may be kept"] if may_be_kept(read) or may_be_kept(sent) else []
    assert wrong == []


@pytest.mark.parametrize("name", sorted(OF_THE_OPERATOR))
def test_only_the_operator_comes_to_what_is_of_the_whole_installation(name: str) -> None:
    boss, dora = signed_in("boss", operator=True), signed_in("dora")
    before = JournalEntry.objects.count()
    for answer in (dora.get(address(name)), dora.post(address(name))):
        if answer.status_code != 405:
            assert answer.status_code == 403
            assert "it is for operators only: ask boss." in source(answer)
    assert JournalEntry.objects.count() == before
    if name not in OF_BACKUPS:
        assert boss.get(address(name)).status_code == 200


@pytest.mark.parametrize("name", ["desk", *sorted(READ_BY_DIRECTORS)])
def test_nothing_that_a_director_sees_of_what_all_events_share_leads_to_a_refusal(
    name: str,
) -> None:
    give(AddPlayer(key="ann-aa000123", given_name="Ann", association_number="AA000123"))
    boss, dora = signed_in("boss", operator=True), signed_in("dora")
    page = source_at(dora, address(name))
    assert ("only an operator can change it: boss." in page) == (name != "desk")
    main = page.partition("<main")[2]
    links = set(re.findall(r'(?:href|action)="(/desk/[^"?#]*)', main))
    assert {link for link in links if dora.get(link).status_code == 403} == set()
    assert "AA000123" not in page
    assert "ann-aa0001" not in page, "keys of earlier days hold the number"
    register = boss.get(reverse("desk-register")).text
    assert "AA000123" in register
    assert "ann-aa0001" in register


def test_a_director_changes_nothing_that_all_events_share_by_a_command_either() -> None:
    dora = Actor(name="dora", user=account("dora"))
    give(AddPlayer(key="ann", given_name="Ann"))
    for command in (
        ChangePlayer(key="ann", public_name_style="initials"),
        AddRatingList(rating_list="south", name="South"),
        SayInForce(edition=CODE, association="NASPA", since=date(2026, 1, 1)),
        UndoEntry(journal="register", seq=1),
        UndoEntry(journal="list:north", seq=1),
        UndoEntry(journal="lexica", seq=1),
    ):
        with pytest.raises(NotAllowed):
            execute(command, actor=dora)


def test_a_director_brings_who_is_new_into_the_register_by_entering_them() -> None:
    dora = Actor(name="dora", user=account("dora"))
    execute(AddPlayer(key="eve", given_name="Eve", family_name="Hill"), actor=dora)
    with pytest.raises(NotAllowed):
        execute(AddPlayer(key="mal", given_name="Mal"), actor=Actor(name="mal"))


def test_signing_in_is_kept_by_no_browser_and_no_proxy(client: Client) -> None:
    told = client.get(reverse("login"))["Cache-Control"]
    assert {"private", "no-store"} <= set(told.split(", "))


def test_the_desk_lists_my_events_and_nobody_elses() -> None:
    new_event("autumn", director="other")
    page = source_at(signed_in("dora"), reverse("desk"))
    assert "Spring" in page
    assert "Autumn" not in page
    assert "Autumn" in source_at(signed_in("boss", operator=True), reverse("desk"))


def test_an_event_that_does_not_exist_is_not_found_by_the_operator() -> None:
    client = signed_in("boss", operator=True)
    assert client.get(reverse("desk-event", kwargs={"slug": "nowhere"})).status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "division=Z",
        "division=A&round=4",
        "division=A&round=x",
        "division=A&round=0",
        "division=A&entry=9",
        "division=A&entry=-1",
        "division=A&entry=" + "9" * 400,
        "division=A&entry=٣",
    ],
)
def test_an_address_that_names_nothing_is_not_found(query: str) -> None:
    address = reverse("desk-enter-result", kwargs={"slug": SLUG})
    assert signed_in("dora").get(f"{address}?{query}").status_code == 404


def test_signing_in_leads_to_the_desk_and_signing_out_away_from_it(client: Client) -> None:
    account("dora")
    sent = {"username": "dora", "password": "a long password"}
    answer = client.post(reverse("login"), sent)
    assert (answer.status_code, answer["Location"]) == (302, reverse("desk"))
    client.post(reverse("logout"))
    assert client.get(reverse("desk")).status_code == 302


def test_a_wrong_password_is_said_in_a_sentence_and_ten_lock_the_name_out(client: Client) -> None:
    account("dora")
    sent = {"username": "dora", "password": "a wrong password"}
    first = client.post(reverse("login"), sent)
    assert b"Please enter a correct username and password" in first.content
    last = [client.post(reverse("login"), sent) for _ in range(9)][-1]
    assert last.status_code == 429
    assert b"wait 15 minutes" in last.content
    assert not User.objects.get(username="dora").last_login
