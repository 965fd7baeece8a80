"""The judge's stations of an event at the desk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.phrases import phrase_count
from core.roles.table import Permission
from core.web.view_access import reads
from lexicon.desk.judges.log import CSV, csv_of, log_page_of
from lexicon.desk.judges.views import ShownList, ShownStation, shown_list, shown_stations
from lexicon.models import JudgeStation
from lexicon.selectors.rulings import stations_of_event, tallies
from tournaments.challenges.queries import board_rulings_of_judge
from tournaments.kernel.desk.access import in_event
from tournaments.models import Division, Tournament


class DivisionJudges(NamedTuple):
    """A division with its stations; its list is None while none is chosen."""

    division: Division
    lexicon: ShownList | None
    second: ShownList | None
    stations: list[ShownStation]


@reads
@in_event(Permission.JUDGE)
def judges_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the stations of an event, a division each, and where a lexicon is still to choose."""
    rows = stations_of_event(event.slug)
    divisions = event.divisions.order_by("position", "name")
    context = {"event": event, "tab": "judges", "shown": _by_division(divisions, rows)}
    return render(request, "tournaments/challenges/judges.html", context)


@reads
@in_event(Permission.JUDGE)
def event_judge_log(request: HttpRequest, event: Tournament, form: str) -> HttpResponse:
    """Shows what all the judges of an event did, the newest first, or sends it as a table."""
    stations = stations_of_event(event.slug)
    if form == CSV:
        return csv_of(stations, f"{event.slug}-judges")
    return log_page_of(request, stations, {"event": event}, board_rulings_of_judge(event))


def judges_line(event: Tournament) -> str:
    """Returns a line on the open judges of an event and their rulings, empty for none."""
    rows = stations_of_event(event.slug)
    if not rows:
        return ""
    rulings = sum(tally.rulings for tally in tallies(rows).values())
    return phrase_count(
        "{open} open, {count} ruling",
        "{open} open, {count} rulings",
        count=rulings,
        open=sum(row.is_open for row in rows),
    )


def _by_division(
    divisions: QuerySet[Division], rows: Iterable[JudgeStation]
) -> list[DivisionJudges]:
    stations = shown_stations(rows)
    return [
        DivisionJudges(
            division,
            shown_list(division.lexicon, division.lexicon_hash),
            shown_list(division.second_lexicon, division.second_hash),
            [one for one in stations if one.row.place.partition("/")[2] == division.name],
        )
        for division in divisions
    ]
