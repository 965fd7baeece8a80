"""The words of memberships: kinds, states, and what the door is told of associations."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from clubs.membership.terms.door import MembershipState
from clubs.membership.terms.kinds import KINDS
from core.phrases import phrase

if TYPE_CHECKING:
    from clubs.models import AssociationMembership

STATES = {
    MembershipState.IN_FORCE: phrase("in force"),
    MembershipState.EXPIRES: phrase("expires"),
    MembershipState.UNKNOWN: phrase("no member"),
    MembershipState.NOT_YET: phrase("not yet"),
    MembershipState.EXPIRED: phrase("expired"),
    MembershipState.SUSPENDED: phrase("suspended"),
}


def kind_words(key: str) -> str:
    """Returns what a kind of membership is called; one that is not known here, by its key."""
    kind = KINDS.get(key)
    return kind.words if kind else key


def until_words(last: date | str | None) -> str:
    """Returns until when something is good, in words."""
    return phrase("for life") if last is None else phrase("through {last}", last=str(last))


def days_words(first: date, last: date | None) -> str:
    """Returns the days of a term or a suspension, as a list shows them."""
    if last is None:
        return phrase("from {first}", first=first.isoformat())
    return phrase("{first} – {last}", first=first.isoformat(), last=last.isoformat())


def association_warning(name: str, row: AssociationMembership) -> str:
    """Returns what the door is told of a membership of an association that has expired."""
    return phrase(
        "The membership of {name} in {association} expired on {day}.",
        name=name,
        association=row.association,
        day=row.expires.isoformat() if row.expires else "",
    )
