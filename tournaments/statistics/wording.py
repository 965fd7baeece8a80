"""Statistics in words: the record games of a division as tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.phrases import phrase, phrase_count
from tournaments.reporting.records import Report, ReportKind
from tournaments.reports.wording import EntryNaming, ReportPlayer, shown_report

TILES: Mapping[ReportKind, str] = {
    ReportKind.HIGH_WIN: phrase("High win"),
    ReportKind.HIGH_LOSS: phrase("High loss"),
    ReportKind.LOW_WIN: phrase("Low win"),
    ReportKind.HIGH_COMBINED: phrase("High combined score"),
    ReportKind.LARGEST_SPREAD: phrase("Largest margin"),
    ReportKind.SMALLEST_SPREAD: phrase("Closest game"),
    ReportKind.UPSET: phrase("Biggest upset"),
    ReportKind.STREAK: phrase("Longest winning streak"),
}
"""The lists whose first row is a tile, in the order of the tiles, with what they are called."""


class Feat(NamedTuple):
    """The best of a list: what it is, its figure, whose it is, and where the figure comes from.

    `href` leads to the list; `more` says how many share the place, and is empty for one.
    """

    title: str
    href: str | None
    figure: str
    players: list[ReportPlayer]
    detail: str
    more: str


def tiles_of(
    lists: Sequence[Report], naming: EntryNaming, href: Callable[[int, Report], str | None]
) -> list[Feat]:
    """Returns the tiles of those lists that are there; `href` leads to a list by its number."""
    found = {one.kind: (at, one) for at, one in enumerate(lists, 1)}
    return [_tile(*found[kind], naming, href) for kind in TILES if kind in found]


def _tile(
    at: int, report: Report, naming: EntryNaming, href: Callable[[int, Report], str | None]
) -> Feat:
    [best] = shown_report(report.cut(1), at, naming).rows
    others = sum(row.place == 1 for row in report.rows) - 1
    return Feat(
        title=TILES[report.kind],
        href=href(at, report),
        figure=best.figure,
        players=best.players,
        detail=best.detail,
        more=phrase_count("and {count} more like it", "and {count} more like it", count=others)
        if others
        else "",
    )
