"""The money of a club at its desk: how it stands, its ledger by month, and the till."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from clubs.kernel.desk.access import in_club
from clubs.kernel.queries.clubs import KnownClub
from clubs.money.desk_pages import COUNTER, OF_CLUB, OF_MEMBER
from clubs.money.fees.till import text_words
from clubs.money.ledger.amounts import month_of
from clubs.money.ledger.export import ledger_csv
from clubs.money.ledger.receipts import receipt_of
from clubs.money.ledger.reports import by_month
from clubs.money.queries.ledgers import MoneyBook, dealers_in, money_book
from clubs.money.queries.payers import payers_found, payers_of
from clubs.money.queries.shown import (
    month_shown,
    overview_shown,
    statement_shown,
    transactions_shown,
)
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads
from desk.access import number_in
from people.models import Player

QUERY_LIMIT = 80
NEWEST = 10


@reads
@in_club(Permission.KEEP_MONEY)
def money_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Shows what the club has, who owes, cards, this month, and what was done last."""
    book = money_book(club.home)
    shown: dict[str, Any] = {**_frame(club), "book": book, "actions": OF_CLUB}
    if book is not None:
        dealers = dealers_in(book.ledger)
        last = sorted(book.ledger.transactions.values(), key=lambda one: -one.number)[:NEWEST]
        shown |= overview_shown(book, dealers, timezone.localdate())
        shown["rows"] = transactions_shown(book, dealers, last)
    return render(request, "clubs/money/money.html", shown)


@reads
@in_club(Permission.KEEP_MONEY)
def ledger_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Shows a month of the ledger, the last one unless the address names another."""
    book = _need_book(club)
    months = [one.month for one in by_month(book.ledger)]
    month = _month(request, months)
    rows = [one for one in book.ledger.transactions.values() if month_of(one.day) == month]
    rows.sort(key=lambda one: (one.day, one.number))
    shown = month_shown(book, month) | {
        "rows": transactions_shown(book, dealers_in(book.ledger), rows),
        "months": [(f"{one:%Y-%m}", one == month) for one in reversed(months)],
    }
    return render(request, "clubs/money/ledger.html", {**_frame(club), **shown})


@reads
@in_club(Permission.KEEP_MONEY)
def till_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Asks who pays, and then for what: two of three steps. The second has their statement."""
    if "player" in request.GET:
        player = get_object_or_404(Player, pk=number_in(request.GET["player"]))
        return render(
            request,
            "clubs/money/till_member.html",
            {**_frame(club), **_member(club, player), "pages": OF_MEMBER},
        )
    typed = " ".join(request.GET.get("q", "")[:QUERY_LIMIT].split())
    payers = payers_found(typed) if typed else payers_of(club.home)
    return render(
        request, "clubs/money/till.html", {**_frame(club), "payers": payers, "query": typed}
    )


@reads
@in_club(Permission.KEEP_MONEY)
def receipt_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Shows a receipt, for the screen and on paper; without a number, the list of them."""
    book = _need_book(club)
    dealers = dealers_in(book.ledger)
    number = request.GET.get("receipt")
    if number is None:
        given = [one for one in book.ledger.transactions.values() if one.receipt is not None]
        rows = transactions_shown(book, dealers, given[::-1])
        listed = {**_frame(club), "rows": rows, "currency": book.ledger.currency}
        return render(request, "clubs/money/receipts.html", listed)
    wanted = number_in(number)
    if not 0 < wanted <= book.ledger.receipts:
        raise Http404(phrase("There is no receipt no. {number}.", number=wanted))
    receipt = receipt_of(book.ledger, wanted, {key: one.name for key, one in dealers.items()})
    receipt = replace(receipt, text=text_words(receipt.text))
    shown = {**_frame(club), "receipt": receipt, "lines": list(receipt.lines(club.name))}
    return render(request, "clubs/money/receipt.html", shown)


@reads
@in_club(Permission.KEEP_MONEY)
def ledger_file(_request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Sends the ledger as CSV."""
    book = _need_book(club)
    handles = {key: one.handle for key, one in dealers_in(book.ledger).items()}
    answer = HttpResponse(ledger_csv(book.ledger, handles), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="ledger-{club.slug}.csv"'
    return answer


def _frame(club: KnownClub) -> dict[str, Any]:
    return {"club": club, "tab": "money", "counter": COUNTER}


def _need_book(club: KnownClub) -> MoneyBook:
    book = money_book(club.home)
    if book is None:
        raise Http404(phrase("This club keeps no money here yet."))
    return book


def _month(request: HttpRequest, months: list[date]) -> date | None:
    asked = request.GET.get("month")
    if asked is None:
        return months[-1] if months else None
    for month in months:
        if f"{month:%Y-%m}" == asked:
            return month
    raise Http404(phrase("Nothing is in the ledger for this month."))


def _member(club: KnownClub, player: Player) -> dict[str, Any]:
    book = money_book(club.home)
    return {"player": player} if book is None else statement_shown(book, player)
