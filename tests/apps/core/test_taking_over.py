"""Who leads: a main machine that still answers is asked about first, and nobody leads unheard."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from core.errors import UserError
from core.following import begun, spares
from core.following.asking import Away, Main, NotTaken
from core.following.begun import take_over, tell_the_old_one
from core.following.copying import Apart, empty_this_installation
from core.following.machine import be_overtaken, host_name, lead_again, this_machine
from core.following.messages import Heads, OverAsk
from core.following.running import Running
from core.following.steps import Follower
from core.models import Machine
from people.commands import AddClub
from tests.apps.core.two_machines import Here, a_main, follows
from tests.builders.events import give

pytestmark = pytest.mark.django_db


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch) -> Here:
    """The machine that this one follows: itself, over no network."""
    monkeypatch.setattr(Main, "_sent", Here._sent)
    found = a_main()
    follows(ident=found.ident, key=found.key, address=found.address, epoch=4)
    return found


def over(main: Main, host: str, epoch: int) -> Heads:
    return main.ask(OverAsk(host, epoch), dict[str, Heads])["heads"]


def test_a_main_machine_that_refuses_this_one_is_not_taken_for_a_dead_one(main: Here) -> None:
    for why in ("This machine follows main", "unknown"):
        with pytest.raises(UserError, match=f"main answers, though not .*{why}") as told:
            take_over(by="boss")
        assert told.value.code == "follow.main_answers"
        spares.remove_spare(main.ident, by="boss")
    assert this_machine().role == "follows"
    done = take_over(by="boss", although_it_answers=True)
    assert (done.has_told, this_machine().role, this_machine().epoch) == (False, "leads", 5)


def test_of_two_spares_that_take_over_the_second_hears_of_the_first(
    main: Here, admin_client: Client
) -> None:
    Machine.objects.update(role="leads")
    assert over(main, "one", 5) == {}
    assert over(main, "one", 5) == {}, "asked again, because the answer was lost"
    with pytest.raises(NotTaken, match="one leads, too"):
        over(main, "two", 5)
    lead_again(by="boss")
    with pytest.raises(NotTaken, match=f"{host_name()} leads, too"):
        over(main, "one", 5)

    Machine.objects.update(has_told=False, epoch=5)
    assert tell_the_old_one()
    assert f"{host_name()} leads, too" in this_machine().trouble
    page = reverse("desk-machines")
    assert "did not take it that this machine leads" in admin_client.get(page).content.decode()
    admin_client.post(page, {"name": "the other"})
    assert this_machine().trouble == ""


@pytest.mark.parametrize("apart", [Apart("it went back", code="x"), Away("no route")])
def test_somebody_leads_whatever_goes_wrong_once_the_main_machine_was_asked(
    main: Here, monkeypatch: pytest.MonkeyPatch, apart: Exception
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise apart

    monkeypatch.setattr(begun, "look", lambda *_, **__: None)
    monkeypatch.setattr(Follower, "step", fails)
    done = take_over(by="boss", although_it_answers=True)
    assert (done.has_told, this_machine().role) == (isinstance(apart, Apart), "leads")

    follows(epoch=4)
    monkeypatch.setattr(Follower, "step", lambda _: None)
    monkeypatch.setattr(Follower, "take_the_rest", fails)
    done = take_over(by="boss", although_it_answers=True)
    assert (done.has_told, this_machine().role) == (True, "leads")


def test_a_full_disk_of_the_spare_is_told_and_tried_again(main: Here) -> None:
    class Full(Follower):
        def step(self) -> Any:
            raise OSError(28, "No space left on device")

    said: list[str] = []
    assert Running(Full(main), said.append)._turn() > 0
    assert said == ["Not in step: No space left on device"]
    assert this_machine().trouble == said[0]


def test_accounts_that_stay_on_a_machine_that_begins_afresh_keep_their_second_step(
    settings: Settings, tmp_path: Any
) -> None:
    settings.BACKUPS_DIR = tmp_path
    give(AddClub(slug="hill", name="The Hill"))
    TOTPDevice.objects.create(user=User.objects.create_user("ann"), name="phone")
    empty_this_installation(timezone.now())
    assert TOTPDevice.objects.filter(user__username="ann").exists()


def test_no_password_is_changed_at_the_console_of_a_spare() -> None:
    User.objects.create_user("ann", password="as it was")
    follows()
    with pytest.raises(CommandError, match="This machine follows main: change accounts there"):
        call_command("changepassword", "ann", stdout=io.StringIO())
    be_overtaken("main", 9)
    with pytest.raises(CommandError, match="does not exist"):
        call_command("changepassword", "ben", stdout=io.StringIO())
