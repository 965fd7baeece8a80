"""Only an operator sees which machine follows which, makes a secret, or takes over."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.following.asking import Away, Main
from core.following.machine import this_machine
from core.following.sealing import read_secret
from core.models import JournalEntry, Machine, Spare
from tests.apps.tournaments.desk_events import new_event, signed_in
from tests.pages import source, words

pytestmark = pytest.mark.django_db


def at() -> str:
    return reverse("desk-machines")


def follows(**more: Any) -> None:
    this_machine()
    Machine.objects.update(role="follows", peer="hall-pc", address="http://hall-pc:8000/", **more)


# Who may


@pytest.mark.parametrize("staff", [True, False])
def test_nobody_but_an_operator_makes_a_secret_or_takes_over(staff: bool) -> None:
    follows()
    client = signed_in("dora", staff=staff)
    assert client.get(at()).status_code == 403
    for sent in ({"name": "laptop"}, {"take_over": "1"}, {"lead": "1"}, {"remove": "X"}):
        assert client.post(at(), sent).status_code == 403
    assert not Spare.objects.exists()
    assert Machine.objects.get().role == "follows"
    assert reverse("login") in Client().post(at(), {"take_over": "1"})["Location"]


# The machine that leads


def test_a_secret_is_shown_once_with_the_line_to_type_and_can_be_taken_back(boss: Client) -> None:
    answer = boss.post(at(), {"name": "Ann's laptop"}, headers={"host": "localhost:8000"})
    page = words(answer)
    assert re.search(r"\.venv/bin/python manage\.py follow http://\S+/", page)
    assert "let other devices in" in page
    found = re.search(r"(?:[A-Z2-7]{5}-){5}[A-Z2-7]{5}", page)
    assert found is not None
    spare = Spare.objects.get()
    assert read_secret(found[0]) == (spare.ident, spare.key)
    later = boss.get(at())
    assert found[0] not in source(later)
    assert "Ann's laptop has not come yet" in words(later)
    boss.post(at(), {"remove": spare.ident})
    assert not Spare.objects.exists()


@pytest.mark.parametrize("name", ["", "x" * 61, "a\0b"])
def test_what_names_no_machine_is_refused(boss: Client, name: str) -> None:
    assert boss.post(at(), {"name": name}).status_code == 422
    assert not Spare.objects.exists()


def test_how_far_a_spare_is_stands_at_the_desk(boss: Client) -> None:
    now = timezone.now()
    spare = {"made_by": "boss", "made_at": now, "heard_at": now, "host": "pc2", "key": "00"}
    Spare.objects.create(ident="AAAAA", name="Ann", missing=0, **spare)
    Spare.objects.create(ident="BBBBB", name="Ben", missing=2, **spare)
    page = words(boss.get(at()))
    assert "pc2, in step at" in page
    assert "pc2, 2 entries behind at" in page


# The spare


def test_every_page_of_the_desk_of_a_spare_says_so_and_takes_nothing(boss: Client) -> None:
    new_event(director="boss")
    before = JournalEntry.objects.count()
    follows(in_step_at=timezone.now())
    for address in (reverse("desk"), reverse("desk-event", args=("spring",))):
        page = words(boss.get(address))
        assert "This machine follows hall-pc: enter everything there, not here." in page
        assert "Last in step at" in page
    sent = {"name": "Autumn", "event": "autumn", "dates": ""}
    answer = boss.post(reverse("desk-new-event"), sent)
    assert "This machine follows hall-pc: enter everything there" in words(answer)
    assert JournalEntry.objects.count() == before


def test_taking_over_says_first_how_far_behind_it_may_be(
    boss: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_dead(*_: Any) -> bytes:
        raise Away("no route")

    monkeypatch.setattr(Main, "_sent", is_dead)
    follows(in_step_at=timezone.now() + timedelta(seconds=1), key="00" * 32)
    assert "less than a minute ago; what was entered there since" in words(boss.get(at()))
    moment = timezone.now() - timedelta(minutes=5)
    Machine.objects.update(in_step_at=moment, missing=3)
    page = words(boss.get(at()))
    assert "5 minutes ago; what was entered there since is not here." in page
    assert "At least 3 entries are missing." in page
    page = words(boss.post(at(), {"take_over": "1"}, follow=True))
    assert "This machine leads now. hall-pc is told as soon as it answers." in page
    assert "does not answer yet" in page
    assert Machine.objects.get().role == "leads"
    assert "follows" not in words(boss.get(reverse("desk")))


def test_a_main_machine_that_answers_is_moved_from_only_when_that_is_said_again(
    boss: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.following.begun.look", lambda *_, **__: None)
    follows(key="00" * 32)
    answer = boss.post(at(), {"take_over": "1"})
    assert answer.status_code == 422
    assert "hall-pc answers" in words(answer)
    assert 'name="although_it_answers" value="1"' in source(answer)
    assert Machine.objects.get().role == "follows"


# The machine that was overtaken


def test_a_machine_that_was_overtaken_says_so_and_goes_on_only_by_the_operator(
    boss: Client,
) -> None:
    this_machine()
    Machine.objects.update(role="overtaken", peer="laptop", epoch=2)
    assert "laptop took over from this machine at" in words(boss.get(reverse("desk")))
    assert "To make this machine a spare of laptop" in words(boss.get(at()))
    boss.post(at(), {"lead": "1"})
    machine = Machine.objects.get()
    assert (machine.role, machine.epoch) == ("leads", 3)
