"""A league at the desk: set up, drawn, line-ups and results from a phone, corrected, undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.leagues.commands.matches import WalkOver
from clubs.models import League, LeagueMatch, LeagueTeam
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import give, signed_in
from tests.builders.clubs import found
from tests.builders.leagues import PLACE, drawn_league, line_ups, match_between, registered
from tests.pages import main_words, source_at, words

pytestmark = pytest.mark.django_db
LEAGUE = {"club": "hill", "league": "winter"}


@pytest.fixture
def sue() -> Client:
    """The secretary of the club Hill, signed in."""
    found("hill")
    client = signed_in("sue", staff=False)
    give(GiveRole(journal="club:hill", account="sue", role=Role.SECRETARY))
    return client


def sent(client: Client, name: str, values: dict[str, Any], **place: Any) -> Any:
    """Returns the answer to a form of the desk, sent with the values it is shown with and these."""
    address = reverse(f"desk-{name}", kwargs={"club": "hill", **place})
    form = client.get(address).context["form"]
    shown = {field.html_name: field.value() for field in form.visible_fields()}
    filled = {k: value for k, value in shown.items() if value is not None and value is not False}
    return client.post(address, {"token": form.token, **filled, **values})


def at(number: int) -> dict[str, Any]:
    """Returns where a match is."""
    return {"league": "winter", "match": number}


def test_a_viewer_looks_and_is_offered_nothing_and_a_stranger_is_let_in_nowhere() -> None:
    drawn_league(("hill", "vale"))
    vic = signed_in("vic", staff=False)
    give(GiveRole(journal="club:hill", account="vic", role=Role.VIEWER))
    stranger = signed_in("zed", staff=False)
    for name, more in (
        ("desk-club-leagues", {}),
        ("desk-league", {"league": "winter"}),
        ("desk-league-team", {"league": "winter", "team": "hill"}),
        ("desk-league-match", at(1)),
    ):
        address = reverse(name, kwargs={"club": "hill", **more})
        assert "button-quiet" not in source_at(vic, address).partition("<main")[2]
        assert stranger.get(address).status_code == 403
    enter = reverse("desk-enter-match", kwargs={"club": "hill", **at(1)})
    assert vic.get(enter).status_code == 403
    assert "Keeping leagues is for" in words(vic.get(enter))


def test_a_secretary_sets_a_league_of_four_teams_up_and_draws_it(sue: Client) -> None:
    opened = sent(sue, "open-league", {"name": "Winter League", "boards": "2"})
    assert opened["Location"] == reverse("desk-club-leagues", kwargs={"club": "hill"})
    assert League.objects.get().key == "winter-league"
    for name in ("North", "South", "East", "West"):
        low = name.lower()
        registered(f"{low}-one", f"{low}-two")
        squad = f"{name} One 1500\n{low}-two, 1400"
        answer = sent(sue, "enter-team", {"name": name, "squad": squad}, league="winter-league")
        assert answer.status_code == 302
    assert LeagueTeam.objects.get(key="north").squad == [["north-one", 1500], ["north-two", 1400]]
    sent(sue, "draw-fixtures", {"first_day": "2026-09-03"}, league="winter-league")
    assert LeagueMatch.objects.count() == 12
    page = words(sue.get(reverse("desk-league", kwargs={**LEAGUE, "league": "winter-league"})))
    assert "Round 6" in page
    assert "12 Nov 2026" in page
    assert "2 boards with 1 game each." in page


def test_line_ups_and_a_result_are_entered_and_corrected_and_undone(sue: Client) -> None:
    drawn_league(("hill", "vale"))
    number = match_between("hill", "vale")
    home = {"player_0": "absent", "player_1": "plays", "player_2": "substitute"}
    sent(sue, "home-line-up", home, **at(number))
    sent(sue, "away-line-up", {}, **at(number))
    page = main_words(sue.get(reverse("desk-league-match", kwargs={"club": "hill", **at(number)})))
    assert "1 Hill C (substitute) Vale A" in page
    assert "2 Hill B Vale B" in page
    scores = {"home_1_1": "412", "away_1_1": "398", "home_2_1": "377", "away_2_1": "401"}
    answer = sent(sue, "enter-match", scores, **at(number))
    match_page = reverse("desk-league-match", kwargs={"club": "hill", **at(number)})
    assert answer["Location"] == match_page
    assert "1:1" in main_words(sue.get(match_page))
    right = {"home_2_1": "407", "why": "Misread"}
    sent(sue, "correct-match", right, **at(number))
    assert "2:0" in main_words(sue.get(match_page))
    seq = JournalEntry.objects.get(command="league.match_corrected").seq
    undo = reverse("desk-club-undo", kwargs={"club": "hill"}) + f"?seq={seq}"
    form = sue.get(undo).context["form"]
    sue.post(undo, {"token": form.token, "seq": seq})
    assert "1:1" in main_words(sue.get(match_page))


def test_a_result_that_lacks_a_score_is_sent_back_with_a_sentence_at_the_board(
    sue: Client,
) -> None:
    drawn_league(("hill", "vale"))
    number = match_between("hill", "vale")
    scores = {"home_1_1": "412", "away_1_1": "1600", "home_2_1": "377"}
    answer = sent(sue, "enter-match", scores, **at(number))
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "away_1_1": ["A score is a number from -149 to 1499."],
        "away_2_1": ["Enter the score, or say who forfeits."],
    }
    assert not LeagueMatch.objects.get(number=number).results


def test_a_board_without_a_player_begins_as_forfeited_and_says_so_where_it_is_not(
    sue: Client,
) -> None:
    drawn_league(("hill", "vale"))
    number = match_between("hill", "vale")
    line_ups(number, boards=1)
    address = reverse("desk-enter-match", kwargs={"club": "hill", **at(number)})
    form = sue.get(address).context["form"]
    assert form["forfeit_2_1"].value() == "both"
    assert [(row.home, row.away) for row in form.board_rows()] == [
        ("Hill A", "Vale A"),
        ("nobody", "nobody"),
    ]
    scores = {"home_1_1": "412", "away_1_1": "398", "forfeit_2_1": "home"}
    answer = sent(sue, "enter-match", scores, **at(number))
    assert list(answer.context["form"].errors) == ["forfeit_2_1"]
    assert "nobody at board 2" in answer.context["form"].errors["forfeit_2_1"][0]


def test_the_squad_is_refused_at_its_line_in_one_sentence(sue: Client) -> None:
    drawn_league(("hill", "vale"))
    place = {"league": "winter", "team": "hill"}
    answer = sent(sue, "change-league-team", {"squad": "Hill A 1500\nNobody Known 3"}, **place)
    assert answer.status_code == 422
    said = "No player in the register has the key, number or name Nobody Known."
    assert answer.context["form"].errors == {"squad": [said]}
    shown = answer.client.get(reverse("desk-change-league-team", kwargs={"club": "hill", **place}))
    assert shown.context["form"]["squad"].value() == "Hill A 1500\nHill B 1400\nHill C 1300"


def test_what_can_be_done_with_a_match_follows_its_state(sue: Client) -> None:
    drawn_league(("hill", "vale"))
    number = match_between("hill", "vale")
    page = reverse("desk-league-match", kwargs={"club": "hill", **at(number)})
    before = words(sue.get(page))
    assert "Enter the result" in before
    assert "Correct the result" not in before
    give(WalkOver(**PLACE, match=number, side="away"))
    after = words(sue.get(page))
    assert "2:0" in after
    assert "Vale Aces did not come" in after
    assert "Enter the result" not in after
    assert "Take the result back" in after
    sent(sue, "withdraw-league-team", {"why": "No room"}, league="winter", team="vale")
    withdrawn = words(sue.get(page))
    assert "counts for nobody" in withdrawn
    assert "Take the result back" not in withdrawn
