"""Programs compare players' cards with the totals: who may, and what they are told."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.apps.api.asking import DIVISION, Program, error, of
from tests.apps.tournaments.card_check.typed_slips import two_rounds

pytestmark = pytest.mark.django_db
CARDS = f"{DIVISION}/cards"


def test_only_those_who_work_at_the_event_compare_cards() -> None:
    two_rounds()
    assert Program().get(CARDS).status_code == 401
    assert of("otto").get(CARDS).status_code == 403
    assert of("dora").get(CARDS).status_code == 200


def test_a_card_that_differs_is_told_with_the_slip_that_would_explain_it() -> None:
    two_rounds()
    told = of("dora").get(f"{CARDS}?cards={quote('1 2-0 +160')}").json()
    assert told["after"] == 2
    assert told["cards"] == [{"entry": 1, "spread": 120, "wins": 1.0}]
    first = told["suspicions"][0]
    assert (first["fault"], first["explains"], first["spread"]) == ("swapped", [1], None)
    assert (first["slips"][0]["round"], first["slips"][0]["board"]) == (2, 1)
    assert (first["right"][0]["first_score"], first["right"][0]["second_score"]) == (410, 350)


def test_a_card_that_cannot_be_read_is_one_sentence_at_the_field() -> None:
    two_rounds()
    answer = of("dora").get(f"{CARDS}?cards=seven")
    assert answer.status_code == 422
    assert error(answer)["message"].startswith("Line 1, “seven”: type the number")
