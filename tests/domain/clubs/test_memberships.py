"""Memberships: for how long they are good, what they cost, and of whom the door is warned."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.membership.terms.door import (
    MembershipState,
    Occasion,
    Suspension,
    admission,
    warning,
    warnings_at,
)
from clubs.membership.terms.errors import MembershipError
from clubs.membership.terms.fees import FeePart, MembershipFees, membership_fee
from clubs.membership.terms.kinds import (
    EVENT,
    FIXED,
    LIFE,
    RECIPROCAL,
    REGULAR,
    TRIAL,
    YOUTH,
    MembershipWish,
    Term,
    begun,
    months_later,
    paid_through,
)
from tests.depth import examples

DAY = date(2026, 5, 15)
EVENT_DAYS = Occasion(DAY, date(2026, 5, 17), "lexington")
NAMES = {"ann": "Ann Lee", "bob": "Bob Day", "cy": "Cy Fox", "di": "Di Ash"}


@pytest.mark.parametrize(
    ("first", "months", "last"),
    [
        (DAY, 12, date(2027, 5, 14)),
        (date(2026, 1, 1), 12, date(2026, 12, 31)),
        (date(2026, 8, 31), 6, date(2027, 2, 28)),
        (date(2027, 8, 31), 6, date(2028, 2, 29)),
        (date(2028, 2, 29), 12, date(2029, 2, 28)),
        (DAY, 60, date(2031, 5, 14)),
    ],
)
def test_a_term_ends_the_day_before_it_would_begin_again(
    first: date, months: int, last: date
) -> None:
    assert months_later(first, months) == last


@pytest.mark.parametrize(
    ("wish", "first", "last"),
    [
        (MembershipWish(REGULAR, DAY), DAY, date(2027, 5, 14)),
        (MembershipWish(REGULAR, DAY, years=5), DAY, date(2031, 5, 14)),
        (MembershipWish(TRIAL, DAY), DAY, date(2026, 11, 14)),
        (MembershipWish(YOUTH, DAY, born=date(2008, 5, 16)), DAY, date(2027, 5, 14)),
        (MembershipWish(FIXED, DAY, until=date(2026, 12, 31)), DAY, date(2026, 12, 31)),
        (MembershipWish(RECIPROCAL, DAY, until=DAY), DAY, DAY),
        (MembershipWish(EVENT, DAY, until=date(2026, 5, 17)), DAY, date(2026, 5, 17)),
        (MembershipWish(LIFE, DAY), DAY, None),
    ],
)
def test_a_membership_is_good_from_the_day_it_is_paid_for_as_long_as_its_kind_says(
    wish: MembershipWish, first: date, last: date | None
) -> None:
    assert begun("ann", wish, []) == Term("ann", wish.kind.key, first, last)


def test_a_renewal_begins_when_what_was_paid_ends_and_late_it_begins_at_once() -> None:
    old = Term("ann", "regular", date(2025, 6, 1), date(2026, 5, 31))
    early = begun("ann", MembershipWish(REGULAR, DAY), [old])
    assert (early.first, early.last) == (date(2026, 6, 1), date(2027, 5, 31))
    assert begun("ann", MembershipWish(REGULAR, date(2026, 6, 2)), [old]).first == date(2026, 6, 2)
    assert begun("bob", MembershipWish(REGULAR, DAY), [old]).first == DAY


@pytest.mark.parametrize(
    ("wish", "code", "field", "sentence"),
    [
        (
            MembershipWish(TRIAL, DAY),
            "first",
            "kind",
            "A trial is for people who were never members.",
        ),
        (
            MembershipWish(YOUTH, DAY),
            "born",
            "born",
            "Give the date of birth: this is for players under 18.",
        ),
        (
            MembershipWish(YOUTH, DAY, born=date(2008, 5, 15)),
            "age",
            "kind",
            "This is for players under 18 on 2026-05-15, when it begins.",
        ),
        (
            MembershipWish(REGULAR, DAY, years=6),
            "years",
            "years",
            "A membership is for 1 to 5 years, a trial for one.",
        ),
        (MembershipWish(REGULAR, date(9999, 12, 31)), "day", "day", "9999-12-31 cannot be right."),
        (MembershipWish(FIXED, DAY, until=date.max), "day", "until", "9999-12-31 cannot be right."),
        (MembershipWish(FIXED, DAY), "until_missing", "until", "Say until when."),
        (
            MembershipWish(FIXED, DAY, until=date(2026, 5, 14)),
            "until_early",
            "until",
            "It would end before it begins on 2026-05-15.",
        ),
    ],
)
def test_a_membership_that_cannot_be_is_refused_in_one_sentence(
    wish: MembershipWish, code: str, field: str, sentence: str
) -> None:
    had = [Term("ann", "regular", date(2024, 1, 1), date(2024, 12, 31))]
    with pytest.raises(MembershipError) as refused:
        begun("ann", wish, had)
    told = refused.value
    assert (told.code, told.field, told.message) == (f"membership.{code}", field, sentence)


def test_a_life_member_needs_nothing_more() -> None:
    with pytest.raises(MembershipError) as refused:
        begun("ann", MembershipWish(REGULAR, DAY), [Term("ann", "life", date(2000, 1, 1), None)])
    assert refused.value.message == "This is a life member already."


@pytest.mark.parametrize(
    ("terms", "state", "told"),
    [
        ([(date(2026, 1, 1), date(2026, 12, 31))], "in force", None),
        ([(date(2026, 1, 1), None)], "in force", None),
        (
            [(date(2026, 1, 1), date(2026, 5, 16))],
            "expires",
            "The membership of Ann Lee expires on 2026-05-16, before 2026-05-17.",
        ),
        (
            [(date(2026, 1, 1), date(2026, 5, 16)), (date(2026, 5, 17), date(2026, 5, 17))],
            "in force",
            None,
        ),
        (
            [(date(2025, 1, 1), date(2026, 5, 14))],
            "expired",
            "The membership of Ann Lee expired on 2026-05-14.",
        ),
        (
            [(date(2026, 5, 16), date(2026, 12, 31))],
            "not yet",
            "The membership of Ann Lee begins on 2026-05-16.",
        ),
        ([], "unknown", "No membership of Ann Lee is known."),
    ],
)
def test_the_door_is_told_of_a_membership_that_is_not_good_for_the_whole_event(
    terms: list[tuple[date, date | None]], state: str, told: str | None
) -> None:
    rows = [Term("ann", "regular", first, last) for first, last in terms]
    found = admission("ann", EVENT_DAYS, [*rows, Term("bob", "life", DAY, None)])
    assert (found.state, warning("Ann Lee", EVENT_DAYS, found)) == (state, told)


@pytest.mark.parametrize(
    ("ban", "told"),
    [
        (
            Suspension("ann", date(2026, 5, 1), date(2026, 5, 15)),
            "Ann Lee is suspended from 2026-05-01 through 2026-05-15.",
        ),
        (
            Suspension("ann", date(2026, 5, 17), None, "lexington"),
            "Ann Lee is suspended from 2026-05-17 until further notice.",
        ),
        (Suspension("ann", date(2026, 5, 1), date(2026, 5, 14)), None),
        (Suspension("ann", date(2026, 5, 18)), None),
        (Suspension("ann", DAY, None, "madison"), None),
        (Suspension("bob", DAY), None),
    ],
)
def test_a_suspension_is_told_on_its_days_at_its_club_whatever_the_membership(
    ban: Suspension, told: str | None
) -> None:
    found = admission("ann", EVENT_DAYS, [Term("ann", "life", DAY, None)], [ban])
    assert warning("Ann Lee", EVENT_DAYS, found) == told


def test_the_longest_of_several_suspensions_is_told() -> None:
    bans = [Suspension("ann", DAY, date(2026, 6, 1)), Suspension("ann", date(2026, 5, 1))]
    for order in (bans, bans[::-1]):
        assert admission("ann", EVENT_DAYS, [], order).suspension == bans[1]


def test_the_door_sees_the_most_serious_warning_first_and_none_of_those_in_order() -> None:
    terms = [
        Term("ann", "regular", date(2025, 1, 1), date(2025, 12, 31)),
        Term("bob", "life", DAY, None),
        Term("di", "life", DAY, None),
    ]
    told = warnings_at(EVENT_DAYS, NAMES, terms, [Suspension("di", DAY, DAY)])
    assert [(one.member, one.state) for one, _ in told] == [
        ("di", MembershipState.SUSPENDED),
        ("ann", MembershipState.EXPIRED),
        ("cy", MembershipState.UNKNOWN),
    ]
    assert told[2][1] == "No membership of Cy Fox is known."


@pytest.mark.parametrize("make", [lambda first, last: Suspension("ann", first, last), Occasion])
def test_what_ends_before_it_begins_is_refused(make: Callable[[date, date], object]) -> None:
    with pytest.raises(MembershipError) as refused:
        make(DAY, DAY - timedelta(days=1))
    assert refused.value.field == "last"


def test_a_membership_costs_less_early_and_for_more_years() -> None:
    fees = MembershipFees(3000, early=2500, extra_year=2000)
    full, renewed = FeePart("Membership", 3000), FeePart("Membership, renewed early", 2500)
    in_time, late = date(2026, 6, 14), date(2026, 6, 13)
    assert membership_fee(fees, DAY) == (full,)
    assert membership_fee(fees, DAY, paid=in_time) == (renewed,)
    assert membership_fee(fees, DAY, paid=late) == (full,)
    assert membership_fee(fees, DAY, years=3, paid=in_time) == (
        renewed,
        FeePart("2 more years", 4000),
    )
    assert membership_fee(MembershipFees(3000), DAY, years=2)[1] == FeePart("1 more year", 3000)
    with pytest.raises(MembershipError):
        membership_fee(fees, DAY, years=0)


@pytest.mark.parametrize(("field", "fee"), [("full", -1), ("early", -1), ("extra_year", 10**9)])
def test_a_fee_that_cannot_be_is_refused_at_its_field(field: str, fee: int) -> None:
    with pytest.raises(MembershipError) as refused:
        MembershipFees(**{"full": 3000, field: fee})
    assert refused.value.field == field


offsets = st.integers(0, 400)
terms_of_ann = st.lists(
    st.builds(
        lambda first, days: Term(
            "ann", "fixed", DAY + timedelta(first), DAY + timedelta(first + days)
        ),
        offsets,
        offsets,
    ),
    max_size=6,
)


@examples(60)
@given(terms=terms_of_ann, day=st.integers(0, 900), seed=st.randoms(use_true_random=False))
def test_what_is_paid_is_every_day_until_the_first_without_a_term(
    terms: list[Term], day: int, seed: Random
) -> None:
    asked = last = DAY + timedelta(day)
    covered = {
        term.first + timedelta(number)
        for term in terms
        for number in range(((term.last or term.first) - term.first).days + 1)
    }
    while last in covered:
        last += timedelta(1)
    expected = last - timedelta(1) if asked in covered else None
    assert paid_through(terms, asked) == expected
    seed.shuffle(terms)
    assert paid_through(terms, asked) == expected
