"""The desk page on which totals are compared with players' cards, and slips read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from core.errors import UserError
from core.names import shown_name
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads
from core.wording import record, signed
from tournaments.card_check.queries import (
    CheckGround,
    EnteredSlip,
    entered_by,
    ground_of,
    last_with_results,
)
from tournaments.card_check.wording import FAULTS, right_words, slip_words
from tournaments.detective.finding import differences, suspicions
from tournaments.detective.slips import CardSlip, CardTotal, Suspicion
from tournaments.detective.typed import read_cards
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import desk_link, divisions_of
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.models import Tournament

MOST_SLIPS = 200


class ShownTotal(NamedTuple):
    """An entry's total as it is compared with a card."""

    number: int
    name: str
    record: str
    spread: str


class ShownCard(NamedTuple):
    """A card that was typed: whether it agrees, else by how much it differs."""

    who: str
    agrees: bool
    spread: str
    wins: str


class ShownSlip(NamedTuple):
    """A slip with what it should say; `href` is the entry line with its board, one `key` away."""

    words: str
    right: str
    href: str
    key: str


class ShownSuspicion(NamedTuple):
    """What may have happened, and the slips with what they should say and where to correct them."""

    fault: str
    explains: str
    slips: list[ShownSlip]


@reads
@in_event(Permission.VIEW)
def check_cards(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the totals of a division, and what explains the cards that differ from them."""
    division = division_of_address(request, event)
    if division is None:
        raise Http404(phrase("There is no such division."))
    sheet = load_sheet(division)
    last = last_with_results(sheet)
    after = _number(request.GET.get("after", ""), last)
    text = request.GET.get("cards", "")
    context: dict[str, Any] = {
        "event": event,
        "tab": "event",
        "division": division,
        "divisions": divisions_of(division, "check-cards"),
        "after": after,
        "rounds": range(1, last + 1),
        "cards": text,
        "totals": _totals(sheet, after),
        "entered": _entered(event, sheet, request.user.get_username(), after),
        **_compared(sheet, text, after),
    }
    return render(request, "tournaments/card_check/check.html", context)


def _number(text: str, last: int) -> int:
    """Returns the round of an address, the last with results where it names none of those."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else last
    return number if 1 <= number <= last else last


def _totals(sheet: Sheet, after: int) -> list[ShownTotal]:
    rows = sorted(standings_after(sheet, after), key=lambda row: row.number)
    return [
        ShownTotal(
            row.number,
            sheet.entries[row.number].entered_name,
            record(row.half_wins, row.half_losses),
            signed(row.spread),
        )
        for row in rows
    ]


def _compared(sheet: Sheet, text: str, after: int) -> Mapping[str, Any]:
    """Returns the template's values for the cards that were typed."""
    if not text.strip():
        return {}
    try:
        cards = read_cards(text, sheet.entries.keys(), after)
    except UserError as mistake:
        return {"mistake": mistake.message}
    ground = ground_of(sheet)
    names = {number: entry.entered_name for number, entry in sheet.entries.items()}
    found = suspicions(ground.slips, ground.granted, cards, ground.caps)
    compared = _cards(ground, cards, names)
    return {
        "compared": compared,
        "differing": not all(one.agrees for one in compared),
        "suspicions": _suspicions(sheet, found, names),
    }


def _cards(
    ground: CheckGround, cards: tuple[CardTotal, ...], names: Mapping[int, str]
) -> list[ShownCard]:
    return [
        ShownCard(
            who=f"#{one.card.entry} {names[one.card.entry]}",
            agrees=not one.is_wrong,
            spread=signed(one.spread) if one.spread else "",
            wins=f"{one.half_wins / 2:+g}".replace("-", "−") if one.half_wins else "",
        )
        for one in differences(ground.slips, ground.granted, cards, ground.caps)
    ]


def _suspicions(
    sheet: Sheet, found: Iterable[Suspicion], names: Mapping[int, str]
) -> list[ShownSuspicion]:
    keys, shown = iter(ascii_lowercase), []
    for one in found:
        right: list[CardSlip | None] = [*one.right] or [None] * len(one.slips)
        slips = [
            ShownSlip(slip_words(slip, names), said, _line_of(sheet, slip, meant), next(keys, ""))
            for slip, meant, said in zip(one.slips, right, right_words(one), strict=True)
        ]
        cards = ", ".join(f"#{number}" for number in sorted(card.entry for card in one.explains))
        shown.append(ShownSuspicion(FAULTS[one.fault], cards, slips))
    return shown


def _line_of(sheet: Sheet, slip: CardSlip, right: CardSlip | None) -> str:
    """Returns the entry line with a board: the correction that would be right, where it is known.

    Enter then shows what it would change, and is pressed once more.
    """
    if right is None:
        line = f"{slip.first} {slip.first_score} {slip.second_score}"
    else:
        scores = f"{right.first_score} {right.second_score}"
        line = f"{slip.first} {scores} ! {phrase('as the card says')}"
    at = {"division": sheet.division.name, "round": slip.round, "line": line}
    return desk_link("enter", sheet.division.tournament.slug, **at)


def _entered(event: Tournament, sheet: Sheet, actor: str, number: int) -> list[tuple[str, str]]:
    """Returns the slips of the round that the reader entered, in their order, with an address."""
    division = sheet.division.name
    return [
        (
            _entered_words(slip, sheet),
            desk_link(
                "correct-result", event.slug, division=division, round=slip.round, entry=slip.entry
            ),
        )
        for slip in entered_by(event, division, actor, number, MOST_SLIPS)
    ]


def _entered_words(slip: EnteredSlip, sheet: Sheet) -> str:
    one, other = (
        shown_name(sheet.entries[number].entered_name) if number in sheet.entries else f"#{number}"
        for number in (slip.entry, slip.opponent)
    )
    return phrase(
        "#{number} {one} {score}, {other} {other_score}",
        number=slip.entry,
        one=one,
        score=slip.scores[0],
        other=other,
        other_score=slip.scores[1],
    )
