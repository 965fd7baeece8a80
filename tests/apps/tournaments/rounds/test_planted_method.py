"""A pairing method is one module: planted in the registry, everything knows it as it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.undo import says
from tests.apps.tournaments.desk_events import SLUG, entries_of, give, new_event, signed_in
from tests.pages import source_at, words_at
from tournaments.entries.commands.check_in import CheckIn
from tournaments.pairing.answer import Draw, Option, PairedBoard, Request
from tournaments.pairing.catalogue.method import Method, Numbers, Unfit, Variant
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.plan_check import check_plan
from tournaments.pairing.position import pair_key
from tournaments.pairing.wording import in_words
from tournaments.rounds.commands.pairing import OptionGiven, PairRound
from tournaments.rounds.wording.criteria import criterion_words
from tournaments.rounds.wording.plans import plan_sentence, problem_sentence

if TYPE_CHECKING:
    from tournaments.pairing.pool import Pool

pytestmark = pytest.mark.django_db


def pair_mirror(pool: Pool, request: Request) -> Draw:
    """Has the first meet the last, the second the last but one."""
    numbers = [player.number for player in pool.players]
    if (request.option("seats") or 0) > len(numbers):
        raise PairingError("mirror.too_few", players=len(numbers))
    pairs = list(zip(numbers[: len(numbers) // 2], reversed(numbers), strict=False))
    keys = [pair_key(*pair) for pair in pairs]
    return Draw(
        boards=tuple(PairedBoard(*pair) for pair in pairs),
        byes=tuple(numbers[len(pairs) : len(numbers) - len(pairs)]),
        objective={"shine": len(pairs)},
        terms={key: {"shine": 1} for key in keys},
        rules=dict.fromkeys(keys, "mirror.faces"),
    )


def _unfitting(given: Numbers, rounds: int, players: int) -> Iterator[Unfit]:
    if rounds > players:
        yield "mirror.long", {"players": players}


MIRROR = Method(
    "mirror",
    "Mirror",
    "catalogue.mirror.pair_mirror",
    meaning="1st meets last, 2nd meets last but one",
    kinds=(Variant("plain"), Variant("bent", "as in a bent mirror")),
    options=(Option("seats", "Seats before the mirror", None, 1, 99, "All who are to be paired."),),
    sentences={
        "mirror.too_few": "Only {players} players stand before the mirror.",
        "mirror.faces": "Each sees the other in the mirror.",
    },
    plan_sentences={"mirror.long": "Row {row} looks longer than {players} players can."},
    criteria={"shine": "shining of the mirror"},
    least_players=4,
    unfitting=_unfitting,
)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Method:
    module = ModuleType("mirror")
    monkeypatch.setattr(module, "pair_mirror", pair_mirror, raising=False)
    monkeypatch.setitem(sys.modules, "tournaments.pairing.catalogue.mirror", module)
    monkeypatch.setitem(METHODS, MIRROR.key, MIRROR)
    return MIRROR


@pytest.fixture
def desk(planted: Method) -> Client:
    """Four players are here, and nothing is paired."""
    new_event()
    give(CheckIn(event=SLUG, division="A", here=(1, 2, 3, 4)))
    return signed_in("dora")


def address(name: str) -> str:
    return f"{reverse(name, kwargs={'slug': SLUG})}?division=A&round=1"


def pair_by_mirror(**more: Any) -> None:
    asked: dict[str, Any] = {"method": "mirror", "confirmed": True, **more}
    give(PairRound(event=SLUG, division="A", round=1, **asked))


def test_the_forms_offer_a_planted_method_and_its_numbers(desk: Client) -> None:
    page = source_at(desk, address("desk-round"))
    assert "Mirror: 1st meets last, 2nd meets last but one" in page
    assert "Mirror, bent: as in a bent mirror" in page
    assert "Seats before the mirror" in page
    assert "All who are to be paired." in page
    assert "Mirror" in source_at(desk, address("desk-plan"))


def test_a_round_is_paired_by_a_planted_method_and_the_pages_say_why(desk: Client) -> None:
    pair_by_mirror(options=(OptionGiven(key="seats", value=4),))
    assert says(entries_of()[-1]).startswith("Round 1 of A paired by Mirror: 2 boards")
    assert "Paired by Mirror." in words_at(desk, address("desk-round"))
    page = words_at(desk, address("desk-why"))
    for words in (
        "Mirror: 1st meets last",
        "Seats before the mirror 4",
        "Each sees the other in the mirror.",
        "shining of the mirror",
    ):
        assert words.casefold() in page.casefold()


def test_what_a_planted_method_refuses_is_said_in_its_words(planted: Method) -> None:
    fault = PairingError("mirror.too_few", players=3)
    assert in_words(fault) == "Only 3 players stand before the mirror."
    assert criterion_words("shine") == "shining of the mirror"


def test_a_plan_with_a_planted_method_is_checked_and_told(planted: Method) -> None:
    plan = [PlanRow(first=1, last=6, method="mirror")]
    assert plan_sentence(plan) == "rounds 1-6 Mirror"
    (few,) = check_plan(plan, 6, players=3)
    said = "Row 1 of the plan is for 4 players or more; the division has 3."
    assert problem_sentence(few) == said
    (long,) = check_plan(plan, 6, players=5)
    assert problem_sentence(long) == "Row 1 looks longer than 5 players can."
