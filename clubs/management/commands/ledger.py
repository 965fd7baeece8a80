"""Prints how a club's money stands, by account."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from clubs.kernel.commands.base import find_club
from clubs.money.ledger.amounts import amount_words
from clubs.money.ledger.reports import balances
from clubs.money.queries.ledgers import money_book
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase, phrase_count


class Command(ContractCommand):
    """Reads the ledger and changes nothing."""

    help = phrase(
        "Prints the ledger of CLUB: how many transactions it has, what the club has in cash and at "
        "the bank, and the balance of every account; with --json in minor units, debits positive."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club", help=phrase("the short name of the club"))

    def run(self, **options: Any) -> ConsoleAnswer:
        slug = options["club"]
        book = money_book(find_club(slug))
        if book is None:
            raise UserError(
                phrase("The club {slug} keeps no money here yet.", slug=slug),
                code="money.no_fees",
                field="club",
            )
        ledger = book.ledger
        accounts = {account.code: amount for account, amount in balances(ledger).items()}
        entries = len(ledger.transactions)
        said = phrase_count(
            "{club}: {count} transaction, {balance} in cash and at the bank",
            "{club}: {count} transactions, {balance} in cash and at the bank",
            entries,
            club=slug,
            balance=amount_words(ledger.balance, ledger.currency),
        )
        lines = [f"  {code}: {amount_words(a, ledger.currency)}" for code, a in accounts.items()]
        return ConsoleAnswer(
            {"club": slug, "entries": entries, "balance": ledger.balance, "accounts": accounts},
            "\n".join([str(said), *lines]),
        )
