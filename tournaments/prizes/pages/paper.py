"""The prizes on paper: the list to be signed, receipts to be handed out, certificates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from core.money import amount_words
from core.phrases import listed, numeral, phrase
from core.web.frame import Context
from core.wording import moment, whole_day
from tournaments.kernel.queries.standings_and_starts import complete_rounds
from tournaments.models import Tournament
from tournaments.prizes.queries.books import MoneyLine, books_of
from tournaments.prizes.queries.now import PrizesNow, prizes_now
from tournaments.prizing.books import Money


@dataclass(frozen=True, slots=True)
class PrizePaper:
    """A document about prizes: its name, what it is for, its template and what that shows.

    `back_to` is the page of the desk from which it is printed.
    """

    key: str
    title: str
    purpose: str
    template: str
    part: Callable[[PrizesNow], Context]
    back_to: str
    sheet: str = "page"


def prize_sheets(event: Tournament, document: PrizePaper) -> list[Context]:
    """Returns the sheets of a document about prizes, as they are won with the results now.

    While games can still change who wins what, they say as of which round they are.
    """
    now, at = prizes_now(event), moment(timezone.now())
    part = {
        "event": event.name,
        "facts": [fact for fact in (event.when, event.place) if fact],
        "heading": document.title,
        "at": at,
        "as_of": as_of(now),
        "footer": f"{event.name} · {document.title} · {at}",
        "empty": "",
        "id": 1,
    }
    parts = [part | document.part(now)]
    return [{"document": document, "label": document.title, "parts": parts}]


def as_of(now: PrizesNow, division: str = "") -> str:
    """Returns that prizes of a division are not final, and as of which round; empty once they are.

    Without a division it is of all of them: "Not final: as of round 1 of 7".
    """
    open_ones = [
        sheet
        for sheet in now.sheets
        if sheet.division.name not in now.finished and division in ("", sheet.division.name)
    ]
    if not open_ones:
        return ""
    said = [
        phrase(
            "round {round} of {rounds}",
            round=complete_rounds(sheet),
            rounds=sheet.division.planned_rounds,
        )
        for sheet in open_ones
    ]
    if len(now.sheets) > 1 and not division:
        said = [
            phrase("division {division}, {rounds}", division=sheet.division.name, rounds=rounds)
            for sheet, rounds in zip(open_ones, said, strict=True)
        ]
    return phrase("Not final: as of {rounds}", rounds=listed(said))


def _list(now: PrizesNow) -> Context:
    lines = [
        (
            one,
            who,
            numeral(amount_words(who.amount, now.terms.currency)) if who.amount else one.worth,
        )
        for one in now.list
        for who in one.winners
    ]
    return {"lines": lines, "unwon": [one for one in now.list if not one.winners]}


def _receipts(now: PrizesNow) -> Context:
    paid = [one for one in books_of(now).receipts if one.kind is Money.PRIZE]
    return {"receipts": [_receipt(one, now.terms.currency) for one in paid]}


def _certificates(now: PrizesNow) -> Context:
    return {
        "certificates": [
            (one, who, "" if one.final else as_of(now, one.prize.division))
            for one in now.list
            for who in one.winners
        ]
    }


def _receipt(one: MoneyLine, currency: str) -> dict[str, Any]:
    return {
        "number": one.number,
        "name": one.name,
        "text": one.text,
        "at": whole_day(timezone.localtime(one.at)),
        "amount": numeral(amount_words(one.amount, currency)),
        "withheld": numeral(amount_words(one.withheld, currency)) if one.withheld else "",
        "paid": numeral(amount_words(one.amount - one.withheld, currency)),
    }


PRIZE_PAPERS = {
    one.key: one
    for one in (
        PrizePaper(
            "prize-list",
            phrase("Prize list"),
            phrase("Every prize with its winner, and a line on which the winner signs for it."),
            "tournaments/prizes/paper_list.html",
            _list,
            "prizes",
        ),
        PrizePaper(
            "prize-receipts",
            phrase("Receipts of prizes"),
            phrase("One for each prize that was paid, for the winner to sign."),
            "tournaments/prizes/paper_receipts.html",
            _receipts,
            "event-money",
        ),
        PrizePaper(
            "certificates",
            phrase("Certificates"),
            phrase("A sheet for every winner of every prize."),
            "tournaments/prizes/paper_certificates.html",
            _certificates,
            "prizes",
        ),
    )
}
"""What is printed of the prizes of an event, by the key that a program gives."""
