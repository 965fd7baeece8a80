"""The replay of a recorded game: who may see it and who may not, and what it shows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from core.journal.guard import writing
from games.engine.checking import check_gcg
from games.models import Game
from games.recording import NamedPlayer
from games.selectors.public_record import public_game
from tests.apps.games.recorded import between, key_of, recorded, registered
from tests.apps.tournaments.desk_events import account, new_event
from tests.builders import games
from tests.builders.events import HIDDEN, hidden_players
from tests.builders.lexica import imported_list
from tests.markup import Markup
from tests.pages import sound, source_at
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PAGE = f"/games/{key_of(1)}/"
ALL = (PAGE, f"{PAGE}embed/", f"{PAGE}{key_of(1)}.gcg", f"{PAGE}?m=3")


def page_of(client: Client, path: str = PAGE) -> Markup:
    return sound(source_at(client, path))


def data_of(client: Client, path: str = PAGE) -> dict[str, Any]:
    found = re.search(r'<script type="application/json">(.*?)</script>', source_at(client, path))
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def change(**more: Any) -> None:
    """Makes the game another one than the staff may make."""
    with writing():
        Game.objects.filter(key=key_of(1)).update(**more)


@pytest.fixture
def game() -> Game:
    """A whole game on record."""
    return recorded()


@pytest.fixture
def event() -> Tournament:
    """An event that Dora directs."""
    return new_event("spring", director="dora")


def test_everybody_may_see_a_confirmed_game(client: Client, game: Game) -> None:
    for path in ALL:
        answer = client.get(path)
        assert answer.status_code == 200
        assert "public" in answer["Cache-Control"]


@pytest.mark.parametrize("state", [Game.State.WAITING, Game.State.REFUSED])
def test_a_game_that_is_not_confirmed_is_for_the_staff_and_the_director(
    client: Client, game: Game, event: Tournament, state: str
) -> None:
    change(state=state, place="spring/A")
    for path in ALL:
        source_at(client, path, 404)
    for name, status in (("dora", 200), ("nobody", 404)):
        client.force_login(account(name, staff=False))
        for path in ALL:
            answer = client.get(path)
            assert answer.status_code == status, (name, path)
            if status == 200:
                assert "no-store" in answer["Cache-Control"]
                assert "public" not in answer["Cache-Control"]
    client.force_login(account("steward", staff=True))
    said = page_of(client)
    assert "Only the staff and the event's director can see it." in said.text


def test_a_game_of_a_rehearsal_is_nobodys_business_but_its_directors(
    client: Client, game: Game, event: Tournament
) -> None:
    change(place="spring/A")
    source_at(client, PAGE)
    with writing():
        Tournament.objects.update(rehearsal=True)
    for path in ALL:
        source_at(client, path, 404)
    client.force_login(account("dora", staff=False))
    assert "rehearsal" in page_of(client).text


def test_what_the_staff_saw_is_given_to_nobody_else_from_a_cache(
    client: Client, game: Game
) -> None:
    change(state=Game.State.WAITING)
    staff = Client()
    staff.force_login(account("steward", staff=True))
    seen = staff.get(PAGE)
    assert client.get(PAGE, headers={"If-None-Match": seen["ETag"]}).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/games/nothing/",
        "/games/nothing/embed/",
        f"{PAGE}other.gcg",
        f"{PAGE}?m=25",
        f"{PAGE}?m=-1",
        f"{PAGE}?m=x",
        f"{PAGE}?m=",
        f"{PAGE}?m=%C2%B2",
        f"{PAGE}?m=99999999999",
        f"{PAGE}embed/?m=25",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, game: Game, path: str) -> None:
    source_at(client, path, 404)


def test_a_view_from_a_seat_that_nobody_has_is_that_of_who_is_to_move(
    client: Client, game: Game
) -> None:
    for seat in ("0", "3", "9999"):
        assert 'aria-current="true">Ben' in source_at(client, f"{PAGE}?m=1&of={seat}")
    assert 'aria-current="true">Ada' in source_at(client, f"{PAGE}?m=1&of=1")


def test_nothing_is_written_through_a_replay(client: Client, game: Game) -> None:
    for path in ALL:
        assert client.post(path).status_code == 405


def test_without_a_turn_the_page_shows_how_the_game_ended(client: Client, game: Game) -> None:
    said = page_of(client)
    assert data_of(client) == data_of(client, f"{PAGE}?m=24")
    assert "Ada v Ben" in said.text
    assert "404–415" in said.text
    assert "24 of 24" in said.text
    assert "every number checked and right" in said.text


def test_a_turn_shows_its_position_with_ways_on(client: Client, game: Game) -> None:
    said = page_of(client, f"{PAGE}?m=2")
    assert "Turn 2, Ben, E8 BROWST, 22, leads 22 to 14" in said.text
    for tile in ("8E B, 3 points", "9E R, 1 point, new", "8A triple word score", "8I empty"):
        assert tile in said.text
    assert {"?m=0", "?m=1", "?m=3", "?m=24"} <= set(said.links)
    assert "(B)ROWST" in said.text
    before = page_of(client, f"{PAGE}?m=0")
    assert "8H centre, double word score" in before.text
    assert "Before the first turn" in before.text


def test_racks_and_unseen_tiles_are_told_from_the_view_of_who_is_to_move(
    client: Client, game: Game
) -> None:
    said = page_of(client, f"{PAGE}?m=2").text
    assert "Rack of Ada DGIMNUU" in said
    assert "Rack of Ben ILOPUVW" in said
    assert (
        "84 tiles: 36 vowels, 46 consonants, 2 blanks; 77 in the bag, 7 on the other rack" in said
    )


def test_the_data_of_a_script_tells_every_position(client: Client, game: Game) -> None:
    data = data_of(client)
    report = check_gcg(game.record.encode())
    assert len(data["frames"]) == len(report.turns) + 1
    assert data == data_of(client, f"{PAGE}?m=3")
    assert [frame["scores"] for frame in data["frames"]][-1] == [404, 415]
    laid = [dict(map(tuple, frame["laid"])) for frame in data["frames"]]
    assert laid[1:] == [dict(one.laid) for one in report.turns]


def test_a_phoney_that_came_off_is_a_ghost_once(client: Client) -> None:
    recorded(text=games.phoney_game())
    lies, gone, after = (page_of(client, f"{PAGE}?m={turn}").text for turn in (2, 3, 4))
    assert "9E R, 1 point, new, no good" in lies
    assert "9E R, 1 point, challenged off" in gone
    assert "Turn 3, Ben, takes BROWUST off, −24, trails 0 to 14" in gone
    assert "challenged off" in after
    assert "1 point, challenged off" not in after
    assert "9E U, 1 point, new" in after


def test_a_word_that_the_frozen_lexicon_lacks_is_called_a_phoney(client: Client) -> None:
    imported_list("CLUB", ["BIDI", "MAIN"])
    recorded(text=games.unfinished_game(2), lexicon="CLUB")
    said = page_of(client).text
    assert "(B)ROWST phoney" in said
    assert "BIDI phoney" not in said
    assert "9E R, 1 point, new, no good" in said
    assert "CLUB" in said


def test_words_that_are_not_on_this_machine_are_not_called_anything(
    client: Client, game: Game
) -> None:
    change(lexicon="GONE", lexicon_hash="0" * 64)
    said = page_of(client).text
    assert "GONE, words not looked up" in said
    assert "phoney" not in said


def test_what_deviates_is_told_to_everybody_with_its_line(client: Client) -> None:
    recorded(text=games.deviating_game())
    said = page_of(client)
    assert "in the record" in said.text
    assert "Line 5 : E8 .ROWST scores +22, not +24." in said.text
    assert "?m=2" in said.links
    lines = source_at(client, f"{PAGE}{key_of(1)}.gcg").splitlines()
    assert "ROWST +24" in lines[4]


def test_what_deviates_names_players_as_the_page_does(client: Client) -> None:
    hidden_players()
    registered("Bea", "Bell")
    text = games.complete_game("Adder", "Bob").replace(" +22 22\n", " +22 23\n")
    recorded(text=text, players=between("secretive", "bea-bell"))
    for path in (PAGE, f"{PAGE}?m=2"):
        said = page_of(client, path).text
        assert "The total of Bea Bell is 22, not 23." in said
        assert "Bob" not in said
    recorded(2, text.replace("+14 14", "+14 15"), players=between("secretive", ""))
    said = page_of(client, f"/games/{key_of(2)}/").text
    assert "The total of Lady P is 14, not 15." in said
    assert "The total of Bob is 22, not 23." in said


def test_four_players_and_a_large_board_have_a_replay(client: Client) -> None:
    recorded(1, games.four_player_game())
    said = page_of(client)
    assert "Ada v Ben v Cleo v Dan" in said.text
    assert "Rack of Dan" in said.text
    head = "#board-layout SuperCrosswordGame\n#tile-distribution english_super\n"
    recorded(2, games.game(("Ada", "Ben"), [(0, games.Move("ABCDEIN", "11K CAB", 16))], head=head))
    large = page_of(client, f"/games/{key_of(2)}/").text
    assert "21U quadruple word score" in large


def test_an_event_leads_to_its_results_and_a_game_of_none_nowhere(
    client: Client, game: Game, event: Tournament
) -> None:
    assert not [link for link in page_of(client).links if "/events/" in link]
    change(place="spring/A", label="Spring, division A, round 2")
    said = page_of(client)
    assert "/events/spring/A/results/" in said.links
    assert "Spring, division A, round 2" in said.text


def test_hidden_names_are_nowhere_in_what_everybody_may_read(client: Client) -> None:
    hidden_players()
    head = "#title Philomena Undisclosed v B. Unmentioned\n"
    text = games.complete_game("Philomena Undisclosed", "Bartholomew Unmentioned", head=head)
    text += "#note Undisclosed thanked Unmentioned\n"
    title = "Philomena Undisclosed at her best"
    recorded(text=text, players=between("secretive", "reticent"), title=title)
    for path in (*ALL, f"{PAGE}?m=24", f"{PAGE}embed/?m=24"):
        answer = client.get(path)
        said = answer.content.decode() + str(answer.headers)
        for name in (*HIDDEN[:1], *HIDDEN[1:], "secretive", "reticent"):
            assert name.casefold() not in said.casefold(), (path, name)
    assert "Lady P v Bartholomew U." in page_of(client).text
    assert "Lady P thanked Bartholomew U." in page_of(client).text


def test_hidden_people_who_do_not_play_and_numbers_are_nowhere_either(client: Client) -> None:
    hidden_players()
    registered("Cleo", "Clarke", association_number="GER-4711")
    registered("Ada", "Brown", association_number="77001")
    head = "#title For Philomena Undisclosed\n#description Unmentioned (AA123456) looked on\n"
    text = games.complete_game("Undisclosed", "Ben", head=head)
    text += "#note Bartholomew Unmentioned and GER-4711 thanked 77001 for TRUEING\n"
    game = recorded(text=text, players=between("ada-brown", ""), title="Philomena Undisclosed Cup")
    for path in (*ALL, f"{PAGE}?m=24", f"{PAGE}embed/?m=24"):
        said = source_at(client, path).casefold()
        for name in (*HIDDEN, "AA123456", "4711", "77001", "Lady P"):
            assert name.casefold() not in said, (path, name)
    note = "somebody and (number withheld) thanked (number withheld) for TRUEING"
    assert note in page_of(client).text
    assert game.record.count("Undisclosed") > 1


def test_the_register_is_read_whole_once_and_again_when_it_has_changed(client: Client) -> None:
    def read(game: Game) -> int:
        with CaptureQueriesContext(connection) as queries:
            public_game(game)
        return sum("people_player" in query["sql"] for query in queries)

    hidden_players()
    registered("Ada", "Brown")
    text = games.complete_game("Ada", "Ben") + "#note Unmentioned and Holdback looked on\n"
    game = recorded(text=text, players=between("ada-brown", ""))
    # The players by key, and once whoever is hidden or has a number.
    assert [read(game), read(game), read(game)] == [2, 1, 1]
    assert "somebody and Holdback looked on" in page_of(client).text
    registered("Cleo", "Holdback", public_name_style="initial")
    assert [read(game), read(game)] == [2, 1]
    assert "somebody and somebody looked on" in page_of(client).text


def test_who_is_in_the_register_leads_to_the_games_of_that_player(client: Client) -> None:
    registered("Ada", "Brown")
    recorded(text=games.complete_game("Ada Brown", "Ben"), players=between("ada-brown", ""))
    said = page_of(client)
    assert len([link for link in said.links if link.startswith("/games/players/")]) == 1


def test_the_record_is_a_file_that_reads_back(client: Client, game: Game) -> None:
    answer = client.get(f"{PAGE}{key_of(1)}.gcg")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="ada-ben.gcg"'
    assert check_gcg(answer.content).scores == (404, 415)
    assert answer.content.decode() == game.record


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("Ann Example", "Ben Sample"), "ann-example-ben-sample"),
        (('Ann "x"\\; y', "Zoë/../Ünal"), "ann-x-y-zoeunal"),
        (("明", "健"), key_of(1)),
        (("A" * 100, "Ben"), "a" * 80),
    ],
)
def test_a_download_is_called_by_who_played(
    client: Client, names: tuple[str, str], called: str
) -> None:
    recorded(players=tuple(NamedPlayer(name) for name in names))
    answer = client.get(f"{PAGE}{key_of(1)}.gcg")
    assert answer["Content-Disposition"] == f'attachment; filename="{called}.gcg"'


def test_a_download_of_hidden_players_is_called_by_their_public_names(client: Client) -> None:
    hidden_players()
    recorded(players=between("secretive", "reticent"))
    answer = client.get(f"{PAGE}{key_of(1)}.gcg")
    assert answer["Content-Disposition"] == 'attachment; filename="lady-p-bartholomew-u.gcg"'


def test_only_the_board_for_other_sites_may_stand_in_a_frame(client: Client, game: Game) -> None:
    whole, part = client.get(PAGE), client.get(f"{PAGE}embed/")
    assert whole["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert "X-Frame-Options" not in part
    assert "frame-ancestors *" in part["Content-Security-Policy"]
    assert "default-src 'self'" in part["Content-Security-Policy"]
    assert "404" in page_of(client, f"{PAGE}embed/").text


def test_the_code_for_other_sites_names_this_one(client: Client, game: Game) -> None:
    code = f"&lt;iframe src=&quot;http://testserver{PAGE}embed/&quot;"
    assert code in source_at(client, PAGE)
    said = "an address that works only on this computer"
    assert said not in source_at(client, PAGE)
    assert said in client.get(PAGE, headers={"host": "localhost:8000"}).content.decode()


def test_who_holds_a_page_is_told_so_until_something_changes(client: Client, game: Game) -> None:
    held = {path: client.get(path)["ETag"] for path in ALL}
    assert len(set(held.values())) == len(ALL)
    for path, tag in held.items():
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    change(label="another label")
    for path, tag in held.items():
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_replay_costs_few_queries_and_no_more_for_a_longer_game(
    client: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    registered("Ada", "Brown")
    recorded(2, games.unfinished_game(2), players=between("ada-brown", ""))
    for key, queries in ((key_of(1), 4), (key_of(2), 5)):
        with django_assert_num_queries(queries):
            held = client.get(f"/games/{key}/")["ETag"]
        with django_assert_num_queries(3):
            client.get(f"/games/{key}/", headers={"If-None-Match": held})
