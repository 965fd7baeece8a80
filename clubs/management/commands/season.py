"""Prints the table of a season of a club."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from clubs.kernel.queries.clubs import home_of
from clubs.models import Season
from clubs.seasons.queries.computed import computed
from clubs.seasons.queries.seasons import season_of, season_on
from clubs.seasons.tables.table import SeasonRow
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from core.wording import signed
from people.selectors import public_names


class Command(ContractCommand):
    """The table of a season, made from the nights now."""

    help = phrase("Prints the table of a season of a club, made from its nights now.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club", help=phrase("the short name of a club"))
        parser.add_argument(
            "--season", help=phrase("the key of a season; without it, today's or the last one")
        )

    def run(self, **options: Any) -> ConsoleAnswer:
        season = _need_season(options["club"], options["season"])
        found = computed(season)
        names = public_names({row.player for row in found.rows})
        rows = [_row(row, names.get(row.player, row.player)) for row in found.rows]
        data = {
            "club": season.club.slug,
            "season": season.key,
            "nights": len(found.nights),
            "rows": rows,
        }
        return ConsoleAnswer(data=data, text="\n".join(_line(row) for row in rows))


def _need_season(club: str, key: str | None) -> Season:
    """Returns the season that is asked for; UserError where there is none."""
    if home_of(club) is None:
        raise UserError(
            phrase("There is no club {slug} here.", slug=club[:60]),
            code="club.unknown",
            field="club",
        )
    season = season_on(club, timezone.localdate()) if key is None else season_of(club, key)
    if season is None:
        sentence = (
            phrase("The club has no season yet.")
            if key is None
            else phrase("The club has no season {key}.", key=key[:60])
        )
        raise UserError(sentence, code="season.unknown", field="season")
    return season


def _row(row: SeasonRow, name: str) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.player,
        "name": name,
        "games": row.games,
        "wins": row.wins + row.ties / 2,
        "losses": row.losses + row.ties / 2,
        "spread": row.spread,
        "average": None if row.average_for is None else round(float(row.average_for), 2),
        "points": round(float(row.points), 2),
        "nights": row.nights,
    }


def _line(row: dict[str, Any]) -> str:
    rank = "" if row["rank"] is None else row["rank"]
    record = f"{row['wins']:g}-{row['losses']:g}"
    return f"{rank:>4} {row['name']:<30} {record:>9} {signed(row['spread']):>6}"
