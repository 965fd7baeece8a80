"""What the desk enters, corrects, reads again and undoes decides over what players said."""

from __future__ import annotations

import pytest
from django.test import Client

from core.models import JournalEntry
from tests.apps.tournaments.board_games.game_events import WHERE
from tests.apps.tournaments.desk_events import SLUG, give, undo
from tests.apps.tournaments.phones.phone_events import (
    claim,
    object_to,
    page,
    phones_open,
    refusal,
    result,
    standing,
)
from tests.pages import source
from tournaments.claiming import ClaimStanding, Mode
from tournaments.models import BoardException
from tournaments.phones.commands.modes import SetPhones
from tournaments.results.commands.checking import ChooseResult, ReadAgain
from tournaments.results.commands.claims import AcceptClaim, SettleDispute
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ground() -> None:
    """An event in soft mode."""
    phones_open()


def test_a_slip_that_says_what_a_claim_says_decides() -> None:
    claim(1, 423, 389)
    give(ReadAgain(**WHERE, entry=1, score=423, opponent_score=389))
    assert standing() is ClaimStanding.DECIDED
    assert "The director has entered 423–389" in refusal(claim, 1, 432, 389)
    assert result() == (423, 389)


def test_what_was_corrected_twice_stays_decided() -> None:
    claim(1, 423, 389)
    object_to(2, 398, 423)
    give(CorrectResult(**WHERE, entry=1, score=423, opponent_score=390), reason="Misread")
    give(CorrectResult(**WHERE, entry=1, score=423, opponent_score=389), reason="Misread again")
    assert standing() is ClaimStanding.DECIDED


def test_an_exception_and_a_dispute_of_one_board_are_settled_in_one_step() -> None:
    claim(1, 423, 389)
    object_to(2, 398, 423)
    give(ReadAgain(**WHERE, entry=1, score=423, opponent_score=398))
    give(SettleDispute(**WHERE, entry=1, opponent=2, score=423, opponent_score=398))
    assert not BoardException.objects.exists()
    assert standing() is ClaimStanding.DECIDED


def test_a_choice_among_readings_decides() -> None:
    claim(1, 423, 389)
    object_to(2, 398, 423)
    give(ReadAgain(**WHERE, entry=1, score=423, opponent_score=398))
    give(ChooseResult(**WHERE, entry=1, claim=1, score=423, opponent_score=389))
    assert standing() is ClaimStanding.DECIDED


def test_what_counts_is_disputed_at_a_tablet_and_changed_where_both_enter_blind() -> None:
    claim(1, 423, 389)
    give(SetPhones(event=SLUG, division="A", mode=Mode.STRICT))
    claim(1, 423, 390)
    assert (result(), standing()) == ((423, 390), ClaimStanding.CLAIMED)
    give(SetPhones(event=SLUG, division="A", mode=Mode.KIOSK))
    claim(2, 398, 423)
    assert (result(), standing()) == ((423, 390), ClaimStanding.DISPUTED)
    give(SetPhones(event=SLUG, division="A", mode=Mode.STRICT))
    assert refusal(claim, 1, 423, 391) == "Your own score counts; wait for the director."


def test_an_objection_to_what_was_undone_says_nothing(client: Client) -> None:
    claim(1, 423, 389)
    object_to(2)
    undo(JournalEntry.objects.get(command="result.claimed").seq)
    assert (result(), standing()) == (None, ClaimStanding.NONE)
    for number in (1, 2):
        assert "Send the score" in source(client.get(page(number)))
    claim(1, 423, 398)
    assert (result(), standing()) == ((423, 398), ClaimStanding.CLAIMED)


def test_what_was_sent_blind_is_not_said_to_count_where_the_first_score_does_since(
    client: Client,
) -> None:
    give(SetPhones(event=SLUG, division="A", mode=Mode.STRICT))
    claim(1, 423, 389)
    give(SetPhones(event=SLUG, division="A", mode=Mode.SOFT))
    shown = source(client.get(page(1)))
    assert "It counts once Bea has sent the same." in shown
    assert "It counts already" not in shown + source(client.get(page(2)))
    assert result() is None


def test_where_the_opponent_can_confirm_on_the_same_phone_is_a_link_there(client: Client) -> None:
    claim(1, 423, 389)
    assert f'<a href="/go/{SLUG}/" rel="noreferrer">on this one' in source(client.get(page(1)))


def test_one_who_only_objected_is_asked_for_the_score_once_both_enter_blind(client: Client) -> None:
    claim(1, 423, 389)
    object_to(2)
    give(SetPhones(event=SLUG, division="A", mode=Mode.STRICT))
    assert "Send the score" in source(client.get(page(2)))


def test_while_the_desk_looks_at_the_slip_no_phone_changes_anything(client: Client) -> None:
    claim(1, 423, 389)
    give(ReadAgain(**WHERE, entry=1, score=423, opponent_score=398))
    sent = {"opponent": 1, "score": 389, "opponent_score": 423}
    told = client.post(f"{page(2)}confirm/1/", sent, headers={"Accept": "application/json"}).json()
    assert (told["kind"], told["outdated"]) == ("wrong", True)
    assert "The desk has something else for this game" in refusal(claim, 1, 423, 398)
    accept = AcceptClaim(**WHERE, entry=1, opponent=2, score=423, opponent_score=389)
    assert refusal(give, accept) == "Board 1 is an exception; choose its result first."
    assert (result(), standing()) == ((423, 389), ClaimStanding.CLAIMED)
