"""Kinds of membership of an association or a club, and for how long each is good.

A term begins on the day on which it is paid, or when what was paid before ends: never with the
calendar year, unless a kind has a fixed last day.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

from clubs.ages import age_on
from clubs.days import is_usual
from clubs.membership.terms.errors import MembershipError
from core.phrases import phrase

Length = Literal["months", "date", "event", "life"]
MOST_YEARS: Final = 5


@dataclass(frozen=True, slots=True)
class MembershipKind:
    """A kind of membership. `months` is the length of a term where `length` is months.

    `under` is the age that its holder has not reached on its first day; they keep it when they do.
    `is_first` is only for people who were never members.
    """

    key: str
    words: str
    length: Length
    months: int = 0
    under: int | None = None
    is_first: bool = False


REGULAR: Final = MembershipKind("regular", phrase("Regular"), "months", 12)
YOUTH: Final = MembershipKind("youth", phrase("Youth"), "months", 12, under=18)
TRIAL: Final = MembershipKind("trial", phrase("Trial"), "months", 6, is_first=True)
FIXED: Final = MembershipKind("fixed", phrase("Until a date"), "date")
RECIPROCAL: Final = MembershipKind("reciprocal", phrase("Reciprocal"), "date")
EVENT: Final = MembershipKind("event", phrase("Single event"), "event")
LIFE: Final = MembershipKind("life", phrase("Life"), "life")
KINDS: Final = {kind.key: kind for kind in (REGULAR, YOUTH, TRIAL, FIXED, RECIPROCAL, EVENT, LIFE)}


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """A membership of a member from one day through another; `last` is None for life."""

    member: str
    kind: str
    first: date
    last: date | None


@dataclass(frozen=True, slots=True)
class MembershipWish:
    """What somebody asks for on a day: a kind, and for how many years where it has months.

    `until` is the last day of a fixed term, or of the event. `born` is used here alone.
    """

    kind: MembershipKind
    day: date
    years: int = 1
    until: date | None = None
    born: date | None = None


def months_later(day: date, months: int) -> date:
    """Returns the last day of a term of so many months that begins on a day.

    From 15 May, 12 months end on 14 May. Where the month is too short for the day, they end with
    that month: from 31 August, 6 months end on 28 or 29 February.
    """
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    if day.day > monthrange(year, month + 1)[1]:
        return date(year, month + 1, monthrange(year, month + 1)[1])
    return date(year, month + 1, day.day) - timedelta(days=1)


def paid_through(terms: Iterable[Term], day: date) -> date | None:
    """Returns the last day of what is in force on a day, with all that follows it without a gap.

    `date.max` is for life, None is for nothing in force on that day.
    """
    end: date | None = None
    for term in sorted(terms, key=lambda term: (term.first, term.last or date.max)):
        last = term.last or date.max
        begins_in_time = term.first <= day if end is None else term.first <= _day_after(end)
        if begins_in_time and last >= day:
            end = max(end or last, last)
    return end


def begun(member: str, wish: MembershipWish, terms: Iterable[Term]) -> Term:
    """Returns the term that a wish gives a member who has had these terms.

    Raises MembershipError `membership.day`, `membership.life`, `membership.first`,
    `membership.born`, `membership.age`, `membership.years`, `membership.until_missing`,
    `membership.until_early`.
    """
    own = [term for term in terms if term.member == member]
    for field, day in (("day", wish.day), ("until", wish.until)):
        if day is not None and not is_usual(day):
            raise MembershipError(
                phrase("{day} cannot be right.", day=day.isoformat()),
                code="membership.day",
                field=field,
            )
    paid = paid_through(own, wish.day)
    if paid == date.max:
        raise MembershipError(
            phrase("This is a life member already."), code="membership.life", field="kind"
        )
    if wish.kind.is_first and own:
        raise MembershipError(
            phrase("A trial is for people who were never members."),
            code="membership.first",
            field="kind",
        )
    first = wish.day if paid is None or wish.kind.length == "event" else _day_after(paid)
    _check_age(wish, first)
    return Term(member, wish.kind.key, first, _last_day(wish, first))


def _last_day(wish: MembershipWish, first: date) -> date | None:
    if wish.kind.length == "life":
        return None
    if wish.kind.length == "months":
        if not 1 <= wish.years <= MOST_YEARS or (wish.years > 1 and wish.kind.is_first):
            raise MembershipError(
                phrase(
                    "A membership is for 1 to {count} years, a trial for one.", count=MOST_YEARS
                ),
                code="membership.years",
                field="years",
            )
        return months_later(first, wish.kind.months * wish.years)
    if wish.until is None:
        raise MembershipError(
            phrase("Say until when."), code="membership.until_missing", field="until"
        )
    if wish.until < first:
        raise MembershipError(
            phrase("It would end before it begins on {day}.", day=first.isoformat()),
            code="membership.until_early",
            field="until",
        )
    return wish.until


def _check_age(wish: MembershipWish, first: date) -> None:
    under = wish.kind.under
    if under is None:
        return
    if wish.born is None:
        raise MembershipError(
            phrase("Give the date of birth: this is for players under {age}.", age=under),
            code="membership.born",
            field="born",
        )
    if not 0 <= age_on(wish.born, first) < under:
        raise MembershipError(
            phrase(
                "This is for players under {age} on {day}, when it begins.",
                age=under,
                day=first.isoformat(),
            ),
            code="membership.age",
            field="kind",
        )


def _day_after(day: date) -> date:
    return day if day == date.max else day + timedelta(days=1)
