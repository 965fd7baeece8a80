"""The pages of the desk on which a club's money is kept."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from clubs.kernel.desk.access import in_club
from clubs.kernel.desk.context import club_link
from clubs.kernel.desk.pages import ClubPage
from clubs.kernel.queries.clubs import KnownClub
from clubs.money.fees.till import text_words
from clubs.money.forms.context import MoneyContext
from clubs.money.forms.fees import FeesForm
from clubs.money.forms.payments import CardForm, DuesForm, FeeForm, GuestDuesForm, TabForm
from clubs.money.forms.spending import (
    CloseMonthForm,
    CounterForm,
    ExpenseForm,
    GiveBackForm,
    IncomeForm,
    PayInForm,
    PrizeForm,
)
from clubs.money.ledger.rows import Transaction
from clubs.money.queries.ledgers import MoneyBook, money_book
from clubs.money.queries.payers import KnownPayer, payers_of
from clubs.money.queries.tonight import NightDues, dues_in
from core.phrases import phrase
from core.web.query_values import query
from core.web.view_access import View
from desk.access import number_in
from desk.context import DeskContext
from desk.giving import command_view
from desk.pages import Choice, CommandPage, Link
from people.models import Player

PLAYER, TRANSACTION = "player", "number"
NEWEST = 50


@dataclass(frozen=True)
class MoneyPage(ClubPage):
    """A command about a club's money; `asks` for who pays, or for a transaction."""

    leads_to: str = "club-money"

    def choice(self, where: DeskContext) -> Choice | None:
        assert isinstance(where, MoneyContext)
        if self.asks == PLAYER and where.player is None:
            links = [
                Link(one.name, query(player=one.number)) for one in payers_of(where.the_club.home)
            ]
            return Choice(phrase("Who?"), links)
        if self.asks == TRANSACTION and where.transaction is None:
            return Choice(phrase("Which transaction?"), _transactions(where.book))
        return super().choice(where)


class DuesPage(MoneyPage):
    """Tonight's dues, of one after another: the list says what each owes, and who has paid."""

    def choice(self, where: DeskContext) -> Choice | None:
        assert isinstance(where, MoneyContext)
        if where.player is not None:
            return None
        guest = Link(GUEST.title, club_link(GUEST.path, where.the_club.slug))
        return Choice(phrase("Who?"), [*_owing(where), guest])


def _owing(where: MoneyContext) -> list[Link]:
    payers = payers_of(where.the_club.home)
    if where.book is None:
        return []
    dues = dues_in(where.book, timezone.localdate(), [one.key for one in payers])
    return [Link(_due_words(dues, one), query(player=one.number)) for one in payers]


def _due_words(dues: NightDues, payer: KnownPayer) -> str:
    one = dues.players[payer.key]
    if one.taken is not None:
        return phrase("{name}: taken tonight", name=one.name)
    if one.due.nights:
        return phrase("{name}: a night of the card", name=one.name)
    return phrase("{name}: {amount}", name=one.name, amount=dues.words(one.due.amount))


def _transactions(book: MoneyBook | None) -> list[Link]:
    if book is None:
        return []
    ledger = book.ledger
    rows = (
        one
        for one in reversed(list(ledger.transactions.values()))
        if one.counters is None and one.number not in ledger.countered
    )
    return [
        Link(f"{one.number}. {text_words(one.text)} ({one.day})", query(number=one.number))
        for one, _ in zip(rows, range(NEWEST), strict=False)
    ]


def of_money(page: MoneyPage) -> View:
    """Returns the view of one command about a club's money."""
    return command_view(page, in_club(page.command.permission), _find)


def _find(request: HttpRequest, page: CommandPage, club: KnownClub) -> MoneyContext:
    """Returns the context of a page about money. Raises Http404 for what is not there."""
    book = money_book(club.home)
    player = None
    if page.asks == PLAYER and "player" in request.GET:
        player = get_object_or_404(Player, pk=number_in(request.GET["player"]))
    return MoneyContext(
        request.user.get_username(),
        club=club,
        book=book,
        player=player,
        transaction=_transaction(request, page, book),
    )


def _transaction(
    request: HttpRequest, page: CommandPage, book: MoneyBook | None
) -> Transaction | None:
    if page.asks != TRANSACTION or "number" not in request.GET or book is None:
        return None
    found = book.ledger.transactions.get(number_in(request.GET["number"]))
    if found is None:
        raise Http404(phrase("There is no such transaction."))
    return found


_KEPT = phrase("Nothing in the ledger is changed or deleted: a mistake is taken back.")

# Whoever takes dues at the door goes on to the next one, and may see nothing else of the money.
DUES = DuesPage(
    "club-dues",
    DuesForm,
    phrase("Take tonight’s dues"),
    "",
    asks=PLAYER,
    leads_to="club-dues",
)
GUEST = MoneyPage(
    "club-guest-dues",
    GuestDuesForm,
    phrase("Take a guest’s dues"),
    phrase("A guest has no tab: what is due is paid at once."),
    leads_to="club-dues",
)
FEE = MoneyPage("club-fee", FeeForm, phrase("Take a fee"), "", asks=PLAYER)
CARD = MoneyPage("club-card", CardForm, phrase("Sell a card"), "", asks=PLAYER)
TAB = MoneyPage("club-tab", TabForm, phrase("Take a payment on the tab"), "", asks=PLAYER)
GIVE_BACK = MoneyPage("club-give-back", GiveBackForm, phrase("Give money back"), "", asks=PLAYER)
PRIZE = MoneyPage("club-prize", PrizeForm, phrase("Pay a prize"), "", asks=PLAYER)
OF_MEMBER = (DUES, TAB, CARD, FEE, PRIZE, GIVE_BACK)
"""What can be done with one person at the till, the most frequent first."""

EXPENSE = MoneyPage("club-expense", ExpenseForm, phrase("Record an expense"), _KEPT)
INCOME = MoneyPage("club-income", IncomeForm, phrase("Record income"), _KEPT)
PAY_IN = MoneyPage("club-pay-in", PayInForm, phrase("Pay in at the bank"), "")
COUNTER = MoneyPage(
    "club-counter-entry",
    CounterForm,
    phrase("Take a transaction back"),
    phrase("A counter-entry takes back all of it, in a month that is open. Both stay."),
    asks=TRANSACTION,
)
CLOSE = MoneyPage(
    "club-close-month",
    CloseMonthForm,
    phrase("Close a month"),
    phrase("Nothing more is posted into it, or into a month before it. This stays so."),
)
FEES = MoneyPage("club-fees", FeesForm, phrase("Fees"), phrase("What the club takes."))
OF_CLUB = (GUEST, EXPENSE, INCOME, PAY_IN, CLOSE, FEES)

PAGES: tuple[MoneyPage, ...] = (*OF_MEMBER, *OF_CLUB, COUNTER)
