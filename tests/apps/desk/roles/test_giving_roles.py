"""The owner gives every role, a director those below; nobody else does, and nobody by a detour."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from core.actors import Actor
from core.journal.command import Command
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.stream_file import replay, written
from core.journal.undo import RestoreTo, UndoEntry
from core.models import Invitation, JournalEntry, RoleHeld, Stream
from core.roles.access import roles_of
from core.roles.commands import GiveRole, Invite, TakeRoleBack, TakeUpInvitation, WithdrawInvitation
from core.roles.table import OF_EVENTS, OFFICES, Permission, Role
from tests.apps.tournaments.desk_events import SLUG, account, four_played, give
from tournaments.event.commands.appointing import AppointDirector
from tournaments.models import Tournament
from tournaments.results.commands.results import CorrectResult, EnterResult

pytestmark = pytest.mark.django_db
SCOPE = f"event:{SLUG}"


@pytest.fixture
def actors() -> dict[str, Actor]:
    """The owner dora, and one of each other role, by the name of the role."""
    four_played()
    names = {"dora": "", **{str(role): role for role in OF_EVENTS - {Role.OWNER}}}
    made = {name: Actor(name=name, user=account(name, staff=name == "dora")) for name in names}
    for name, role in names.items():
        if role:
            give(GiveRole(journal=SCOPE, account=name, role=Role(role)))
    return {**made, "new": Actor(name="new", user=account("new", staff=False))}


def last() -> int:
    return JournalEntry.objects.filter(stream__key=SCOPE).count()


def inviting(role: Role, by: str, key: str = "abcd", *, journal: str = SCOPE) -> Invite:
    return Invite(
        journal=journal,
        role=role,
        key=key,
        link_hash=key[0] * 64,
        code_hash=key[1] * 64,
        made_by=by,
        until=timezone.now() + timedelta(days=1),
    )


@pytest.mark.parametrize("giver", ["dora", *sorted(OF_EVENTS)])
@pytest.mark.parametrize("role", sorted(OF_EVENTS))
def test_a_role_is_given_and_offered_by_who_may_and_nobody_else(
    actors: dict[str, Actor], giver: str, role: Role
) -> None:
    if giver == Role.OWNER:
        giver = "new"
    may = giver == "dora" or (giver == "director" and role is not Role.DIRECTOR)
    for command in (GiveRole(journal=SCOPE, account="new", role=role), inviting(role, giver)):
        wrong = Refused if giver == "dora" else NotAllowed
        if role is Role.OWNER or not may:
            with pytest.raises(wrong):
                execute(command, actor=actors[giver])
        else:
            execute(command, actor=actors[giver])
    held = may and role is not Role.OWNER
    assert roles_of("new", SCOPE) == ({role} if held else set())
    assert Invitation.objects.exists() == held


def test_a_role_counts_at_once_and_no_more_once_it_is_taken_back(
    actors: dict[str, Actor],
) -> None:
    entering = EnterResult(event=SLUG, division="A", round=1, entry=1, score=1, opponent_score=2)
    with pytest.raises(Refused):
        execute(entering, actor=actors["data_entry"])
    execute(
        TakeRoleBack(journal=SCOPE, account="data_entry", role=Role.DATA_ENTRY),
        actor=actors["dora"],
    )
    with pytest.raises(NotAllowed, match="Entering results is for the owner, a director, data"):
        execute(entering, actor=actors["data_entry"])


def test_no_detour_makes_a_director_of_somebody_or_takes_the_event_from_its_owner(
    actors: dict[str, Actor],
) -> None:
    execute(
        TakeRoleBack(journal=SCOPE, account="director", role=Role.DIRECTOR), actor=actors["dora"]
    )
    taken_back = last()
    other = Actor(name="other", user=account("other"))
    execute(GiveRole(journal=SCOPE, account="other", role=Role.DIRECTOR), actor=actors["dora"])
    execute(AppointDirector(event=SLUG, director="new"), actor=actors["dora"])
    handed_over = last()
    detours: list[Command] = [
        UndoEntry(journal=SCOPE, seq=taken_back),
        UndoEntry(journal=SCOPE, seq=handed_over),
        RestoreTo(journal=SCOPE, seq=taken_back - 1),
        AppointDirector(event=SLUG, director="other"),
        TakeRoleBack(journal=SCOPE, account="other", role=Role.DIRECTOR),
        inviting(Role.VIEWER, "new"),
    ]
    for detour in detours:
        with pytest.raises(NotAllowed):
            execute(detour, actor=other)
    assert Tournament.objects.get().director == "new"


def test_a_restore_that_gave_the_event_back_is_undone_by_its_owner_alone(
    actors: dict[str, Actor],
) -> None:
    before = last()
    execute(AppointDirector(event=SLUG, director="new"), actor=actors["dora"])
    execute(RestoreTo(journal=SCOPE, seq=before), actor=actors["new"])
    undoing = UndoEntry(journal=SCOPE, seq=last())
    with pytest.raises(NotAllowed, match="for the owner"):
        execute(undoing, actor=actors["director"])
    assert Tournament.objects.get().director == "dora"
    execute(undoing, actor=actors["dora"])
    assert Tournament.objects.get().director == "new"
    with pytest.raises(NotAllowed, match="for the owner"):
        execute(UndoEntry(journal=SCOPE, seq=last()), actor=actors["director"])


def test_a_restore_leaves_roles_as_they_are(actors: dict[str, Actor]) -> None:
    moment = last()
    execute(
        TakeRoleBack(journal=SCOPE, account="data_entry", role=Role.DATA_ENTRY),
        actor=actors["dora"],
    )
    execute(GiveRole(journal=SCOPE, account="new", role=Role.DESK), actor=actors["dora"])
    with pytest.raises(Refused, match="Nothing was done"):
        execute(RestoreTo(journal=SCOPE, seq=moment), actor=actors["dora"])
    assert roles_of("data_entry", SCOPE) == set()
    assert roles_of("new", SCOPE) == {Role.DESK}


def test_an_entry_is_undone_by_whoever_might_do_it_and_by_who_directs(
    actors: dict[str, Actor],
) -> None:
    correcting = CorrectResult(
        event=SLUG, division="A", round=1, entry=1, score=450, opponent_score=300
    )
    execute(correcting, actor=actors["checker"], reason="typo")
    undoing = UndoEntry(journal=SCOPE, seq=last())
    for name in ("viewer", "streamer"):
        with pytest.raises(NotAllowed, match="can undo"):
            execute(undoing, actor=actors[name])
    with pytest.raises(NotAllowed, match="Correcting results is for"):
        execute(undoing, actor=actors["data_entry"])
    execute(undoing, actor=actors["checker"])
    execute(UndoEntry(journal=SCOPE, seq=last()), actor=actors["director"])


def test_what_somebody_came_with_limits_which_roles_they_give(actors: dict[str, Actor]) -> None:
    dora = actors["dora"]
    limits = frozenset({Permission.DIRECT, Permission.VIEW})
    limited = Actor(name="dora", user=dora.user, limits=limits)
    execute(GiveRole(journal=SCOPE, account="new", role=Role.VIEWER), actor=limited)
    with pytest.raises(NotAllowed):
        execute(GiveRole(journal=SCOPE, account="new", role=Role.DATA_ENTRY), actor=limited)


def test_an_invitation_is_taken_up_once_while_it_and_its_maker_stand(
    actors: dict[str, Actor],
) -> None:
    execute(inviting(Role.JUDGE, "director"), actor=actors["director"])
    taking = TakeUpInvitation(journal=SCOPE, key="abcd", account="new")
    with pytest.raises(Refused, match="has been used"):
        execute(taking, actor=actors["new"])
    new = Actor(name="new", user=actors["new"].user, link=f"invitation:{SCOPE}:abcd")
    late = timezone.now() + timedelta(days=2)
    with pytest.raises(Refused, match="too old"):
        execute(taking, actor=new, at=late)
    User.objects.filter(username="director").update(is_active=False)
    with pytest.raises(Refused):
        execute(taking, actor=new)
    User.objects.filter(username="director").update(is_active=True)
    execute(taking, actor=new)
    assert roles_of("new", SCOPE) == {Role.JUDGE}
    for again in (taking, WithdrawInvitation(journal=SCOPE, key="abcd")):
        with pytest.raises(Refused):
            execute(again, actor=new if again is taking else actors["dora"])
    with pytest.raises(Refused, match="Take the role back instead"):
        execute(UndoEntry(journal=SCOPE, seq=last()), actor=actors["dora"])


def test_nobody_invites_under_the_name_of_somebody_else(actors: dict[str, Actor]) -> None:
    with pytest.raises(NotAllowed, match="under your own name"):
        execute(inviting(Role.VIEWER, "dora"), actor=actors["director"])


@pytest.mark.parametrize("name", ["nobody", "asleep", "data_entry"])
def test_a_role_is_not_given_to_no_account_and_not_twice(
    actors: dict[str, Actor], name: str
) -> None:
    User.objects.create_user("asleep", is_active=False)
    with pytest.raises(Refused) as refused:
        execute(GiveRole(journal=SCOPE, account=name, role=Role.DATA_ENTRY), actor=actors["dora"])
    assert refused.value.field == "account"


def test_a_replay_gives_the_same_roles_in_any_scope_where_none_of_the_accounts_is() -> None:
    club = "club:one"
    account("boss", operator=True)
    new = Actor(name="new", user=account("new"), link=f"invitation:{club}:abcd")
    give(GiveRole(journal=club, account="new", role=Role.VIEWER))
    give(inviting(Role.JUDGE, "boss", journal=club))
    execute(TakeUpInvitation(journal=club, key="abcd", account="new"), actor=new)
    give(inviting(Role.DESK, "boss", "efgh", journal=club))
    give(UndoEntry(journal=club, seq=4))
    lines = list(written(club))
    before = set(RoleHeld.objects.values_list("scope", "account", "role"))
    assert len(before) == 2
    with writing():
        for table in (RoleHeld, Invitation, JournalEntry, Stream):
            table.objects.all().delete()
    User.objects.all().delete()
    assert replay(lines) == 5
    assert set(RoleHeld.objects.values_list("scope", "account", "role")) == before
    assert [one.taken_by for one in Invitation.objects.all()] == ["new"]


@pytest.mark.parametrize("role", sorted(OFFICES))
def test_an_office_of_clubs_is_given_and_offered_in_no_event(
    actors: dict[str, Actor], role: Role
) -> None:
    for command in (GiveRole(journal=SCOPE, account="new", role=role), inviting(role, "dora")):
        with pytest.raises(Refused, match="no such role here"):
            execute(command, actor=actors["dora"])
