"""The desk and programs on what players report: who may, what they see, and what they decide."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.apps.api.asking import DIVISION, Program, of
from tests.apps.tournaments.board_games.game_events import entry
from tests.apps.tournaments.desk_events import SLUG, at, hidden, new_event, signed_in
from tests.apps.tournaments.phones.phone_events import (
    claim,
    object_to,
    page,
    phones_open,
    result,
    standing,
)
from tests.pages import source
from tournaments.claiming import ClaimStanding

pytestmark = pytest.mark.django_db

CLAIMS = f"{DIVISION}/rounds/1/claims"
AT_BOARD_1 = "?division=A&round=1&entry=1"


@pytest.fixture(autouse=True)
def ground() -> None:
    """An event in soft mode."""
    phones_open()


@pytest.fixture
def dora() -> Client:
    """The director."""
    return signed_in("dora")


def send(client: Client, name: str, query: str = "", **typed: Any) -> Any:
    """Open a form of the desk and send it."""
    address = at(name) + query
    shown = client.get(address)
    fields = {"token": hidden(shown.content), **typed}
    return client.post(address, fields, follow=True)


def test_only_who_enters_results_sees_what_is_reported_and_the_public_nothing() -> None:
    where = at("desk-phones")
    assert Client().get(where).status_code == 302
    assert signed_in("otto").get(where).status_code == 403
    assert Program().get(CLAIMS).status_code == 401
    assert of("otto").get(CLAIMS).status_code == 403
    assert of("dora").get(CLAIMS).status_code == 200


def test_the_director_opens_the_phones_in_the_way_they_choose(dora: Client) -> None:
    assert "strict" in source(dora.get(at("desk-set-phones") + "?division=A"))
    said = source(send(dora, "desk-set-phones", "?division=A", mode="strict"))
    assert "both enter the score, unseen by each other" in said
    assert "Now: both enter the score, and it counts once both are the same." in said
    assert "This would change nothing." in source(
        send(dora, "desk-set-phones", "?division=A", mode="strict")
    )


def test_phones_are_opened_from_the_overview_before_anything_is_played(boss: Client) -> None:
    new_event("new")
    phones = reverse("desk-phones", args=("new",))
    assert f'<a href="{phones}">' in source(boss.get(reverse("desk-event", args=("new",))))
    shown = source(boss.get(phones))
    assert "Open phones" in shown
    assert 'class="rounds"' not in shown


def test_the_list_of_links_says_what_they_are_good_for_now(dora: Client) -> None:
    results = "takes results through links at the moment, but no records of games."
    assert results in source(dora.get(at("desk-links")))
    send(dora, "desk-set-phones", "?division=A", mode="off")
    closed = source(dora.get(at("desk-links")))
    assert "the links still open, but only to look" in closed
    assert results not in closed


def test_a_dispute_is_first_at_the_desk_and_settled_with_one_choice(dora: Client) -> None:
    claim(3, 400, 300)
    claim(1, 423, 389)
    object_to(2, 398, 423)
    overview = source(dora.get(at("desk-event")))
    assert "Division A, round 1, board 1: the players disagree about the result." in overview
    contested = source(dora.get(at("desk-exceptions")))
    assert "Division A, round 1, board 1: the players disagree about the result." in contested
    assert "no board waits" not in contested
    listed = source(dora.get(at("desk-phones")))
    assert listed.index("disputed") < listed.index("claimed")
    assert "423–389" in listed
    assert "423–398" in listed
    form = source(dora.get(at("desk-settle-dispute") + AT_BOARD_1))
    assert "#2 Bea says: #1 Ada 423, #2 Bea 398" in form
    said = source(send(dora, "desk-settle-dispute", AT_BOARD_1, choice="423 398"))
    assert "dispute settled, no. 1 Ada 423-398 no. 2 Bea" in said
    assert (result(), standing()) == ((423, 398), ClaimStanding.DECIDED)
    assert "the players disagree" not in source(dora.get(at("desk-event")))


def test_a_dispute_can_be_settled_with_a_third_score(dora: Client) -> None:
    claim(1, 423, 389)
    object_to(2)
    answer = send(dora, "desk-settle-dispute", AT_BOARD_1, choice="other", score=423)
    assert "Enter both scores." in source(answer)
    send(dora, "desk-settle-dispute", AT_BOARD_1, choice="other", score=432, opponent_score=389)
    assert (result(), standing()) == ((432, 389), ClaimStanding.DECIDED)


def test_a_claim_is_accepted_and_a_round_is_closed_to_claims(dora: Client) -> None:
    claim(1, 423, 389)
    claim(3, 400, 300)
    scores = {"score": 423, "opponent_score": 389}
    assert "claim accepted, no. 1 Ada 423-389 no. 2 Bea" in source(
        send(dora, "desk-accept-claim", AT_BOARD_1, **scores)
    )
    said = source(send(dora, "desk-close-claims", "?division=A&round=1"))
    assert "Round 1 of A closed to claims: the one of board 2 is final" in said


def test_one_card_that_was_lost_is_replaced_alone(dora: Client) -> None:
    old, other = page(1), page(2)
    where = at("desk-renew-link") + "?division=A&entry=1"
    asked = dora.post(where, {"token": hidden(dora.get(where).content)})
    assert "The link and the PIN of #1 Ada stop working now" in source(asked)
    confirmed = hidden(asked.content, "confirmed")
    dora.post(where, {"token": hidden(asked.content), "confirmed": confirmed})
    assert (page(1) == old, page(2) == other) == (False, True)
    assert entry(1).link_renewed == 1
    cards = source(dora.get(reverse("desk-link-cards", args=(SLUG,)) + "?division=A"))
    assert f"/go/{SLUG}/" in cards


def test_programs_report_answer_and_decide() -> None:
    dora, one = of("dora"), f"{CLAIMS}/1"
    scores = {"opponent": 2, "score": 423, "opponent_score": 389}
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        (one, scores),
        (f"{CLAIMS}/2/objection", {"opponent": 1, "score": 398, "opponent_score": 423}),
        (f"{one}/settlement", {**scores, "opponent_score": 398}),
        (f"{CLAIMS}/3", {"opponent": 4, "score": 400, "opponent_score": 300}),
        (f"{CLAIMS}/4/confirmation", {"opponent": 3, "score": 300, "opponent_score": 400}),
    )
    for path, body in steps:
        answer = dora.post(path, body)
        assert answer.status_code == 200, (path, answer.content)
    told = dora.get(CLAIMS).json()
    rows = told["items"] if isinstance(told, dict) else told
    assert [(row["board"], row["standing"]) for row in rows] == [(1, "decided"), (2, "agreed")]
    refused = dora.post(f"{one}/acceptance", scores)
    assert refused.status_code in (409, 422)
    assert dora.post(f"{DIVISION}/rounds/1/claims_closed", {}).status_code in (409, 422)
    assert of("dora").ask("PUT", f"{DIVISION}/phones", {"mode": "strict"}).status_code == 200
