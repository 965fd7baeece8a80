"""A line can be followed: what it passes from the view that takes it to its page is few modules."""

from __future__ import annotations

import pytest
from django.test import Client

from ratings.models import Standing
from tests.apps.lexicon.stations import judge, sent, shown, station
from tests.apps.ratings.lists import computed, record
from tests.apps.tournaments.board_games.game_events import link, pasted, played_event
from tests.apps.tournaments.desk_events import hidden, new_event, publish, signed_in
from tests.apps.tournaments.entries.desk_rosters import PLAYERS, ROSTER
from tests.apps.tournaments.results.entry_lines import ROUND_1, SCRIPT
from tests.builders.rated_events import invented_history
from tests.builders.rating_lists import a_list, registered
from tests.following import followed
from tests.pages import source_at

pytestmark = pytest.mark.django_db


def test_a_roster_line_passes_25_modules_to_the_register_and_the_page_of_players() -> None:
    new_event()
    desk = signed_in("dora", operator=True)
    sent = {"roster": "Eve Quixworth 1789", "token": hidden(desk.get(ROSTER).content)}
    with followed("Quixworth", "quixworth") as modules:
        preview = desk.post(ROSTER, sent).content
        checked = {"checked": hidden(preview, "checked"), "token": hidden(preview)}
        desk.post(ROSTER, sent | checked | {"add_to_register": "on"})
        assert "Eve Quixworth" in desk.get(PLAYERS).content.decode()
    assert modules >= {
        "tournaments/formats/roster/reading.py",
        "tournaments/entries/views/players.py",
    }
    assert len(modules) <= 25, sorted(modules)


def test_a_result_line_passes_27_modules_to_its_table_and_the_public_standings(
    client: Client,
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    desk = signed_in("dora")
    source_at(client, "/events/spring/A/standings/1/")
    sent = {"line": "1 439 281", "token": hidden(desk.get(ROUND_1).content)}
    with followed("439", 439) as modules:
        assert "439" in desk.post(ROUND_1, sent, headers=SCRIPT).content.decode()
        assert "439" in source_at(client, "/events/spring/A/standings/1/")
    assert modules >= {"tournaments/entry_line/grammar.py", "tournaments/public/pages/standings.py"}
    assert len(modules) <= 27, sorted(modules)


def test_a_word_passes_15_modules_to_its_ruling(client: Client) -> None:
    station()
    device = judge(client)
    with followed("CAT") as modules:
        assert sent(device, shown(device, "CAT")).status_code == 200
    assert modules >= {"lexicon/words/tokenising.py", "lexicon/pages/kiosk.py"}
    assert len(modules) <= 15, sorted(modules)


def test_a_game_handed_in_passes_31_modules_to_the_page_of_its_entry(client: Client) -> None:
    played_event()
    with followed("QUANT") as modules:
        taken = client.post(f"{link(1)}round/1/", pasted())
        assert client.get(taken["Location"]).status_code == 200
    assert modules >= {"games/engine/gcg/lines.py", "tournaments/board_games/views/hand_in.py"}
    assert len(modules) <= 31, sorted(modules)


def test_a_rating_passes_25_modules_to_the_page_of_its_list(client: Client) -> None:
    history = list(invented_history(3, players=12, field=8, rounds=6))
    registered({card.player for one in history for card in one.event.cards})
    before, rating_list = a_list("before"), a_list("open")
    for one in (before, rating_list):
        record(one, history)
    computed(before)
    rating = Standing.objects.filter(rating_list=before).order_by("-rating")[3].rating
    with followed(str(rating), rating) as modules:
        computed(rating_list)
        assert str(rating) in client.get("/ratings/open/").content.decode()
    assert modules >= {"ratings/systems/career.py", "ratings/pages/standings.py"}
    assert len(modules) <= 25, sorted(modules)
