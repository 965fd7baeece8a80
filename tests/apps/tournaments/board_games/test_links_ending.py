"""When the links of entries end: once others are made, and once the event is closed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.execute import execute
from tests.apps.tournaments.board_games.game_events import (
    WHERE,
    by,
    hand_in,
    link,
    put_on,
    record,
)
from tests.apps.tournaments.desk_events import SLUG, give, undo
from tests.pages import source_at
from tournaments.board_games.commands.confirming import RefuseBoardGame
from tournaments.board_games.commands.hand_in import RenewLinks
from tournaments.closing.commands import CloseEvent
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_taken")]


def test_new_links_end_the_old_ones_and_undo_lets_them_hold_again(client: Client) -> None:
    old = link(1)
    give(RenewLinks(event=SLUG, confirmed=True))
    assert client.get(old).status_code == 404
    assert client.get(link(1)).status_code == 200
    undo()
    assert (client.get(old).status_code, link(1)) == (200, old)


def test_links_that_an_undo_ended_stay_ended_when_others_are_made(client: Client) -> None:
    first = link(1)
    seen = {first}
    for _ in range(3):
        give(RenewLinks(event=SLUG, confirmed=True))
        made = link(1)
        assert made not in seen
        seen.add(made)
        undo()
    give(RenewLinks(event=SLUG, confirmed=True))
    assert [client.get(page).status_code for page in seen] == [404] * 4
    assert compare_with_replay(Tournament.objects.get(slug=SLUG)).differences == ()


def test_once_the_event_is_closed_a_link_leads_to_nothing_but_confirmed_games(
    client: Client,
) -> None:
    waits, wrong = hand_in(1), hand_in(1)
    refused = RefuseBoardGame(**WHERE, game=wrong, by=2)
    execute(refused, actor=by(2), reason="turn 3 was a pass")
    good = put_on(3, content=record("Cem", "Dov"))
    give(CloseEvent(event=SLUG, confirmed=True))
    for number in (1, 2):
        page = source_at(client, link(number))
        assert not [said for said in (waits, wrong, "turn 3", "waiting") if said in page]
        for key in (waits, wrong):
            assert client.get(f"{link(number)}game/{key}/").status_code == 404
    assert reverse("game", args=(good,)) in source_at(client, link(3))
