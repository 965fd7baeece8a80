"""Programs read the lists of a division: who may, and what they are told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.api.asking import DIVISION, Program, of
from tests.apps.tournaments.card_check.typed_slips import two_rounds
from tests.apps.tournaments.desk_events import SLUG, enter, four_played, publish
from tests.builders.events import HIDDEN, a_played_event, hidden_players

pytestmark = pytest.mark.django_db
REPORTS = f"{DIVISION}/reports"


def test_only_those_who_work_at_the_event_read_its_reports() -> None:
    two_rounds()
    assert Program().get(REPORTS).status_code == 401
    assert of("otto").get(REPORTS).status_code == 403
    assert of("dora").get(REPORTS).status_code == 200


def test_everybody_reads_the_lists_under_public_names() -> None:
    a_played_event(
        divisions=("A", "B"), players=6, rounds=2, planned=3, registered=hidden_players()
    )
    for path in ("divisions/A/reports/shown", "divisions/A/rounds/1/reports", "reports/shown"):
        answer = Program().get(f"events/spring/{path}")
        assert answer.status_code == 200
        assert not [name for name in HIDDEN if name in answer.content.decode()]
    both = Program().get("events/spring/reports/shown").json()
    assert {row["divisions"][0] for row in listed(both, "high_win")} == {"A", "B"}
    assert Program().get("events/spring/divisions/A/rounds/3/reports").status_code == 404


def test_the_lists_over_all_divisions_are_for_those_who_work_at_the_event() -> None:
    two_rounds()
    assert of("otto").get(f"events/{SLUG}/reports").status_code == 403
    over_all = of("dora").get(f"events/{SLUG}/reports").json()
    assert listed(over_all, "high_win")[0]["names"] == ["Cem"]
    assert "seeds" not in {one["report"] for one in over_all["lists"]}
    figures = over_all["statistics"]
    assert (figures["games"], figures["average_win"]) == (4, 397.5)


def told(query: str = "") -> dict[str, Any]:
    """Returns the document that the director's program reads."""
    document: dict[str, Any] = of("dora").get(f"{REPORTS}?{query}").json()
    return document


def listed(document: dict[str, Any], name: str) -> list[dict[str, Any]]:
    [found] = [one for one in document["lists"] if one["report"] == name]
    rows: list[dict[str, Any]] = found["rows"]
    return rows


def test_a_row_names_the_players_the_figure_and_the_games_behind_it() -> None:
    two_rounds()
    document = told()
    assert (document["first"], document["last"], document["top"]) == (1, 2, 20)
    assert listed(document, "high_win")[0] == {
        "place": 1,
        "team": "",
        "divisions": ["A"],
        "entries": [3],
        "names": ["Cem"],
        "value": 410.0,
        "games": [
            {
                "round": 2,
                "board": 1,
                "winner": 3,
                "loser": 1,
                "winner_score": 410,
                "loser_score": 350,
            }
        ],
        "rounds": [],
        "facts": [],
    }


def test_the_lists_are_of_the_rounds_and_places_that_were_asked_for() -> None:
    two_rounds()
    only_first = told("first=1&last=1&top=1")
    assert (only_first["first"], only_first["last"], only_first["top"]) == (1, 1, 1)
    wins = [(row["place"], row["names"]) for row in listed(only_first, "high_win")]
    assert wins == [(1, ["Ada"]), (1, ["Cem"])]


def test_the_number_of_closest_games_can_be_asked_for() -> None:
    four_played()
    publish(2, (1, 2), (3, 4))
    enter(2, 1, 410, 400)
    enter(2, 3, 410, 390)
    assert not [one for one in told()["lists"] if one["report"] in ("tuff_luck", "lucky_stiff")]
    document = told("closest=2")
    luck = [(row["names"], row["value"]) for row in listed(document, "tuff_luck")]
    assert luck == [(["Bea"], 110.0), (["Dov"], 120.0)]
    assert [row["names"] for row in listed(document, "lucky_stiff")] == [["Ada"], ["Cem"]]
    repeats = [(row["names"], row["rounds"]) for row in listed(document, "repeats")]
    assert repeats == [(["Ada", "Bea"], [1, 2]), (["Cem", "Dov"], [1, 2])]
