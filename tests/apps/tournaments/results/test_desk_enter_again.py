"""The questions of the entry page: odd slips, existing results, lines sent twice, undo."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    signed_in,
)
from tests.apps.tournaments.results.entry_lines import (
    ROUND_1,
    URL,
    again,
    asked,
    done,
    dora,
    published,
    result_of,
    typed,
)
from tests.pages import source, words
from tournaments.event.commands.event import ChangeRules
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Division, Result, Seat, Tournament
from tournaments.results.queries import boards_of, undone_result

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db


def test_another_directors_second_enter_is_refused_as_the_first(dora: Client) -> None:
    answer = typed(dora, "1 99 300")
    assert again(signed_in("other"), answer).status_code == 403
    assert not Result.objects.exists()


# What is asked about


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 -5 300", "-5 is below zero."),
        ("1 99 300", "99 is under 100."),
        ("1 651 300", "The spread is 351."),
        ("1 400 400", "It is a tie."),
    ],
)
def test_an_odd_slip_is_entered_by_a_second_enter(dora: Client, line: str, said: str) -> None:
    answer = typed(dora, line)
    assert said in asked(answer)
    assert not Result.objects.exists()
    done(dora, again(dora, answer))
    assert Result.objects.count() == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ff 1", "No. 1 Ada did not come; no. 2 Bea wins by forfeit."),
        ("ff 2 1", "Neither no. 2 Bea nor no. 1 Ada came."),
    ],
)
def test_a_forfeit_is_entered_by_a_second_enter(dora: Client, line: str, said: str) -> None:
    answer = typed(dora, line)
    assert said in asked(answer)
    assert not Result.objects.exists()
    done(dora, again(dora, answer))
    assert Result.objects.count() == 1


def test_a_forfeit_of_an_entry_without_opponent_is_asked_about_too() -> None:
    new_event()
    publish(1, (1, 2), byes=(3,), absent=(4,))
    dora = signed_in("dora")
    assert "No. 3 Cem did not come and loses the round." in asked(typed(dora, "3 ff"))
    assert result_of(3).reason == "bye"


def test_what_was_accepted_of_one_line_is_not_accepted_of_another(dora: Client) -> None:
    answer = typed(dora, "1 99 300")
    accepted = hidden(answer.content, "accepted")
    other = typed(dora, "1 98 300", accepted=accepted)
    assert "98 is under 100." in asked(other)
    assert not Result.objects.exists()


def test_the_scores_of_my_last_slip_are_asked_about(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    assert "The previous slip had the same scores." in asked(typed(dora, "3 423 389"))
    boss = signed_in("boss", operator=True)
    assert done(boss, typed(boss, "3 423 389"))


def test_scores_unlike_the_divisions_own_are_asked_about() -> None:
    new_event()
    give(ChangeRules(event=SLUG, division="A", planned_rounds=30))
    pairs = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
    for number in range(1, 12):
        one, two = pairs[number % 3]
        publish(number, one, two)
        for place, pair in enumerate((one, two)):
            enter(number, pair[0], 400 + number * (1 + place), 380 - number)
    publish(12, (1, 2), (3, 4))
    dora = signed_in("dora")
    answer = typed(dora, "1 520 400", url=f"{URL}?division=A&round=12")
    assert re.search(
        r"520 is unusual: scores in this division are mostly \d+ to \d+", asked(answer)
    )


# A result that is in


def test_the_same_result_again_is_said_to_be_in_and_changes_nothing(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    before = len(entries_of())
    for line in ("1 423 389", "2 389 423", "1 423 2 389"):
        said = asked(typed(dora, line))
        assert re.search(r"This result is already in, entered by dora at \d\d:\d\d\.", said)
    assert len(entries_of()) == before


def test_a_line_for_a_board_with_a_result_asks_for_nothing_and_offers_a_correction(
    dora: Client,
) -> None:
    done(dora, typed(dora, "1 423 389"))
    answer = typed(dora, "1 423 398")
    said = asked(answer)
    assert "Board 1 has a result" in said
    assert re.search(r"The result now: no. 1 Ada 423-389 Bea, entered by dora at \d\d:\d\d\.", said)
    assert "You typed 423-398." in said
    page = source(answer)
    assert page.count("autofocus") == 1
    assert re.search('<input id="line" name="line" value=""[^>]* autofocus', page)
    assert '<details class="entry-correct"><summary>Correct it' in page
    assert result_of(1).score_two == 389


def test_a_correction_needs_a_reason_from_the_list_or_in_words(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    answer = typed(dora, "1 423 398")
    lacking = "Give the reason in words, for example: slip misread."
    assert lacking not in words(answer)
    for slip in ("", "3 400 380", "5 0 0"):
        answer = again(dora, answer, why=slip)
        assert lacking in words(answer)
        assert '<details class="entry-correct" open>' in source(answer)
        assert result_of(1).score_two == 389
    done(dora, again(dora, answer, because="Slip misread"))
    assert result_of(1).score_two == 398
    assert entries_of()[-1].reason == "Slip misread"
    answer = typed(dora, "1 423 399")
    done(dora, again(dora, answer, because="Slip misread", why="both players said so"))
    assert entries_of()[-1].reason == "both players said so"


def test_digits_after_the_exclamation_mark_correct_nothing(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    answer = typed(dora, "1 423 398 ! 5 0 0")
    assert "Correct it" in asked(answer)
    again(dora, answer)
    assert result_of(1).score_two == 389


@pytest.mark.parametrize("line", ["1 1310 389", "1 1310 389 ! added up wrongly"])
def test_a_correction_is_doubted_as_a_new_result_is(dora: Client, line: str) -> None:
    done(dora, typed(dora, "1 423 389"))
    assert "The spread is 921." in asked(typed(dora, line))
    assert "The result now: no. 1 Ada 423-389" in asked(typed(dora, line))


def test_a_correction_in_one_line_still_shows_what_follows_first(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    answer = typed(dora, "1 389 423 ! scores swapped")
    said = asked(answer)
    assert "It changes who won." in said
    assert "Ranks change: no. 1 from 1 to" in said
    assert "Correct it anyway" in said
    assert b'name="because"' not in answer.content
    assert b"button-danger" not in answer.content
    done(dora, again(dora, answer))
    assert entries_of()[-1].reason == "scores swapped"
    assert entries_of()[-1].command == "result.corrected"


def test_another_winner_after_the_next_publication_is_shown_in_red(dora: Client) -> None:
    enter(1, 1, 423, 389)
    enter(1, 3, 400, 300)
    publish(2, (1, 3), (2, 4))
    mild = typed(dora, "1 424 389 ! added up wrongly")
    assert "Round 2 is published and keeps its pairings." in asked(mild)
    assert b"button-danger" not in mild.content
    grave = typed(dora, "1 389 423 ! scores swapped")
    assert b"button-danger" in grave.content
    assert b"message-error" in grave.content
    done(dora, again(dora, grave))
    assert result_of(1).won_one == 0


def test_a_void_game_is_corrected_as_well(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    answer = typed(dora, "b1 void ! both agreed")
    done(dora, again(dora, answer))
    assert result_of(1).reason == "void"
    assert "This result is already in" in asked(typed(dora, "b1 void"))


def test_a_forfeit_that_is_in_is_said_to_be_in(dora: Client) -> None:
    done(dora, again(dora, typed(dora, "ff 1")))
    assert "This result is already in" in asked(typed(dora, "1 ff"))
    assert "undo it first" in asked(typed(dora, "ff 2"))


def test_a_result_in_place_of_a_forfeit_is_a_correction_that_says_so(dora: Client) -> None:
    done(dora, again(dora, typed(dora, "ff 1")))
    done(dora, again(dora, typed(dora, "1 300 400 ! she was late")))
    assert says(entries_of()[-1]).endswith("no. 1 Ada 300-400 no. 2 Bea, before: forfeit")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 left 260 210", "no. 1 Ada left at 260-210; no. 2 Bea wins"),
        ("1 time 400 380", "no. 1 Ada lost on time at 400-380; no. 2 Bea wins"),
        ("b1 void", "(void); nobody wins"),
    ],
)
def test_the_log_says_plainly_how_a_game_ended(dora: Client, line: str, said: str) -> None:
    done(dora, typed(dora, line))
    assert said in says(entries_of()[-1])


def test_another_winner_than_before_the_undo_is_asked_about_once_rounds_followed(
    dora: Client,
) -> None:
    enter(1, 1, 423, 389)
    enter(1, 3, 400, 300)
    first = entries_of()[-2].seq
    publish(2, (1, 3), (2, 4))
    give(UndoEntry(journal=f"event:{SLUG}", seq=first))
    answer = typed(dora, "1 389 423")
    said = asked(answer)
    assert (
        "This board had no. 1 423-389 no. 2 before it was undone; now a different player wins."
        in said
    )
    assert "Round 2 is published and keeps its pairings." in said
    assert b"button-danger" in answer.content
    done(dora, again(dora, answer))
    assert {result_of(1).score_one, result_of(1).score_two} == {389, 423}
    assert entries_of()[-1].command == "result.entered"


def test_a_result_that_comes_late_is_entered_at_once_where_nothing_was_undone(
    dora: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    enter(1, 1, 423, 389)
    publish(2, (1, 3), (2, 4))
    division = Division.objects.select_related("tournament").get()
    [board] = boards_of(division, 1, board__slot=2)
    with django_assert_num_queries(1):
        assert undone_result(division, 1, board) is None
    done(dora, typed(dora, "3 300 400"))
    assert {result_of(3).score_one, result_of(3).score_two} == {300, 400}


def test_the_same_winner_as_before_the_undo_is_entered_at_once(dora: Client) -> None:
    enter(1, 1, 423, 389)
    first = entries_of()[-1].seq
    give(UndoEntry(journal=f"event:{SLUG}", seq=first))
    done(dora, typed(dora, "2 423 389"))
    done(dora, typed(dora, "u"))
    publish(2, (1, 3), (2, 4))
    done(dora, typed(dora, "2 420 389"))


def test_a_board_that_changed_meanwhile_is_shown_anew(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    answer = typed(dora, "1 423 398 ! misread slip")
    boss = signed_in("boss", operator=True)
    done(boss, again(boss, typed(boss, "1 424 389 ! added up wrongly")))
    late = again(dora, answer)
    said = asked(late)
    assert "Somebody else has changed board 1 in the meantime." in said
    assert "Ada 424-389 Bea, entered by boss" in said
    assert "You typed 423-398." in said
    assert "misread slip" in source(late)
    assert result_of(1).score_one == 424


def test_the_one_who_was_slower_sees_that_the_board_misses_nothing_any_more(dora: Client) -> None:
    boss = signed_in("boss", operator=True)
    done(boss, typed(boss, "1 423 389"))
    for line, part in (("1 423 389", "progress"), ("1 423 398", "state")):
        answer = typed(dora, line, script=True).json()
        assert (answer["kind"], answer["slot"]) == ("done", 1)
        assert "1 of 2 results" in words(answer[part].encode())


# Sent twice, undone


def test_a_line_sent_twice_is_done_once(dora: Client) -> None:
    sent = {"token": hidden(dora.get(ROUND_1).content), "line": "1 423 389"}
    first, second = dora.post(ROUND_1, sent), dora.post(ROUND_1, sent)
    assert first["Location"] == second["Location"]
    assert [entry.command for entry in entries_of()].count("result.entered") == 1


def test_u_takes_my_last_entry_back_and_says_what_it_was(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    boss = signed_in("boss", operator=True)
    done(boss, typed(boss, "3 400 380"))
    text = done(dora, typed(dora, "u"))
    assert "Board 1: undone" in text
    assert "Undid log " in text
    assert "1 of 2 results" in text
    assert not Result.objects.filter(board__number=1).exists()
    assert "You have entered nothing in round 1" in asked(typed(dora, "u"))
    assert Result.objects.filter(board__number=2).exists()


def test_u_after_a_line_that_is_not_entered_asks_before_it_takes_back_another(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    answer = typed(dora, "u", unstored="3 99 400")
    said = asked(answer)
    assert "Your last line, 3 99 400, was not entered, so there is nothing to undo." in said
    assert "no. 1" in said
    assert result_of(1).score_one in (423, 389)
    done(dora, again(dora, answer))
    assert not Result.objects.exists()


def test_what_was_undone_can_be_done_again_from_the_log(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    done(dora, typed(dora, "u"))
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    assert result_of(1).score_one in (423, 389)


def test_u_goes_further_back_each_time_and_only_in_this_round(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    done(dora, typed(dora, "3 400 380"))
    publish(2, (1, 3), (2, 4))
    second = f"{URL}?division=A&round=2"
    done(dora, typed(dora, "1 350 340", url=second))
    done(dora, again(dora, typed(dora, "u")))
    assert not Result.objects.filter(board__number=2, board__round__number=1).exists()
    assert Result.objects.filter(board__round__number=2).count() == 1


def test_what_follows_from_a_correction_is_what_then_happens(dora: Client) -> None:
    enter(1, 1, 500, 300)
    enter(1, 3, 400, 390)
    said = asked(typed(dora, "1 300 500 ! swapped"))
    assert "no. 1 from 1 to 4, no. 2 from 4 to 1" in said


def test_what_was_typed_at_the_desk_is_replayed(dora: Client) -> None:
    assert typed(dora, "1 423 389").status_code == 302
    assert entries_of()[-1].payload["seen"] is not None
    replayed = compare_with_replay(Tournament.objects.get())
    assert replayed.equal, replayed.differences


def test_the_button_beneath_a_question_says_what_it_does(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    done(dora, typed(dora, "3 400 380"))
    publish(2, (1, 3), (2, 4))
    second = Seat.objects.get(round__number=2, board__slot=2, side="second").entry.number
    for line, button, number in (
        ("2 99 300", "Enter it anyway", 2),
        ("1 424 389 ! misread", "Correct it anyway", 1),
        ("u", "Undo it anyway", 1),
        ("ff 1", "Enter the forfeit", 2),
        ("1 penalty 50 late", "Set the penalty", 2),
        (f"first {second}", "Record the start", 2),
    ):
        url = f"{URL}?division=A&round={number}"
        answer = typed(dora, line, url=url)
        assert button in asked(answer), line
        assert "as it stands" not in words(answer)
