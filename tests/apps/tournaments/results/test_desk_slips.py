"""The game of a line on the entry page: the one that was meant, or the board of slip order."""

from __future__ import annotations

import re
from unittest.mock import Mock

import pytest
from django.test import Client

from core.journal.errors import Refused
from tests.apps.tournaments.desk_events import entries_of, signed_in
from tests.apps.tournaments.results.entry_lines import (
    ROUND_1,
    again,
    asked,
    done,
    dora,
    published,
    result_of,
    typed,
)
from tests.pages import words
from tournaments.models import Result, Seat
from tournaments.results.forms.entry_line import intent_of

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db


def test_a_strangers_slip_is_taken_from_nobody(published: None, client: Client) -> None:
    assert client.post(ROUND_1, {"line": "423389", "at": "1"}).status_code == 302
    assert signed_in("other").post(ROUND_1, {"line": "423389", "at": "1"}).status_code == 403
    assert not Result.objects.exists()


# A line is of the game that it was typed for


def test_a_line_that_comes_late_is_refused_where_other_two_meet(dora: Client) -> None:
    answer = typed(dora, "1 423 389", meant="1 3")
    assert (
        "The pairings have changed since this was typed: board 1 is now no. 1 Ada against "
        "no. 2 Bea." in asked(answer)
    )
    assert not Result.objects.exists()
    done(dora, typed(dora, "1 423 389", meant="2 1"))


@pytest.mark.parametrize("meant", ["1", "1 2 3", "a b", "1 2; drop"])
def test_what_a_line_means_is_two_numbers(dora: Client, meant: str) -> None:
    assert typed(dora, "1 423 389", meant=meant).status_code == 422
    assert not Result.objects.exists()


def test_who_is_meant_is_said_before_what_is_odd_about_a_score(dora: Client) -> None:
    for line in ("99 400 30", "99 2000 30", "99 penalty 50 late"):
        assert "Division A has no entry no. 99." in asked(typed(dora, line))


# Slip order


def test_in_slip_order_a_line_is_only_the_scores_and_the_board_moves_on(dora: Client) -> None:
    start = typed(dora, "s")
    assert start["Location"].endswith("&at=1")
    page = dora.get(start["Location"]).content
    assert re.search("Slip order Board 1: #(1 Ada, then #2 Bea|2 Bea, then #1 Ada)", words(page))
    answer = typed(dora, "423389", at="1")
    assert "&at=2" in answer["Location"]
    first = Seat.objects.get(board__number=1, side="first")
    held = result_of(1)
    assert (held.score_one if first.position == 0 else held.score_two) == 423
    answer = typed(dora, "400-380", at="2")
    assert answer.status_code == 302, words(answer)
    assert answer["Location"].endswith("&at=")
    page = dora.get(answer["Location"]).content
    assert b'<p id="slip" class="slip-order" hidden>' in page


def test_in_slip_order_two_scores_may_be_parted_unless_the_first_is_somebodys_number(
    dora: Client,
) -> None:
    answer = typed(dora, "423 389", at="1")
    assert answer["Location"].endswith("&at=2")
    first = Seat.objects.get(board__number=1, side="first")
    held = result_of(1)
    assert (held.score_one if first.position == 0 else held.score_two) == 423
    numbers = Mock()
    numbers.entries.filter(number=400).exists.return_value = True
    with pytest.raises(Refused, match="Type both scores"):
        intent_of("400 380", numbers, at=2)


def test_slip_order_begins_at_the_board_that_is_named_and_ends_by_a_word(dora: Client) -> None:
    assert typed(dora, "b2")["Location"].endswith("&at=2")
    assert "at=" not in typed(dora, "n", at="2")["Location"]
    assert "Round 1 has no board 9." in asked(typed(dora, "b9"))


def test_two_scores_alone_are_no_result_where_no_board_is_known(dora: Client) -> None:
    for line in ("423389", "423-389"):
        assert "Which board? b5 starts slip order there" in asked(typed(dora, line))
    assert "Type both scores" in asked(typed(dora, "423 389"))
    assert "Type both scores" in asked(typed(dora, "99 389", at="1"))
    assert "Round 1 has no board 77." in asked(typed(dora, "423389", at="77"))
    assert not Result.objects.exists()


def test_only_a_slip_moves_slip_order_on(dora: Client) -> None:
    answer = typed(dora, "3 penalty -50 late", at="1")
    assert answer["Location"].endswith("&at=1")
    typed(dora, "423389", at="1")
    assert typed(dora, "u", at="2")["Location"].endswith("&at=1")
    assert typed(dora, "b1 423389", at="1")["Location"].endswith("&at=2")


def test_a_score_of_four_digits_in_slip_order_is_asked_about(dora: Client) -> None:
    assert "The spread is 962." in asked(typed(dora, "1310 348", at="1"))


def test_an_old_question_is_no_leave_to_undo_or_to_enter_something_else(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    question = typed(dora, "u", unstored="9 1 1")
    done(dora, typed(dora, "3 400 380"))
    assert "This undoes log" in asked(again(dora, question))
    assert Result.objects.count() == 2


def test_u_says_so_where_it_would_take_back_another_line_than_the_page_made(dora: Client) -> None:
    done(dora, typed(dora, "1 423 389"))
    for undoes in ("0", "1"):
        said = asked(typed(dora, "u", undoes=undoes))
        assert "This is not the last line that this page entered." in said
    assert Result.objects.count() == 1
    done(dora, typed(dora, "u", undoes=str(entries_of()[-1].seq)))
