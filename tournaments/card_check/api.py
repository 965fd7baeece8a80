"""The check of players' cards for programs."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, One, register_api
from core.roles.table import Permission
from tournaments.card_check.queries import ground_of, last_with_results
from tournaments.detective.finding import differences, suspicions
from tournaments.detective.slips import CardDifference, CardSlip, Suspicion
from tournaments.detective.typed import read_cards
from tournaments.kernel.api_addresses import DIVISION, event_stream
from tournaments.kernel.queries.play import division_of_event
from tournaments.kernel.queries.sheet import load_sheet


@dataclass(frozen=True, slots=True)
class CardsWanted:
    """What cards say after a round: `cards` has one on a line, as in `7 5-2 +233` or `7 +233`.

    Without `after` it is the last round with a result.
    """

    cards: str = ""
    after: int = 0


@dataclass(frozen=True, slots=True)
class ComparedCard:
    """By how much a card is above what was entered; both 0 where they agree."""

    entry: int
    spread: int
    wins: float


@dataclass(frozen=True, slots=True)
class ComparedSlip:
    """A slip: a board of a round, two entries, and their scores."""

    round: int
    board: int
    first: int
    second: int
    first_score: int
    second_score: int


@dataclass(frozen=True, slots=True)
class SuspectedFault:
    """A fault that would explain the cards of these entries, and the slips with what is right.

    Where `right` is empty, `spread` is what the slip should come to for its first entry.
    """

    fault: str
    explains: list[int]
    slips: list[ComparedSlip]
    right: list[ComparedSlip]
    spread: int | None


@dataclass(frozen=True, slots=True)
class CardsChecked:
    """The cards compared after a round, and what would explain them, the likeliest first."""

    after: int
    cards: list[ComparedCard]
    suspicions: list[SuspectedFault]


def _checked(asked: Asked) -> CardsChecked:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    wanted: CardsWanted = asked.query
    sheet = load_sheet(division)
    last = last_with_results(sheet)
    after = wanted.after if 1 <= wanted.after <= last else last
    cards = read_cards(wanted.cards, sheet.entries.keys(), after)
    ground = ground_of(sheet)
    return CardsChecked(
        after,
        [_card(one) for one in differences(ground.slips, ground.granted, cards, ground.caps)],
        [_suspicion(one) for one in suspicions(ground.slips, ground.granted, cards, ground.caps)],
    )


def _card(one: CardDifference) -> ComparedCard:
    return ComparedCard(one.card.entry, one.spread, one.half_wins / 2)


def _suspicion(one: Suspicion) -> SuspectedFault:
    return SuspectedFault(
        fault=one.fault.value,
        explains=sorted(card.entry for card in one.explains),
        slips=[_slip(slip) for slip in one.slips],
        right=[_slip(slip) for slip in one.right],
        spread=one.spread,
    )


def _slip(slip: CardSlip) -> ComparedSlip:
    return ComparedSlip(
        slip.round, slip.board, slip.first, slip.second, slip.first_score, slip.second_score
    )


register_api(
    "results",
    One(
        path=f"{DIVISION}/cards",
        name="cards_check",
        says="Compares players' cards with the totals, and finds slips that explain a difference.",
        shape=CardsChecked,
        find=_checked,
        query=CardsWanted,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
)
