"""Historic claims as rows, and as the book reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from clubs.models import RecordClaim
from clubs.records.book.categories import SLOTS, RecordCategory, Slot
from clubs.records.book.claims import ClaimStatus, HistoricClaim, stands_in, with_claims
from clubs.records.book.places import Value
from clubs.records.book.scopes import BookScope, Section
from clubs.records.queries.lists import ListedPlace


class BeatingClaim(NamedTuple):
    """A claim that is the record of a list; `is_alone` says that no computed one equals it."""

    section: Section
    slot: Slot
    claim: HistoricClaim
    is_alone: bool


_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,6})?")


def all_claims() -> list[HistoricClaim]:
    """Returns every claim as the book reads it, by key; one query."""
    return [claim_of(row) for row in RecordClaim.objects.order_by("key")]


def families_claimed(scope: BookScope) -> set[str]:
    """Returns the families of the claims that stand in lists of a scope."""
    return {
        claim.family
        for claim in all_claims()
        if claim.category is not None
        and claim.family
        and stands_in(claim, Section(scope, claim.family), SLOTS[claim.category, False])
    }


def beating_claims(scope: BookScope, places: Sequence[ListedPlace]) -> list[BeatingClaim]:
    """Returns the verified claims that are the records of lists of a scope, by family.

    `places` are the records that were computed for it: a claim is as good as that, or better.
    """
    claims, found = all_claims(), []
    for family in sorted(families_claimed(scope)):
        section = Section(scope, family)
        for slot in SLOTS.values():
            held = [p.holding for p in places if (p.section, p.slot) == (section, slot)]
            rows = with_claims(held, claims, section, slot)
            firsts = [row for row in rows if row.place == 1]
            is_alone = all(row.claim is not None for row in firsts)
            found += [
                BeatingClaim(section, slot, row.claim, is_alone)
                for row in firsts
                if row.claim is not None
            ]
    return found


def claim_of(row: RecordClaim) -> HistoricClaim:
    """Returns a stored claim as the book reads it."""
    return HistoricClaim(
        key=row.key,
        said=row.said,
        value=value_of(row.value) or 0,
        source=row.source,
        category=RecordCategory(row.category) if row.category else None,
        other_value=value_of(row.other_value),
        players=tuple(row.players),
        day=row.day,
        where=row.where,
        family=row.family,
        venue=row.venue,
        club=row.club,
        is_clean=row.is_clean,
        is_comparable=row.is_comparable,
        status=ClaimStatus(row.status),
        superseded_by=row.superseded_by,
        detail=row.detail,
        note=row.note,
    )


def columns_of_claim(claim: HistoricClaim) -> dict[str, Any]:
    """Returns the columns in which a claim is stored."""
    return {
        "key": claim.key,
        "said": claim.said,
        "category": claim.category.value if claim.category else "",
        "value": number_text(claim.value),
        "other_value": "" if claim.other_value is None else number_text(claim.other_value),
        "players": list(claim.players),
        "day": claim.day,
        "where": claim.where,
        "family": claim.family,
        "venue": claim.venue,
        "club": claim.club,
        "is_clean": claim.is_clean,
        "is_comparable": claim.is_comparable,
        "status": claim.status.value,
        "superseded_by": claim.superseded_by,
        "detail": claim.detail,
        "note": claim.note,
        "source": claim.source,
    }


def value_of(text: str) -> Value | None:
    """Returns the number that a text is, whole or with a few decimals; None where it is none."""
    if not _NUMBER.fullmatch(text):
        return None
    return Fraction(text) if "." in text else int(text)


def number_text(value: Value) -> str:
    """Returns a number as people write it, at most six decimals of it."""
    if isinstance(value, int):
        return str(value)
    return f"{float(value):.6f}".rstrip("0").rstrip(".")
