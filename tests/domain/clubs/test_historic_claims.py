"""Historic claims: how they are read, where they stand, and that they change no computed place."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from clubs.records.book.book import Book
from clubs.records.book.categories import SLOTS, RecordCategory
from clubs.records.book.claims import (
    BookRow,
    ClaimError,
    ClaimStatus,
    HistoricClaim,
    read_claims,
    stands_in,
    with_claims,
)
from clubs.records.book.scopes import EVERYTHING, TOURNAMENTS, Section, club_scope, event_scope
from tests.domain.clubs.book_games import played

HIGH = SLOTS[RecordCategory.HIGH_GAME, False]
CLEAN = SLOTS[RecordCategory.HIGH_GAME, True]
ALL = Section(EVERYTHING, "NWL")


def record(**said: Any) -> dict[str, Any]:
    """Returns a claim as a file has it."""
    return {
        "id": "oak-1",
        "category": "high_game",
        "value": 700,
        "players": ["Ann Lee"],
        "date": "1999-04",
        "place": "the Oak",
        "lexicon": "TWL",
        "lexicon_family": "NWL",
        "scope": "club",
        "source": "a newsletter",
        **said,
    }


def read(**said: Any) -> HistoricClaim:
    (claim,) = read_claims({"records": [record(**said)]})
    return claim


def test_a_claim_is_read_with_what_it_says() -> None:
    claim = read(has_phony=False, word="QUIZ", club="oak")
    assert (claim.category, claim.value, claim.players) == (
        RecordCategory.HIGH_GAME,
        700,
        ("Ann Lee",),
    )
    assert (claim.day, claim.source, claim.is_clean) == ("1999-04", "a newsletter", True)
    assert claim.status is ClaimStatus.CLAIMED


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"status": "verified"}, ClaimStatus.VERIFIED),
        ({"status": "disputed"}, ClaimStatus.DISPUTED),
        ({"alt_value": 703}, ClaimStatus.DISPUTED),
        ({"certainty": "?"}, ClaimStatus.DISPUTED),
        ({"status": "record of the county"}, ClaimStatus.CLAIMED),
    ],
)
def test_a_claim_is_as_sure_as_it_says(said: dict[str, Any], status: ClaimStatus) -> None:
    assert read(**said).status is status


def test_a_value_is_kept_exactly_and_a_category_that_the_book_lacks_is_kept_by_its_word() -> None:
    claim = read(category="high_average_multi_day", value=499.94)
    assert (claim.category, claim.value) == (
        RecordCategory.TOURNAMENT_AVERAGE,
        Fraction(49994, 100),
    )
    assert (read(category="marathon_hours").category, read(category="marathon_hours").said) == (
        None,
        "marathon_hours",
    )
    assert read(category="high_combined_no_phony").is_clean is True


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"source": ""}, "claim.source"),
        ({"source": None}, "claim.source"),
        ({"value": "700"}, "claim.value"),
        ({"value": True}, "claim.value"),
        ({"value": float("nan")}, "claim.value"),
        ({"value": 10**12}, "claim.value"),
        ({"players": "Ann Lee"}, "claim.shape"),
        ({"players": [1]}, "claim.shape"),
        ({"place": 7}, "claim.shape"),
        ({"id": ""}, "claim.key"),
    ],
)
def test_what_is_no_claim_is_refused(said: dict[str, Any], code: str) -> None:
    with pytest.raises(ClaimError) as refused:
        read(**said)
    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, [], {}, {"records": {}}, {"records": [1]}])
def test_what_is_no_list_of_claims_is_refused(data: object) -> None:
    with pytest.raises(ClaimError) as refused:
        read_claims(data)
    assert refused.value.code == "claim.shape"


def test_two_claims_with_one_key_are_refused() -> None:
    with pytest.raises(ClaimError) as refused:
        read_claims({"records": [record(), record()]})
    assert (refused.value.code, refused.value.params) == ("claim.key", {"claim": "oak-1"})


def test_a_claim_stands_where_its_venue_its_family_and_what_it_is_of_belong() -> None:
    of_club = read(club="oak")
    assert stands_in(of_club, ALL, HIGH)
    assert stands_in(of_club, Section(club_scope("oak"), "NWL"), HIGH)
    assert not stands_in(of_club, Section(club_scope("elm"), "NWL"), HIGH)
    assert not stands_in(of_club, Section(TOURNAMENTS, "NWL"), HIGH)
    assert not stands_in(of_club, Section(EVERYTHING, "CSW"), HIGH)
    assert not stands_in(of_club, ALL, CLEAN)
    assert stands_in(read(has_phony=False), ALL, CLEAN)
    assert stands_in(read(scope="tournament"), Section(TOURNAMENTS, "NWL"), HIGH)
    assert not stands_in(read(), Section(club_scope(""), "NWL"), HIGH)
    assert not stands_in(read(scope="event"), Section(event_scope(""), "NWL"), HIGH)
    assert not stands_in(read(scope="theory"), ALL, HIGH)
    assert not stands_in(read(format="high_score_rule"), ALL, HIGH)


def rows(*claims: HistoricClaim) -> list[tuple[int | None, str]]:
    """Returns the highest games of a book with claims."""
    book = Book([played("g1", ("ann", 600), ("ben", 1)), played("g2", ("cas", 500), ("ben", 1))])
    found = with_claims(book.lists(ALL)[HIGH], claims, ALL, HIGH)
    return [(row.place, _name(row)) for row in found]


def _name(row: BookRow) -> str:
    return row.claim.key if row.claim else row.holding.source if row.holding else ""


def test_only_a_verified_claim_takes_a_place_among_what_was_computed() -> None:
    assert rows(read(value=550)) == [(1, "g1"), (None, "oak-1"), (2, "g2")]
    assert rows(read(value=550, status="disputed")) == [(1, "g1"), (None, "oak-1"), (2, "g2")]
    assert rows(read(value=550, status="verified")) == [(1, "g1"), (2, "oak-1"), (3, "g2")]
    beaten = read(value=550, status="verified", superseded_by="oak-2")
    assert rows(beaten) == [(1, "g1"), (None, "oak-1"), (2, "g2")]
    assert rows(read(value=600, status="verified")) == [(1, "g1"), (1, "oak-1"), (3, "g2")]


def test_a_list_with_claims_ends_with_the_fifth_place() -> None:
    claims = [read(id=f"c{n}", value=700 + n, status="verified") for n in range(4)]
    assert rows(*claims) == [(1, "c3"), (2, "c2"), (3, "c1"), (4, "c0"), (5, "g1")]
