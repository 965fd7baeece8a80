"""The money of a club that lives through its years, and what it must come to.

What a treasurer holds in their hand is added up beside the ledger, by rules of its own: 6.00 a
night, 8.00 of guests, 1.00 of each to the prizes, cards of five nights, a season's fee.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

from clubs.money.commands.books import CloseMonth, CounterEntry
from clubs.money.commands.payments import SellCard, SettleTab, TakeDues, TakeFee
from clubs.money.commands.posting import MoneyCommand
from clubs.money.commands.spending import PayIn, PayPrize, RecordExpense
from tests.builders.club_years import PlannedNight
from tests.builders.money import at_till

USUAL, GUEST, TO_PRIZES = 600, 800, 100
CARD, CARD_NIGHTS = 2600, 5
SEASON, SEASON_DAYS = 6000, 120
RENT, PRIZE = 2500, 300


@dataclass
class LivedMoney:
    """What a club has taken and paid: `sums` by account, debits positive."""

    club: str
    dice: Random
    sums: Counter[str] = field(default_factory=Counter)
    cards: dict[str, tuple[int, int]] = field(default_factory=dict)
    paid_until: dict[str, date] = field(default_factory=dict)
    months: set[date] = field(default_factory=set)

    def night(self, night: PlannedNight) -> None:
        """Takes the dues of a night, sells, settles, pays the hall, and closes the month before."""
        day = night.held_on
        month = day.replace(day=1)
        if self.months and month not in self.months:
            self._month_over(day, night.here[0])
        self.months.add(month)
        for player in night.here:
            self._of_player(player, day)
        if night.has_guest:
            self._give(day, TakeDues(club=self.club, guest="Gus Guest"))
            self._took("cash", GUEST, nights=GUEST)
        if self.dice.random() < 0.2:
            self._taken_back(night.here[0], day)

    def _of_player(self, player: str, day: date) -> None:
        kind = self.dice.random()
        if kind < 0.12 and player not in self.cards:
            sale = SellCard(club=self.club, member=player, amount=CARD, nights=CARD_NIGHTS)
            self._give(day, sale)
            self.cards[player] = (CARD_NIGHTS, CARD)
            self.sums.update({"cash": CARD, f"card:{player}": -CARD})
        elif 0.12 < kind < 0.15 and self.paid_until.get(player, date.min) < day:
            until = day + timedelta(days=SEASON_DAYS)
            who: dict[str, Any] = {"club": self.club, "member": player}
            fee = TakeFee(
                **who, kind="season", amount=SEASON, paid=SEASON, until=until, into="bank"
            )
            self._give(day, fee)
            self.paid_until[player] = until
            self.sums.update({"bank": SEASON, "income:season": -SEASON})
        self._dues(player, day, on_tab=0.15 < kind < 0.25)
        owed = self.sums[f"tab:{player}"]
        if owed and kind > 0.6:
            self._give(day, SettleTab(club=self.club, member=player, amount=owed))
            self.sums.update({"cash": owed, f"tab:{player}": -owed})

    def _dues(self, player: str, day: date, *, on_tab: bool) -> None:
        if self.paid_until.get(player, date.min) >= day:
            return
        if player in self.cards:
            self._give(day, TakeDues(club=self.club, member=player))
            left, worth = self.cards.pop(player)
            used = worth - worth * (left - 1) // left
            self.sums.update({"income:nights": -used, f"card:{player}": used})
            if left > 1:
                self.cards[player] = (left - 1, worth - used)
            return
        self._give(day, TakeDues(club=self.club, member=player, paid=0 if on_tab else None))
        self._took("cash", 0 if on_tab else USUAL, nights=USUAL)
        self.sums[f"tab:{player}"] += USUAL if on_tab else 0

    def _took(self, where: str, paid: int, *, nights: int) -> None:
        self.sums.update({where: paid, "income:nights": TO_PRIZES - nights, "prizes": -TO_PRIZES})

    def _taken_back(self, player: str, day: date) -> None:
        """Sells a card by mistake, and takes that back."""
        sale = SellCard(club=self.club, member=player, amount=CARD, nights=CARD_NIGHTS)
        number = self._give(day, sale)
        self._give(day, CounterEntry(club=self.club, number=number, text="Not theirs"))

    def _month_over(self, day: date, winner: str) -> None:
        """Pays the hall and a prize of the month, takes cash to the bank, and closes the month."""
        self._give(day, RecordExpense(club=self.club, kind="rent", amount=RENT, text="Hall"))
        self.sums.update({"cash": -RENT, "expense:rent": RENT})
        if -self.sums["prizes"] >= PRIZE:
            self._give(day, PayPrize(club=self.club, member=winner, amount=PRIZE, text="Month"))
            self.sums.update({"cash": -PRIZE, "prizes": PRIZE})
        self._give(day, PayIn(club=self.club, amount=1000))
        self.sums.update({"cash": -1000, "bank": 1000})
        self._give(day, CloseMonth(club=self.club, month=day.replace(day=1) - timedelta(days=1)))

    def _give(self, day: date, command: MoneyCommand) -> int:
        done = at_till(command, at=datetime.combine(day, time(21), UTC))
        number: int = done.answer["number"]
        return number
