"""The championship of a season at the desk, on the poster, and for programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from clubs.models import Championship
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.api.asking import error, of
from tests.apps.clubs.seasons.championship_ground import (
    a_final_night,
    a_season_played,
    desk,
    held,
    public,
)
from tests.apps.tournaments.desk_events import give, signed_in
from tests.pages import sound_words, words_at

pytestmark = pytest.mark.django_db
PAGES = (
    "hold-championship",
    "change-championship",
    "decline-championship",
    "call-off-championship",
)
ADDRESS = "club_houses/hill/seasons/2026/championship"


def test_who_keeps_records_may_see_what_the_director_does_with_it_and_not_do_it() -> None:
    a_season_played()
    pat, dora = signed_in("pat", staff=False), signed_in("dora")
    give(GiveRole(journal="club:hill", account="pat", role=Role.STATISTICIAN))
    assert "Hold the championship" not in words_at(pat, desk("season"))
    for name in PAGES:
        assert pat.get(desk(name)).status_code == 403, name
        assert dora.get(desk(name)).status_code == 200, name


def sent(client: Client, name: str, **values: Any) -> Any:
    """Returns the answer to a form of the desk, sent with the values it is shown with and these."""
    form = client.get(desk(name)).context["form"]
    shown = {field.html_name: field.value() for field in form.visible_fields()}
    filled = {k: value for k, value in shown.items() if value is not None}
    return client.post(desk(name), {"token": form.token, **filled, **values})


def test_the_desk_shows_who_would_qualify_and_asks_where_the_table_does_not_decide() -> None:
    a_season_played()
    dora = signed_in("dora")
    text = words_at(dora, desk("hold-championship"))
    for said in ("The season goes on until", "1 Ann Abel 100.0% qualifies"):
        assert said in text, said
    answer = sent(dora, "hold-championship", played="match-3", places="2")
    assert answer.context["form"].errors == {
        "chosen": ["Ben Birch and Cy Colt share the last place: choose 1 of them."]
    }
    again = sound_words(answer)
    assert again.count("shares the last place") == 2
    assert "4 Dee Dorn 0.0% reserve" in again
    sent(dora, "hold-championship", played="match-3", places="2", chosen=["cy-colt"])
    row = Championship.objects.get()
    assert (row.format, row.games, row.players) == ("match", 3, ["ann-abel", "cy-colt"])


def test_a_championship_is_changed_filled_up_and_called_off_at_the_desk() -> None:
    a_season_played()
    dora = signed_in("dora")
    assert "Season Year 2026 has no championship yet." in words_at(dora, desk(PAGES[1]))
    give(held(places=3))
    shown = words_at(dora, desk("season"))
    assert "Ann Abel and Ben Birch Ann Abel and Cy Colt" in shown.split("Still to play")[1]
    assert "Hold the championship" not in shown
    sent(dora, "change-championship", games="2")
    sent(dora, "decline-championship", player="ben-birch", instead="dee-dorn")
    row = Championship.objects.get()
    assert (row.games, row.players) == (2, ["ann-abel", "cy-colt", "dee-dorn"])
    assert "Cy Colt and Dee Dorn, 2 times" in words_at(dora, desk("season"))
    answer = sent(dora, "call-off-championship")
    assert answer["Location"] == desk("season")
    assert not Championship.objects.exists()


def test_the_poster_has_the_champion() -> None:
    a_season_played()
    give(held(places=3))
    assert "Championship: No game of it is over yet." in sound_words(public("season-poster"))
    a_final_night((1, 2, 400, 300), (1, 3, 400, 300))
    assert "31 December 2026 Ann Abel is the champion." in sound_words(public("season-poster"))


def test_programs_hold_it_read_it_and_call_it_off() -> None:
    a_season_played()
    told = Client().get("/api/v1/club_houses/hill/seasons/2026/qualifiers/2").json()
    assert told == {
        "qualified": ["Ann Abel"],
        "undecided": ["Ben Birch", "Cy Colt"],
        "open_places": 1,
        "reserves": ["Dee Dorn"],
    }
    few = Client().get("/api/v1/club_houses/hill/seasons/2026/qualifiers/1")
    assert (few.status_code, error(few)["code"]) == (422, "final.places")
    assert Client().get(f"/api/v1/{ADDRESS}").status_code == 404
    program = of("dora")
    body = {"begins_on": "2026-12-03", "places": 3, "format": "round_robin"}
    assert program.post(ADDRESS, body, **{"Idempotency-Key": "hold"}).status_code == 200
    a_final_night((1, 2, 400, 300))
    shown = Client().get(f"/api/v1/{ADDRESS}").json()
    first = shown["players"][0]
    assert (first["name"], first["seed"], first["wins"], first["games_left"]) == (
        "Ann Abel",
        1,
        1.0,
        1,
    )
    assert shown["played"] == [
        {"one": "Ann Abel", "two": "Ben Birch", "score_one": 400, "score_two": 300}
    ]
    assert shown["winners"] == []
    gone = program.post(
        f"{ADDRESS}/declined", {"player": "cy-colt"}, **{"Idempotency-Key": "declined"}
    )
    assert gone.status_code == 200
    assert Championship.objects.get().players[-1] == "dee-dorn"
    off = program.ask("DELETE", ADDRESS, None, **{"Idempotency-Key": "off"})
    assert off.status_code == 200
    assert not Championship.objects.exists()
