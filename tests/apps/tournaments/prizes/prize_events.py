"""Events with prizes, made by commands as the desk makes them."""

from __future__ import annotations

from typing import Any

from core.journal.command import Command
from tests.apps.tournaments.desk_events import SLUG, enter, give, new_event, publish
from tests.builders.grounds import built_once
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.models import EventPrize, Tournament
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizes.commands.terms import SetPrizeTerms
from tournaments.prizes.queries.now import PrizesNow, prizes_now
from tournaments.prizing.records import PrizeKind


def terms(**more: Any) -> SetPrizeTerms:
    """Return the terms of an event that pays in euros from a fund of 100."""
    return SetPrizeTerms(**{"event": SLUG, "currency": "EUR", "fund": 10_000, **more})


def offer(*lines: PrizeLine) -> AddPrizes:
    """Return the command that offers these prizes."""
    return AddPrizes(event=SLUG, prizes=lines)


def place(number: int, amount: int = 0, **more: Any) -> PrizeLine:
    """Return the prize of a place in division A."""
    line: dict[str, Any] = {"kind": PrizeKind.PLACE, "division": "A", "place": number}
    return PrizeLine(**line | {"amount": amount} | more)


def special(kind: PrizeKind, **more: Any) -> PrizeLine:
    """Return a prize over all that is no place."""
    return PrizeLine(kind=kind, **more)


@built_once
def with_prizes(*, played: bool = True) -> Tournament:
    """Make an event of four, its round 1 played, with a fund of 100 euros and four prizes.

    Ada beat Bea 400 to 300, Cem beat Dov 420 to 350. Bea and Dov are of class B.
    """
    new_event()
    for number in (2, 4):
        give(ChangeEntry(event=SLUG, division="A", entry=number, prize_class="B"))
    if played:
        publish(1, (1, 2), (3, 4))
        enter(1, 1, 400, 300)
        enter(1, 3, 420, 350)
    give(terms())
    give(
        offer(
            place(1, 5_000),
            place(2, 3_000),
            special(PrizeKind.CLASS, division="A", prize_class="B", amount=1_500),
            special(PrizeKind.HIGH_WIN, text="Certificate"),
        )
    )
    return Tournament.objects.get(slug=SLUG)


def now() -> PrizesNow:
    """Return the prizes of the event as they are now."""
    return prizes_now(Tournament.objects.get(slug=SLUG))


def won() -> list[dict[str, int]]:
    """Return for every prize what each winner gets of it, by name."""
    return [{one.name: one.amount for one in prize.winners} for prize in now().list]


def rows() -> list[EventPrize]:
    """Return the prizes in the order of the list."""
    return list(EventPrize.objects.order_by("position"))


def gives(command: Command, **more: Any) -> None:
    """Give a command as the console does, with a reason."""
    give(command, reason="as it was", **more)
