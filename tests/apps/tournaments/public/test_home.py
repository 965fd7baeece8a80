"""Everybody reads the home page: what is played, what comes, and what is over, in one page."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.journal.guard import writing
from core.web.site import WEB
from tests.builders.events import a_played_event, give
from tests.markup import Markup
from tests.pages import sound, source_at, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Division, Tournament
from tournaments.public.pages.home import home_page

pytestmark = pytest.mark.django_db


def test_everybody_sees_an_event_in_play_with_its_round_its_leader_and_the_way_to_it(
    client: Client,
) -> None:
    a_played_event(players=4, rounds=2, planned=5, open_games=1)
    page = source_at(client, "/")
    band = sound(page[page.index("<article") : page.index("</article>")] + "</article>")
    assert "Watch Spring Open" in band.text
    assert "led by" in band.text
    assert "round 2 of 5 · 1 of 2 games in" in band.text
    assert set(band.links) == {"/events/spring/", "/events/spring/A/standings/"}
    leader = Markup(source_at(client, "/events/spring/")).text.split("so far 1 ")[1][:14]
    assert f"led by {leader}" in band.text, "the page of the event says the same, with what is in"
    assert 'data-every="10"' in page, "who has it open sees the next game of those they follow"
    assert '<article class="card event band" id="band-spring"' in page, "the live page keeps it"
    give(CloseEvent(event="spring", confirmed=True))
    assert "live.js" not in source_at(client, "/")


def test_what_is_over_is_listed_by_years_the_newest_first_a_line_each(client: Client) -> None:
    for slug, day in (("older", 2024), ("newest", 2026), ("newer", 2024)):
        month = 6 if slug == "newer" else 5
        a_played_event(slug, players=2, rounds=1, starts_on=date(day, month, 1))
    page = words_at(client, "/")
    order = ["Finished in 2026", "Newest Open", "won by", "Finished in 2024", "Newer", "Older"]
    places = [page.index(word) for word in order]
    assert places == sorted(places)
    assert "Being played" not in page


def test_an_event_of_which_nothing_comes_for_seven_days_is_unfinished_though_nobody_writes(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_played_event(players=4, rounds=1, planned=3, open_games=1)
    give(CreateEvent(event="early", name="Early Bird", starts_on=timezone.localdate()))
    now = timezone.now()
    for days, word, other in ((7, "Coming", "Unfinished"), (8, "Unfinished", "Being played")):
        monkeypatch.setattr(timezone, "now", lambda days=days: now + timedelta(days=days))
        page = words_at(client, "/")
        assert word in page
        assert other not in page
        assert page.index(word) < page.index("Early Bird")
    assert "Unfinished Nothing has come in for seven days." in words_at(client, "/")
    assert words_at(client, "/").index("Unfinished") < words_at(client, "/").index("Spring Open")


def test_the_page_stays_small_and_asks_no_more_however_many_events_there_are(
    client: Client,
) -> None:
    def asked(more: int) -> int:
        rows = [
            Tournament(
                slug=f"e{more}-{at}",
                name=f"The long name of the open championship no. {at} of {more}",
                place="A town by the sea",
                starts_on=date(2025, 1, 1) + timedelta(days=at),
                closed=at % 3 > 0,
            )
            for at in range(more)
        ]
        with writing():
            made = Tournament.objects.bulk_create(rows)
            Division.objects.bulk_create(
                Division(tournament=one, name=name, planned_rounds=7, ruleset="naspa")
                for one in made
                for name in ("A", "B", "C")
            )
        home_page(WEB, at=timezone.now())
        with CaptureQueriesContext(
            connection,
        ) as queries:
            home_page(WEB, at=timezone.now())
        return len(queries)

    few, many = asked(100), asked(400)
    assert few == many <= 14
    page = source_at(client, "/")
    assert len(page.encode()) < 35_000
    assert "more events are found by their names" in page
    assert "/search/" in page
    assert not Markup(page).faults
