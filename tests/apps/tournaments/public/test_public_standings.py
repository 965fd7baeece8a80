"""The order of the public standings, by wins, then by spread, and how full an event is."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.test import Client

from core.models import StoredPage
from tests.builders.events import a_division, a_played_event, a_published_round, give, person
from tests.pages import source, source_at
from tournaments.event.commands.event import CreateEvent
from tournaments.public.jobs.prerender import render_live_pages
from tournaments.results.commands.results import EnterResult

pytestmark = pytest.mark.django_db

ROW = re.compile(
    r'<tr><td class="num place lead">(.*?)</td>.*?<th scope="row"><a [^>]*>(.*?)</a>'
    r'.*?<td class="num key"><strong>(.*?)</strong></td><td class="num key">(.*?)</td>'
)
GAMES = (
    ((1, 350, 6, 400), (2, 400, 5, 420), (3, 450, 4, 350)),
    ((1, 370, 2, 400), (3, 390, 6, 400), (4, 330, 5, 420)),
)
"""The scores and opponents, by round, as the builders pair six."""


def test_a_division_stands_by_wins_then_by_spread_on_the_page_that_is_stored() -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", "A", players=6)
    for number, games in enumerate(GAMES, 1):
        a_published_round("spring", "A", number, players=6)
        for one, score, _, other in games:
            result: dict[str, Any] = {"entry": one, "score": score, "opponent_score": other}
            give(EnterResult(event="spring", division="A", round=number, **result))
    render_live_pages("spring", "A")
    page = StoredPage.objects.get(path="/events/spring/A/standings/")
    # No. 3 has a greater spread than no. 6, and a win less.
    assert ROW.findall(source(gzip.decompress(page.body))) == [
        ("1", person(4), "2–0", "+110"),
        ("2", person(5), "2–0", "+60"),
        ("3", person(2), "1–1", "+90"),
        ("4", person(1), "1–1", "+10"),
        ("5", person(0), "0–2", "−80"),
        ("6", person(3), "0–2", "−190"),
    ]


def test_a_bar_is_full_only_when_every_round_is_played(client: Client) -> None:
    a_played_event("begun", players=4, rounds=12, planned=18)
    a_played_event("between", players=4, rounds=2, planned=4, open_games=1)
    page = source_at(client, "/")
    assert '<progress max="18" value="12.00"' in page
    assert '<progress max="4" value="1.50"' in page
