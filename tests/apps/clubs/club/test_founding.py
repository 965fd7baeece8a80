"""A club begins to be run here, and who may do what in it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.urls import reverse

from clubs.club.commands.founding import FoundClub
from clubs.kernel.queries.clubs import club_named
from core.actors import Actor
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.roles.access import rights_in
from core.roles.commands import GiveRole
from core.roles.table import ALLOWED, OF_CLUBS, Permission, Role
from people.commands import AddClub
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found
from tests.pages import source_at

pytestmark = pytest.mark.django_db


def test_who_may_make_events_founds_a_club_under_their_own_name_and_nobody_else_does() -> None:
    give(AddClub(slug="hill", name="Hill Club"))
    dora = Actor(name="dora", user=account("dora"))
    member = Actor(name="mia", user=account("mia", staff=False))
    nobody = Actor(name="", user=AnonymousUser())
    for actor in (member, nobody):
        with pytest.raises(NotAllowed):
            execute(FoundClub(club="hill", owner=actor.name), actor=actor)
    with pytest.raises(NotAllowed, match="under your own name"):
        execute(FoundClub(club="hill", owner="mia"), actor=dora)
    execute(FoundClub(club="hill", owner="dora"), actor=dora)
    club = club_named("hill")
    assert club is not None
    assert (club.name, club.home.owner) == ("Hill Club", "dora")


def test_a_club_that_the_register_lacks_or_that_is_run_here_is_refused_at_the_field() -> None:
    with pytest.raises(Refused, match="register has no club vale") as unknown:
        give(FoundClub(club="vale", owner="dora"))
    found("hill")
    with pytest.raises(Refused, match="already run here") as twice:
        give(FoundClub(club="hill", owner="dora"))
    assert (unknown.value.field, twice.value.field) == ("club", "club")


def test_the_owner_may_everything_in_the_club_and_who_has_a_role_what_the_table_says() -> None:
    found("hill", owner="dora")
    found("vale")
    dora = account("dora")
    assert rights_in(dora, "club:hill") == ALLOWED[Role.OWNER]
    assert rights_in(dora, "club:vale") == frozenset()
    mia = account("mia", staff=False)
    for role in sorted(OF_CLUBS - {Role.OWNER}):
        give(GiveRole(journal="club:hill", account="mia", role=role))
        assert ALLOWED[role] <= rights_in(mia, "club:hill")
    assert rights_in(mia, "club:vale") == frozenset()


def test_the_desk_of_a_club_is_for_who_has_a_role_in_it_and_says_so_to_others() -> None:
    found("hill", owner="dora")
    found("vale", owner="olga")
    address = reverse("desk-club", kwargs={"club": "hill"})
    assert Client().get(address).status_code == 302
    mia = signed_in("mia", staff=False)
    assert "only for people with a role in this club" in mia.get(address).text
    give(GiveRole(journal="club:hill", account="mia", role=Role.TREASURER))
    assert "Hill Club" in source_at(mia, address)
    mine = source_at(mia, reverse("desk-clubs"))
    assert "Hill Club" in mine
    assert "Vale Club" not in mine


def test_a_club_is_founded_at_the_desk_and_its_log_says_by_whom() -> None:
    give(AddClub(slug="hill", name="Hill Club"))
    dora = signed_in("dora")
    form = dora.get(reverse("desk-found-club"))
    key = form.context["form"].idempotency_key
    sent = dora.post(reverse("desk-found-club"), {"club": "hill", "idempotency_key": key})
    assert sent.status_code == 302
    assert sent["Location"] == reverse("desk-club", kwargs={"club": "hill"})
    log = source_at(dora, reverse("desk-club-log", kwargs={"club": "hill"}))
    assert "Club Hill Club is run here from now on" in log
    assert Permission.OWN in rights_in(User.objects.get(username="dora"), "club:hill")
