"""What people agreed to and who cares for a minor: for who keeps the members, for nobody else."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from clubs.club.commands.care import KeepPlayer
from clubs.club.meetings.meetings import MeetingTime
from clubs.membership.commands.terms import AddMember
from core.actors import Actor
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import OF_CLUBS, Role
from people.commands import AddPlayer, ChangePlayer
from people.models import Player
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found
from tests.pages import source_at, words

pytestmark = pytest.mark.django_db

TUESDAYS = MeetingTime(weekday=1, begins=time(19), ends=time(22))
BORN = date(2013, 5, 17)
SECRETS = ("2013", "17 May", "Guardia Careful", "0999 888", "@example.org")
MINOR: dict[str, Any] = {
    "birth_date": BORN,
    "guardian": "Guardia Careful",
    "guardian_contact": "0999 888",
    "wants_reports": True,
    "email": "kit@example.org",
    "guardian_email": "careful@example.org",
}


def _two_clubs() -> None:
    """Makes two clubs with a player each: Kit, a minor, of the hill, and Val of the vale."""
    for slug, key, name in (("hill", "kit", "Kit"), ("vale", "val", "Val")):
        found(slug, owner="dora")
        give(AddPlayer(key=key, given_name=name, family_name="Young", club=slug))


def test_who_keeps_the_members_records_it_for_people_of_the_club_and_no_other_role_does() -> None:
    _two_clubs()
    mia = Actor(name="mia", user=account("mia", staff=False))
    command = KeepPlayer(club="hill", player="kit", is_listed=True, **MINOR)
    keepers = {Role.OWNER, Role.DIRECTOR, Role.SECRETARY}
    for role in sorted(OF_CLUBS - keepers):
        give(GiveRole(journal="club:hill", account="mia", role=role))
    with pytest.raises(NotAllowed):
        execute(command, actor=mia)
    give(GiveRole(journal="club:hill", account="mia", role=Role.SECRETARY))
    execute(command, actor=mia)
    kit = Player.objects.get(key="kit")
    assert (kit.is_listed, kit.photos, kit.birth_date) == (True, False, BORN)
    with pytest.raises(NotAllowed):
        execute(KeepPlayer(club="vale", player="val", photos=True), actor=mia)
    with pytest.raises(Refused, match="Nobody of this club") as stranger:
        execute(KeepPlayer(club="hill", player="val", photos=True), actor=mia)
    assert stranger.value.field == "player"


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({}, None),
        ({"birth_date": date(1815, 1, 1)}, "birth_date"),
        ({"guardian": "x" * 121}, "guardian"),
        ({"guardian_contact": "bell\a"}, "guardian_contact"),
        ({"wants_reports": True}, "email"),
        ({"email": "kit at home"}, "email"),
        ({"guardian_email": "home@"}, "guardian_email"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(more: dict[str, Any], field: str | None) -> None:
    _two_clubs()
    with pytest.raises(Refused) as refused:
        give(KeepPlayer(club="hill", player="kit", **more))
    assert refused.value.field == field


def test_it_is_forgotten_and_undone_and_the_log_names_it_without_telling_it() -> None:
    _two_clubs()
    give(KeepPlayer(club="hill", player="kit", **MINOR))
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    log = words(boss.get(reverse("desk-register")))
    assert "Player Kit Young: recorded date of birth and e-mail address and guardian and" in log
    assert not [secret for secret in SECRETS[1:] if secret in log]
    give(KeepPlayer(club="hill", player="kit", forget_birth_date=True, guardian=""))
    kit = Player.objects.get(key="kit")
    assert (kit.birth_date, kit.guardian, kit.guardian_contact) == (None, "", "0999 888")
    last = JournalEntry.objects.order_by("-pk")[0]
    give(UndoEntry(journal="register", seq=last.seq))
    assert Player.objects.get(key="kit").birth_date == BORN


def test_reports_are_asked_for_at_an_address_which_stays_as_long_as_they_are() -> None:
    _two_clubs()
    give(KeepPlayer(club="hill", player="kit", wants_reports=True, email=" kit@example.org "))
    assert Player.objects.get(key="kit").email == "kit@example.org"
    with pytest.raises(Refused, match="Give the address to which the reports are sent"):
        give(KeepPlayer(club="hill", player="kit", email=""))
    with pytest.raises(Refused, match="Give the address to which the reports are sent"):
        give(ChangePlayer(key="kit", email=""))
    give(KeepPlayer(club="hill", player="kit", email="", wants_reports=False))


def test_the_secretary_keeps_it_at_the_desk_and_operators_at_the_register() -> None:
    _two_clubs()
    mia = signed_in("mia", staff=False)
    give(GiveRole(journal="club:hill", account="mia", role=Role.SECRETARY))
    address = reverse("desk-club-keep-player", kwargs={"club": "hill"})
    chosen = words(mia.get(address))
    assert "Kit Young" in chosen
    assert "Val Young" not in chosen
    assert mia.get(f"{address}?player=val").status_code == 404
    page = f"{address}?player=kit"
    token = mia.get(page).context["form"].token
    typed = {"token": token, "is_listed": "yes", "photos": "no", "birth_date": "2013-05-17"}
    typed |= {"wants_reports": "yes", "email": "kit@example.org"}
    assert mia.post(page, typed | {"guardian": "Guardia Careful"}).status_code == 302
    shown = source_at(mia, page)
    assert "Guardia Careful" in shown
    assert 'value="kit@example.org"' in shown
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    page = reverse("desk-change-player") + "?player=kit"
    form = boss.get(page).context["form"]
    assert form["birth_date"].value() == BORN
    sent = {name: form[name].value() or "" for name in form.fields} | {"token": form.token}
    assert boss.post(page, sent | {"birth_date": ""}).status_code == 302
    assert Player.objects.get(key="kit").birth_date is None


def test_only_who_agreed_is_listed_and_under_the_name_that_they_chose(client: Client) -> None:
    _two_clubs()
    give(AddPlayer(key="lou", given_name="Lou", family_name="Secret", club="hill"))
    told = words(client.get("/clubs/hill/"))
    assert "Kit" not in told
    assert "Members" not in told
    give(ChangePlayer(key="lou", is_listed=True, public_name_style="initial"))
    told = words(client.get("/clubs/hill/"))
    assert "Members Those who agreed to be listed. Lou S." in told
    assert "Secret" not in told
    give(ChangePlayer(key="lou", is_listed=False))
    assert "Lou" not in words(client.get("/clubs/hill/"))


def test_a_club_that_keeps_memberships_lists_those_whose_own_is_in_force(client: Client) -> None:
    _two_clubs()
    for key in ("kit", "val"):
        give(ChangePlayer(key=key, is_listed=True))
    assert "Kit Young" in words(client.get("/clubs/hill/"))
    give(AddMember(club="hill", player="val", kind="life", day=date(2026, 1, 1)))
    told = words(client.get("/clubs/hill/"))
    assert "Val Young" in told
    assert "Kit" not in told
    # Whoever keeps the members keeps what these agreed to, too.
    give(KeepPlayer(club="hill", player="val", photos=True))
