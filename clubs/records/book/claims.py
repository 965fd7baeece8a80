"""Historic claims: records that somebody tells of, from before there were games to compute from.

They stay apart from what was computed. Only a verified one takes a place among it; a claimed or a
disputed one, and one that another has superseded, is shown where its value would stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

import msgspec

from clubs.records.book.categories import RULES, SLOTS, RecordCategory, Slot
from clubs.records.book.places import (
    FIRST_PLACES,
    RecordHolding,
    RecordPlace,
    Value,
    worth_of,
)
from clubs.records.book.scopes import ScopeKind, Section

LONGEST_TEXT = 500
MEDALS = 3
"""How many places of a list a medal is for."""
MOST_CLAIMS = 10_000


class ClaimError(ValueError):
    """A claim that cannot be taken: `claim.shape`, `claim.key`, `claim.value` or `claim.source`.

    `params` name the claim, as `claim`.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


class ClaimStatus(StrEnum):
    """How sure a claim is."""

    CLAIMED = "claimed"
    VERIFIED = "verified"
    DISPUTED = "disputed"


class HistoricClaim(msgspec.Struct, frozen=True):
    """A claim. `category` is None where the book has no such list; `said` is the claim's own word.

    `value` and `other_value` (of a disputed one) are as people say them. `players` are names, none
    where they are not known or withheld; `day` is a date, a month, a year or empty. `venue` is
    `club`, `tournament`, or another word; `club` the key of the club, where it is one of ours.
    `is_clean` is None where nobody says. What is not `is_comparable`, such as a game under another
    rule of scoring, stands in no list.
    """

    key: str
    said: str
    value: Value
    source: str
    category: RecordCategory | None = None
    other_value: Value | None = None
    players: tuple[str, ...] = ()
    day: str = ""
    where: str = ""
    family: str = ""
    venue: str = ""
    club: str = ""
    is_clean: bool | None = None
    is_comparable: bool = True
    status: ClaimStatus = ClaimStatus.CLAIMED
    superseded_by: str = ""
    detail: str = ""
    note: str = ""


class BookRow(msgspec.Struct, frozen=True):
    """A row of a list with claims in it: a holding or a claim, and its place if it takes one."""

    place: int | None
    holding: RecordHolding | None = None
    claim: HistoricClaim | None = None


def read_claims(data: object) -> tuple[HistoricClaim, ...]:
    """Returns the claims of a file in the shape of `records.json`, as read from JSON.

    Raises ClaimError for the first that cannot be taken.
    """
    records = data.get("records") if isinstance(data, Mapping) else None
    if not isinstance(records, list) or len(records) > MOST_CLAIMS:
        raise ClaimError("claim.shape", claim="")
    claims: dict[str, HistoricClaim] = {}
    for number, record in enumerate(records, 1):
        if not isinstance(record, Mapping):
            raise ClaimError("claim.shape", claim=str(number))
        claim = _claim(record)
        if not claim.key or claim.key in claims:
            raise ClaimError("claim.key", claim=claim.key or str(number))
        claims[claim.key] = claim
    return tuple(claims.values())


def stands_in(claim: HistoricClaim, section: Section, slot: Slot) -> bool:
    """Returns whether a claim belongs to a list of the book."""
    if claim.category is not slot.category or claim.family != section.family:
        return False
    if not claim.is_comparable or (slot.is_clean and claim.is_clean is not True):
        return False
    scope = section.scope
    return {
        ScopeKind.EVENT: False,
        ScopeKind.CLUB: claim.venue == "club" and bool(claim.club) and claim.club == scope.key,
        ScopeKind.TOURNAMENTS: claim.venue == "tournament",
        ScopeKind.ALL: claim.venue in ("club", "tournament", "unspecified"),
    }[scope.kind]


def with_claims(
    holdings: Iterable[RecordHolding],
    claims: Iterable[HistoricClaim],
    section: Section,
    slot: Slot,
) -> tuple[BookRow, ...]:
    """Returns a list of the book with the claims that belong to it, the best first.

    Places are counted over holdings and verified claims, and the list ends with the fifth.
    """
    of_list = [claim for claim in claims if stands_in(claim, section, slot)]
    order: list[tuple[Value, int, int, RecordHolding | HistoricClaim]] = [
        (worth_of(slot.category, claim.value), 1, number, claim)
        for number, claim in enumerate(sorted(of_list, key=lambda claim: claim.key))
    ]
    order.extend((one.worth, 0, number, one) for number, one in enumerate(sorted(holdings)))
    order.sort(key=lambda row: row[:3])
    worths = [row[0] for row in order if _takes_place(row[3])]
    rows = []
    for worth, _, _, one in order:
        place = 1 + sum(other < worth for other in worths)
        if place > FIRST_PLACES:
            break
        taken = place if _takes_place(one) else None
        if isinstance(one, HistoricClaim):
            rows.append(BookRow(taken, claim=one))
        else:
            rows.append(BookRow(taken, holding=one))
    return tuple(rows)


def medal_of(
    place: RecordPlace, claims: Iterable[HistoricClaim], section: Section, slot: Slot
) -> int:
    """Returns which medal a place is worth: 1 for the record, 2 or 3, 0 for none.

    Verified claims that are better come before it, as in the list that people see.
    """
    worth = place.holding.worth
    better = sum(
        _takes_place(claim) and worth_of(slot.category, claim.value) < worth
        for claim in claims
        if stands_in(claim, section, slot)
    )
    medal = place.place + better
    return medal if medal <= MEDALS else 0


def _takes_place(row: RecordHolding | HistoricClaim) -> bool:
    if isinstance(row, HistoricClaim):
        return row.status is ClaimStatus.VERIFIED and not row.superseded_by
    return True


_WITHOUT_PHONEYS = "_no_phony"
_NAMES: dict[str, RecordCategory] = {
    **{category.value: category for category in RULES},
    "high_average_multi_day": RecordCategory.TOURNAMENT_AVERAGE,
    "high_losing_score": RecordCategory.HIGH_LOSING,
    "most_bingos_one_player": RecordCategory.MOST_BINGOS,
    "club_high_combined": RecordCategory.HIGH_COMBINED,
    "club_high_game": RecordCategory.HIGH_GAME,
    "club_high_losing_score": RecordCategory.HIGH_LOSING,
    "club_high_non_bingo": RecordCategory.HIGH_NON_BINGO,
}
"""What files call the categories of the book."""


def _claim(record: Mapping[str, Any]) -> HistoricClaim:
    key, said = _text(record, "id"), _text(record, "category")
    source = _text(record, "source")
    if not source:
        raise ClaimError("claim.source", claim=key)
    category = _NAMES.get(said.removesuffix(_WITHOUT_PHONEYS))
    names = record.get("players") or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ClaimError("claim.shape", claim=key)
    has_phony = record.get("has_phony")
    is_clean = True if said.endswith(_WITHOUT_PHONEYS) else None
    return HistoricClaim(
        key=key,
        said=said,
        value=_value(record.get("value"), key),
        source=source,
        category=category if category is not None and (category, False) in SLOTS else None,
        other_value=_value(record["alt_value"], key) if record.get("alt_value") else None,
        players=tuple(name[:LONGEST_TEXT] for name in names),
        day=_text(record, "date"),
        where=_text(record, "place"),
        family=_text(record, "lexicon_family"),
        venue=_text(record, "scope"),
        club=_text(record, "club"),
        is_clean=not has_phony if isinstance(has_phony, bool) else is_clean,
        is_comparable=record.get("comparable") is not False and not record.get("format"),
        status=_status(record),
        superseded_by=_text(record, "superseded_by"),
        detail=_text(record, "word"),
        note=_text(record, "note"),
    )


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if value is not None and not isinstance(value, str):
        raise ClaimError("claim.shape", claim=str(record.get("id", ""))[:LONGEST_TEXT])
    return (value or "").strip()[:LONGEST_TEXT]


def _value(value: object, key: str) -> Value:
    """Returns a number exactly as it was written; a fraction has at most 9 decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ClaimError("claim.value", claim=key)
    if not abs(value) < 10**9:
        raise ClaimError("claim.value", claim=key)
    return value if isinstance(value, int) else Fraction(repr(value)).limit_denominator(10**9)


def _status(record: Mapping[str, Any]) -> ClaimStatus:
    said = _text(record, "status")
    if said in (ClaimStatus.CLAIMED, ClaimStatus.VERIFIED, ClaimStatus.DISPUTED):
        return ClaimStatus(said)
    is_doubted = bool(record.get("alt_value")) or "?" in _text(record, "certainty")
    return ClaimStatus.DISPUTED if is_doubted else ClaimStatus.CLAIMED
