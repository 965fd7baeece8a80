"""The accounts of a club's ledger: what it has, owes, takes and spends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from clubs.money.ledger.errors import MoneyError
from core.phrases import phrase


class Side(StrEnum):
    """What an account is for; it decides on which side of the trial balance it usually is."""

    ASSET = "asset"
    LIABILITY = "liability"
    INCOME = "income"
    EXPENSE = "expense"
    EQUITY = "equity"


@dataclass(frozen=True, slots=True, order=True)
class LedgerAccount:
    """One account. `member` is the key of a player, of tabs and cards only."""

    side: Side
    name: str
    member: str = ""

    @property
    def code(self) -> str:
        """The account as files and the command line name it, such as `tab:ann-lee`."""
        if self.side in (Side.INCOME, Side.EXPENSE):
            return f"{self.side}:{self.name}"
        return f"{self.name}:{self.member}" if self.member else self.name


CASH: Final = LedgerAccount(Side.ASSET, "cash")
BANK: Final = LedgerAccount(Side.ASSET, "bank")
PRIZES: Final = LedgerAccount(Side.LIABILITY, "prizes")
OPENING: Final = LedgerAccount(Side.EQUITY, "opening")
INCOME: Final = {
    "nights": phrase("Nightly fees"),
    "season": phrase("Season fees"),
    "membership": phrase("Memberships"),
    "donations": phrase("Donations"),
    "other": phrase("Other income"),
}
EXPENSES: Final = {
    "rent": phrase("Rent"),
    "equipment": phrase("Equipment"),
    "listing": phrase("Listing with the association"),
    "refreshments": phrase("Refreshments"),
    "other": phrase("Other expenses"),
}
_WORDS: Final = {
    CASH: phrase("Cash"),
    BANK: phrase("Bank"),
    PRIZES: phrase("Prize pool"),
    OPENING: phrase("Opening balance"),
}
MONEY: Final = (CASH, BANK)
"""Where money is; everything else says whose it is, or what it was for."""


def tab(member: str) -> LedgerAccount:
    """Returns the tab of a member: what they owe the club, or have paid in advance if negative."""
    return LedgerAccount(Side.ASSET, "tab", member)


def card(member: str) -> LedgerAccount:
    """Returns the prepaid card of a member, which the club owes them in nights."""
    return LedgerAccount(Side.LIABILITY, "card", member)


def income(kind: str) -> LedgerAccount:
    """Returns the account of a kind of income.

    Raises MoneyError `money.account` for a kind that does not exist.
    """
    return _of_kind(Side.INCOME, kind, INCOME)


def expense(kind: str) -> LedgerAccount:
    """Returns the account of a kind of expense.

    Raises MoneyError `money.account` for a kind that does not exist.
    """
    return _of_kind(Side.EXPENSE, kind, EXPENSES)


@lru_cache(maxsize=2_000)
def account_of(code: str) -> LedgerAccount:
    """Returns the account that has this code; a ledger asks thousands of times for the same ones.

    Raises MoneyError `money.account` for a code of none.
    """
    name, _, rest = code.partition(":")
    if name in ("tab", "card") and rest:
        return tab(rest) if name == "tab" else card(rest)
    if name == Side.INCOME:
        return income(rest)
    if name == Side.EXPENSE:
        return expense(rest)
    found = [account for account in _WORDS if account.code == code]
    if not found:
        raise _unknown(code)
    return found[0]


def account_words(account: LedgerAccount, names: dict[str, str]) -> str:
    """Returns the account as a page names it; `names` has the members' names by their keys."""
    who = names.get(account.member, account.member)
    if account.name == "tab":
        return phrase("Tab of {name}", name=who)
    if account.name == "card":
        return phrase("Card of {name}", name=who)
    if account.side is Side.INCOME:
        return INCOME[account.name]
    if account.side is Side.EXPENSE:
        return EXPENSES[account.name]
    return _WORDS[account]


def _of_kind(side: Side, kind: str, kinds: dict[str, str]) -> LedgerAccount:
    if kind not in kinds:
        raise _unknown(f"{side}:{kind}")
    return LedgerAccount(side, kind)


def _unknown(code: str) -> MoneyError:
    return MoneyError(
        phrase("{code!r} is not an account of a club's ledger.", code=code[:40]),
        code="money.account",
        field="account",
    )
