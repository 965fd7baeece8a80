"""Everybody may see the list of games, the records and each player's games."""

from __future__ import annotations

import csv
import re
from typing import Any

import pytest
from django.test import Client

from core.actors import CONSOLE
from core.journal.execute import execute
from core.journal.guard import writing
from core.models import StoredPage
from games.models import Game, GameFigures
from games.pages.lists import PAGE
from games.recording import NamedPlayer
from lexicon.casual import casual_list
from people.commands import ChangePlayer
from people.models import Player
from tests.apps.games.recorded import between, key_of, read_all, recorded, registered
from tests.builders.events import give
from tests.builders.games import (
    bonus_game,
    complete_game,
    deviating_game,
    four_player_game,
    phoney_game,
    unfinished_game,
)
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list
from tests.markup import Markup
from tests.pages import main_words, source_at
from tournaments.event.commands.event import CreateDivision, CreateEvent

pytestmark = pytest.mark.django_db
on_both = pytest.mark.both_databases("aggregates", "collation")

LIST, BEST = "/games/", "/games/best/"


def keys(client: Client, path: str) -> list[str]:
    """Returns which games a page leads to, in its order."""
    found = re.findall(r'href="/games/(game\d{8})/', source_at(client, path))
    return [str(int(key[4:])) for key in found]


def csv_rows(client: Client, path: str) -> list[list[str]]:
    """Returns the lines of a table that is sent as a file."""
    response = client.get(path)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(response.content.decode("utf-8-sig").splitlines()))


def page_of(key: str) -> str:
    return f"/games/players/{Player.objects.get(key=key).pk}/"


@pytest.fixture
@built_once
def ada() -> str:
    """Returns the key of Ada Abbot, who is in the register with a game on record."""
    key = registered("Ada", "Abbot")
    recorded(players=between(key, ""))
    read_all()
    return key


def test_everybody_may_see_it_without_a_session(client: Client, ada: str) -> None:
    pages = (LIST, f"{LIST}?player=ada", BEST, f"{BEST}?family=x", page_of(ada))
    for address in (*pages, "/games.csv"):
        response = client.get(address)
        assert response.status_code == 200, address
        assert not response.cookies
        assert response["Cache-Control"] == "public, no-cache"
        assert client.post(address).status_code == 405
        assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_what_was_searched_is_a_table_for_spreadsheets_too(client: Client, ada: str) -> None:
    recorded(2, phoney_game("=Cleo()", "Ben"))
    assert 'href="/games.csv?player=ada"' in source_at(client, f"{LIST}?player=ada")
    heading, *rows = csv_rows(client, "/games.csv")
    assert heading[:5] == ["day", "where", "lexicon", "players", "scores"]
    told = {row[10]: row[3] for row in rows}
    assert told[f"/games/{key_of(2)}/"].startswith("'=Cleo()"), "no formula"
    ((address, players),) = {
        row[10]: row[3] for row in csv_rows(client, "/games.csv?player=ada")[1:]
    }.items()
    assert (address, told[address]) == (f"/games/{key_of(1)}/", players)
    assert "Ada Abbot" in players
    assert len(csv_rows(client, "/games.csv?player=nobody&page=7&least=x")) == 1


def test_the_markup_is_whole_and_asks_nothing_of_others(client: Client, ada: str) -> None:
    for address in (LIST, f"{LIST}?player=nobody", BEST, page_of(ada)):
        assert Markup(source_at(client, address)).faults == []


def test_pages_without_a_game_say_so(client: Client) -> None:
    assert "No game is on record yet." in main_words(source_at(client, LIST))
    assert "No game can claim anything yet." in main_words(source_at(client, BEST))


@pytest.mark.parametrize("number", ["0", "01", "999999", "x"])
def test_a_player_without_a_public_game_is_not_found(client: Client, number: str) -> None:
    registered("Ben", "Birch")
    assert client.get(f"/games/players/{number}/").status_code == 404
    assert client.get(page_of("ben-birch")).status_code == 404


@pytest.mark.parametrize("column", [{"state": "waiting"}, {"state": "refused"}, {"place": "x/A"}])
def test_what_is_not_public_is_shown_nowhere(
    client: Client, ada: str, column: dict[str, str]
) -> None:
    with writing():
        Game.objects.update(**column)
    read_all()
    assert keys(client, LIST) == keys(client, BEST) == []
    assert client.get(page_of(ada)).status_code == 404


@pytest.mark.parametrize("rehearsal", [True, False])
@pytest.mark.parametrize("is_read", [True, False])
def test_games_of_a_rehearsal_are_its_directors_business(
    client: Client, rehearsal: bool, is_read: bool
) -> None:
    give(CreateEvent(event="open", name="Open", rehearsal=rehearsal))
    give(CreateDivision(event="open", name="A", planned_rounds=3))
    game = recorded()
    with writing():
        Game.objects.filter(pk=game.pk).update(place="open/A")
    if is_read:
        read_all()
    assert keys(client, LIST) == ([] if rehearsal else ["1"])
    assert GameFigures.objects.exists() == (is_read and not rehearsal)


@on_both
def test_a_game_is_listed_before_a_worker_has_read_it(client: Client) -> None:
    recorded()
    assert "Ada v Ben –" in main_words(source_at(client, LIST))
    assert "being read" in main_words(source_at(client, LIST))


def test_a_line_tells_the_game_in_short(client: Client) -> None:
    recorded(played_on="2024-03-02", lexicon=casual_list().code)
    recorded(2, unfinished_game())
    recorded(3, deviating_game())
    read_all()
    shown = main_words(source_at(client, LIST))
    right = "points and racks right"
    assert f"Ada v Ben 404–415 82 1L JUVE Ada 1–1 2 Mar 2024 {casual_list().code} {right}" in shown
    assert "Ada v Ben 36–53 31 F10 WO Ben 0–0 points and racks right unfinished" in shown
    assert "Ada v Ben 36–22 22 12A MIND(S) Ada 0–0 numbers wrong unfinished" in shown
    assert keys(client, LIST) == ["3", "2", "1"]


@on_both
def test_names_are_those_that_the_players_chose(client: Client, ada: str) -> None:
    execute(ChangePlayer(key=ada, public_name_style="alias", alias="Sphinx"), actor=CONSOLE)
    for address in (LIST, BEST, page_of(ada)):
        content = source_at(client, address)
        assert "Sphinx" in content
        assert "Abbot" not in content
        assert ada not in content
    assert keys(client, f"{LIST}?player=sphinx") == ["1"]
    assert keys(client, f"{LIST}?player=abbot") == []
    assert keys(client, f"{LIST}?player=ada") == []


SEARCHES = [
    ("", "4321"),
    ("player=ada", "21"),
    ("player=be", "21"),
    ("player=zo%C3%AB", "4"),
    ("player=zoe", "4"),
    ("player=%2C", ""),
    ("player=nobody", ""),
    ("word=juve", "1"),
    ("word=JUV", ""),
    ("word=browust", ""),
    ("word=[B]IDI", "4321"),
    ("rack=iiimbdg", "4321"),
    ("rack=iiimbd", ""),
    ("rack=%23", ""),
    ("least=410", "1"),
    ("least=405&most=414", ""),
    ("most=0", "2"),
    ("least=x", "4321"),
    ("event=nowhere", ""),
    ("lexicon=NONE", ""),
    ("player=ada&word=juve", "1"),
    ("word=%00", "4321"),
    ("player=%27%3B--%25", ""),
    ("page=99", "4321"),
    ("page=-1", "4321"),
]


@pytest.mark.parametrize(("asked", "found"), SEARCHES)
@on_both
def test_games_are_found(client: Client, asked: str, found: str) -> None:
    recorded()
    recorded(2, phoney_game())
    recorded(3, four_player_game(("Cleo", "Dan", "Eve", "Finn")))
    recorded(4, bonus_game("Zoë", "Gus"))
    read_all()
    assert "".join(keys(client, f"{LIST}?{asked}")) == found


@on_both
def test_whoever_is_meant_leads_to_the_own_page(client: Client, ada: str) -> None:
    link = f'<a href="{page_of(ada)}">Ada Abbot</a>'
    assert link in source_at(client, f"{LIST}?player=abb")
    assert link not in source_at(client, f"{LIST}?word=juve")


@on_both
def test_games_are_found_by_event_and_lexicon(client: Client) -> None:
    recorded(lexicon=casual_list().code)
    game = recorded(2)
    read_all()
    with writing():
        Game.objects.filter(pk=game.pk).update(label="Spring Open, division A, round 2")
    assert keys(client, f"{LIST}?event=spring") == ["2"]
    assert keys(client, f"{LIST}?lexicon={casual_list().code}") == ["1"]


def test_what_was_searched_stays_in_the_form_and_is_shown_as_text(client: Client) -> None:
    content = source_at(client, f'{LIST}?player="><b>x&least=-5')
    assert 'value="&quot;&gt;&lt;b&gt;x"' in content
    assert 'value="-5"' in content


def test_a_list_has_pages_and_few_queries(client: Client, django_assert_num_queries: Any) -> None:
    for number in range(1, PAGE + 3):
        recorded(number, phoney_game(), players=(NamedPlayer(f"Ada {number}"), NamedPlayer("Ben")))
    read_all()
    second = f"{LIST}?player=ben&page=2"
    with django_assert_num_queries(14):
        assert len(keys(client, f"{LIST}?player=ben")) == PAGE
    assert keys(client, second) == ["2", "1"]
    assert f"{PAGE + 1} to {PAGE + 2} of {PAGE + 2}" in main_words(source_at(client, second))
    assert "?player=ben&amp;page=2" in source_at(client, f"{LIST}?player=ben")


def test_the_list_is_stored_until_something_of_it_changes(client: Client, ada: str) -> None:
    first = client.get(LIST)["ETag"]
    assert client.get(LIST)["ETag"] == first
    assert StoredPage.objects.filter(path=LIST).count() == 1
    execute(ChangePlayer(key=ada, public_name_style="initial"), actor=CONSOLE)
    assert "Ada A. v Ben" in main_words(source_at(client, LIST))
    recorded(2)
    assert keys(client, LIST) == ["2", "1"]


@on_both
def test_records_are_claimed_with_player_play_and_turn(client: Client, ada: str) -> None:
    shown = main_words(source_at(client, BEST))
    for claim in (
        "High game Points Player Game Played Checked 415 Ben against Ada Abbot points",
        "High play Points Player Game Played Checked 82 Ada Abbot 1L JUVE against Ben",
        "High combined score Points Player Game Played Checked 819 Ada Abbot , Ben replay",
        "Most bingos Bingos Player Game Played Checked 1 Ada Abbot against Ben",
        "Highest losing score Points Player Game Played Checked 404 Ada Abbot against Ben",
        "Biggest win Points Player Game Played Checked 11 Ben against Ada Abbot",
    ):
        assert claim in shown
    content = source_at(client, BEST)
    assert f'href="/games/{key_of(1)}/?m=17"' in content
    assert f'href="{page_of(ada)}"' in content


@on_both
def test_only_records_whose_points_are_right_can_claim(client: Client, ada: str) -> None:
    GameFigures.objects.update(verdict="deviates")
    assert keys(client, BEST) == []
    GameFigures.objects.update(verdict="soft")
    # A page is stored until a command or a worker changes something.
    StoredPage.objects.all().delete()
    assert "points right, racks not" in main_words(source_at(client, BEST))


@on_both
def test_an_unfinished_game_claims_no_more_than_its_plays(client: Client) -> None:
    recorded(text=unfinished_game(20))
    read_all()
    shown = main_words(source_at(client, BEST))
    assert "High play" in shown
    assert "Most bingos" in shown
    assert "High game" not in shown
    assert "Biggest win" not in shown


@on_both
def test_points_of_challenges_hold_no_record(client: Client) -> None:
    recorded(text=_with_bonus(50))
    read_all()
    shown = main_words(source_at(client, BEST))
    assert "415 Ben against Ada" in shown
    assert "465" not in shown
    assert "Lexicon" not in shown


def _with_bonus(points: int) -> str:
    """Returns the whole game with points for the second player's last play, and right totals."""
    lines = complete_game().splitlines()
    place = max(at for at, line in enumerate(lines) if line.startswith(">Ben"))
    lines.insert(place + 1, f">Ben: (challenge) +{points} {415 + points}")
    return "\n".join(lines) + "\n"


@on_both
def test_records_are_chosen_by_family(client: Client) -> None:
    recorded(lexicon=casual_list().code)
    recorded(2, phoney_game())
    read_all()
    shown = main_words(source_at(client, BEST))
    assert "Free" in shown
    assert "Lexicon" in shown
    assert set(keys(client, f"{BEST}?family=Free")) == {"1"}
    assert set(keys(client, f"{BEST}?family=nothing")) == {"1", "2"}


def test_records_take_few_queries(client: Client, django_assert_num_queries: Any) -> None:
    for number in range(1, 8):
        recorded(number)
    read_all()
    with django_assert_num_queries(14):
        client.get(f"{BEST}?family=")


@on_both
def test_a_players_games_come_to_figures(client: Client, ada: str) -> None:
    imported_list("CLUB", ["BIDI", "BUG"])
    recorded(2, phoney_game("Ben", "Ada"), players=between("", ada), lexicon="CLUB")
    read_all()
    shown = main_words(source_at(client, page_of(ada)))
    assert "Recorded games of Ada Abbot" in shown
    for fact in (
        "Games 2",
        "Won and lost 0–1",
        "Average score 404",
        "Average turn 31.1",
        "Bingos 1, 0.50 a game",
        "Blanks 0, 0.00 a game",
        "Challenges 0 won, 0 lost",
        "Phoneys 1 played, 1 caught, 1 judged game",
        "Highest plays Points Game Played 82 1L JUVE against Ben",
        "Highest games Points Game Played 404 against Ben",
    ):
        assert fact in shown
    assert keys(client, page_of(ada))[-2:] == ["2", "1"]


def test_the_site_leads_to_the_games(client: Client) -> None:
    assert '<a href="/games/">Games</a>' in source_at(client, "/")
