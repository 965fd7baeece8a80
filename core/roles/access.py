"""Who may do what where: asked by every door and every command, and nowhere else decided.

A scope is the key of a stream, such as `event:spring`, or "" for this installation. The app that
has streams of a kind says here what somebody may do in one; where it gives roles, `rights_by_role`
reads them from the table of who has which. An operator may do everything, everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules.permissions import add_perm, has_perm
from rules.predicates import Predicate, predicate

from core.journal.errors import NotAllowed
from core.models import RoleHeld
from core.phrases import phrase
from core.prepared import Given, PreparedQuery
from core.registrars import SCOPES
from core.roles.table import OF_CLUBS, OF_EVENTS, Permission, Role, allowed_to
from core.roles.wording import who_may

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from core.actors import Actor

INSTALLATION = ""

Rights = frozenset[Permission]
NONE: Rights = frozenset()
EVERYTHING: Rights = frozenset(Permission)
RightsIn = Callable[[Any, str, Any], Rights]
"""Returns what an account that is active may do in the scope with this name.

The last is what the scope is of, such as the event, where whoever asks has it; else None.
"""

_scopes: dict[str, RightsIn] = {}
_shown: dict[str, Callable[[str], tuple[str, str] | None]] = {}
_offered: dict[str, frozenset[Role]] = {}


def register_scope(
    kind: str,
    rights: RightsIn,
    shown: Callable[[str], tuple[str, str] | None] | None = None,
    roles: frozenset[Role] = OF_EVENTS,
) -> None:
    """Registers what accounts may do in the scopes of a kind, the part of their keys before ":".

    `shown` returns the name of one where roles are given, and the address of its desk; None where
    there is none. `roles` are those that can be given in one.
    """
    _scopes[kind] = rights
    _offered[kind] = roles
    if shown is not None:
        _shown[kind] = shown


def shown_scope(scope: str) -> tuple[str, str] | None:
    """Returns the name of a scope and the address of its desk, None where there is none."""
    SCOPES.load()
    kind, _, name = scope.partition(":")
    return _shown[kind](name) if kind in _shown else None


def roles_offered(scope: str) -> frozenset[Role]:
    """Returns the roles that can be given in a scope."""
    SCOPES.load()
    return _offered.get(scope.partition(":")[0], OF_EVENTS)


def may(actor: Actor, permission: Permission, scope: str = INSTALLATION) -> bool:
    """Returns whether somebody may do this in a scope; what they came with may limit it."""
    if actor.trusted:
        return True
    if actor.limits is not None and permission not in actor.limits:
        return False
    return account_may(actor.user, permission, scope)


def must_be_allowed(actor: Actor, permission: Permission, scope: str = INSTALLATION) -> None:
    """Raises NotAllowed, with the sentence that says who may, unless this actor may do this."""
    if may(actor, permission, scope):
        return
    said = refusal(permission, scope)
    if actor.limits is not None and account_may(actor.user, permission, scope):
        said = phrase("Its account may do this, but this token was made without it.")
    raise NotAllowed(said, code="not_allowed")


def refusal(permission: Permission, scope: str = INSTALLATION) -> str:
    """Returns the sentence that says who may do this in a scope.

    What is everybody's, such as the register, gives no rights to anybody but operators.
    """
    SCOPES.load()
    has_rights = not scope or scope.partition(":")[0] in _scopes
    in_club = roles_offered(scope) == OF_CLUBS
    return who_may(permission if has_rights else Permission.OPERATE, in_club=in_club)


def account_may(user: Any, permission: Permission, scope: str = INSTALLATION) -> bool:
    """Returns whether an account, or nobody who is signed in, may do this in a scope."""
    return bool(has_perm(_name(permission), user, scope))


def rights_in(user: Any, scope: str = INSTALLATION, about: Any = None) -> Rights:
    """Returns all that an account may do in a scope, for pages that show what it may.

    `about` is what the scope is of, such as the event, and saves looking for it.
    """
    if not _is_active(user):
        return frozenset({Permission.PUBLIC})
    if user.is_superuser:
        return EVERYTHING
    if scope == INSTALLATION:
        return _in_installation(user)
    SCOPES.load()
    kind, _, name = scope.partition(":")
    rights = _scopes.get(kind)
    return rights(user, name, about) if rights else NONE


def rights_beside(user: Any, rights: Rights) -> Rights:
    """Returns what somebody with these rights in one scope may do in it and in the installation.

    It asks for no other scope: what only a role elsewhere allows is not among them.
    """
    if user.is_staff or user.is_superuser or not rights:
        return rights | rights_in(user)
    also = {Permission.PUBLIC, Permission.SIGNED_IN, Permission.USE_DESK}
    if Permission.CHECK_IN in rights:
        also.add(Permission.ADD_PLAYERS)
    return rights | also


def rights_by_role(user: Any, scope: str) -> Rights:
    """Returns what the roles allow that an account has been given in a scope."""
    return allowed_to(roles_of(user.get_username(), scope))


def roles_of(account: str, scope: str) -> frozenset[Role]:
    """Returns the roles that an account has been given in a scope.

    A role that another version knows and this one does not gives nothing.
    """
    held = _held(account=account, scope=scope)
    return frozenset(Role(role) for role in held if role in _KNOWN)


def scopes_of(account: str, kind: str) -> list[str]:
    """Returns the scopes of a kind in which an account has been given a role."""
    held = RoleHeld.objects.filter(account=account, scope__startswith=f"{kind}:")
    return list(held.values_list("scope", flat=True).distinct())


@predicate  # type: ignore[untyped-decorator] # rules says no types
def is_operator(user: Any) -> bool:
    """Returns whether the account runs this installation."""
    return bool(_is_active(user) and user.is_superuser)


@PreparedQuery
def _held(account: Given, scope: Given) -> QuerySet[RoleHeld, str]:
    rows = RoleHeld.objects.filter(account=account, scope=scope)
    return rows.values_list("role", flat=True).order_by()


_KNOWN = frozenset(map(str, Role))


def _in_installation(user: Any) -> Rights:
    rights = {Permission.PUBLIC, Permission.SIGNED_IN}
    if user.is_staff:
        return frozenset(rights | _OF_STAFF)
    roles = roles_anywhere(user)
    if roles:
        rights.add(Permission.USE_DESK)
    if Permission.CHECK_IN in allowed_to(roles):
        rights.add(Permission.ADD_PLAYERS)
    return frozenset(rights)


_OF_STAFF = {Permission.USE_DESK, Permission.MAKE_EVENTS, Permission.ADD_PLAYERS}


def roles_anywhere(user: Any) -> frozenset[Role]:
    """Returns the roles that an account has in any scope."""
    SCOPES.load()
    held = {Role(role) for role in _held_anywhere(account=user.get_username()) if role in _KNOWN}
    if any(owned(user) for owned in _owning):
        held.add(Role.OWNER)
    return frozenset(held)


def register_owning(owns_any: Callable[[Any], bool]) -> None:
    """Registers a question: whether an account owns anything of some kind."""
    _owning.append(owns_any)


_owning: list[Callable[[Any], bool]] = []


@PreparedQuery
def _held_anywhere(account: Given) -> QuerySet[RoleHeld, str]:
    return RoleHeld.objects.filter(account=account).values_list("role", flat=True).order_by()


def _is_active(user: Any) -> bool:
    return bool(user is not None and user.is_active)


def _name(permission: Permission) -> str:
    return f"wallchart.{permission}"


def _allowing(permission: Permission) -> Predicate:
    def allowed(user: Any, scope: str) -> bool:
        return permission in rights_in(user, scope)

    held: Predicate = predicate(allowed, name=f"may_{permission}")
    return held


for _one in Permission:
    add_perm(_name(_one), is_operator | _allowing(_one))
