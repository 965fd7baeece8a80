"""The prizes on paper: the list to be signed, receipts to be handed out, certificates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from core.money import amount_words
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads
from core.wording import moment
from desk.paper_size import chosen_size, keep_size
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.models import Tournament
from tournaments.prizes.queries.books import MoneyLine, books_of
from tournaments.prizes.queries.now import PrizesNow, prizes_now
from tournaments.prizing.books import Money


@dataclass(frozen=True, slots=True)
class PrizePaper:
    """A document about prizes: its name, what it is for, and its template."""

    title: str
    purpose: str
    template: str
    sheet: str = "page"


PRIZE_LIST = PrizePaper(
    phrase("Prize list"),
    phrase("Every prize with its winner, and a line on which the winner signs for it."),
    "tournaments/prizes/paper_list.html",
)
RECEIPTS = PrizePaper(
    phrase("Receipts of prizes"),
    phrase("One for each prize that was paid, for the winner to sign."),
    "tournaments/prizes/paper_receipts.html",
)
CERTIFICATES = PrizePaper(
    phrase("Certificates"),
    phrase("A sheet for every winner of every prize."),
    "tournaments/prizes/paper_certificates.html",
)

PRIZE_PAPERS = (
    ("desk-prize-list", PRIZE_LIST),
    ("desk-prize-receipts", RECEIPTS),
    ("desk-certificates", CERTIFICATES),
)
"""What is printed of the prizes of an event: the name of the address, and the document."""


@reads
@in_event(Permission.VIEW)
def print_prize_list(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the prize list as it will look on paper."""
    now = prizes_now(event)
    lines = [
        (one, who, amount_words(who.amount, now.terms.currency) if who.amount else one.worth)
        for one in now.list
        for who in one.winners
    ]
    unwon = [one for one in now.list if not one.winners]
    part = {"lines": lines, "unwon": unwon, "is_over": _is_over(now)}
    return _paper(request, now, PRIZE_LIST, "prizes", part)


@reads
@in_event(Permission.VIEW)
def print_receipts(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the receipts of the prizes that were paid as they will look on paper."""
    now = prizes_now(event)
    paid = [one for one in books_of(now).receipts if one.kind is Money.PRIZE]
    part = {"receipts": [_receipt(one, now.terms.currency) for one in paid]}
    return _paper(request, now, RECEIPTS, "event-money", part)


@reads
@in_event(Permission.VIEW)
def print_certificates(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows a certificate for every winner as it will look on paper."""
    now = prizes_now(event)
    part = {"certificates": [(one, who) for one in now.list for who in one.winners]}
    return _paper(request, now, CERTIFICATES, "prizes", part)


def _receipt(one: MoneyLine, currency: str) -> dict[str, Any]:
    return {
        "number": one.number,
        "name": one.name,
        "text": one.text,
        "at": one.at,
        "amount": amount_words(one.amount, currency),
        "withheld": amount_words(one.withheld, currency) if one.withheld else "",
        "paid": amount_words(one.amount - one.withheld, currency),
    }


def _paper(
    request: HttpRequest, now: PrizesNow, document: PrizePaper, back: str, part: dict[str, Any]
) -> HttpResponse:
    event, at = now.event, moment(timezone.now())
    said = {
        "event": event.name,
        "facts": [fact for fact in (event.when, event.place) if fact],
        "heading": document.title,
        "at": at,
        "footer": f"{event.name} · {document.title} · {at}",
        "empty": "",
        "id": 1,
    }
    sheets = {"document": document, "label": document.title, "parts": [said | part]}
    context = {
        "event": event,
        "document": document,
        "size": chosen_size(request),
        "sheets": [sheets],
        "back": desk_link(back, event.slug),
    }
    return keep_size(request, render(request, "tournaments/prizes/paper.html", context))


def _is_over(now: PrizesNow) -> bool:
    return len(now.finished) == len(now.sheets)
