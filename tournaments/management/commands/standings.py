"""Prints standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandParser

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import (
    complete_rounds,
    standings_after,
    standings_of_rounds,
)
from tournaments.management.arguments import add_chosen_division, add_event
from tournaments.management.divisions import chosen_divisions, half
from tournaments.readmodel.wording import unranked_word
from tournaments.standings.records import StandingsRow
from tournaments.standings.table import places_of

Rounds = dict[int, tuple[StandingsRow, ...]]


class Command(ContractCommand):
    """After a round, after every complete round, or after the last complete one."""

    help = phrase("Prints the standings of the event SLUG.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_event(parser)
        add_chosen_division(parser)
        parser.add_argument(
            "--round", help=phrase("a number, or all; by default the last complete round")
        )

        parser.add_argument(
            "--capped", action="store_true", help=phrase("rank by the capped spread")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        event, divisions = chosen_divisions(options["slug"], options["division"])
        found = [
            (sheet, number, rows)
            for sheet in map(load_sheet, divisions)
            for number, rows in _rounds(sheet, options["round"], capped=options["capped"]).items()
        ]
        tables = [
            {"name": sheet.division.name, "round": number, "rows": [_row(sheet, r) for r in rows]}
            for sheet, number, rows in found
        ]
        data = {"tournament": event.slug, "divisions": tables}
        text = "\n\n".join(_text(*table) for table in found)
        return ConsoleAnswer(data=data, text=text or phrase("No round is complete."))


def _rounds(sheet: Sheet, wanted: str | None, *, capped: bool) -> Rounds:
    complete = complete_rounds(sheet)
    if wanted == "all":
        return standings_of_rounds(sheet, complete, capped=capped)
    if wanted is None:
        number = complete
    elif wanted.isascii() and wanted.isdigit() and int(wanted) <= sheet.last_round:
        number = int(wanted)
    else:
        raise UserError(
            phrase(
                "Division {name} has rounds 0 to {last_round}, not {wanted}.",
                name=sheet.division.name,
                last_round=sheet.last_round,
                wanted=wanted,
            ),
            code="round.unknown",
            field="round",
        )
    return {number: standings_after(sheet, number, capped=capped)}


def _row(sheet: Sheet, row: StandingsRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "number": row.number,
        "name": sheet.entries[row.number].name,
        "wins": half(row.half_wins),
        "losses": half(row.half_losses),
        "spread": row.spread,
        "capped_spread": row.capped_spread,
        "raw_spread": row.raw_spread,
        **dict(row.tie_breaks),
        "rating": row.rating,
        "withdrawn": row.rank is None,
    }


def _text(sheet: Sheet, number: int, rows: Sequence[StandingsRow]) -> str:
    place = places_of(rows)
    lines = [
        phrase("Division {name} after round {number}", name=sheet.division.name, number=number)
    ]
    lines += [
        f"{place[r.number].words:>4}  {r.number:>4} {sheet.entries[r.number].name:<30}"
        f" {half(r.half_wins):>4g}-{half(r.half_losses):<4g} {r.spread:+6d}  {r.rating:>5}"
        f"  {unranked_word(r, sheet.entries[r.number])}".rstrip()
        for r in rows
    ]
    return "\n".join(lines)
