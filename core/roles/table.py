"""What there is to be allowed, and what each role may: one table, read by every door."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Permission(StrEnum):
    """What a page or a command asks for. The first ones are given in an event, by a role."""

    OWN = "own"
    DIRECT = "direct"
    ENTER = "enter"
    CORRECT = "correct"
    CHECK_IN = "check_in"
    JUDGE = "judge"
    ANNOTATE = "annotate"
    STREAM = "stream"
    # Those that only a club has to give.
    KEEP_MEMBERS = "keep_members"
    KEEP_MONEY = "keep_money"
    KEEP_RECORDS = "keep_records"
    KEEP_LEAGUES = "keep_leagues"
    UNDO = "undo"
    VIEW = "view"
    # Those of an account in this installation, whatever its roles in events.
    OPERATE = "operate"
    MAKE_EVENTS = "make_events"
    ADD_PLAYERS = "add_players"
    USE_DESK = "use_desk"
    SIGNED_IN = "signed_in"
    PUBLIC = "public"


class Role(StrEnum):
    """What somebody is in an event, or in another scope that gives roles."""

    OWNER = "owner"
    DIRECTOR = "director"
    DATA_ENTRY = "data_entry"
    CHECKER = "checker"
    JUDGE = "judge"
    DESK = "desk"
    ANNOTATOR = "annotator"
    STREAMER = "streamer"
    SECRETARY = "secretary"
    TREASURER = "treasurer"
    STATISTICIAN = "statistician"
    VIEWER = "viewer"


_LOOK = frozenset({Permission.VIEW})
_WORK = _LOOK | {Permission.UNDO}
_DIRECT = _WORK | {
    Permission.DIRECT,
    Permission.ENTER,
    Permission.CORRECT,
    Permission.CHECK_IN,
    Permission.JUDGE,
    Permission.ANNOTATE,
    Permission.STREAM,
    Permission.KEEP_MEMBERS,
    Permission.KEEP_MONEY,
    Permission.KEEP_RECORDS,
    Permission.KEEP_LEAGUES,
}

ALLOWED: Mapping[Role, frozenset[Permission]] = {
    Role.OWNER: _DIRECT | {Permission.OWN},
    Role.DIRECTOR: _DIRECT,
    Role.DATA_ENTRY: _WORK | {Permission.ENTER},
    Role.CHECKER: _WORK | {Permission.ENTER, Permission.CORRECT},
    Role.JUDGE: _WORK | {Permission.JUDGE},
    Role.DESK: _WORK | {Permission.CHECK_IN},
    Role.ANNOTATOR: _WORK | {Permission.ANNOTATE},
    Role.STREAMER: _LOOK | {Permission.STREAM},
    Role.SECRETARY: _WORK | {Permission.KEEP_MEMBERS, Permission.KEEP_LEAGUES, Permission.CHECK_IN},
    Role.TREASURER: _WORK | {Permission.KEEP_MONEY, Permission.CHECK_IN},
    Role.STATISTICIAN: _WORK
    | {Permission.KEEP_RECORDS, Permission.KEEP_LEAGUES, Permission.ANNOTATE},
    Role.VIEWER: _LOOK,
}
"""The permissions of each role where it is held."""

OFFICES = frozenset({Role.SECRETARY, Role.TREASURER, Role.STATISTICIAN})
"""The roles that only a club gives."""
OF_EVENTS = frozenset(Role) - OFFICES
OF_CLUBS = frozenset(Role) - {Role.STREAMER}


def roles_with(permission: Permission) -> tuple[Role, ...]:
    """Returns the roles that may do this, those that may most first."""
    return tuple(role for role in Role if permission in ALLOWED[role])


def allowed_to(roles: frozenset[Role]) -> frozenset[Permission]:
    """Returns all that somebody with these roles may do where they are held."""
    return frozenset().union(*(ALLOWED[role] for role in roles))
