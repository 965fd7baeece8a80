"""Roles and permissions in words, and the sentence that says who may."""

from __future__ import annotations

from collections.abc import Mapping

from core.phrases import either_of, phrase
from core.roles.table import OF_CLUBS, OF_EVENTS, Permission, Role, roles_with

ROLE_NAMES: Mapping[Role, str] = {
    Role.OWNER: phrase("owner"),
    Role.DIRECTOR: phrase("director"),
    Role.DATA_ENTRY: phrase("data entry"),
    Role.CHECKER: phrase("checker"),
    Role.JUDGE: phrase("judge"),
    Role.DESK: phrase("desk"),
    Role.ANNOTATOR: phrase("annotator"),
    Role.STREAMER: phrase("streamer"),
    Role.SECRETARY: phrase("secretary"),
    Role.TREASURER: phrase("treasurer"),
    Role.STATISTICIAN: phrase("statistician"),
    Role.VIEWER: phrase("viewer"),
}

ROLE_MEANINGS: Mapping[Role, str] = {
    Role.OWNER: phrase("may do everything, hand it over, and name directors"),
    Role.DIRECTOR: phrase("may do everything but hand it over and name directors"),
    Role.DATA_ENTRY: phrase("may enter results"),
    Role.CHECKER: phrase("may enter and correct results, and set penalties"),
    Role.JUDGE: phrase("may rule on plays, and run the judges"),
    Role.DESK: phrase("may check players in, add late entries and withdraw players"),
    Role.ANNOTATOR: phrase("may record games"),
    Role.STREAMER: phrase("may read the event for a stream"),
    Role.SECRETARY: phrase("may keep the members and the leagues, and check players in"),
    Role.TREASURER: phrase("may keep the money, and check players in"),
    Role.STATISTICIAN: phrase("may keep the records and the leagues, and record games"),
    Role.VIEWER: phrase("may look at everything and change nothing"),
}

_SOMEBODY: Mapping[Role, str] = {
    Role.OWNER: phrase("the owner"),
    Role.DIRECTOR: phrase("a director"),
    Role.DATA_ENTRY: phrase("data entry"),
    Role.CHECKER: phrase("a checker"),
    Role.JUDGE: phrase("a judge"),
    Role.DESK: phrase("the desk"),
    Role.ANNOTATOR: phrase("an annotator"),
    Role.STREAMER: phrase("a streamer"),
    Role.SECRETARY: phrase("a secretary"),
    Role.TREASURER: phrase("a treasurer"),
    Role.STATISTICIAN: phrase("a statistician"),
    Role.VIEWER: phrase("a viewer"),
}

_OF_EVENT: Mapping[Permission, str] = {
    Permission.OWN: phrase("Handing this event over and naming its directors is for {who}."),
    Permission.DIRECT: phrase("Directing this event is for {who}."),
    Permission.ENTER: phrase("Entering results is for {who} of this event."),
    Permission.CORRECT: phrase("Correcting results is for {who} of this event."),
    Permission.CHECK_IN: phrase("Checking players in is for {who} of this event."),
    Permission.JUDGE: phrase("Ruling on plays is for {who} of this event."),
    Permission.ANNOTATE: phrase("Recording games is for {who} of this event."),
    Permission.STREAM: phrase("Streaming is for {who} of this event."),
    Permission.KEEP_MEMBERS: phrase("Keeping members is for {who} of this club."),
    Permission.KEEP_MONEY: phrase("Keeping the money is for {who} of this club."),
    Permission.KEEP_RECORDS: phrase("Keeping records is for {who} of this club."),
    Permission.KEEP_LEAGUES: phrase("Keeping leagues is for {who} of this club."),
}

_OF_CLUB: Mapping[Permission, str] = {
    Permission.OWN: phrase("Handing this club over and naming its directors is for {who}."),
    Permission.DIRECT: phrase("Directing this club is for {who}."),
    Permission.ENTER: phrase("Entering results is for {who} of this club."),
    Permission.CORRECT: phrase("Correcting results is for {who} of this club."),
    Permission.CHECK_IN: phrase("Saying who is here is for {who} of this club."),
    Permission.JUDGE: phrase("Ruling on plays is for {who} of this club."),
    Permission.ANNOTATE: phrase("Recording games is for {who} of this club."),
    Permission.UNDO: phrase("Only people who may change something in this club can undo."),
    Permission.VIEW: phrase("This page is only for people with a role in this club."),
}

_ELSE: Mapping[Permission, str] = {
    Permission.UNDO: phrase("Only people who may change something in this event can undo."),
    Permission.VIEW: phrase("This page is only for people with a role in this event."),
    Permission.OPERATE: phrase("Only an operator can do that."),
    Permission.MAKE_EVENTS: phrase("Only accounts that may make events can do that."),
    Permission.ADD_PLAYERS: phrase("Only directors can add players to the register."),
    Permission.USE_DESK: phrase("The desk is only for people with a role in an event."),
    Permission.SIGNED_IN: phrase("Only who is signed in can do that."),
    Permission.PUBLIC: phrase("Nobody can do that."),
}

_IN_CLUBS_ALONE = (
    *(Permission.KEEP_MEMBERS, Permission.KEEP_MONEY),
    *(Permission.KEEP_RECORDS, Permission.KEEP_LEAGUES),
)


def who_may(permission: Permission, *, in_club: bool = False) -> str:
    """Returns the sentence that says who may do what somebody was refused."""
    said = _OF_CLUB.get(permission) if in_club else None
    if said is None and permission in _ELSE:
        return _ELSE[permission]
    offered = OF_CLUBS if in_club or permission in _IN_CLUBS_ALONE else OF_EVENTS
    who = either_of(_SOMEBODY[role] for role in roles_with(permission) if role in offered)
    return (said or _OF_EVENT[permission]).format(who=who)
