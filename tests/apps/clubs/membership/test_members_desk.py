"""The members at a club's desk: who comes there, the list, adding, a member's page."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.membership.commands.suspensions import Suspend
from clubs.models import Membership, MemberSuspension
from clubs.money.commands.books import SetFees
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from people.models import Player
from tests.apps.tournaments.desk_events import give, signed_in
from tests.builders.clubs import found
from tests.builders.members import member, registered
from tests.pages import sound_words, source_at, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def sue() -> Client:
    found("hill", owner="dora")
    client = signed_in("sue", staff=False)
    give(GiveRole(journal="club:hill", account="sue", role=Role.SECRETARY))
    return client


def at(name: str, **asked: Any) -> str:
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return reverse(f"desk-{name}", kwargs={"club": "hill"}) + (f"?{query}" if query else "")


def sent(client: Client, path: str, values: dict[str, Any], **more: Any) -> Any:
    """Return the answer to a form that was opened and sent with these values."""
    token = client.get(path).context["form"].token
    return client.post(path, {"token": token, **values, **more})


def number_of(key: str) -> int:
    return Player.objects.get(key=key).pk


@pytest.mark.parametrize("role", [Role.TREASURER, Role.DESK, Role.VIEWER, Role.STATISTICIAN])
def test_nobody_but_who_keeps_the_members_sees_them(role: Role) -> None:
    found("hill", owner="dora")
    member("hill", "Ann Smith")
    pat = signed_in("pat", staff=False)
    give(GiveRole(journal="club:hill", account="pat", role=role))
    files = ("club-members-file", "club-members-workbook")
    for name in ("club-members", "club-member", "club-add-member", *files):
        answer = pat.get(at(name))
        assert answer.status_code == 403
        assert "Ann Smith" not in answer.text
    assert "Members" not in words(pat.get(at("club")))


def test_the_list_begins_with_what_ends_soon_and_is_searched(
    sue: Client, django_assert_max_num_queries: Any
) -> None:
    today = timezone.localdate()
    member("hill", "Ann Smith", day=today)
    member("hill", "Bob Ray", day=today - timedelta(days=355))
    member("hill", "Cem Oz", day=today - timedelta(days=800))
    member("hill", "Zoe Abel", day=today, kind="life")
    with django_assert_max_num_queries(14):
        page = sound_words(sue.get(at("club-members")))
    places = [page.index(name) for name in ("Bob Ray", "Ann Smith", "Zoe Abel", "Cem Oz")]
    assert places == sorted(places)
    assert page.index("ends soon") < page.index("in force") < page.index("expired")
    assert "for life" in page
    found_page = words(sue.get(at("club-members", q="oz")))
    assert "Cem Oz" in found_page
    assert "Ann Smith" not in found_page


def test_somebody_of_the_register_is_added_by_the_name_alone(sue: Client) -> None:
    key = registered("Ann Smith")
    answer = sent(
        sue, at("club-add-member"), {"player": "ann smith", "kind": "regular", "day": "2026-01-01"}
    )
    assert answer.status_code == 302
    row = Membership.objects.get()
    assert (row.player, row.last) == (key, date(2026, 12, 31))
    page = sound_words(sue.get(answer["Location"]))
    assert "Ann Smith" in page
    assert "2026-01-01 – 2026-12-31" in page


def test_somebody_new_is_put_into_the_register_in_the_same_step_once_that_is_confirmed(
    sue: Client,
) -> None:
    values = {"player": "Smith, Eve", "kind": "regular", "day": "2026-01-01"}
    asked = sent(sue, at("club-add-member"), values)
    assert "Nobody in the register is called Eve Smith." in words(asked)
    assert not Player.objects.exists()
    form = asked.context["form"]
    yes = {**values, "token": form.token, "confirmed": form.acceptance}
    for _ in range(2):
        assert sue.post(at("club-add-member"), yes).status_code == 302
    assert [one.full_name for one in Player.objects.all()] == ["Eve Smith"]
    assert Membership.objects.get().player == "eve-smith"


def test_a_member_entered_twice_is_refused_at_the_field_and_nothing_is_stored(sue: Client) -> None:
    member("hill", "Ann Smith")
    before = JournalEntry.objects.count()
    answer = sent(
        sue, at("club-add-member"), {"player": "Ann Smith", "kind": "regular", "day": "2026-02-01"}
    )
    assert answer.status_code == 422
    assert answer.context["form"].errors["player"] == ["Ann Smith is a member already."]
    assert JournalEntry.objects.count() == before


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"player": "AA17", "kind": "regular", "day": "2026-01-01"}, "player"),
        ({"player": "Ann Smith", "kind": "regular", "day": "soon"}, "day"),
        ({"player": "Ann Smith", "kind": "gold", "day": "2026-01-01"}, "kind"),
        ({"player": "Ann Smith", "kind": "fixed", "day": "2026-01-01"}, "until"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    sue: Client, values: dict[str, str], field: str
) -> None:
    registered("Ann Smith")
    answer = sent(sue, at("club-add-member"), values)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not Membership.objects.exists()


def test_the_page_of_a_member_leads_to_all_that_is_done_with_them(sue: Client) -> None:
    key = member("hill", "Ann Smith")
    one = {"player": number_of(key)}
    sent(sue, at("club-renew-member", **one), {"kind": "regular", "day": "2026-12-01"})
    record = {"association": "naspa", "member_number": "AA17", "expires": "2026-12-31"}
    sent(sue, at("club-association", **one), record)
    ban = {"player": key, "first": "2026-11-01", "last": "", "note": "rude"}
    sent(sue, at("club-suspend", **one), ban)
    page = sound_words(sue.get(at("club-member", **one)))
    for told in ("2027-01-01 – 2027-12-31", "NASPA AA17", "from 2026-11-01: rude"):
        assert told in page
    sent(sue, at("club-lift-suspension", suspension=1), {"day": "2026-11-01"})
    sent(sue, at("club-forget-association", **one), {"association": "NASPA"})
    sent(sue, at("club-end-membership", **one), {"day": "2026-10-31"})
    page = words(sue.get(at("club-member", **one)))
    assert "None is recorded." in page
    assert "2027" not in page
    assert not MemberSuspension.objects.exists()


def test_somebody_who_has_nothing_to_do_with_the_club_has_no_page_there(sue: Client) -> None:
    stranger = number_of(registered("Eve Hill"))
    answer = sue.get(at("club-member", player=stranger))
    assert answer.status_code == 404
    assert "Eve" not in answer.text
    for path in (at("club-member", player="x"), at("club-renew-member", player=99999999)):
        assert sue.get(path).status_code == 404


def test_the_log_of_the_club_keeps_the_notes_of_those_who_keep_members_to_them(sue: Client) -> None:
    key = member("hill", "Ann Smith", note="owes 5", paid="R 17")
    give(Suspend(club="hill", player=key, first=date(2026, 6, 1), note="rude"))
    log = source_at(sue, at("club-log"))
    assert "Ann Smith suspended from 2026-06-01 until further notice" in log
    assert "rude" not in log
    assert "owes 5" not in log


def test_adding_and_renewing_say_what_it_costs_and_who_keeps_money_is_led_to_the_till(
    sue: Client,
) -> None:
    today = timezone.localdate()
    member("hill", "Ann Smith", day=today - timedelta(days=300))
    member("hill", "Bob Ray", day=today - timedelta(days=800))
    assert "further year" not in words(sue.get(at("club-add-member")))
    give(SetFees(club="hill", currency="EUR", membership=3000, membership_early=2500))
    new = words(sue.get(at("club-add-member")))
    assert "Membership: 30.00 EUR Each further year: 30.00 EUR" in new
    early = words(sue.get(at("club-renew-member", player=number_of("ann-smith"))))
    assert "Membership, renewed early: 25.00 EUR" in early
    late = words(sue.get(at("club-renew-member", player=number_of("bob-ray"))))
    assert "Membership: 30.00 EUR" in late
    page = at("club-member", player=number_of("ann-smith"))
    assert "Take a fee" not in words(sue.get(page))
    give(GiveRole(journal="club:hill", account="sue", role=Role.TREASURER))
    assert "Take a fee" in words(sue.get(page))
