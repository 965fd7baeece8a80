"""Ratings of somebody who was in the register twice: proposed anew, as one career."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from clubs.membership.commands.merging import MergePlayers
from core.models import JournalEntry
from people.models import Player
from ratings.applying import apply_recompute
from ratings.models import EventRating, RatingList, Recompute, Standing
from ratings.selectors.heads import meetings_of
from tests.apps.tournaments.board_games.handed_events import close, done, members, waiting
from tests.apps.tournaments.desk_events import give
from tests.builders.events import a_played_event, undo
from tests.builders.rating_lists import a_list, publish
from tests.pages import words
from tournaments.event_ratings.jobs.rating import HAND_OVER, ask_to_hand_over

pytestmark = pytest.mark.django_db

RECOMPUTE = "recompute_list"
Ratings = list[tuple[str, str, int, int]]


def _played() -> None:
    """Two rated events: Ann is in the second under another key."""
    for slug, key, day in (("spring", "ann", 5), ("summer", "anna", 12)):
        people = members((key, "ben", "cy", "dee"))
        a_played_event(
            slug, players=4, rounds=3, seed=day, registered=people, starts_on=date(2026, 3, day)
        )
        close(slug)
    done(RECOMPUTE)


def merged() -> int:
    """Merges Anna into Ann and returns the number of the entry."""
    give(MergePlayers(kept="ann", gone="anna"))
    return JournalEntry.objects.filter(stream__key="register").latest("seq").seq


def ratings(rating_list: RatingList) -> Ratings:
    """Returns all ratings of a list that are in force."""
    rows = EventRating.objects.filter(rating_list=rating_list)
    return sorted(rows.values_list("event__key", "player", "old", "new"))


def _applied() -> None:
    """Does what waits, and puts in force what that proposes."""
    done(HAND_OVER)
    assert done(RECOMPUTE)["stage"] == "ready"
    apply_recompute(Recompute.objects.latest("pk"))


def test_a_merge_proposes_one_career_and_its_undo_proposes_two_again() -> None:
    listed = a_list()
    _played()
    before = ratings(listed)
    assert {player for _, player, _, _ in before} == {"ann", "anna", "ben", "cy", "dee"}
    seq = merged()
    assert ratings(listed) == before
    _applied()
    other = a_list("other", name="Other list")
    ask_to_hand_over(["other"], [])
    done(HAND_OVER)
    assert done(RECOMPUTE)["stage"] == "applied"
    assert ratings(listed) == ratings(other) != before
    assert not Standing.objects.filter(player="anna").exists()
    assert Standing.objects.get(rating_list=listed, player="ann").events == 2
    undo("register", seq)
    done(HAND_OVER)
    while waiting(RECOMPUTE):
        assert done(RECOMPUTE)["stage"] == "ready"
    for proposal in Recompute.objects.filter(stage=Recompute.Stage.READY):
        apply_recompute(proposal)
    assert ratings(listed) == ratings(other) == before


def test_meetings_and_the_profile_have_both_events_once_it_is_applied(client: Client) -> None:
    listed = a_list()
    _played()
    assert len(meetings_of("ben", "ann", [listed])) == 1
    merged()
    _applied()
    assert len(meetings_of("ben", "ann", [listed])) == 2
    page = words(client.get(f"/players/{Player.objects.get(key='ann').pk}/", follow=True))
    assert "Spring Open" in page
    assert "Summer Open" in page


def test_what_a_publication_says_of_the_one_who_is_gone_opens_the_other() -> None:
    listed = a_list()
    publish(listed, [("Anna", 1900, "anna")], effective_on=date(2026, 1, 1))
    _played()
    (opened,) = [old for event, player, old, _ in ratings(listed) if player == "ann"]
    assert opened != 1900
    merged()
    _applied()
    first = ratings(listed)[0]
    assert first[:3] == ("spring/A", "ann", 1900)


def test_a_merge_of_people_without_rated_events_asks_for_nothing() -> None:
    a_list()
    members(("ann", "anna"))
    merged()
    assert (waiting(HAND_OVER), waiting(RECOMPUTE)) == (0, 0)
