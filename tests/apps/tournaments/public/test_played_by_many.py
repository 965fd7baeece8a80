"""What many people played is asked at once: a mirror keeps their profiles, which everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.club.commands.describing import DescribeClub
from core.mirror.parts import parts
from ratings.pages.mirrored import PLAYERS
from tests.builders.clubs import found
from tests.builders.events import a_played_event, give
from tests.builders.rating_lists import imported_list, registered
from tournaments.entries.commands.late_entry import Member
from tournaments.models import Seat
from tournaments.public.queries import played_rows
from tournaments.public.queries.played_by_many import ManyPlayed
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db


def playing(keys: Sequence[str], slug: str = "spring") -> None:
    """An event of these people of the register, all of whom have a rating."""
    known = registered(keys)
    imported_list(f"list-{slug}", lines=[(key, 1500, key) for key in keys])
    members = [Member(name=known[key].given_name, player=key) for key in keys]
    a_played_event(slug, players=len(keys), rounds=2, planned=3, registered=members)


def profiles() -> tuple[dict[str, str], int]:
    """Returns the mark of every profile by its path, and how many queries all of them took."""
    (part,) = [part for part in parts(timezone.now()) if part.key == PLAYERS]
    with CaptureQueriesContext(connection) as asked:
        marks = {page.path: page.mark() for page in part.pages() if page.mark is not None}
    return marks, len(asked)


def version() -> str:
    (part,) = [part for part in parts(timezone.now()) if part.key == PLAYERS]
    return part.version


def test_a_result_marks_the_profiles_of_the_two_who_played_and_no_other() -> None:
    playing([f"p{number}" for number in range(6)])
    before, _ = profiles()
    (two,) = {
        frozenset(seat.board.seats.values_list("entry__members__player", flat=True))
        for seat in Seat.objects.filter(round__number=2, entry__number=1)
    }
    give(
        CorrectResult(event="spring", division="A", round=2, entry=1, score=700, opponent_score=9),
        reason="Misread",
    )
    after, _ = profiles()
    numbers = {one.key: one.pk for one in registered(two).values()}
    assert {path for path in after if after[path] != before[path]} == {
        f"/players/{numbers[key]}/" for key in two
    }


def test_profiles_take_as_many_queries_however_many_people_played() -> None:
    playing([f"p{number}" for number in range(4)])
    _, few = profiles()
    playing([f"q{number}" for number in range(12)], "autumn")
    marks, many = profiles()
    assert len(marks) == 16
    assert many == few + 3, "seats, recorded games and places of another division"


def test_no_question_names_more_rows_than_a_database_takes_and_the_marks_stay_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = [f"p{number}" for number in range(24)]
    playing(keys)
    named: list[int] = []

    def counting(execute: Any, statement: str, values: Any, *more: Any) -> Any:
        named.append(len(values or ()))
        return execute(statement, values, *more)

    def told() -> list[tuple[str, str]]:
        many = ManyPlayed(keys)
        return [(many.version(key), many.mark(key)) for key in keys]

    before = told()
    assert len(set(before)) > 12
    monkeypatch.setattr(played_rows, "AT_ONCE", 5)
    with connection.execute_wrapper(counting):
        assert told() == before
    assert max(named) < len(keys)


def test_what_is_said_of_a_club_asks_for_no_profile() -> None:
    found("hill")
    playing([f"p{number}" for number in range(4)])
    before = version()
    give(DescribeClub(club="hill", venue="Ersby Hall"))
    assert version() == before
