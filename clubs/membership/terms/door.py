"""Who may play by their membership on a day, and what the door is told of the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from clubs.membership.terms.errors import MembershipError
from clubs.membership.terms.kinds import Term, paid_through
from core.phrases import phrase


class MembershipState(StrEnum):
    """What a membership is on a day, the most serious last."""

    IN_FORCE = "in force"
    EXPIRES = "expires"
    UNKNOWN = "unknown"
    NOT_YET = "not yet"
    EXPIRED = "expired"
    SUSPENDED = "suspended"


@dataclass(frozen=True, slots=True, order=True)
class Suspension:
    """A ban of a member; `last` is None until further notice, `club` empty for every club.

    Raises MembershipError `suspension.dates` where it ends before it begins.
    """

    member: str
    first: date
    last: date | None = None
    club: str = ""

    def __post_init__(self) -> None:
        if self.last is not None and self.last < self.first:
            raise MembershipError(
                phrase("A suspension cannot end before it begins."),
                code="suspension.dates",
                field="last",
            )

    def applies(self, club: str, first: date, last: date) -> bool:
        """Returns whether it bans from a club on any day from one through another."""
        return (
            self.club in ("", club)
            and self.first <= last
            and (self.last is None or first <= self.last)
        )


@dataclass(frozen=True, slots=True)
class Occasion:
    """A night or an event for which a membership must be good, on all its days.

    Raises MembershipError `occasion.dates` where it ends before it begins.
    """

    first: date
    last: date
    club: str = ""

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise MembershipError(
                phrase("This cannot end before it begins."), code="occasion.dates", field="last"
            )


@dataclass(frozen=True, slots=True)
class Admission:
    """The state of a member at an occasion; `day` is when it changes, where that is known.

    `suspension` is the one that applies, the longest of several.
    """

    member: str
    state: MembershipState
    day: date | None = None
    suspension: Suspension | None = None


def admission(
    member: str, occasion: Occasion, terms: Iterable[Term], suspensions: Iterable[Suspension] = ()
) -> Admission:
    """Returns the state of a member's membership at an occasion."""
    bans = [
        one
        for one in suspensions
        if one.member == member and one.applies(occasion.club, occasion.first, occasion.last)
    ]
    if bans:
        longest = max(bans, key=lambda one: (one.last or date.max, one))
        return Admission(member, MembershipState.SUSPENDED, longest.last, longest)
    own = [term for term in terms if term.member == member]
    paid = paid_through(own, occasion.first)
    if paid is not None:
        through = paid >= occasion.last
        state = MembershipState.IN_FORCE if through else MembershipState.EXPIRES
        return Admission(member, state, None if paid == date.max else paid)
    ended = [term.last for term in own if term.last and term.last < occasion.first]
    if ended:
        return Admission(member, MembershipState.EXPIRED, max(ended))
    if own:
        return Admission(member, MembershipState.NOT_YET, min(term.first for term in own))
    return Admission(member, MembershipState.UNKNOWN)


def warning(name: str, occasion: Occasion, found: Admission) -> str | None:
    """Returns what the door is told of a member, None of one whose membership is in force."""
    day = found.day.isoformat() if found.day else ""
    ban = found.suspension
    if ban is not None:
        first = ban.first.isoformat()
        if ban.last is None:
            return phrase(
                "{name} is suspended from {first} until further notice.", name=name, first=first
            )
        return phrase(
            "{name} is suspended from {first} through {last}.", name=name, first=first, last=day
        )
    if found.state is MembershipState.EXPIRES:
        return phrase(
            "The membership of {name} expires on {day}, before {last}.",
            name=name,
            day=day,
            last=occasion.last.isoformat(),
        )
    if found.state is MembershipState.EXPIRED:
        return phrase("The membership of {name} expired on {day}.", name=name, day=day)
    if found.state is MembershipState.NOT_YET:
        return phrase("The membership of {name} begins on {day}.", name=name, day=day)
    if found.state is MembershipState.UNKNOWN:
        return phrase("No membership of {name} is known.", name=name)
    return None


def warnings_at(
    occasion: Occasion,
    names: Mapping[str, str],
    terms: Iterable[Term],
    suspensions: Iterable[Suspension] = (),
) -> tuple[tuple[Admission, str], ...]:
    """Returns the members of whom the door is warned, the most serious first, then by name."""
    own: dict[str, list[Term]] = {member: [] for member in names}
    for term in terms:
        if term.member in own:
            own[term.member].append(term)
    bans = list(suspensions)
    found = [admission(member, occasion, own[member], bans) for member in names]
    told = [(one, warning(names[one.member], occasion, one)) for one in found]
    order = list(MembershipState)
    return tuple(
        sorted(
            [(one, text) for one, text in told if text is not None],
            key=lambda it: (-order.index(it[0].state), names[it[0].member], it[0].member),
        )
    )
