"""The words of the public pages; everybody may see them, drafts are on none of them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.journal.guard import writing
from tests.builders.events import a_division, a_played_event, a_published_round, give
from tests.builders.grounds import built_once
from tests.markup import Markup
from tests.pages import source_at, words, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.event_ratings.jobs.rating import rate_event
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db

A = "/events/spring/A/"


def rows(client: Client, path: str) -> list[str]:
    """Returns the words of each row of the page's table, cells parted by bars."""
    text = source_at(client, path)
    body = re.search(r"<tbody>(.*?)</tbody>", text, re.DOTALL)
    assert body is not None
    found = re.findall(r"<tr.*?</tr>", body[1], re.DOTALL)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in found]
    return ["|".join(words(cell.replace("<th", "<td")) for cell in row) for row in cells]


def result(number: int, entry: int, score: int, other: int, **more: Any) -> None:
    """Enters a result in division A."""
    give(
        EnterResult(
            event="spring",
            division="A",
            round=number,
            entry=entry,
            score=score,
            opponent_score=other,
            **more,
        )
    )


def publish(number: int, *pairs: tuple[int, int], first: bool = True, **more: Any) -> None:
    """Publishes a round of division A in which the one named first goes first."""
    boards = tuple(HandPairing(one=a, two=b, first=a if first else None) for a, b in pairs)
    give(SetUpRound(event="spring", division="A", round=number, boards=boards, **more))
    give(PublishRound(event="spring", division="A", round=number))


@pytest.fixture
@built_once
def four() -> None:
    """Ada, Ben, Cleo and Dan, by rating, three rounds planned."""
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=4, planned=3)


def test_before_play_the_entries_stand_by_rating(client: Client, four: None) -> None:
    assert rows(client, f"{A}standings/") == [
        "1|Ada Abbot #1|2000",
        "2|Ben Abbot #2|1969",
        "3|Cleo Abbot #3|1938",
        "4|Dan Abbot #4|1907",
    ]
    assert "Entries Pairings" in words_at(client, f"{A}standings/"), "nobody has a standing"


def test_equal_records_share_a_place_and_ties_count_half(client: Client, four: None) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 400)
    result(1, 3, 380, 380)
    assert [row.split("|")[:5] for row in rows(client, f"{A}standings/1/")] == [
        ["=1", "", "Ada Abbot #1", "½–½", "+0"],
        ["=1", "", "Ben Abbot #2", "½–½", "+0"],
        ["=1", "", "Cleo Abbot #3", "½–½", "+0"],
        ["=1", "", "Dan Abbot #4", "½–½", "+0"],
    ]


def test_standings_show_moves_the_last_game_and_who_started(client: Client, four: None) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 300)
    result(1, 3, 420, 380)
    publish(2, (1, 3), (4, 2))
    result(2, 1, 350, 400)
    result(2, 4, 300, 310)
    assert rows(client, f"{A}standings/") == [
        "1|▲1 up|Cleo Abbot #3|2–0|+90|W 400–350 v Ada Abbot #1|1938|1–1",
        "2|▼1 down|Ada Abbot #1|1–1|+50|L 350–400 v Cleo Abbot #3|2000|2–0",
        "3|▲1 up|Ben Abbot #2|1–1|−90|W 310–300 v Dan Abbot #4|1969|0–2",
        "4|▼1 down|Dan Abbot #4|0–2|−50|L 300–310 v Ben Abbot #2|1907|1–1",
    ]


def test_standings_open_on_what_is_so_far_and_lead_to_the_last_complete_round(
    client: Client, four: None
) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 300)
    latest = words_at(client, f"{A}standings/")
    assert "Standings in round 1, so far" in latest
    assert "Round 1 is being played: 1 of 2 games are in." in latest
    assert "Round 1 of 3 · 1 of 2 games in" in latest
    assert "Live" not in latest
    result(1, 3, 420, 380)
    assert "being played" not in words_at(client, f"{A}standings/")
    publish(2, (1, 3), (4, 2))
    result(2, 1, 350, 400)
    live, complete = (source_at(client, f"{A}{at}/") for at in ("standings", "standings/1"))
    assert f'<a href="{A}standings/" aria-current="page">Live</a>' in live
    assert f'<a href="{A}standings/1/">After round 1</a>' in live
    assert f'<a href="{A}standings/1/" aria-current="page">After round 1</a>' in complete
    assert "Board 1 in: Cleo Abbot 400–350 Ada Abbot" in live
    assert 'id="live"' in live
    give(CloseEvent(event="spring", confirmed=True))
    assert 'id="live"' not in source_at(client, f"{A}standings/")


def test_who_withdrew_stands_after_the_others_with_a_word(client: Client, four: None) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 300)
    result(1, 3, 420, 380)
    give(WithdrawEntry(event="spring", division="A", entry=1, from_round=2))
    publish(2, (3, 2), byes=(4,))
    result(2, 3, 400, 390)
    table = rows(client, f"{A}standings/")
    assert table[-1].startswith("||Ada Abbot #1 withdrawn|1–0|+100")
    assert "withdrawn" in words_at(client, f"{A}player/1/")
    assert "bye +50" in next(row for row in table if "Dan" in row)


def test_the_capped_column_is_there_only_where_it_differs(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=2, planned=2, standings_spread_cap=[100])
    publish(1, (1, 2))
    result(1, 1, 400, 310)
    assert "Capped" not in words_at(client, f"{A}standings/1/")
    publish(2, (2, 1))
    result(2, 1, 500, 310)
    assert "Capped" in words_at(client, f"{A}standings/2/")
    assert rows(client, f"{A}standings/2/")[0].startswith("1|same|Ada Abbot #1|2–0|+280|+190|")


def test_pairings_say_who_goes_first_and_how_often_they_met(client: Client, four: None) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 300)
    result(1, 3, 420, 380)
    publish(2, (2, 1), (3, 4))
    assert rows(client, f"{A}pairings/") == [
        "1|1st Ben Abbot #2 0–1 −100|2nd Ada Abbot #1 1–0 +100|2nd meeting",
        "2|1st Cleo Abbot #3 1–0 +40|2nd Dan Abbot #4 0–1 −40|2nd meeting",
    ]
    assert rows(client, f"{A}pairings/1/")[0].endswith("2nd Ben Abbot #2 0–0 +0|")
    assert rows(client, f"{A}pairings/names/") == [
        "Abbot, Ada #1|1|2nd|Ben Abbot #2",
        "Abbot, Ben #2|1|1st|Ada Abbot #1",
        "Abbot, Cleo #3|2|1st|Dan Abbot #4",
        "Abbot, Dan #4|2|2nd|Cleo Abbot #3",
    ]


def test_an_open_draw_for_the_start_is_said(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=2, planned=2, start_tie="draw")
    publish(1, (1, 2), first=False)
    page = words_at(client, f"{A}pairings/1/")
    assert "draw for the start" in page
    assert "Goes first" not in page
    assert "draw for the start" in words_at(client, f"{A}player/1/")


def test_names_stand_from_a_to_z_whatever_their_accents(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=0, planned=2)
    for name in ("Zouch, Bea", "Åkesson, Bjørn", "abbot, ada", "Émile, Zoé"):
        give(AddEntry(event="spring", division="A", members=(Member(name=name),)))
    publish(1, (1, 2), (3, 4))
    found = [row.split(" #")[0] for row in rows(client, f"{A}pairings/names/")]
    assert found == ["abbot, ada", "Åkesson, Bjørn", "Émile, Zoé", "Zouch, Bea"]


def test_results_mark_the_winner_the_high_game_and_why_it_was_not_played(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=9, planned=2)
    publish(1, (1, 2), (3, 4), (5, 6), (7, 8), byes=(9,))
    result(1, 2, 512, 300)
    give(EnterForfeit(event="spring", division="A", round=1, absent=(4,)))
    give(EnterForfeit(event="spring", division="A", round=1, absent=(5, 6)))
    page = words_at(client, f"{A}results/1/")
    assert rows(client, f"{A}results/1/") == [
        "1|L 1st Ada Abbot #1|300|512 ★ high game|W 2nd Ben Abbot #2|212|",
        "2|W Cleo Abbot #3|||L Dan Abbot #4|50|Dan Abbot did not come",
        "3|L Eve Abbot #5|||L Finn Abbot #6|50|neither came",
        "4|1st Gus Abbot #7|||2nd Hope Abbot #8||not in yet",
    ]
    assert "3 of 4 games in" in page
    assert "Ivy Abbot #9 bye +50" in page


def test_a_wall_chart_adds_up_to_the_standings(client: Client) -> None:
    slug = a_played_event(players=6, rounds=4)
    chart = rows(client, f"{A}wallchart/")
    table = {row.split("|")[2]: row.split("|") for row in rows(client, f"{A}standings/")}
    assert len(chart) == len(table) == 6
    for row in chart:
        head, *cells = row.split("|")
        number, given, family, _ = head.split()
        line = table[f"{given} {family} #{number}"]
        assert cells[-3:-1] == line[3:5], slug
        assert cells[-4].endswith(f"{line[3].split('–')[0]} {line[4]}")


def test_squares_of_the_chart_lead_to_the_opponent_and_say_who_has_left(
    client: Client, four: None
) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 300)
    result(1, 3, 420, 380)
    give(WithdrawEntry(event="spring", division="A", entry=4, from_round=2))
    publish(2, (3, 1), byes=(2,))
    result(2, 3, 390, 410)
    page = source_at(client, f"{A}wallchart/")
    assert f'<td class="win"><a href="{A}player/2/">' in page
    assert [row.split("|")[2] for row in rows(client, f"{A}wallchart/")] == [
        "W 3 2nd 410–390 1st 2 +120",
        "W bye 3rd 1 −50",
        "L 1 1st 390–410 2nd 1 +20",
        "withdrawn",
    ]


def test_a_bye_of_a_round_that_is_being_played_counts_in_the_chart_when_the_standings_count_it(
    client: Client, four: None
) -> None:
    publish(1, (1, 2), byes=(3, 4))
    running = rows(client, f"{A}wallchart/")
    assert [row.split("|")[1] for row in running[2:]] == ["bye", "bye"]
    assert [row.split("|")[2:] for row in running] == [["", "", ""]] * 4
    assert "wins, spread and place come with the first complete round" in words_at(
        client, f"{A}wallchart/"
    )
    result(1, 1, 400, 300)
    complete = rows(client, f"{A}wallchart/")
    assert [row.split("|")[1] for row in complete[2:]] == ["W bye 2nd 1 +50", "W bye 2nd 1 +50"]
    publish(2, (1, 3), byes=(2, 4))
    again = rows(client, f"{A}wallchart/")
    assert [row.split("|")[3:] for row in again] == [row.split("|")[2:] for row in complete]
    assert again[1].split("|")[2] == "bye"
    said = "A round is being played: wins, spread and place are those after round 1."
    assert said in words_at(client, f"{A}wallchart/")


def test_a_scorecard_runs_through_the_rounds(client: Client, four: None) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 300)
    result(1, 3, 420, 380)
    publish(2, (3, 1), (2, 4))
    page = words_at(client, f"{A}player/1/")
    assert "Round 2 · board 1 · goes second v Cleo Abbot #3 (1938)" in page
    result(2, 3, 420, 380)
    give(SetPenalty(event="spring", division="A", round=2, entry=1, points=-20), reason="late")
    assert rows(client, f"{A}player/1/") == [
        "1|1st|Ben Abbot #2|W 400–300|+100|1–0|+100|1|1969",
        "2|2nd|Cleo Abbot #3|L 380–420|−40|1–1|+40|1|1938",
    ]
    said = words_at(client, f"{A}player/1/")
    assert "Penalty in round 2 −20" in said
    assert "Spread W–L Total spread Board Opponent’s rating" in said


def test_a_game_that_was_ruled_shows_scores_and_the_ruling(client: Client, four: None) -> None:
    publish(1, (1, 2), (3, 4))
    result(1, 1, 400, 300, reason="time", winner=2, award=50)
    assert rows(client, f"{A}results/1/")[0] == (
        "1|L 1st Ada Abbot #1|★ high game 400|300|W 2nd Ben Abbot #2|50|Ada Abbot lost on time"
    )
    assert "L 400–300 Ada Abbot lost on time" in rows(client, f"{A}player/1/")[0]


def test_ratings_say_by_which_system_and_that_they_are_out_of_date(client: Client) -> None:
    slug = a_played_event(players=4, rounds=3)
    assert "To be rated by NASPA" in words_at(client, f"{A}ratings/")
    rate_event(Mock(), {"event": slug, "divisions": ["A"], "system": ""})
    page = words_at(client, f"{A}ratings/")
    assert "By NASPA since 2024 (not checked against published ratings" in page
    assert "Out of date" not in page
    assert len(rows(client, f"{A}ratings/")) == 4
    assert "Performance" in words_at(client, f"{A}player/2/")
    give(
        CorrectResult(event=slug, division="A", round=3, entry=1, score=401, opponent_score=400),
        reason="misread",
    )
    assert "Out of date" in words_at(client, f"{A}ratings/")


def test_a_division_without_ratings_has_no_such_page_and_no_tab(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=2, planned=1, rating_system="")
    assert client.get(f"{A}ratings/").status_code == 404
    assert f"{A}ratings/" not in Markup(source_at(client, f"{A}standings/")).links
    assert f"{A}ratings/" not in Markup(source_at(client, "/events/spring/")).links
    assert "Ratings not rated" in words_at(client, "/events/spring/")


def test_the_event_page_leads_everywhere_and_states_the_rules(client: Client) -> None:
    a_played_event(players=4, rounds=2, planned=3)
    page = words_at(client, "/events/spring/")
    assert "1 to 3 May · Ersby" in page
    assert "4 entries · round 2 of 3 · 2 of 2 games in" in page
    assert "Bye a win, +50" in page
    links = Markup(source_at(client, "/events/spring/")).links
    assert {f"{A}results/", f"{A}pairings/", f"{A}standings/", f"{A}wallchart/"} <= set(links)


@pytest.mark.parametrize(
    ("dates", "said"), [("", "21 November 2026"), ("a weekend in autumn", "a weekend in autumn")]
)
def test_the_day_of_an_event_reads_the_same_at_the_desk_and_in_public(
    client: Client, dates: str, said: str
) -> None:
    day = date(2026, 11, 21)
    give(CreateEvent(event="spring", name="Spring Open", dates=dates, starts_on=day, place="Ersby"))
    a_division("spring", players=2, planned=1)
    for public in ("/", "/events/spring/"):
        assert f"{said} · Ersby" in words_at(client, public)
    with writing():
        client.force_login(User.objects.create_superuser("dora"))
    for desk in ("/desk/", "/desk/spring/"):
        assert f"{said}, Ersby" in words_at(client, desk)


def test_the_way_in_lists_what_is_played_before_what_comes_and_what_is_over(
    client: Client,
) -> None:
    a_played_event("over", players=4, rounds=1)
    a_played_event("coming", players=4, rounds=0, planned=3)
    a_played_event("playing", players=4, rounds=1, planned=3)
    page = words_at(client, "/")
    order = ["Being played", "Playing Open", "led by", "Coming Open", "Finished", "won by"]
    places = [page.index(word) for word in order]
    assert places == sorted(places)
    give(CloseEvent(event="playing", confirmed=True))
    assert "Being played" not in words_at(client, "/")


@pytest.mark.both_databases("collation")
def test_events_without_a_date_are_listed_after_those_with_one(client: Client) -> None:
    for slug, day in (("older", date(2024, 5, 1)), ("newer", date(2025, 5, 1)), ("undated", None)):
        a_played_event(slug, players=2, rounds=1, starts_on=day)
    page = words_at(client, "/")
    places = [page.index(f"{slug} Open") for slug in ("Newer", "Older", "Undated")]
    assert places == sorted(places)


def test_the_numbers_of_players_are_explained_where_they_are_shown(
    client: Client, four: None
) -> None:
    publish(1, (1, 2), (3, 4))
    for page in ("standings", "pairings", "pairings/names", "results", "wallchart", "player/1"):
        assert "# is the player’s number in the division" in words_at(client, f"{A}{page}/")


def test_a_forfeited_game_reads_as_such_from_both_sides(client: Client, four: None) -> None:
    a_published_round("spring", "A", 1, players=4)
    give(EnterForfeit(event="spring", division="A", round=1, absent=(1,)))
    assert "|L forfeit Ada Abbot did not come|−50|0–1|−50" in rows(client, f"{A}player/1/")[0]
    assert "|W win by forfeit Ada Abbot did not come|+50|" in rows(client, f"{A}player/4/")[0]


def test_two_people_of_one_name_are_told_apart_by_their_numbers(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=0, planned=2)
    for rating in (1500, 1400):
        member = Member(name="Anna Berger")
        give(AddEntry(event="spring", division="A", members=(member,), rating=rating))
    publish(1, (1, 2))
    assert rows(client, f"{A}pairings/names/") == [
        "Berger, Anna #1|1|1st|Anna Berger #2",
        "Berger, Anna #2|1|2nd|Anna Berger #1",
    ]
    result(1, 1, 400, 300)
    assert "v Anna Berger #2" in rows(client, f"{A}standings/")[0]
    assert "Anna Berger #1" in words_at(client, "/events/spring/")
    assert "Anna Berger #1" in words_at(client, "/")
