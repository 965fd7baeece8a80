"""Scorecards and the wall chart over the API: anybody reads them, under the public names."""

from __future__ import annotations

import pytest

from tests.apps.api.asking import Program
from tests.apps.tournaments.desk_events import SLUG, enter, five_playing, set_up
from tests.builders.events import HIDDEN, a_played_event, hidden_players

pytestmark = pytest.mark.django_db

A = f"events/{SLUG}/divisions/A"


def test_anybody_reads_cards_and_the_chart_and_no_draft_is_on_them() -> None:
    five_playing()
    enter(1, 1, 400, 300)
    enter(1, 3, 350, 350)
    set_up(2, (1, 3), (2, 4), byes=(5,))
    card = Program().get(f"{A}/entries/1/card").json()
    assert (card["name"], card["rank"], card["wins"], card["spread"]) == ("Ada", 1, 1.0, 100)
    (game,) = card["rounds"]
    assert (game["opponent"], game["score"], game["opponent_score"]) == (2, 400, 300)
    assert (game["won"], game["wins"], game["running"]) == (1.0, 1.0, 100)
    chart = Program().get(f"{A}/wallchart").json()
    assert chart["complete"] == 1
    assert [row["rounds"][0]["outcome"] for row in chart["rows"]] == [*["played"] * 4, "bye"]
    assert [row["rounds"][0]["won"] for row in chart["rows"]] == [1.0, 0.0, 0.5, 0.5, 1.0]
    assert all(len(row["rounds"]) == 1 for row in chart["rows"])
    assert Program().get(f"{A}/entries/9/card").status_code == 404
    assert Program().get(f"events/{SLUG}/divisions/Z/wallchart").status_code == 404


def test_cards_and_the_chart_tell_nobodys_hidden_name() -> None:
    a_played_event(players=6, rounds=1, registered=hidden_players())
    for path in ("entries/1/card", "entries/2/card", "wallchart"):
        said = Program().get(f"{A}/{path}").content.decode()
        assert not any(name in said for name in HIDDEN), path
