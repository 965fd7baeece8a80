"""The film of an event: who may, what is in it, and what never is."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from people.models import Player
from tests.apps.api.asking import Program
from tests.apps.tournaments.desk_events import SLUG, at, four_played, give, set_up, signed_in
from tests.builders.events import a_played_event, hidden_players
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.film.pages import film_file, in_script
from tournaments.film.queries import film_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
HOSTILE = "</script><img src=x onerror=alert(1)>&\u2028<!--"


def the_film(slug: str = SLUG) -> str:
    """Return the film of an event."""
    return film_file(film_of(Tournament.objects.get(slug=slug))).decode()


def reel(film: str) -> Any:
    """Return what the player of a film shows."""
    found = re.search(r'<script type="application/json" id="reel">(.*?)</script>', film, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_desk_gives_it_to_who_works_there_and_programs_to_everybody() -> None:
    four_played()
    assert Client().get(at("desk-film")).status_code == 302
    assert signed_in("stranger", staff=False).get(at("desk-film")).status_code == 403
    sent = signed_in("dora").get(at("desk-film"))
    assert sent["Content-Disposition"] == f'attachment; filename="{SLUG}-film.html"'
    public = Program().get(f"events/{SLUG}/film")
    assert (public.status_code, b"".join(public)) == (200, sent.content)
    assert Program().get("events/nowhere/film").status_code == 404


def test_it_plays_the_published_rounds_and_no_draft_and_equal_events_give_equal_bytes() -> None:
    four_played()
    set_up(2, (1, 3), (2, 4))
    film = the_film()
    (division,) = reel(film)["divisions"]
    assert len(division["rounds"]) == 1
    boards, standings = division["rounds"][0]
    assert division["names"][str(standings[0][0])] == "Ada"
    assert {board[4] for board in boards} <= {"win", "loss", "tie"}
    assert film == the_film()


def test_names_that_are_hidden_from_the_public_are_not_in_it() -> None:
    members = hidden_players()
    slug = a_played_event(players=8, rounds=2, registered=members)
    film = unescape(the_film(slug))
    for member in members:
        player = Player.objects.get(key=member.player)
        assert player.family_name not in film
        assert member.player not in film


def test_a_hostile_name_ends_no_element_and_stays_the_same_text() -> None:
    four_played()
    give(ChangeEntry(event=SLUG, division="A", entry=1, name="<b>&</script><i>"))
    film = the_film()
    assert film.count("</script>") == 2
    assert "<b>" not in film
    assert "<b>&</script><i>" in reel(film)["divisions"][0]["names"].values()
    assert json.loads(in_script([HOSTILE])) == [HOSTILE]
    assert not set("<>&\u2028") & set(in_script([HOSTILE]))


def test_its_policy_lets_its_own_script_and_style_run_and_nothing_from_elsewhere() -> None:
    four_played()
    film = the_film()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', film)
    assert policy is not None
    assert policy[1].startswith("default-src 'none';")
    for element in ("style", "script"):
        found = re.search(rf"<{element}>(.*?)</{element}>", film, re.DOTALL)
        assert found is not None
        digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}'" in policy[1]
    assert not re.search(r'(?:src|href|action)="', film)
    assert "url(" not in film


def test_without_javascript_it_has_the_final_standings_and_every_round() -> None:
    four_played()
    plain = re.sub(r"<script.*?</script>", "", the_film(), flags=re.DOTALL)
    assert "<caption>Standings</caption>" in plain
    assert "<summary>Round 1</summary>" in plain
    for name in ("Ada", "Bea", "Cem", "Dov"):
        assert plain.count(name) == 2


def test_it_takes_the_same_queries_however_many_rounds_there_are() -> None:
    few, many = (
        a_played_event(slug, players=6, rounds=rounds) for slug, rounds in (("few", 1), ("many", 4))
    )
    counts = []
    for slug in (few, many):
        event = Tournament.objects.get(slug=slug)
        with CaptureQueriesContext(connection) as asked:
            film_of(event)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8


def test_the_console_writes_it_into_a_file_and_says_where_it_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    four_played()
    out = tmp_path / "film.html"
    call_command("film", SLUG, out=out)
    assert out.read_text() == the_film()
    with pytest.raises(SystemExit):
        call_command("film", SLUG, out=tmp_path / "nowhere" / "film.html")
    assert "cannot be written" in capsys.readouterr().err


def test_it_is_made_once_for_all_who_ask_until_something_is_entered() -> None:
    four_played()
    first = b"".join(Program().get(f"events/{SLUG}/film"))
    with CaptureQueriesContext(connection) as asked:
        assert b"".join(Program().get(f"events/{SLUG}/film")) == first
    assert not any("seat" in query["sql"].lower() for query in asked.captured_queries)
    set_up(2, (1, 3), (2, 4))
    give(ChangeEntry(event=SLUG, division="A", entry=1, name="Adele"))
    assert "Adele" in b"".join(Program().get(f"events/{SLUG}/film")).decode()
