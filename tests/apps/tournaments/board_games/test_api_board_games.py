"""The games of boards over the API: annotators record them, and who looks on sees them."""

from __future__ import annotations

from typing import Any

import pytest

from core.models import JournalEntry
from core.roles.table import Permission
from games.models import Game
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.board_games.game_events import hand_in, link, played_event, record
from tests.apps.tournaments.desk_events import SLUG

pytestmark = pytest.mark.django_db

A = f"events/{SLUG}/divisions/A"
GAMES = f"{A}/rounds/1/games"
BODY: dict[str, Any] = {"entry": 1, "gcg": record().decode()}


@pytest.fixture(autouse=True)
def _event() -> None:
    played_event()


def test_only_who_has_a_role_in_the_event_sees_and_records_its_games() -> None:
    key = hand_in(1)
    before = JournalEntry.objects.count()
    writes: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("POST", GAMES, BODY),
        ("PUT", f"{GAMES}/{key}/record", {"gcg": BODY["gcg"], "why": "x"}),
        ("POST", f"{GAMES}/{key}/confirmation", {}),
        ("POST", f"{GAMES}/{key}/refusal", {"why": "x"}),
        ("POST", f"{GAMES}/{key}/removal", {"why": "x"}),
        ("PUT", f"{A}/hand_in", {"takes_games": False}),
        ("POST", f"events/{SLUG}/links_renewed", {"confirmed": True}),
    )
    strangers = ((Program(), 401), (of("otto"), 403), (of("dora", event="autumn"), 403))
    for program, status in strangers:
        for path in (GAMES, f"{A}/links"):
            assert program.get(path).status_code == status
        for method, path, body in writes:
            assert program.ask(method, path, body).status_code == status, path
    looks = of("dora", scope=[Permission.VIEW])
    assert (looks.get(GAMES).status_code, looks.get(f"{A}/links").status_code) == (200, 403)
    assert looks.post(GAMES, BODY).status_code == 403
    assert JournalEntry.objects.count() == before


def test_a_game_is_recorded_once_corrected_and_removed() -> None:
    dora = of("dora", event=SLUG)
    first, again = (dora.post(GAMES, BODY, **{"Idempotency-Key": "board-1"}) for _ in range(2))
    assert (first.status_code, again.json()["repeated"]) == (200, True)
    (told,) = dora.get(GAMES).json()["items"]
    assert (told["state"], told["entries"], told["handed_in_by"]) == ("confirmed", [1, 2], None)
    asked = dora.post(GAMES, BODY)
    assert (asked.status_code, error(asked)["details"]["confirm"]["field"]) == (409, "confirmed")
    path = f"{GAMES}/{told['game']}"
    changed = record(score=50).decode()
    assert dora.ask("PUT", f"{path}/record", {"gcg": changed, "why": "typo"}).status_code == 200
    assert dora.get(GAMES).json()["items"][0]["seen"] != told["seen"]
    assert dora.post(f"{path}/removal", {"why": "twice"}).status_code == 200
    assert dora.get(GAMES).json()["items"] == []
    assert dora.get(f"{A}/rounds/9/games").status_code == 404


def test_a_game_that_waits_is_confirmed_or_refused_as_it_was_seen() -> None:
    dora, key = of("dora"), hand_in(1)
    (told,) = dora.get(GAMES).json()["items"]
    assert (told["game"], told["state"], told["handed_in_by"]) == (key, "waiting", 1)
    stale = dora.post(f"{GAMES}/{key}/confirmation", {"seen": "another"})
    assert (stale.status_code, error(stale)["code"]) == (409, "game.changed")
    assert dora.post(f"{GAMES}/{key}/refusal", {"seen": told["seen"]}).status_code == 422
    done = dora.post(f"{GAMES}/{key}/confirmation", {"seen": told["seen"]})
    assert done.status_code == 200
    refused = dora.post(f"{GAMES}/{key}/refusal", {"why": "another game"})
    assert refused.status_code == 200
    assert Game.objects.get(key=key).state == "refused"
    unknown = dora.post(f"{GAMES}/abcdefghijkl/confirmation", {})
    assert (unknown.status_code, error(unknown)["code"]) == (404, "game.unknown")


def test_nobody_gives_a_command_as_if_by_a_link() -> None:
    for body in ({**BODY, "by": 1}, {**BODY, "content": "eA=="}, {"gcg": BODY["gcg"]}):
        assert of("dora").post(GAMES, body).status_code == 400
    assert not Game.objects.exists()


def test_links_are_told_to_the_director_and_end_when_they_are_renewed() -> None:
    dora = of("dora")
    paths = {one["entry"]: one["path"] for one in dora.get(f"{A}/links").json()["items"]}
    assert f"{paths[1]}games/" == link(1)
    asked = dora.post(f"events/{SLUG}/links_renewed", {})
    assert asked.status_code == 409
    done = dora.post(f"events/{SLUG}/links_renewed", {"confirmed": True})
    assert done.status_code == 200
    assert link(1).split("/")[2].encode() not in done.content
    renewed = dora.get(f"{A}/links").json()["items"]
    assert f"{paths[1]}games/" != f"{renewed[0]['path']}games/" == link(1)
    assert dora.ask("PUT", f"{A}/hand_in", {"takes_games": False}).status_code == 200


def test_the_original_of_a_board_is_sent_to_who_has_a_role_and_only_below_its_round() -> None:
    key = hand_in(1)
    path = f"{GAMES}/{key}/original"
    for program, status in ((Program(), 401), (of("otto"), 403), (of("dora", event="autumn"), 403)):
        assert program.get(path).status_code == status
    sent = of("dora", scope=[Permission.VIEW]).get(path)
    assert b"".join(sent.streaming_content) == record()
    dora = of("dora")
    for elsewhere in (f"{A}/rounds/2/games/{key}/original", f"{GAMES}/nothing/original"):
        assert dora.get(elsewhere).status_code == 404
    # A game of an event is not among those of none.
    assert of("boss", operator=True).get(f"games/{key}/original").status_code == 404
