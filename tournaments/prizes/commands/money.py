"""Write down the money of an event: entry fees, money added, expenses, prizes that were paid.

Money changes hands after the last game too, so a closed event takes it as an open one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.money import MoneyError, amount_words, checked_amount
from core.phrases import listed, phrase
from tournaments.kernel.commands.base import EventCommand, find_tournament
from tournaments.models import Entry, EventMoney, Tournament
from tournaments.prizes.commands.terms import entries_by_key
from tournaments.prizes.queries.books import paid_by_entry
from tournaments.prizes.queries.now import prizes_now
from tournaments.prizes.queries.offered import terms_of
from tournaments.prizing.books import Money
from tournaments.prizing.splitting import withheld

Place = Literal["cash", "bank"]
Other = Literal["added", "expense"]


@dataclass(frozen=True, kw_only=True)
class BookCommand(EventCommand):
    """Base of the commands on the books of an event, which a closed one keeps on."""

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Money can be taken back, and written down again, in a closed event, too."""


@dataclass(frozen=True, kw_only=True)
class MoneyWriting(BookCommand):
    """Base of the commands that write money down; `place` is the cash or the bank."""

    place: Place = "cash"

    def write(self, work: Work, event: Tournament, rows: Sequence[dict[str, Any]]) -> list[int]:
        """Writes rows of money down and returns their numbers, which are never given twice."""
        number = work.facts.decide("number", self._next_number)
        made = [
            checked(
                EventMoney(
                    tournament=event, number=number + at, place=self.place, at=work.at, **row
                )
            )
            for at, row in enumerate(rows)
        ]
        work.ledger.create_many(made)
        return [row.number for row in made]

    def _next_number(self) -> int:
        entries = JournalEntry.objects.filter(
            stream__key=self.stream(),
            command__in=("prize.fees_taken", "prize.money_recorded", "prize.paid"),
        )
        given = [
            number for a in entries.values_list("answer", flat=True) for number in a["numbers"]
        ]
        return max(given, default=0) + 1


@register
@dataclass(frozen=True, kw_only=True)
class TakeFees(MoneyWriting):
    """Writes down that entries, named by their keys, paid what they owed, or this amount each."""

    code = "prize.fees_taken"
    entries: tuple[int, ...]
    amount: int | None = None

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        currency = currency_of(event)
        payers = entries_by_key(event, self.entries)
        if not payers:
            raise Refused(phrase("Choose who has paid."), code="prize.payers", field="entries")
        owed = work.facts.decide("owed", lambda: self._owed(event, payers, currency))
        rows = [
            {"entry": entry, "kind": str(Money.FEE), "amount": owed[str(entry.key)]}
            for entry in payers
        ]
        total = amount_words(sum(owed.values()), currency)
        names = [entry.shown_name for entry in payers]
        return {"numbers": self.write(work, event, rows), "names": names, "total": total}

    def _owed(self, event: Tournament, payers: Sequence[Entry], currency: str) -> dict[str, int]:
        if self.amount is not None:
            amount = _some(self.amount, currency)
            return {str(entry.key): amount for entry in payers}
        now = prizes_now(event)
        paid = paid_by_entry(now, Money.FEE)
        owed = {e.key: now.fees.get(e.key, 0) - paid.get(e.key, 0) for e in payers}
        settled = [entry for entry in payers if owed[entry.key] <= 0]
        if settled:
            raise Refused(
                phrase("{name} owes no entry fee.", name=settled[0].shown_name),
                code="prize.paid_already",
                field="entries",
            )
        return {str(key): amount for key, amount in owed.items()}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Entry fees paid by {names}: {total}",
            names=listed(answer["names"]),
            total=answer["total"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class RecordMoney(MoneyWriting):
    """Writes down money that was added to the fund, such as a sponsor's, or an expense."""

    code = "prize.money_recorded"
    kind: Other
    amount: int
    text: str

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        currency = currency_of(event)
        if not self.text.strip():
            raise Refused(phrase("Say what it is for."), code="prize.text", field="text")
        amount = _some(self.amount, currency)
        row = {"kind": self.kind, "amount": amount, "text": self.text.strip()}
        numbers = self.write(work, event, [row])
        return {"numbers": numbers, "amount": amount_words(amount, currency)}

    def sentence(self, answer: Row) -> str:
        said = {"amount": answer["amount"], "text": self.text.strip()}
        if self.kind == "added":
            return phrase("{amount} added: {text}", **said)
        return phrase("{amount} spent: {text}", **said)


@register
@dataclass(frozen=True, kw_only=True)
class PayPrizes(MoneyWriting):
    """Pays an entry, named by its key, all prizes in money that it has won and not been paid.

    The amount, the tax kept back and what it is for are facts.
    """

    code = "prize.paid"
    entry: int

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        currency = currency_of(event)
        [winner] = entries_by_key(event, (self.entry,), "entry")
        due = work.facts.decide("due", lambda: self._due(event, winner))
        row = {
            "entry": winner,
            "kind": str(Money.PRIZE),
            "amount": due["amount"],
            "withheld": due["withheld"],
            "text": due["text"],
        }
        return {
            "numbers": self.write(work, event, [row]),
            "name": winner.shown_name,
            "amount": amount_words(due["amount"], currency),
            "withheld": amount_words(due["withheld"], currency) if due["withheld"] else "",
        }

    def _due(self, event: Tournament, winner: Entry) -> dict[str, Any]:
        now = prizes_now(event)
        won = now.due.get(winner.key, 0)
        paid = paid_by_entry(now, Money.PRIZE).get(winner.key, 0)
        if won <= paid:
            raise Refused(
                phrase("{name} is owed no prize in money.", name=winner.shown_name),
                code="prize.nothing_due",
                field="entry",
            )
        terms = now.terms
        before = sum(row.withheld for row in now.money if row.entry == winner)
        kept = withheld(won, terms.tax_percent, terms.tax_from) - before
        titles = [
            str(one.title)
            for one in now.list
            if any(share.key == winner.key and share.amount for share in one.winners)
        ]
        text = "; ".join(titles)
        return {
            "amount": won - paid,
            "withheld": min(max(kept, 0), won - paid),
            "text": text if len(text) <= 200 else f"{text[:199]}…",
        }

    def sentence(self, answer: Row) -> str:
        said = {"name": answer["name"], "amount": answer["amount"]}
        if answer["withheld"]:
            return phrase(
                "Prizes of {name} paid: {amount}, of which {withheld} was kept back as tax",
                withheld=answer["withheld"],
                **said,
            )
        return phrase("Prizes of {name} paid: {amount}", **said)


@register
@dataclass(frozen=True, kw_only=True)
class RemoveMoney(BookCommand):
    """Takes a row of money off the books that was written down by mistake."""

    code = "prize.money_removed"
    needs_reason = True
    number: int

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        row = event.money.filter(number=self.number).first()
        if row is None:
            raise Refused(
                phrase("There is no receipt {number}.", number=self.number),
                code="prize.no_receipt",
                field="number",
            )
        said = amount_words(row.amount, currency_of(event))
        work.ledger.delete(row)
        return {"amount": said}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Receipt {number} of {amount} removed", number=self.number, amount=answer["amount"]
        )


def currency_of(event: Tournament) -> str:
    """Returns the currency of the event; Refused while it has none."""
    currency = terms_of(event).currency
    if not currency:
        raise Refused(
            phrase("Set the currency in the terms of the prizes first."),
            code="prize.no_currency",
        )
    return currency


def _some(amount: int, currency: str) -> int:
    try:
        return checked_amount(amount, currency, least=1)
    except MoneyError as wrong:
        raise Refused(wrong.message, code=wrong.code, field=wrong.field) from wrong
