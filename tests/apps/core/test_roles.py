"""What each role may do is one table; a limit of what somebody came with counts before it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User

from core.actors import CONSOLE, Actor
from core.journal.command import registry
from core.journal.errors import NotAllowed
from core.journal.guard import writing
from core.models import RoleHeld
from core.roles import access
from core.roles.access import account_may, may, must_be_allowed, register_scope, rights_in
from core.roles.table import ALLOWED, OF_CLUBS, OF_EVENTS, Permission, Role, roles_with
from core.roles.wording import ROLE_MEANINGS, ROLE_NAMES, who_may

pytestmark = pytest.mark.django_db

IN_EVENTS = list(Permission)[: list(Permission).index(Permission.OPERATE)]
OF_INSTALLATION = [one for one in Permission if one not in IN_EVENTS]


@pytest.fixture(autouse=True)
def _hall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_scopes", dict(access._scopes))
    register_scope("hall", lambda user, name, __: access.rights_by_role(user, f"hall:{name}"))


def holder(role: Role | None = None, scope: str = "hall:one", **rights: Any) -> User:
    user = User.objects.create_user("pat", **rights)
    if role is not None:
        hold(role, scope)
    return user


def hold(role: str, scope: str = "hall:one") -> None:
    with writing():
        RoleHeld.objects.create(scope=scope, account="pat", role=role)


@pytest.mark.parametrize("role", Role)
def test_a_role_allows_what_the_table_says_where_it_is_held_and_nothing_elsewhere(
    role: Role,
) -> None:
    user = holder(role)
    assert {one for one in Permission if account_may(user, one, "hall:one")} == ALLOWED[role]
    assert not any(account_may(user, one, "hall:two") for one in Permission)
    assert not account_may(user, Permission.MAKE_EVENTS)
    assert account_may(user, Permission.USE_DESK)


def test_two_roles_allow_what_either_does() -> None:
    user = holder(Role.JUDGE)
    hold(Role.DESK)
    assert rights_in(user, "hall:one") == ALLOWED[Role.JUDGE] | ALLOWED[Role.DESK]


def test_a_role_of_a_later_version_allows_nothing() -> None:
    user = holder()
    hold("caterer")
    assert rights_in(user, "hall:one") == frozenset()
    assert not account_may(user, Permission.USE_DESK)


def test_who_is_shut_out_or_not_signed_in_may_what_anybody_may() -> None:
    for nobody in (holder(Role.OWNER, is_active=False), AnonymousUser(), None):
        for scope in ("", "hall:one"):
            held = {one for one in Permission if account_may(nobody, one, scope)}
            assert held == {Permission.PUBLIC}


def test_an_operator_may_everything_even_where_nobody_has_rights() -> None:
    boss = holder(is_superuser=True)
    for scope in ("", "hall:one", "nobodys", "nobodys:any"):
        assert all(account_may(boss, one, scope) for one in Permission)


@pytest.mark.parametrize("rights", [{}, {"is_superuser": True}])
def test_a_limit_takes_away_what_the_account_may_and_adds_nothing(rights: dict[str, bool]) -> None:
    user = holder(Role.DATA_ENTRY, scope="hall:one", **rights)
    limits = frozenset({Permission.VIEW, Permission.CORRECT})
    limited = Actor(name="pat", user=user, limits=limits)
    allowed = {one for one in Permission if may(limited, one, "hall:one")}
    assert allowed == (limits if rights else {Permission.VIEW})
    assert may(CONSOLE, Permission.OWN, "hall:one")


@pytest.mark.parametrize("permission", IN_EVENTS)
def test_a_refusal_names_every_role_that_may(permission: Permission) -> None:
    with pytest.raises(NotAllowed) as refused:
        must_be_allowed(Actor(name="pat", user=holder()), permission, "hall:one")
    said = str(refused.value)
    assert (refused.value.code, said[-1], said.count(".")) == ("not_allowed", ".", 1)
    if permission not in (Permission.VIEW, Permission.UNDO):
        # "a director" is in the sentence for the role "director", and so on.
        offered = OF_CLUBS if "of this club" in said else OF_EVENTS
        who = [role for role in roles_with(permission) if role in offered]
        assert all(str(ROLE_NAMES[role]) in said for role in who)


@pytest.mark.parametrize("permission", IN_EVENTS)
def test_a_refusal_in_a_club_speaks_of_the_club_and_its_offices(permission: Permission) -> None:
    said = str(who_may(permission, in_club=True))
    assert "event" not in said or permission is Permission.STREAM
    if permission is Permission.CHECK_IN:
        assert "a secretary" in said


def test_entering_results_says_who_may() -> None:
    said = who_may(Permission.ENTER)
    whom = "the owner, a director, data entry or a checker"
    assert said == f"Entering results is for {whom} of this event."


def test_where_nobody_has_rights_a_refusal_names_the_operators() -> None:
    with pytest.raises(NotAllowed, match="Only an operator can do that"):
        must_be_allowed(Actor(name="pat", user=holder()), Permission.UNDO, "register")


def test_every_role_has_a_name_a_meaning_and_a_row_and_only_the_owner_may_own() -> None:
    assert set(Role) == set(ROLE_NAMES) == set(ROLE_MEANINGS) == set(ALLOWED)
    assert roles_with(Permission.OWN) == (Role.OWNER,)
    assert set().union(*ALLOWED.values()) == set(IN_EVENTS)
    assert not ALLOWED[Role.VIEWER] & {Permission.UNDO, Permission.STREAM}
    for role in Role:
        assert Permission.VIEW in ALLOWED[role]


def test_every_permission_says_who_may() -> None:
    assert all(str(who_may(one)).endswith(".") for one in Permission)


def test_every_command_names_one_permission() -> None:
    commands = registry()
    without = [code for code, one in commands.items() if not hasattr(one, "permission")]
    assert without == []
    assert all(isinstance(one.permission, Permission) for one in commands.values())
    anybody = {code for code, one in commands.items() if one.permission == Permission.PUBLIC}
    assert anybody == {"invitation.taken_up"}, "what is given by who has the link"
    assert {one.permission for one in commands.values()} <= {
        Permission.PUBLIC,
        *set(IN_EVENTS) - {Permission.VIEW},
        *(Permission.OPERATE, Permission.MAKE_EVENTS, Permission.ADD_PLAYERS),
    }


@pytest.mark.parametrize(
    ("role", "never"),
    [
        (Role.DIRECTOR, "own"),
        (Role.DATA_ENTRY, "own direct correct check_in judge annotate stream"),
        (Role.CHECKER, "own direct check_in judge annotate stream"),
        (Role.JUDGE, "own direct enter correct check_in annotate stream"),
        (Role.DESK, "own direct enter correct judge annotate stream"),
        (Role.ANNOTATOR, "own direct enter correct check_in judge stream"),
        (Role.STREAMER, "own direct enter correct check_in judge annotate undo"),
        (Role.SECRETARY, "own direct enter correct judge annotate keep_money keep_records"),
        (Role.TREASURER, "own direct enter correct judge keep_members keep_records keep_leagues"),
        (Role.STATISTICIAN, "own direct enter correct check_in keep_members keep_money"),
        (Role.VIEWER, "own direct enter correct check_in judge annotate stream undo"),
    ],
)
def test_a_role_does_nothing_of_what_other_roles_are_for(role: Role, never: str) -> None:
    assert not ALLOWED[role] & {Permission(one) for one in never.split()}
    assert not ALLOWED[role] & set(OF_INSTALLATION)
