"""Prizes and the money of an event over the API: who may, what is told, and every write."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, entries_of, give
from tests.apps.tournaments.prizes.prize_events import now, rows, special, terms, with_prizes
from tournaments.prizes.commands.offers import AddPrizes
from tournaments.prizes.commands.terms import PublishPrizes
from tournaments.prizing.records import PrizeKind

pytestmark = pytest.mark.django_db

PRIZES, MONEY = f"events/{SLUG}/prizes", f"events/{SLUG}/money"
SHOWN = f"{PRIZES}/shown"
PLACE: dict[str, Any] = {"kind": "place", "division": "A", "place": 3, "amount": 500}
WRITES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", PRIZES, {"prizes": [PLACE]}),
    ("PUT", f"{PRIZES}/1", {"prize": {**PLACE, "place": 1}}),
    ("PUT", f"{PRIZES}/4/line", {"line": 1}),
    ("POST", f"{PRIZES}/5/draw", {}),
    ("PUT", f"{PRIZES}/5/winners", {"entries": [4]}),
    ("POST", f"{PRIZES}/4/removal", {}),
    ("PUT", f"{PRIZES}/terms", {"currency": "EUR", "fund": 20_000}),
    ("PUT", f"{PRIZES}/excluded", {"entries": [2]}),
    ("PUT", f"{PRIZES}/publication", {"is_public": True}),
    ("POST", f"{MONEY}/fees", {"entries": [1], "amount": 700}),
    ("POST", MONEY, {"kind": "expense", "amount": 100, "text": "Tea"}),
    ("POST", f"{MONEY}/prizes", {"entry": 1}),
    ("POST", f"{MONEY}/2/removal", {"why": "typed twice"}),
)


def test_only_those_who_direct_an_event_write_and_only_its_staff_read_what_is_not_shown() -> None:
    with_prizes()
    before, otto = len(entries_of()), of("otto")
    for path in (PRIZES, MONEY):
        assert Program().get(path).status_code == 401
        assert otto.get(path).status_code == 403
    for method, path, body in WRITES:
        assert Program().ask(method, path, body).status_code == 401
        assert otto.ask(method, path, body).status_code == 403
    assert len(entries_of()) == before


def test_every_write_does_what_it_says() -> None:
    with_prizes()
    give(terms(entry_fee=700))
    give(AddPrizes(event=SLUG, prizes=(special(PrizeKind.DOOR, text="Book"),)))
    dora = of("dora")
    for method, path, body in WRITES:
        answer = dora.ask(method, path, body)
        assert answer.status_code == 200, (path, answer.content)
    assert [row.number for row in rows()] == [1, 2, 3, 5, 6]
    assert (now().terms.fund, now().terms.excluded, now().terms.is_public) == (20_000, [2], True)
    told = dora.get(MONEY).json()
    assert (told["fees"], told["expenses"], told["prizes"], told["balances"]) == (700, 0, 500, True)
    assert [line["number"] for line in told["receipts"]] == [1, 3]


def test_prizes_are_told_to_everybody_only_while_they_are_shown() -> None:
    with_prizes()
    assert Program().get(SHOWN).status_code == 404
    give(PublishPrizes(event=SLUG, is_public=True))
    told = Program().get(SHOWN).json()
    assert (told["currency"], told["fund"]) == ("EUR", 10_000)
    first = told["prizes"][0]
    assert (first["kind"], first["place"], first["amount"], first["final"]) == (
        *("place", 1, 5_000),
        False,
    )
    assert [(one["entry"], one["name"], one["amount"]) for one in first["winners"]] == [
        (1, "Ada", 5_000)
    ]
    assert told == of("dora").get(PRIZES).json()
    give(PublishPrizes(event=SLUG, is_public=False))
    assert Program().get(SHOWN).status_code == 404


def test_a_prize_beyond_the_fund_is_refused_in_a_sentence() -> None:
    with_prizes()
    answer = of("dora").post(PRIZES, {"prizes": [{**PLACE, "amount": 501}]})
    assert (answer.status_code, error(answer)["code"]) == (422, "prize.more_than_fund")
    assert len(rows()) == 4
