"""Checks of the players: association numbers, membership, ratings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.names import number_ending
from core.phrases import phrase
from tournaments.submission.queries.checks.finding import LOOK, REFUSED, Level, SubmissionFinding
from tournaments.submission.queries.submitted import DivisionGround, SubmissionGround

_NASPA_NUMBER = re.compile(r"[A-Z]{2}[0-9]{6}", re.IGNORECASE)
"""Two letters and six digits, as in AA000123: the tsh reference, section 1."""


def numbers_are_there(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds rated players without an association number."""
    for division in ground.divisions:
        for number, player in division.in_file.items():
            if not player.association_number:
                yield _of(
                    division,
                    number,
                    "number.missing",
                    REFUSED,
                    phrase("{player} has no association number.", player=division.called(number)),
                )


def numbers_are_well_formed(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds association numbers that are not two letters and six digits."""
    for division in ground.divisions:
        for number, player in division.in_file.items():
            given = player.association_number
            if given and not _NASPA_NUMBER.fullmatch(given):
                shown = _shown(ground, division, number)
                said = phrase(
                    "{player} has the number “{shown}”; a number is two letters and six digits.",
                    player=division.called(number),
                    shown=shown,
                )
                yield _of(division, number, "number.malformed", REFUSED, said)


def numbers_are_unique(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds association numbers that two have: in one division refused, in two perhaps a move."""
    seen: dict[str, tuple[str, int]] = {}
    for division in ground.divisions:
        for number, player in division.in_file.items():
            given = player.association_number.upper()
            if not given:
                continue
            other = seen.setdefault(given, (division.name, number))
            if other != (division.name, number):
                level = REFUSED if other[0] == division.name else LOOK
                shown = _shown(ground, division, number)
                said = phrase(
                    "{player} has the number {shown} of division {other}, no. {other_number}.",
                    player=division.called(number),
                    shown=shown,
                    other=other[0],
                    other_number=other[1],
                )
                yield _of(division, number, "number.twice", level, said)


def numbers_are_those_of_the_register(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds entries whose number the register gives otherwise."""
    for division in ground.divisions:
        for number, player in division.in_file.items():
            known = division.register.get(number)
            own = known.association_number if known else ""
            if own and own.upper() != player.association_number.upper():
                known_as = own if ground.sees_numbers else number_ending(own)
                said = phrase(
                    "{player} has the number {association_number}, in the register {known_as}.",
                    player=division.called(number),
                    association_number=player.association_number,
                    known_as=known_as,
                )
                yield _of(division, number, "number.register", LOOK, said)


def list_is_at_hand(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds divisions for which there is no list to compare with."""
    for division in ground.divisions:
        if division.rating_list is None:
            message = phrase(
                "Division {name}: no imported list counts its system"
                " {rating_system}, so neither ratings nor"
                " membership were compared. Choose one.",
                name=division.name,
                rating_system=division.sheet.division.rating_system or "(none)",
            )
            yield SubmissionFinding(
                "list.none", LOOK, message, division=division.name, field="list"
            )


def players_are_listed(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds players whom the list does not know; unrated players need not be there."""
    for division in ground.divisions:
        rating_list = division.rating_list
        for number, player in division.in_file.items():
            if rating_list is not None and number not in rating_list.lines and player.rating:
                said = phrase(
                    "{player} is not on the list {name} of {effective_on}.",
                    player=division.called(number),
                    name=rating_list.name,
                    effective_on=rating_list.effective_on,
                )
                yield _of(division, number, "member.unknown", LOOK, said, field="name")


def members_are_current(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds memberships that had expired when the event began, or have since."""
    day = ground.held_on or ground.today
    for division in ground.divisions:
        rating_list = division.rating_list
        if rating_list is None:
            continue
        if not rating_list.says_expiry:
            message = phrase(
                "Division {name}: the list {found_name} does not say when memberships expire.",
                name=division.name,
                found_name=rating_list.name,
            )
            yield SubmissionFinding(
                "member.not_said", LOOK, message, division=division.name, field="list"
            )
        for number in division.in_file:
            line = rating_list.lines.get(number)
            expires = line.expires_on if line else None
            if expires is not None and expires < max(day, ground.today):
                level = REFUSED if expires < day else LOOK
                said = phrase(
                    "{player} is no longer a member: the membership expired on {expires}.",
                    player=division.called(number),
                    expires=expires,
                )
                yield _of(division, number, "member.expired", level, said, field="membership")


def ratings_agree(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds ratings that are not those of the list."""
    for division in ground.divisions:
        rating_list = division.rating_list
        for number, player in division.in_file.items():
            line = rating_list.lines.get(number) if rating_list else None
            if rating_list is not None and line is not None and line.rating != player.rating:
                said = phrase(
                    "{player} has the rating {rating}, on the list {list} {list_rating}.",
                    player=division.called(number),
                    rating=player.rating or phrase("none"),
                    list=rating_list.name,
                    list_rating=line.rating or phrase("none"),
                )
                yield _of(division, number, "rating.differs", LOOK, said, field="rating")


def _shown(ground: SubmissionGround, division: DivisionGround, number: int) -> str:
    """Returns a player's number: a typed one as it is, the register's as who asks may see it."""
    given = division.in_file[number].association_number
    is_typed = division.sheet.entries[number].association_number
    return given if is_typed or ground.sees_numbers else number_ending(given)


def _of(
    division: DivisionGround,
    number: int,
    code: str,
    level: Level,
    said: str,
    *,
    field: str = "association_number",
) -> SubmissionFinding:
    mend = "" if field == "membership" else "change-entry"
    return SubmissionFinding(code, level, said, division.name, number, field, mend=mend)
