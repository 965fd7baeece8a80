"""The demonstration club is a living one: everybody reads it, and only operators direct it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.demonstration.jobs.directing import (
    CLUB,
    HALL,
    LAST_SEASON,
    LEAST,
    MEMBERS,
    NIGHTS,
    PAST_NIGHTS,
    THIS_SEASON,
)
from clubs.kernel.queries.night_games import nights_of
from clubs.models import ClubHome, Season
from clubs.money.ledger.accounts import expense
from clubs.money.ledger.reports import balances
from clubs.money.queries.ledgers import money_book
from clubs.seasons.queries.championships import held_championship
from clubs.seasons.queries.computed import computed
from people.models import Player
from tests.apps.tournaments.desk_events import signed_in
from tests.contract_calls import answer, refusal
from tests.pages import sound_words
from tournaments.models import Result

pytestmark = pytest.mark.django_db


def test_it_has_members_a_season_of_closed_nights_and_money_and_is_made_once() -> None:
    assert answer("demo_club") == {"club": CLUB}
    nights = list(nights_of(CLUB))
    assert len(nights) == PAST_NIGHTS + NIGHTS
    assert all(night.closed for night in nights)
    assert nights[0].starts_on == timezone.localdate() - timedelta(1)
    assert Result.objects.count() >= NIGHTS * LEAST
    assert Player.objects.filter(club__slug=CLUB, is_listed=True).count() == MEMBERS
    book = money_book(ClubHome.objects.get())
    assert book is not None
    assert balances(book.ledger)[expense("rent")] == HALL
    assert refusal("demo_club")["code"] == "club.taken"
    _one_season_is_over_and_one_runs()
    _everybody_reads_it()
    _only_operators_direct_it()


def _one_season_is_over_and_one_runs() -> None:
    seasons = {one.key: one for one in Season.objects.select_related("club")}
    last, now = seasons[LAST_SEASON], seasons[THIS_SEASON]
    assert last.ends_on < now.begins_on <= timezone.localdate() < now.ends_on
    assert [len(computed(one).nights) for one in (last, now)] == [PAST_NIGHTS, NIGHTS]
    held = held_championship(last)
    assert held is not None
    assert len(held.winners) == 1
    assert last.awards.count() == 1
    found = computed(now)
    assert {one.kind for one in found.milestones} >= {"nights", "nights_in_a_row"}
    assert "most_improved" in {award.key for award in found.awards}
    assert found.handicaps
    assert all(row.rating for row in found.table.ranked)


def _everybody_reads_it() -> None:
    for season, said in ((LAST_SEASON, "is the champion."), (THIS_SEASON, "Handicap table")):
        assert said in sound_words(Client().get(f"/clubs/{CLUB}/seasons/{season}/")), season
    told = sound_words(Client().get(f"/clubs/{CLUB}/"))
    for said in ("Demonstration club", "Next meeting", "Last nights", "Members"):
        assert said in told, said


def _only_operators_direct_it() -> None:
    desk = reverse("desk-club", kwargs={"club": CLUB})
    assert signed_in("dora").get(desk).status_code == 403
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    assert "Last nights" in sound_words(boss.get(desk))
    assert ClubHome.objects.get().owner == ""
