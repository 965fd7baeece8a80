"""Dues on a night's page: who has paid, who owes what, taken with a tap."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.kernel.queries.clubs import club_named
from clubs.membership.commands.terms import AddMember
from clubs.models import KeptLedgerRow
from clubs.money.commands.payments import SellCard
from clubs.nights.commands.attendance import LeaveTonight
from core.roles.commands import GiveRole
from core.roles.table import Role
from people.commands import AddPlayer
from tests.apps.api.asking import of
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found
from tests.builders.money import say_fees, sums_of
from tests.builders.nights import an_open_night
from tests.pages import source_at, words

pytestmark = pytest.mark.django_db

HERE = ("ann-abel", "ben-birch", "cy-colt")
PLACE = {"club": "hill", "day": "2026-03-05"}
PAGE = reverse("desk-night", kwargs=PLACE)


def _a_night() -> str:
    found("hill", owner="dora")
    say_fees("hill")
    add = AddPlayer(key="cy-colt", given_name="Cy", family_name="Colt", club="hill")
    give(add)
    return an_open_night(here=HERE, guests=("Zoe",))


def _take(client: Client, **values: Any) -> Any:
    return client.post(f"{PAGE}dues/", values)


def test_who_checks_people_in_takes_dues_on_the_page_and_nobody_else_sees_them() -> None:
    night = _a_night()
    for role, may in ((Role.DATA_ENTRY, False), (Role.VIEWER, False), (Role.DESK, True)):
        client = signed_in(f"pat-{role}", staff=False)
        give(GiveRole(journal="club:hill", account=f"pat-{role}", role=role))
        assert ('id="dues"' in source_at(client, PAGE)) == may, role
        assert _take(client, entry=1).status_code == (302 if may else 403)
        answer = of(f"pat-{role}").get(f"events/{night}/night/dues")
        assert answer.status_code == (200 if may else 403)
    assert KeptLedgerRow.objects.count() == 1
    assert of("pat-viewer").get("events/nowhere/night/dues").status_code in (403, 404)


def test_a_tap_takes_what_is_due_in_cash_by_bank_or_on_the_tab() -> None:
    _a_night()
    dora = signed_in("dora")
    assert "Ann Abel 8.00 EUR" in words(dora.get(PAGE))
    assert _take(dora, entry=1, step="dues")["Location"] == f"{PAGE}#dues"
    _take(dora, entry=2, how="bank")
    _take(dora, entry=3, how="tab")
    _take(dora, entry=4, how="cash")
    club = club_named("hill")
    assert club is not None
    sums = sums_of(club)
    assert (sums["cash"], sums["bank"], sums["tab:cy-colt"]) == (1600, 800, 600)
    told = words(dora.get(PAGE))
    assert "Nobody owes anything for this night. Taken: Ann Abel, Ben Birch, Cy Colt, Zoe" in told


def test_each_who_came_is_told_with_what_they_owe_and_why() -> None:
    night = _a_night()
    give(AddMember(club="hill", player="ann-abel", kind="life", day=date(2026, 1, 1)))
    give(SellCard(club="hill", member="ben-birch", amount=5000, nights=10))
    give(LeaveTonight(event=night, entry=2))
    told = words(signed_in("dora").get(PAGE))
    assert "Ben Birch card" in told
    assert "Nothing is due of: Ann Abel" in told
    give(GiveRole(journal="club:hill", account=account("tess").username, role=Role.TREASURER))
    rows = of("tess").get(f"events/{night}/night/dues").json()["items"]
    assert [(one["name"], one["reason"], one["amount"], one["nights"]) for one in rows] == [
        ("Ann Abel", "life", 0, 0),
        ("Ben Birch", "card", 0, 1),
        ("Cy Colt", "nightly", 600, 0),
        ("Zoe", "guest", 800, 0),
    ]


def test_what_was_sent_twice_is_taken_once_and_what_cannot_be_is_said() -> None:
    _a_night()
    dora, token = signed_in("dora"), "a" * 32
    sent = {"entry": "1", "token": token}
    answers = [
        dora.post(f"{PAGE}dues/", sent, headers={"Accept": "application/json"}).json()
        for _ in range(2)
    ]
    assert answers[0] == answers[1]
    assert answers[0]["kind"] == "done"
    assert KeptLedgerRow.objects.count() == 1
    again = _take(dora, entry=1)
    assert "The dues of Ann Abel for 2026-03-05 were taken: no. 1." in again.text
    assert "Name a player of the register, or a guest." in _take(dora, entry=99).text
    assert "A guest has no tab; take 8.00 EUR." in _take(dora, entry=4, how="tab").text


def test_there_are_no_dues_before_the_night_nor_in_a_club_that_keeps_no_money() -> None:
    found("hill", owner="dora")
    an_open_night(here=HERE)
    dora = signed_in("dora")
    assert 'id="dues"' not in source_at(dora, PAGE)
    assert of("dora").get("events/hill-2026-03-05/night/dues").status_code == 404
    say_fees("hill")
    assert 'id="dues"' in source_at(dora, PAGE)
    ahead = timezone.localdate() + timedelta(days=7)
    an_open_night("hill", ahead, here=HERE)
    page = reverse("desk-night", kwargs=PLACE | {"day": str(ahead)})
    assert 'id="dues"' not in source_at(dora, page)
