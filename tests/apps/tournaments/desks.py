"""Desks with another event at them than `conftest.desk`: a module imports the one that it takes."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.apps.tournaments.challenges.judge_events import event_with_list
from tests.apps.tournaments.challenges.ruling_events import paired_event
from tests.apps.tournaments.desk_events import five_playing, four_played, new_event, signed_in


@pytest.fixture(name="desk")
def desk_of_five() -> Client:
    """Five players; round 1 published: 1 meets 2, 3 meets 4, and 5 has a bye."""
    five_playing()
    return signed_in("dora")


@pytest.fixture(name="desk")
def desk_after_round_1() -> Client:
    """An event of four, with round 1 played and nothing set up after it."""
    four_played(last=350)
    return signed_in("dora")


@pytest.fixture(name="desk")
def desk_of_an_operator() -> Client:
    """An event of four without a round; its director is an operator, too."""
    new_event()
    return signed_in("dora", operator=True)


@pytest.fixture(name="dora")
def director_with_a_list() -> Client:
    """The director of an event of two divisions, one of which plays by a word list."""
    event_with_list("AB")
    return signed_in("dora")


@pytest.fixture(name="dora")
def director_with_boards() -> Client:
    """The director of an event of two divisions, round 1 of it published."""
    paired_event("AB")
    return signed_in("dora")
