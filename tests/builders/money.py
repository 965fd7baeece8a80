"""A club that keeps its money here, for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from clubs.kernel.queries.clubs import KnownClub
from clubs.money.commands.books import SetFees
from clubs.money.commands.payments import TakeDues
from clubs.money.ledger.reports import balances
from clubs.money.queries.ledgers import MoneyBook, money_book
from core.actors import CONSOLE
from core.journal.command import Command
from core.journal.execute import Done, execute
from people.commands import AddPlayer
from tests.builders.clubs import found
from tests.builders.grounds import built_once

IN_MAY = datetime(2026, 5, 14, 20, tzinfo=UTC)
IN_JULY = datetime(2026, 7, 2, 20, tzinfo=UTC)
MEMBERS = {"ann": "Ann Lee", "bob": "Bob Day", "cy": "Cy Fox"}


@built_once
def club_with_fees(slug: str = "hill", *, owner: str = "") -> KnownClub:
    """Founds a club with three members that takes 6.00 EUR a night, of guests 8.00."""
    club = found(slug, owner=owner)
    say_fees(slug)
    for key, name in MEMBERS.items():
        given, _, family = name.partition(" ")
        execute(AddPlayer(key=key, given_name=given, family_name=family, club=slug), actor=CONSOLE)
    return club


def say_fees(slug: str) -> None:
    """Has a club take 6.00 EUR a night, of guests 8.00, and 1.00 of each go to the prizes."""
    at_till(
        SetFees(
            club=slug,
            currency="EUR",
            nightly=600,
            guest=800,
            to_prizes=100,
            season=6000,
            card_price=5000,
            card_nights=10,
        )
    )


def fees_and_a_payment(slug: str) -> None:
    """Has a club that is there keep its money, with one payment of a member and its receipt."""
    say_fees(slug)
    execute(
        AddPlayer(key="zephyrine", given_name="Theodora", family_name="Zephyrine"), actor=CONSOLE
    )
    at_till(TakeDues(club=slug, member="zephyrine"))


def at_till(command: Command, *, at: datetime = IN_MAY, **more: Any) -> Done:
    """Gives a command about money on a day of its own."""
    return execute(command, actor=CONSOLE, at=at, **more)


def book_of(club: KnownClub) -> MoneyBook:
    """Returns the ledger of a club, read from its rows."""
    book = money_book(club.home)
    assert book is not None
    return book


def sums_of(club: KnownClub) -> dict[str, int]:
    """Returns the balances of a club's accounts by code, without those that have none."""
    sums = balances(book_of(club).ledger)
    return {account.code: amount for account, amount in sums.items() if amount}
