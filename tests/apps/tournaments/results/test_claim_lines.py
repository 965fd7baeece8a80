"""What players claim, on the page where results are entered, and the lines that decide it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.apps.tournaments.desk_events import signed_in
from tests.apps.tournaments.phones.phone_events import (
    claim,
    phones_open,
    result,
    standing,
)
from tests.apps.tournaments.results.entry_lines import ROUND_1, asked, done, typed
from tests.pages import words
from tournaments.claiming import ClaimStanding

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> Client:
    """The director; in round 1, 1 meets 2 and 3 meets 4, and both enter blind."""
    phones_open("strict")
    return signed_in("dora")


def test_a_stranger_accepts_nothing(dora: Client, client: Client) -> None:
    claim(1, 423, 389)
    assert client.post(ROUND_1, {"line": "1 ="}).status_code == 302
    assert signed_in("other").post(ROUND_1, {"line": "1 ="}).status_code == 403
    assert result() is None


def test_a_line_accepts_the_claim_of_its_board_and_u_takes_that_back(dora: Client) -> None:
    claim(4, 389, 423)
    assert "○ #4 claims 389–423 b2 =" in words(dora.get(ROUND_1))
    assert "claim accepted" in done(dora, typed(dora, "2 ="))
    assert (result(2), standing(2)) == ((423, 389), ClaimStanding.DECIDED)
    assert "claims" not in words(dora.get(ROUND_1))
    done(dora, typed(dora, "u"))
    assert (result(2), standing(2)) == (None, ClaimStanding.CLAIMED)
    done(dora, typed(dora, "#3 ="))
    assert result(2) == (423, 389)


def test_a_claim_is_doubted_as_a_slip_is(dora: Client) -> None:
    claim(1, 423, 38)
    assert "38 is under 100." in asked(typed(dora, "b1 ="))
    assert result() is None


def test_a_line_opens_the_dispute_of_its_board(dora: Client) -> None:
    claim(1, 423, 389)
    assert "Nobody disputes the result of board 1." in asked(typed(dora, "1 ?"))
    claim(2, 398, 423)
    shown = words(dora.get(ROUND_1))
    assert "○ disputed b1 ?" in shown
    assert "Board 1 is an exception" in shown
    assert "Board 1 is disputed: b1 ? shows what both say." in asked(typed(dora, "1 ="))
    page = dora.get(typed(dora, "1 ?")["Location"])
    assert "says: #1 Ada 423, #2 Bea 398" in words(page)
    assert typed(dora, "1 ?", script=True).json()["go"].endswith("entry=1")
    for line, wrong in (
        ("7 =", "Round 1 has no board 7."),
        ("2 =", "Nobody has claimed a result for board 2."),
        ("9 ?", "Round 1 has no board 9."),
    ):
        assert wrong in asked(typed(dora, line))


def test_marks_take_the_same_queries_however_many_boards_are_claimed(dora: Client) -> None:
    claim(1, 423, 389)
    with CaptureQueriesContext(connection) as one:
        dora.get(ROUND_1)
    claim(2, 389, 423)
    claim(3, 400, 300)
    with CaptureQueriesContext(connection) as all_claimed:
        shown = words(dora.get(ROUND_1))
    assert "● both agree" in shown
    assert len(all_claimed) == len(one)


def test_a_line_about_a_board_keeps_its_mark_in_the_row_that_it_sends(dora: Client) -> None:
    claim(1, 423, 389)
    claim(2, 389, 423)
    sent = typed(dora, "1 423 389", script=True).json()
    assert "both agree" in words(sent["row"].encode())
