"""Members of a club: who keeps them, terms, associations, suspensions, and the door."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from clubs.membership.commands.associations import (
    ForgetAssociationMembership,
    RecordAssociationMembership,
)
from clubs.membership.commands.merging import MergePlayers
from clubs.membership.commands.suspensions import LiftSuspension, Suspend
from clubs.membership.commands.terms import AddMember, EndMembership, RenewMembership
from clubs.membership.queries.members import door_warnings, member_keys, members_of
from clubs.models import AssociationMembership, ClubHome, Membership, MemberSuspension
from core.actors import Actor
from core.errors import UserError
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import RestoreTo, UndoEntry, says
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Permission, Role, roles_with
from tests.apps.api.asking import error, of
from tests.apps.tournaments.desk_events import account, give
from tests.builders.clubs import found
from tests.builders.events import undo
from tests.builders.members import JANUARY, member, registered

pytestmark = pytest.mark.django_db
NEW_YEAR = date(2027, 1, 1)
JUNE = date(2026, 6, 1)
ANN = "ann-smith"


@pytest.fixture(autouse=True)
def home() -> ClubHome:
    return found("hill", owner="dora").home


def _rows() -> list[tuple[Any, ...]]:
    return list(Membership.objects.values_list("player", "kind", "first", "last"))


def _refused(command: Any) -> tuple[str, str | None, str]:
    before = JournalEntry.objects.count()
    with pytest.raises(UserError) as wrong:
        give(command)
    assert JournalEntry.objects.count() == before
    return wrong.value.code, wrong.value.field, wrong.value.message


def test_who_keeps_the_members_adds_one_and_nobody_else_of_the_club_does() -> None:
    person = account("pat", staff=False)
    keys = {role: registered(f"Ann {role.title()}") for role in Role}
    may = set(roles_with(Permission.KEEP_MEMBERS)) - {Role.OWNER}
    assert may == {Role.DIRECTOR, Role.SECRETARY}
    for role in (Role.TREASURER, Role.DESK, Role.VIEWER, Role.SECRETARY):
        give(GiveRole(journal="club:hill", account="pat", role=role))
        actor = Actor(name="pat", user=person)
        command = AddMember(club="hill", player=keys[role], day=JUNE)
        if role in may:
            execute(command, actor=actor)
        else:
            with pytest.raises(NotAllowed, match="members"):
                execute(command, actor=actor)
    assert member_keys(ClubHome.objects.get(), JUNE) == {keys[Role.SECRETARY]}


def test_a_term_is_a_year_from_the_day_and_a_renewal_follows_it_without_a_gap() -> None:
    key = member("hill", "Ann Smith")
    give(RenewMembership(club="hill", player=key, day=date(2026, 12, 1), years=2))
    assert _rows() == [
        (key, "regular", JANUARY, date(2026, 12, 31)),
        (key, "regular", NEW_YEAR, date(2028, 12, 31)),
    ]
    entry = JournalEntry.objects.latest("pk")
    told = "Membership of Ann Smith renewed: Regular, from 2027-01-01 through 2028-12-31"
    assert says(entry) == told


def test_a_member_is_not_entered_twice_and_who_left_comes_back() -> None:
    key = member("hill", "Ann Smith")
    again = AddMember(club="hill", player=key, day=JUNE)
    assert _refused(again) == ("member.twice", "player", "Ann Smith is a member already.")
    give(EndMembership(club="hill", player=key, day=date(2026, 3, 31)))
    give(again)
    assert [row[2:] for row in _rows()] == [
        (JANUARY, date(2026, 3, 31)),
        (JUNE, date(2027, 5, 31)),
    ]


def test_what_is_put_back_leaves_nobody_two_terms_on_one_day() -> None:
    key = member("hill", "Ann Smith")
    give(EndMembership(club="hill", player=key, day=date(2026, 3, 31)))
    ended = JournalEntry.objects.latest("pk").seq
    give(AddMember(club="hill", player=key, day=JUNE))
    added = JournalEntry.objects.latest("pk").seq
    told = "They have become a member on these days again by now."
    refused = ("membership.twice", "player", told)
    assert _refused(UndoEntry(journal="club:hill", seq=ended)) == refused
    undo("club:hill", added)
    undone = JournalEntry.objects.latest("pk").seq
    undo("club:hill", ended)
    assert [row[2:] for row in _rows()] == [(JANUARY, date(2026, 12, 31))]
    assert _refused(UndoEntry(journal="club:hill", seq=undone)) == refused


def test_ending_under_a_key_that_was_merged_is_not_undone_over_a_term_under_the_other() -> None:
    gone = member("hill", "Ann Smith")
    give(MergePlayers(kept=registered("Anna Smith"), gone=gone))
    give(EndMembership(club="hill", player=gone, day=date(2026, 3, 31)))
    ended = JournalEntry.objects.latest("pk").seq
    give(AddMember(club="hill", player=gone, day=JUNE))
    assert _refused(UndoEntry(journal="club:hill", seq=ended))[0] == "membership.twice"


def test_ending_takes_later_terms_away_and_undoing_it_gives_them_back() -> None:
    key = member("hill", "Ann Smith")
    give(RenewMembership(club="hill", player=key, day=JUNE))
    before = _rows()
    give(EndMembership(club="hill", player=key, day=JUNE))
    assert _rows() == [(key, "regular", JANUARY, JUNE)]
    undo("club:hill", JournalEntry.objects.latest("pk").seq)
    assert sorted(_rows()) == sorted(before)


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (AddMember(club="hill", player="nobody", day=JUNE), "player.unknown", "player"),
        (
            AddMember(club="hill", player=ANN, day=JUNE, kind="gold"),
            "membership.kind",
            "kind",
        ),
        (
            AddMember(club="hill", player=ANN, day=JUNE, years=9),
            "membership.years",
            "years",
        ),
        (
            AddMember(club="hill", player=ANN, day=JUNE, kind="fixed"),
            "membership.until_missing",
            "until",
        ),
        (
            AddMember(club="hill", player=ANN, day=date(1, 1, 1)),
            "membership.day",
            "day",
        ),
        (AddMember(club="vale", player=ANN, day=JUNE), "club.unknown", "club"),
        (
            RenewMembership(club="hill", player=ANN, day=JUNE),
            "member.unknown",
            "player",
        ),
        (EndMembership(club="hill", player=ANN, day=JUNE), "membership.none", "day"),
        (
            Suspend(club="hill", player=ANN, first=JUNE, last=JANUARY),
            "suspension.dates",
            "last",
        ),
        (
            LiftSuspension(club="hill", suspension=7, day=JUNE),
            "suspension.unknown",
            "suspension",
        ),
        (
            RecordAssociationMembership(club="hill", player=ANN, association=" "),
            "association.missing",
            "association",
        ),
        (
            ForgetAssociationMembership(club="hill", player=ANN, association="NASPA"),
            "association.unknown",
            "association",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_at_its_field_and_nothing_is_stored(
    command: Any, code: str, field: str
) -> None:
    registered("Ann Smith")
    said = _refused(command)
    assert said[:2] == (code, field)
    assert said[2].endswith(".")
    assert not Membership.objects.exists()


def test_a_suspension_bans_on_its_days_alone_and_is_lifted(home: ClubHome) -> None:
    key = member("hill", "Ann Smith")
    give(Suspend(club="hill", player=key, first=JUNE, last=date(2026, 6, 30), note="rude"))
    told = door_warnings(home, [key], JUNE)
    assert [(one.player, one.text, one.is_banned) for one in told] == [
        (key, "Ann Smith is suspended from 2026-06-01 through 2026-06-30.", True)
    ]
    assert door_warnings(home, [key], date(2026, 7, 1)) == ()
    entry = JournalEntry.objects.latest("pk")
    assert "rude" not in says(entry)
    give(LiftSuspension(club="hill", suspension=1, day=date(2026, 6, 10)))
    assert door_warnings(home, [key], date(2026, 6, 10)) == ()
    assert door_warnings(home, [key], date(2026, 6, 9))[0].is_banned
    over = LiftSuspension(club="hill", suspension=1, day=date(2026, 6, 20))
    assert _refused(over)[:2] == ("suspension.over", "day")
    give(LiftSuspension(club="hill", suspension=1, day=JUNE))
    assert not MemberSuspension.objects.exists()


def test_the_door_is_told_of_who_expired_who_is_unknown_and_of_associations(
    home: ClubHome, django_assert_max_num_queries: Any
) -> None:
    ann, bob, cem = member("hill", "Ann Smith"), member("hill", "Bob Ray"), registered("Cem Oz")
    give(EndMembership(club="hill", player=bob, day=JUNE))
    record = RecordAssociationMembership(
        club="hill", player=ann, association="naspa", member_number="AA17", expires=JUNE
    )
    give(record)
    day = JUNE + timedelta(days=1)
    with django_assert_max_num_queries(5):
        told = door_warnings(home, [ann, bob, cem], day)
    assert [one.text for one in told] == [
        "The membership of Bob Ray expired on 2026-06-01.",
        "No membership of Cem Oz is known.",
        "The membership of Ann Smith in NASPA expired on 2026-06-01.",
    ]
    assert not any(one.is_banned for one in told)
    assert _refused(record)[0] == "nothing_changed"
    give(ForgetAssociationMembership(club="hill", player=ann, association="NASPA"))
    assert not AssociationMembership.objects.exists()


def test_a_club_without_memberships_warns_of_nobody_but_who_is_suspended(home: ClubHome) -> None:
    ann, bob = registered("Ann Smith"), registered("Bob Ray")
    assert door_warnings(home, [ann, bob], JUNE) == ()
    give(Suspend(club="hill", player=bob, first=JUNE))
    assert [one.player for one in door_warnings(home, [ann, bob], JUNE)] == [bob]


def test_undo_redo_and_restore_set_the_members_of_a_club_back_and_forth(home: ClubHome) -> None:
    member("hill", "Ann Smith")
    moment = JournalEntry.objects.latest("pk").at
    key = member("hill", "Bob Ray")
    added = JournalEntry.objects.filter(stream__key="club:hill").latest("seq").seq
    undo("club:hill", added)
    assert [row[0] for row in _rows()] == ["ann-smith"]
    give(UndoEntry(journal="club:hill", seq=added + 1))
    assert [row[0] for row in _rows()] == ["ann-smith", key]
    give(RestoreTo(journal="club:hill", moment=moment))
    assert [row[0] for row in _rows()] == ["ann-smith"]
    assert [one.name for one in members_of(home, JUNE)] == ["Ann Smith"]


def test_programs_of_the_secretary_keep_members_and_read_what_the_door_is_told() -> None:
    key = registered("Ann Smith")
    sue = of("sue", staff=False)
    give(GiveRole(journal="club:hill", account="sue", role=Role.SECRETARY))
    house = "club_houses/hill"
    body = {"player": key, "day": "2026-01-01"}
    assert sue.post(f"{house}/members", body).status_code == 200
    twice = sue.post(f"{house}/members", body | {"day": "2026-02-01"})
    assert error(twice)["code"] == "member.twice"
    listed = sue.get(f"{house}/members?day=2027-02-01").json()
    assert [(one["player"], one["state"]) for one in listed["items"]] == [(key, "expired")]
    told = sue.get(f"{house}/door?day=2027-02-01").json()
    assert "expired on 2026-12-31" in str(told)
    whole = sue.get(f"{house}/members/{key}").json()
    assert whole["terms"][0]["last"] == "2026-12-31"
    assert sue.get(f"{house}/members/nobody").status_code == 404
