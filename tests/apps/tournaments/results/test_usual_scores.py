"""The usual scores of a division: learned from its own, and not added up for each slip."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.builders.events import a_played_event
from tournaments.models import Division
from tournaments.results.forms import result_doubts as module
from tournaments.results.forms.result_doubts import score_doubts

pytestmark = pytest.mark.django_db

ODD = (900, 20)


@pytest.fixture
def division() -> Division:
    return Division.objects.get(tournament__slug=a_played_event(players=4, rounds=3))


def test_the_scores_of_a_division_are_added_up_for_every_slip_while_they_are_few(
    division: Division, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        assert score_doubts(ODD, division) == score_doubts(ODD, division) != ()


def test_the_scores_of_a_long_event_are_added_up_once_in_a_while(
    division: Division,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SETTLED", 12)
    with django_assert_num_queries(1):
        assert score_doubts(ODD, division) == score_doubts(ODD, division) != ()
    monkeypatch.setattr(module, "AS_THEY_WERE_S", 0.0)
    with django_assert_num_queries(1):
        assert score_doubts(ODD, division)
