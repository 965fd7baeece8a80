"""The pages of an event's prizes and money at the desk."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from core.money import amount_words
from core.phrases import listed, phrase
from core.roles.table import Permission
from core.web.view_access import View, reads, writes
from desk.giving import give_at
from desk.pages import CommandPage
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.models import Tournament
from tournaments.prizes.desk_pages import LIST_PAGES, MONEY_PAGES, PRIZE_PAGES
from tournaments.prizes.queries.books import books_of
from tournaments.prizes.queries.contenders import contenders_of, is_not_counted
from tournaments.prizes.queries.now import PrizeNow, PrizesNow, prizes_now
from tournaments.prizes.wording.money import MONEY, PLACE_WORDS
from tournaments.prizes.wording.open_prizes import still_open
from tournaments.prizes.wording.titles import ONE_MONEY, THING_TIES
from tournaments.prizing.books import Statement
from tournaments.prizing.records import BY_HAND, OneMoney, PrizeKind, ThingTies

NAMED = 8
"""How many who can still win a prize are named; the rest are counted."""


class PrizeRow(NamedTuple):
    """A prize of the page; `contenders` are who can still win it, `can` the commands on it.

    `leads` says what leads where whoever has a game left can pass it.
    """

    line: int
    now: PrizeNow
    winners: tuple[tuple[str, str], ...]
    contenders: str
    certain: bool
    leads: str
    can: tuple[tuple[str, str], ...]


@reads
@in_event(Permission.VIEW)
def prizes_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the prizes of an event, and who wins them if it ended now."""
    now = prizes_now(event)
    context = {
        "event": event,
        "tab": "event",
        "now": now,
        "lines": _lines(now),
        "terms": _terms(now),
        "is_over": len(now.finished) == len(now.sheets),
        "over_fund": _over_fund(now),
        "unwon": sum(1 for one in now.list if not one.winners),
        "pages": [(page.title, desk_link(page.path, event.slug)) for page in LIST_PAGES],
    }
    return render(request, "tournaments/prizes/prizes.html", context)


@reads
@in_event(Permission.VIEW)
def money_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the money of an event: fees, prizes due, receipts, and that it balances."""
    now = prizes_now(event)
    books, currency = books_of(now), now.terms.currency

    def words(amount: int) -> str:
        return amount_words(amount, currency) if currency else str(amount)

    context = {
        "event": event,
        "tab": "event",
        "currency": currency,
        "books": books,
        "fund": None if now.fund is None else words(now.fund),
        "sums": [(label, words(amount)) for label, amount in _sums(books.statement)],
        "owing": [(one, words(one.fee - one.paid)) for one in books.payers if one.fee > one.paid],
        "due": [(one, words(one.due), words(one.tax)) for one in books.payees if one.due],
        "receipts": [
            (one, MONEY[one.kind], words(one.amount), PLACE_WORDS[one.place])
            for one in books.receipts
        ],
        "pages": [(page.title, desk_link(page.path, event.slug)) for page in MONEY_PAGES],
    }
    return render(request, "tournaments/prizes/money.html", context)


def prize_view(page: CommandPage) -> View:
    """Returns the view of a command on one prize."""

    @writes(page.command)
    @in_event(page.command.permission)
    def view(request: HttpRequest, event: Tournament, number: int) -> HttpResponseBase:
        prize = event.prizes.select_related("division", "target").filter(number=number).first()
        if prize is None:
            raise Http404(phrase("There is no prize {number}.", number=number))
        where = EventContext(request.user.get_username(), event=event, prize=prize)
        return give_at(request, page, where)

    return view


def _lines(now: PrizesNow) -> list[PrizeRow]:
    contenders = contenders_of(now)
    rows = []
    for line, one in enumerate(now.list, 1):
        able = contenders.get(one.prize.number)
        rows.append(
            PrizeRow(
                line=line,
                now=one,
                winners=_winners(now, one),
                contenders=_named(now, able.keys) if able else "",
                certain=able is not None and able.certain,
                leads=_leads(now, one),
                can=_can(now, one),
            )
        )
    return rows


def _leads(now: PrizesNow, one: PrizeNow) -> str:
    """Returns what leads and who can pass it, or that this is not worked out; empty once final."""
    if one.final:
        return ""
    if is_not_counted(now, one):
        return phrase(
            "Who can still win it is not worked out: whoever wins a more valuable prize is passed"
            " over here."
        )
    return still_open(one.award, _ratings(now, one))


def _ratings(now: PrizesNow, one: PrizeNow) -> list[int]:
    """Returns the ratings of everybody who is still in a division that a prize is for."""
    return [
        entry.rating
        for division, entry in now.people.values()
        if one.prize.division in ("", division) and division not in now.finished
        if not entry.has_left
    ]


def _winners(now: PrizesNow, one: PrizeNow) -> tuple[tuple[str, str], ...]:
    currency = now.terms.currency
    several = len(now.sheets) > 1 and not one.prize.division
    return tuple(
        (
            f"{won.division} #{won.number} {won.name}" if several else f"#{won.number} {won.name}",
            amount_words(won.amount, currency) if len(one.winners) > 1 and won.amount else "",
        )
        for won in one.winners
    )


def _named(now: PrizesNow, keys: tuple[int, ...]) -> str:
    names = [now.names[key] for key in keys[:NAMED]]
    if len(keys) > NAMED:
        names.append(phrase("{count} more", count=len(keys) - NAMED))
    return listed(names)


def _can(now: PrizesNow, one: PrizeNow) -> tuple[tuple[str, str], ...]:
    if now.event.closed:
        return ()
    shown = {"change-prize", "move-prize", "remove-prize"}
    shown |= {"name-winners"} if one.prize.kind in BY_HAND else set()
    shown |= {"draw-prize"} if one.prize.kind is PrizeKind.DOOR else set()
    return tuple(
        (page.title, desk_link_of(now.event, page, one.prize.number))
        for page in PRIZE_PAGES
        if page.path in shown
    )


def desk_link_of(event: Tournament, page: CommandPage, number: int) -> str:
    """Returns the address of a command on a prize."""
    return f"{desk_link('prizes', event.slug)}{number}/{page.path}/"


def _terms(now: PrizesNow) -> list[tuple[str, str]]:
    terms, currency = now.terms, now.terms.currency
    said = [
        (phrase("What one player can win"), ONE_MONEY[OneMoney(terms.one_money)]),
        (phrase("Things for which several are tied"), THING_TIES[ThingTies(terms.thing_ties)]),
    ]
    if currency:
        fund = phrase("not said") if now.fund is None else amount_words(now.fund, currency)
        said.insert(0, (phrase("Prize fund"), fund))
        said.insert(1, (phrase("Prizes in money"), amount_words(now.total, currency)))
    if terms.excluded:
        names = [now.names[key] for key in terms.excluded if key in now.names]
        said.append((phrase("No prizes for"), listed(names) if names else ""))
    return said


def _over_fund(now: PrizesNow) -> str:
    if now.fund is None or now.total <= now.fund:
        return ""
    return phrase(
        "The prizes come to {total}, and the fund is {fund} so far.",
        total=amount_words(now.total, now.terms.currency),
        fund=amount_words(now.fund, now.terms.currency),
    )


def _sums(books: Statement) -> list[tuple[str, int]]:
    return [
        (phrase("Entry fees paid"), books.fees),
        (phrase("Entry fees still owed"), books.fees_due),
        (phrase("Money added"), books.added),
        (phrase("Expenses"), books.expenses),
        (phrase("Prizes paid"), books.prizes),
        (phrase("Prizes to be paid"), books.prizes_due),
        (phrase("Tax kept back, to be handed on"), books.withheld),
        (phrase("In the cash"), books.cash),
        (phrase("In the bank"), books.bank),
        (phrase("Left when everything is paid"), books.left),
    ]
