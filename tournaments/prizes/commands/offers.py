"""Offer prizes, change them, take them off the list, and put the list in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.money import MOST, amount_words
from core.phrases import phrase, phrase_count
from tournaments.kernel.commands.base import (
    EventCommand,
    find_division,
    find_tournament,
    must_be_open,
)
from tournaments.models import Division, Entry, EventPrize, Tournament
from tournaments.prizes.queries.offered import prize_of, rows_of, terms_of
from tournaments.prizes.wording.titles import title_of, worth_of
from tournaments.prizing.records import BY_HAND, WHOLE_EVENT, PrizeKind
from tournaments.prizing.splitting import WHOLE

MOST_PRIZES, MOST_PLACES, MOST_GAMES = 500, 999, 20
_OF_A_DIVISION = frozenset((PrizeKind.PLACE, PrizeKind.OVERSEED))


@dataclass(frozen=True, kw_only=True)
class PrizeLine:
    """A prize as it is offered; without a division it is over all.

    It is an `amount` in minor units, a `part` of the fund in hundredths of a percent, or a thing
    that `text` names. `place` is the place, or which best one. `games` is how many closest losses
    tuff luck counts, 0 for the usual number; `target` the key of the entry with a bounty. Only
    rounds `first_round` to `last_round` count, 0 for the first and the last of the event. Of the
    prizes with one name in `exclusive` nobody wins two.
    """

    kind: PrizeKind
    division: str = ""
    prize_class: str = ""
    place: int = 1
    amount: int = 0
    part: int = 0
    text: str = ""
    games: int = 0
    target: int = 0
    first_round: int = 0
    last_round: int = 0
    exclusive: str = ""


@dataclass(frozen=True, kw_only=True)
class PrizeCommand(EventCommand):
    """Base of the commands on the prizes of an event."""

    def find_event(self) -> Tournament:
        """Returns the event; Refused where there is none or it is closed."""
        event = find_tournament(self.event)
        must_be_open(event)
        return event

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises Refused where the prizes of that side would be more than the fund is now."""
        super().check_put_back(entry, side)
        event = find_tournament(self.event)
        wanted = {
            change["row"][1][0]: change[side]
            for change in entry.changes
            if change["row"][0] == "prize"
        }
        rows = rows_of(event)
        amounts = {row.number: row.amount for row in rows}
        parts = {row.number: row.part for row in rows}
        for number, values in wanted.items():
            for name, sums in (("amount", amounts), ("part", parts)):
                if values is None:
                    sums.pop(number, None)
                elif name in values:
                    sums[number] = values[name]
        if wanted:
            must_be_paid_for(event, sum(amounts.values()), sum(parts.values()))


@register
@dataclass(frozen=True, kw_only=True)
class AddPrizes(PrizeCommand):
    """Offers prizes, after those that are on the list; all of them, or none."""

    code = "prize.added"
    prizes: tuple[PrizeLine, ...]

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        rows = rows_of(event)
        if not self.prizes:
            raise Refused(phrase("Name a prize."), code="prize.none", field="prizes")
        if len(rows) + len(self.prizes) > MOST_PRIZES:
            raise Refused(
                phrase("An event has at most {most} prizes.", most=MOST_PRIZES),
                code="prize.too_many",
                field="prizes",
            )
        # A number is never given twice, so that a log means the same for good.
        number = work.facts.decide("number", lambda: _next_number(self.stream(), rows))
        place = max((row.position for row in rows), default=0)
        made = [
            checked(
                EventPrize(
                    tournament=event,
                    number=number + at,
                    position=place + 1 + at,
                    **prize_values(event, line),
                )
            )
            for at, line in enumerate(self.prizes)
        ]
        parts = sum(row.part for row in (*rows, *made))
        must_be_paid_for(event, sum(row.amount for row in (*rows, *made)), parts)
        work.ledger.create_many(made)
        return {"numbers": [row.number for row in made], "said": said_of(made, event)}

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "Prize {numbers} offered: {said}",
            "Prizes {numbers} offered: {said}",
            count=len(answer["numbers"]),
            numbers=", ".join(map(str, answer["numbers"])),
            said=answer["said"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangePrize(PrizeCommand):
    """Changes what a prize is for, or what it is; who was drawn or named stays."""

    code = "prize.changed"
    number: int
    prize: PrizeLine

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        row = find_prize(event, self.number)
        values = prize_values(event, self.prize)
        if PrizeKind(values["kind"]) not in BY_HAND:
            values["winners"] = []
        others = [one for one in rows_of(event) if one.number != self.number]
        parts = sum(one.part for one in others) + values["part"]
        must_be_paid_for(event, sum(one.amount for one in others) + values["amount"], parts)
        change_checked(row, values)
        if not work.ledger.update(row, **values):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"said": said_of([row], event)}

    def sentence(self, answer: Row) -> str:
        return phrase("Prize {number} changed: {said}", number=self.number, said=answer["said"])


@register
@dataclass(frozen=True, kw_only=True)
class RemovePrize(PrizeCommand):
    """Takes a prize off the list."""

    code = "prize.removed"
    number: int

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        row = find_prize(event, self.number)
        said = said_of([row], event)
        work.ledger.delete(row)
        return {"said": said}

    def sentence(self, answer: Row) -> str:
        return phrase("Prize {number} removed: {said}", number=self.number, said=answer["said"])


@register
@dataclass(frozen=True, kw_only=True)
class MovePrize(PrizeCommand):
    """Moves a prize to another line of the list, from 1; those after it move up or down."""

    code = "prize.moved"
    number: int
    line: int

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        row, rows = find_prize(event, self.number), rows_of(event)
        if not 1 <= self.line <= len(rows):
            raise Refused(
                phrase("The list has lines 1 to {last}.", last=len(rows)),
                code="prize.line",
                field="line",
            )
        ordered = [one for one in rows if one.number != row.number]
        ordered.insert(self.line - 1, next(one for one in rows if one.number == row.number))
        moved = [
            work.ledger.update(one, position=place)
            for place, one in enumerate(ordered, 1)
            if one.position != place
        ]
        if not any(moved):
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="line"
            )
        return {"said": said_of([row], event)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Prize {number} moved to line {line}: {said}",
            number=self.number,
            line=self.line,
            said=answer["said"],
        )


def find_prize(event: Tournament, number: int) -> EventPrize:
    """Returns a prize of the event; Refused when there is none of this number."""
    row = event.prizes.select_related("division", "target").filter(number=number).first()
    if row is None:
        raise Refused(
            phrase("There is no prize {number}.", number=number),
            code="prize.unknown",
            field="number",
        )
    return row


def prize_values(event: Tournament, line: PrizeLine) -> dict[str, Any]:
    """Returns the columns of a prize; Refused where it cannot be meant."""
    kind = line.kind
    division = find_division(event.slug, line.division) if line.division else None
    _check_worth(event, line)
    if kind in _OF_A_DIVISION and division is None:
        raise _wrong("division", phrase("Choose the division whose places these are."))
    if not 1 <= line.place <= MOST_PLACES:
        raise _wrong("place", phrase("A place is 1 to {most}.", most=MOST_PLACES))
    if kind in BY_HAND and line.place != 1:
        raise _wrong("place", phrase("This prize has no place: nothing ranks its winners."))
    _check_class(event, division, line)
    if (line.games != 0 and kind is not PrizeKind.TUFF_LUCK) or not 0 <= line.games <= MOST_GAMES:
        raise _wrong(
            "games",
            phrase("Only tuff luck counts games, 1 to {most} of them.", most=MOST_GAMES),
        )
    _check_rounds(event, division, line)
    return {
        "kind": str(kind),
        "division": division,
        "target": _target(event, division, line),
        "prize_class": line.prize_class,
        "place": line.place,
        "amount": line.amount,
        "part": line.part,
        "text": line.text.strip(),
        "games": line.games,
        "first_round": line.first_round,
        "last_round": line.last_round,
        "exclusive": line.exclusive.strip(),
    }


def must_be_paid_for(event: Tournament, amounts: int, parts: int) -> None:
    """Raises Refused where the prizes in money are more than the fund that was said.

    `amounts` are the sum of those in minor units, `parts` of those that are parts of the fund.
    """
    if parts > WHOLE:
        raise Refused(
            phrase("The parts of the fund would be more than all of it."),
            code="prize.more_than_fund",
            field="part",
        )
    terms = terms_of(event)
    total = amounts + (terms.fund or 0) * parts // WHOLE
    if terms.fund is not None and total > terms.fund:
        raise Refused(
            phrase(
                "The prizes would come to {total}, which is more than the fund of {fund}.",
                total=amount_words(total, terms.currency),
                fund=amount_words(terms.fund, terms.currency),
            ),
            code="prize.more_than_fund",
            field="amount",
        )


def said_of(rows: Sequence[EventPrize], event: Tournament) -> str:
    """Returns prizes in words for the log: what each is for, and what it is."""
    currency = terms_of(event).currency
    said = []
    for row in rows:
        prize = prize_of(row, row.amount)
        title = title_of(prize, row.target.shown_name if row.target else "")
        worth = _part_words(row) if row.part else worth_of(prize, currency)
        said.append(f"{title}: {worth}")
    return "; ".join(said)


def _part_words(row: EventPrize) -> str:
    said = phrase("{percent} % of the fund", percent=f"{row.part / 100:g}")
    return f"{said}, {row.text}" if row.text else said


def _check_worth(event: Tournament, line: PrizeLine) -> None:
    if line.amount < 0 or line.part < 0:
        raise _wrong("amount", phrase("An amount cannot be negative."))
    if line.amount and line.part:
        raise _wrong("part", phrase("Give an amount or a part of the fund, not both."))
    if line.amount > MOST:
        most = amount_words(MOST, terms_of(event).currency or "XXX")
        raise _wrong("amount", phrase("An amount cannot be more than {most}.", most=most))
    if not line.amount and not line.part and not line.text.strip():
        raise _wrong("text", phrase("Say what the prize is: an amount, a part or a thing."))
    if (line.amount or line.part) and not terms_of(event).currency:
        raise _wrong("amount", phrase("Set the currency in the terms of the prizes first."))


def _check_class(event: Tournament, division: Division | None, line: PrizeLine) -> None:
    if line.kind is PrizeKind.CLASS and not line.prize_class:
        raise _wrong("prize_class", phrase("Name the class whose best wins it."))
    if not line.prize_class:
        return
    entries = Entry.objects.filter(tournament=event, prize_class=line.prize_class)
    if division is not None:
        entries = entries.filter(division=division)
    if not entries.exists():
        raise _wrong(
            "prize_class",
            phrase(
                "Nobody in division {division} is of class {name}.",
                division=division.name,
                name=line.prize_class,
            )
            if division
            else phrase("Nobody is of class {name}.", name=line.prize_class),
        )


def _check_rounds(event: Tournament, division: Division | None, line: PrizeLine) -> None:
    first, last = line.first_round, line.last_round
    if line.kind is PrizeKind.SESSION and not (first or last):
        raise _wrong("first_round", phrase("Say which rounds count for the best of some rounds."))
    if (first or last) and (line.kind in WHOLE_EVENT or line.kind in BY_HAND):
        raise _wrong("first_round", phrase("This prize is for all rounds: leave them out."))
    divisions = [division] if division else list(event.divisions.all())
    most = max((one.planned_rounds for one in divisions), default=0)
    if not (0 <= first <= most and 0 <= last <= most) or (last and first > last):
        raise _wrong(
            "first_round",
            phrase("The rounds that count must be a range within 1 to {last}.", last=most),
        )


def _target(event: Tournament, division: Division | None, line: PrizeLine) -> Entry | None:
    if line.kind is not PrizeKind.BOUNTY:
        return None
    entries = Entry.objects.filter(tournament=event, key=line.target)
    if division is not None:
        entries = entries.filter(division=division)
    target = entries.first()
    if target is None:
        raise _wrong("target", phrase("Choose the entry whose defeat is paid."))
    return target


def _wrong(field: str, said: str) -> Refused:
    return Refused(said, code=f"prize.{field}", field=field)


def _next_number(stream: str, rows: Sequence[EventPrize]) -> int:
    added = JournalEntry.objects.filter(
        stream__key=stream, command__in=("prize.added", "event.imported")
    )
    given = [number for answer in added.values_list("answer", flat=True) for number in _of(answer)]
    return max([row.number for row in rows] + given, default=0) + 1


def _of(answer: Row) -> list[int]:
    numbers: list[int] = answer.get("numbers", [])
    return numbers
