"""Prints the prizes of an event, who wins them and why."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.phrases import listed, phrase
from tournaments.management.arguments import add_event
from tournaments.management.divisions import chosen_divisions
from tournaments.prizes.queries.now import PrizeNow, PrizesNow, prizes_now


class Command(ContractCommand):
    """As the event would end now; `final` says which can no longer change by a result."""

    help = phrase("Prints the prizes of the event SLUG, who wins them and why.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)

    def run(self, **options: Any) -> ConsoleAnswer:
        event, _ = chosen_divisions(options["slug"], None)
        now = prizes_now(event, public=True)
        data = {
            "tournament": event.slug,
            "fund": now.fund,
            "currency": now.terms.currency,
            "prizes": [prize_values(one) for one in now.list],
        }
        return ConsoleAnswer(data=data, text=_text(now))


def prize_values(one: PrizeNow) -> dict[str, Any]:
    """Returns a prize as programs read it."""
    return {
        "prize": one.prize.number,
        "kind": str(one.prize.kind),
        "division": one.prize.division or None,
        "class": one.prize.prize_class or None,
        "place": one.prize.place,
        "amount": one.prize.amount or None,
        "text": one.prize.text,
        "title": str(one.title),
        "winners": [
            {
                "number": winner.number,
                "name": winner.name,
                "amount": winner.amount if one.prize.is_money else None,
                "division": winner.division,
            }
            for winner in one.winners
        ],
        "why": str(one.why),
        "final": one.final,
    }


def _text(now: PrizesNow) -> str:
    lines = []
    for one in now.list:
        names = listed(winner.name for winner in one.winners) if one.winners else "-"
        state = "" if one.final else phrase(" (as it is now)")
        lines.append(f"{one.title}, {one.worth}: {names}{state}\n    {one.why}")
    return "\n".join(lines) or phrase("The event offers no prizes.")
