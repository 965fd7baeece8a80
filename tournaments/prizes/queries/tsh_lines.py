"""The prizes of an event as lines of a tsh configuration: taken over by an import, and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.models import JournalEntry
from core.phrases import phrase
from tournaments.formats.content import EventContent
from tournaments.formats.tsh.prizes import TshPrize, read_prize, write_prize
from tournaments.formats.tsh.statements import tsh_name
from tournaments.models import Division, EventPrize, PrizeTerms, Tournament
from tournaments.prizes.queries.offered import prize_of, rows_of, terms_of
from tournaments.prizes.wording.titles import title_of

_LONGEST = EventPrize._meta.get_field("kept").max_length
_LINE = "kept"


def prizes_in(content: EventContent) -> dict[str, Any]:
    """Returns the prizes that the lines of a configuration declare, and their currency, as a fact.

    An amount in another currency than the first is a thing, for an event pays in one.
    """
    names = {tsh_name(division.name): division.name for division in content.divisions}
    currency, lines = "", []
    for line in content.kept.get("config", ()):
        read = read_prize(line) if len(line) <= (_LONGEST or 0) else None
        if read is None or (read.prize.division and read.prize.division not in names):
            continue
        currency = currency or read.currency
        prize = read.prize
        lines.append(
            {
                "kind": str(prize.kind),
                "division": names.get(prize.division, ""),
                "prize_class": prize.prize_class,
                "place": prize.place,
                "amount": prize.amount if read.currency == currency else 0,
                "text": prize.text
                if read.currency == currency or not prize.amount
                else _value(line),
                "games": prize.games,
                "first_round": prize.first_round,
                "last_round": prize.last_round,
                "exclusive": prize.exclusive,
                _LINE: line,
            }
        )
    return {"currency": currency, "lines": lines}


def imported_prizes(
    event: Tournament, divisions: Mapping[str, Division], read: Mapping[str, Any]
) -> tuple[list[PrizeTerms], list[EventPrize]]:
    """Returns the unsaved rows of the prizes that `prizes_in` read; terms only with a currency."""
    terms = [PrizeTerms(tournament=event, currency=read["currency"])] if read["currency"] else []
    rows = [
        EventPrize(
            tournament=event,
            number=number,
            position=number,
            division=divisions.get(line["division"]),
            **{name: value for name, value in line.items() if name != "division"},
        )
        for number, line in enumerate(read["lines"], 1)
    ]
    return terms, rows


def with_prizes(event: Tournament, config: Sequence[str]) -> list[str]:
    """Returns the lines of a configuration with the prizes as they are now.

    They stand where the lines stood that an import took over, the rest of them after the last.
    """
    taken, lines = _taken(event), list(_written(event))
    found, at = [], -1
    for line in config:
        if taken and line == taken[0]:
            taken.pop(0)
            found += [lines.pop(0)] if lines else []
            at = len(found)
        else:
            found.append(line)
    at = len(found) if at < 0 else at
    return [*found[:at], *lines, *found[at:]]


def prizes_not_in_tsh(event: Tournament) -> Iterator[dict[str, Any]]:
    """Yields a warning for each prize that a tsh file cannot say."""
    currency = terms_of(event).currency
    for row in rows_of(event):
        if _line(row, currency) is None:
            target = row.target.shown_name if row.target else ""
            yield {
                "code": "prize.not_in_tsh",
                "division": row.division.name if row.division else "",
                "message": phrase(
                    "The file leaves out prize {number}, {title}: tsh cannot say it.",
                    number=row.number,
                    title=title_of(prize_of(row, row.amount), target),
                ),
            }


def _taken(event: Tournament) -> list[str]:
    """Returns the lines that the import of the event took over, in their order."""
    imports = JournalEntry.objects.filter(
        stream__key=f"event:{event.slug}", command="event.imported", undone_by=None
    )
    facts: Mapping[str, Any] = imports.values_list("facts", flat=True).last() or {}
    return [line[_LINE] for line in facts.get("prizes", {}).get("lines", ())]


def _written(event: Tournament) -> Iterator[str]:
    currency = terms_of(event).currency
    for row in rows_of(event):
        line = _line(row, currency)
        if line is not None:
            yield line


def _line(row: EventPrize, currency: str) -> str | None:
    if row.part:
        return None
    prize = prize_of(row, row.amount)
    spelled = replace(prize, division=tsh_name(prize.division), winners=())
    return write_prize(spelled, currency, row.kept)


def _value(line: str) -> str:
    read = read_prize(line)
    assert isinstance(read, TshPrize)
    return f"{read.prize.amount / 100:g} {read.currency}"
