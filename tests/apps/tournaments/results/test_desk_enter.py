"""The page where results are entered: who may, what it shows, what a line does."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.desk_events import (
    enter,
    entries_of,
    hidden,
    new_event,
    publish,
    set_up,
    signed_in,
)
from tests.apps.tournaments.results.entry_lines import (
    ROUND_1,
    SCRIPT,
    URL,
    again,
    asked,
    done,
    dora,
    link,
    published,
    result_of,
    typed,
)
from tests.pages import words, words_at
from tournaments.models import Penalty, Result, Seat

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db


# Who may


def test_a_stranger_is_asked_to_sign_in(published: None, client: Client) -> None:
    for answer in (client.get(ROUND_1), client.post(ROUND_1, {"line": "1 400 380"})):
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("login"))
    assert not Result.objects.exists()


def test_another_director_enters_nothing(published: None) -> None:
    other = signed_in("other")
    assert other.get(ROUND_1).status_code == 403
    assert other.post(ROUND_1, {"line": "1 400 380"}).status_code == 403
    assert not Result.objects.exists()


def test_the_director_and_the_operator_enter_results(dora: Client) -> None:
    boss = signed_in("boss", operator=True)
    assert typed(dora, "1 423 389").status_code == 302
    assert typed(boss, "3 400 380").status_code == 302
    assert [entry.actor for entry in entries_of()[-2:]] == ["dora", "boss"]


@pytest.mark.parametrize(
    "query", ["division=Z", "division=A&round=9", "division=A&round=1&done=99"]
)
def test_an_address_that_names_nothing_is_not_found(dora: Client, query: str) -> None:
    assert dora.get(f"{URL}?{query}").status_code == 404


# What a page shows


@pytest.mark.usefixtures("built_anew")
def test_the_page_begins_with_the_line_and_lists_what_is_missing(dora: Client) -> None:
    page = dora.get(URL).content
    assert re.search(rb'<input id="line"[^>]* autofocus', page)
    text = words(page)
    assert "Enter results: division A, round 1" in text
    assert "0 of 2 results" in text
    assert "Published just now." in text
    assert "1 #1 Ada – #2 Bea" in text
    assert re.search("2 #(3 Cem – #4 Dov|4 Dov – #3 Cem)", text)


def test_a_round_that_is_not_published_takes_nothing_and_says_so(dora: Client) -> None:
    set_up(2, (1, 3), (2, 4))
    second = f"{URL}?division=A&round=2"
    page = dora.get(second).content
    assert "Round 2 is paired but not published. Publish it" in words(page)
    assert dora.get(link(page, "Publish it")).status_code == 200
    assert "The round is not published yet; publish it first." in asked(
        typed(dora, "1 400 380", url=second)
    )
    third = f"{URL}?division=A&round=3"
    assert "This round is not set up yet." in words_at(dora, third)


def test_a_draft_that_waits_is_told_wherever_results_are_entered(dora: Client) -> None:
    set_up(2, (1, 3), (2, 4))
    assert "Round 2 is paired but not published. Publish it" in words_at(dora, URL)


def test_once_every_result_is_in_the_next_round_can_be_paired(dora: Client) -> None:
    enter(1, 1, 400, 380)
    assert "Pair round 2" not in words_at(dora, URL)
    page = typed(dora, "3 400 390", script=True).json()["state"].encode()
    assert "Every result of the round is in. Pair round 2" in words(page)
    assert "Pair round 2" in words_at(dora, link(page, "Pair round 2"))
    publish(2, (1, 3), (2, 4))
    assert "Pair round" not in words_at(dora, ROUND_1)


def test_after_the_last_round_nothing_is_left_to_pair(dora: Client) -> None:
    for number, pairs in enumerate(((), ((1, 3), (2, 4)), ((1, 4), (2, 3))), 1):
        if pairs:
            publish(number, *pairs)
        enter(number, 1, 400, 380)
        enter(number, 2 if number > 1 else 3, 400, 390)
    text = words_at(dora, URL)
    assert "Every result of the round is in." in text
    assert "Pair round" not in text


def test_the_page_stays_on_the_last_round_and_says_which_earlier_one_lacks_a_result(
    dora: Client,
) -> None:
    enter(1, 1, 400, 380)
    publish(2, (1, 3), (2, 4))
    enter(2, 1, 400, 380)
    enter(2, 2, 400, 380)
    page = dora.get(URL).content
    assert "Enter results: division A, round 2" in words(page)
    assert "Round 1 lacks board 2. Enter round 1" in words(page)
    assert "Pair round 3" not in words(page)
    assert "round 1" in words_at(dora, link(page, "Enter round 1"))
    earlier = words_at(dora, ROUND_1)
    assert "lacks" not in earlier
    assert "This is an earlier round: r 2 goes to round 2 ." in earlier


def test_the_list_of_what_is_missing_can_be_asked_for_alone(dora: Client) -> None:
    enter(1, 1, 400, 380)
    part = dora.get(f"{ROUND_1}&part=state").content
    assert b"<html" not in part
    assert "1 of 2 results" in words(part)
    assert b'id="missing-2"' in part
    assert b'id="missing-1"' not in part


# What a line does


@pytest.mark.parametrize(
    ("line", "scores", "points"),
    [
        ("1 423 389", (423, 389), (2, 0)),
        ("2 423 389", (389, 423), (0, 2)),
        ("1 423 2 389", (423, 389), (2, 0)),
        ("b1 423 389", (423, 389), (2, 0)),
        ("/1 423-389", (423, 389), (2, 0)),
        ("1 = 400", (400, 400), (1, 1)),
        ("b1 tie 400", (400, 400), (1, 1)),
    ],
)
def test_a_game_is_entered_by_entry_by_board_or_in_tsh_order(
    dora: Client, line: str, scores: tuple[int, int], points: tuple[int, int]
) -> None:
    assert done(dora, typed(dora, line))
    held, one = result_of(1), Seat.objects.get(entry__number=1)
    mine = ("one", "two") if one.position == 0 else ("two", "one")
    if line.startswith(("b", "/")) and one.side == "second":
        scores, points = scores[::-1], points[::-1]
    assert tuple(getattr(held, f"score_{place}") for place in mine) == scores
    assert tuple(getattr(held, f"won_{place}") for place in mine) == points


def test_a_board_takes_the_score_of_who_goes_first_first(dora: Client) -> None:
    first = Seat.objects.select_related("entry").get(board__number=2, side="first")
    done(dora, typed(dora, "b2 500 300"))
    held = result_of(first.entry.number)
    assert (held.score_one if first.position == 0 else held.score_two) == 500


def test_the_echo_names_both_with_their_scores_and_totals(dora: Client) -> None:
    for entry, score in ((1, 423), (3, 380)):
        done(dora, typed(dora, f"{entry} {score} 340"))
    publish(2, (1, 3), (2, 4))
    second = f"{URL}?division=A&round=2"
    text = done(dora, typed(dora, "1 400 450", url=second))
    assert "#1 Ada L 400 −50 now 1–1 +33" in text
    assert "#3 Cem W 450 +50 now 2–0 +90" in text
    assert "1 of 2 results" in text


def test_the_echo_of_an_old_round_says_the_totals_of_now_and_those_after_that_round(
    dora: Client,
) -> None:
    for entry, score in ((1, 423), (3, 380)):
        enter(1, entry, score, 340)
    publish(2, (1, 3), (2, 4))
    first = f"{URL}?division=A&round=1"
    answer = typed(dora, "1 440 340 ! misread slip", url=first)
    text = done(dora, again(dora, answer, url=first))
    assert "#1 Ada W 440 +100 now 1–0 +100" in text
    assert "after round 1" not in text
    enter(2, 1, 400, 450)
    answer = typed(dora, "1 430 340 ! misread slip", url=first)
    text = done(dora, again(dora, answer, url=first))
    assert "#1 Ada W 430 +90 now 1–1 +40 after round 1: 1–0 +90" in text
    assert "#2 Bea L 340 −90 now 0–1 −90 after round 1: 0–1 −90" in text


@pytest.mark.parametrize(
    ("line", "reason", "points", "awards"),
    [
        ("ff 1", "forfeit", (0, 2), (-50, 50)),
        ("1 ff", "forfeit", (0, 2), (-50, 50)),
        ("ff 1 2", "both_absent", (0, 0), (-50, -50)),
        ("1 left 300 350", "left", (0, 2), (-100, 100)),
        ("1 time 400 380", "time", (0, 2), (-50, 50)),
        ("1 time 300 420", "time", (0, 2), (-120, 120)),
        ("b1 void", "void", (0, 0), (0, 0)),
    ],
)
def test_a_word_says_how_a_game_ended(
    dora: Client, line: str, reason: str, points: tuple[int, int], awards: tuple[int, int]
) -> None:
    answer = typed(dora, line)
    done(dora, again(dora, answer) if "ff" in line else answer)
    held = result_of(1)
    assert held.reason == reason
    assert (held.won_one, held.won_two) == points
    assert (held.spread_one, held.spread_two) == awards


def test_an_entry_that_meets_nobody_gets_a_bye_an_absence_or_a_forfeit() -> None:
    new_event()
    publish(1, (1, 2), byes=(3,), absent=(4,))
    dora = signed_in("dora")
    done(dora, typed(dora, "4 bye"))
    done(dora, again(dora, typed(dora, "3 ff")))
    assert (result_of(4).reason, result_of(3).reason) == ("bye", "forfeit")
    done(dora, typed(dora, "4 absent"))
    assert result_of(4).reason == "absent"
    assert "This result is already in" in asked(typed(dora, "4 absent"))


def test_a_penalty_is_set_with_its_reason_or_asks_for_one(dora: Client) -> None:
    text = done(dora, typed(dora, "1 penalty -50 late back from lunch"))
    assert "now 0–0 −50" in text
    assert entries_of()[-1].reason == "late back from lunch"
    answer = typed(dora, "2 penalty -20")
    assert "Give a reason" in asked(answer)
    done(dora, again(dora, answer, why="phone rang"))
    assert entries_of()[-1].reason == "phone rang"
    assert sorted(Penalty.objects.values_list("points", flat=True)) == [-50, -20]


def test_a_penalty_that_adds_points_is_asked_about_first(dora: Client) -> None:
    answer = typed(dora, "1 penalty 50 late back from lunch")
    assert "50 points would be added to the spread; a penalty takes points: -50." in asked(answer)
    assert not Penalty.objects.exists()
    done(dora, again(dora, answer))
    assert Penalty.objects.get().points == 50
    answer = typed(dora, "2 penalty 20")
    assert "20 points would be added" in asked(answer)
    assert 'name="why"' in answer.content.decode()
    done(dora, again(dora, answer, why="set too high before"))
    assert entries_of()[-1].reason == "set too high before"


def test_who_really_went_first_is_recorded_after_a_second_enter(dora: Client) -> None:
    second = Seat.objects.select_related("entry").get(board__number=1, side="second").entry.number
    answer = typed(dora, f"first {second}")
    assert "The sheet says that no." in asked(answer)
    done(dora, again(dora, answer))
    assert Seat.objects.get(entry__number=second).side == "first"
    assert "This result is already in" in asked(typed(dora, f"first {second}"))


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("r 2", "?division=A&round=2"),
        ("d b", "?division=B&round=1"),
        ("m", "?division=A&round=1&show=missing"),
        ("?", "?division=A&round=1&show=help"),
    ],
)
def test_a_word_leads_to_another_place(line: str, end: str) -> None:
    new_event(divisions="AB")
    publish(1, (1, 2), (3, 4))
    dora = signed_in("dora")
    answer = typed(dora, line)
    assert (answer.status_code, answer["Location"]) == (302, URL + end)
    assert dora.get(answer["Location"]).status_code == 200
    by_script = typed(dora, line, script=True)
    assert by_script.json() == {"kind": "go", "go": URL + end}


def test_the_last_line_comes_back_to_be_corrected(dora: Client) -> None:
    answer = typed(dora, "1 423 389")
    page = dora.get(answer["Location"]).content
    assert hidden(page, "last") == "1 423 389"
    back = dora.post(ROUND_1, {"line": ".", "last": "1 423 389"})
    assert b'name="line" value="1 423 389"' in dora.get(back["Location"]).content


# With the script


def test_the_script_gets_the_changed_parts_only(dora: Client) -> None:
    answer = typed(dora, "1 423 389", script=True)
    assert answer.status_code == 200
    said = answer.json()
    assert sorted(said) == ["echo", "kind", "progress", "row", "seq", "slot", "undone"]
    assert (said["kind"], said["slot"], said["seq"]) == ("done", 1, entries_of()[-1].seq)
    assert said["row"].startswith('<li id="board-1"')
    assert "Ada" in said["echo"]


def test_the_script_gets_the_whole_list_when_a_game_misses_again(dora: Client) -> None:
    typed(dora, "1 423 389", script=True)
    made = entries_of()[-1].seq
    said = typed(dora, "u", script=True).json()
    assert 'id="missing-1" value="1"' in said["state"]
    assert said["undone"] == made


def test_the_script_gets_the_question_with_what_was_typed(dora: Client) -> None:
    said = typed(dora, "1 99 300", script=True).json()
    assert (said["kind"], said["slot"]) == ("ask", 1)
    assert "<code>1 99 300</code>" in said["item"]
    assert "99 is under 100." in said["item"]
    assert "echo" not in said


def test_a_line_sent_again_by_its_own_number_is_answered_again_and_done_once(dora: Client) -> None:
    token = hidden(dora.get(ROUND_1).content)
    sent = {"token": token, "line": "1 423 389", "meant": "1 2"}
    first, second = (dora.post(ROUND_1, sent, headers=SCRIPT).json() for _ in range(2))
    assert first["seq"] == second["seq"]
    assert "sent twice, done once" in second["echo"]
    assert [entry.command for entry in entries_of()].count("result.entered") == 1
