"""The judge's stations at the desk: those of an event, those of none, and one of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import segno
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from core.errors import UserError
from core.web.doors import reads
from core.web.hosts import reachable_host
from core.wording import counted
from lexicon.commands.judge import CloseJudge
from lexicon.models import JudgeStation
from lexicon.places import Chosen
from lexicon.selectors.judging import Judging, is_casual, judging_of, words_to_judge_by
from lexicon.selectors.rulings import (
    Tally,
    free_stations,
    log_of,
    stations_of_event,
    tallies,
)
from tournaments.models import Division, Tournament
from tournaments.views.desk_access import for_director, for_staff, for_station

_QUIET = 2
"""How many modules of a QR code stay white around it, as the paper around it is white too."""


class ShownList(NamedTuple):
    """A lexicon as it was frozen: its code, the beginning of its hash, whether it is casual."""

    code: str
    short: str
    is_casual: bool


class ShownStation(NamedTuple):
    """A station with what it judges by and how often it did."""

    row: JudgeStation
    tally: Tally
    lexicon: ShownList | None


class DivisionJudges(NamedTuple):
    """A division with its stations; its list is None while none is chosen."""

    division: Division
    lexicon: ShownList | None
    second: ShownList | None
    stations: list[ShownStation]


class QrCode(NamedTuple):
    """A QR code: how many modules it is wide, and the dark ones as a path of SVG."""

    size: int
    path: str


@reads
@for_director
def judges_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the stations of an event, a division each, and where a lexicon is still to choose."""
    rows = stations_of_event(event.slug)
    divisions = event.divisions.order_by("position", "name")
    context = {"event": event, "tab": "judges", "shown": _by_division(divisions, rows)}
    return render(request, "desk/judges.html", context)


@reads
@for_staff
def free_judges_desk(request: HttpRequest) -> HttpResponse:
    """Shows the stations that belong to no division."""
    context = {"stations": _shown(free_stations())}
    return render(request, "desk/judges_free.html", context)


@reads
@for_station
def judge_desk(
    request: HttpRequest, station: JudgeStation, event: Tournament | None
) -> HttpResponseBase:
    """Shows what a station judges by, and how a device becomes it."""
    address = request.build_absolute_uri(reverse("judge"))
    is_reached = bool(reachable_host(request))
    context = {
        "event": event,
        "tab": "judges",
        "station": station,
        "division": station.place.partition("/")[2],
        "tally": tallies([station])[station.key],
        "address": address,
        "qr": qr_code(address) if is_reached and station.is_open else None,
        "is_reached": is_reached,
        "lets_in": settings.LAN,
        "closing": _closing(station),
        **_judging(station),
    }
    return render(request, "desk/judge_one.html", context)


def judges_line(event: Tournament) -> str:
    """Returns how many judges of an event are open and how often they ruled, empty for none."""
    rows = stations_of_event(event.slug)
    if not rows:
        return ""
    rulings = sum(tally.rulings for tally in tallies(rows).values())
    return f"{sum(row.is_open for row in rows)} open, {counted(rulings, 'ruling')}"


def qr_code(address: str) -> QrCode:
    """Returns an address as a QR code of medium redundancy, with the quiet zone around it."""
    code = segno.make_qr(address, error="m")
    rows = enumerate(code.matrix_iter(border=_QUIET))
    dark = (f"M{x} {y}h1v1h-1z" for y, row in rows for x, module in enumerate(row) if module)
    return QrCode(int(code.symbol_size(border=_QUIET)[0]), "".join(dark))


def shown_list(code: str, sha256: str) -> ShownList | None:
    """Returns a frozen list as the desk shows it, None where there is none."""
    chosen = Chosen(code, sha256)
    return ShownList(code, sha256[:12], is_casual(chosen)) if sha256 else None


def _judging(station: JudgeStation) -> dict[str, ShownList | str | None]:
    """Returns the lists of a station, or why it cannot judge at the moment."""
    try:
        judging = judging_of(station)
    except UserError as refused:
        return {"lexicon": None, "second": None, "obstacle": refused.message}
    second = judging.second or Chosen("", "")
    return {
        "lexicon": shown_list(judging.lexicon.code, judging.lexicon.sha256),
        "second": shown_list(second.code, second.sha256),
        "obstacle": _missing_words(judging),
    }


def _missing_words(judging: Judging) -> str:
    """Returns that the words of a lexicon are not on this machine, empty where they are."""
    try:
        for chosen in filter(None, (judging.lexicon, judging.second)):
            words_to_judge_by(chosen)
    except UserError as refused:
        return refused.message
    return ""


def _by_division(
    divisions: QuerySet[Division], rows: Iterable[JudgeStation]
) -> list[DivisionJudges]:
    stations = _shown(rows)
    return [
        DivisionJudges(
            division,
            shown_list(division.lexicon, division.lexicon_hash),
            shown_list(division.second_lexicon, division.second_hash),
            [one for one in stations if one.row.place.partition("/")[2] == division.name],
        )
        for division in divisions
    ]


def _shown(rows: Iterable[JudgeStation]) -> list[ShownStation]:
    stations = list(rows)
    counted = tallies(stations)
    return [
        ShownStation(row, counted[row.key], shown_list(row.lexicon, row.lexicon_hash))
        for row in stations
    ]


def _closing(station: JudgeStation) -> int | None:
    """Returns the entry of the log that closed a station, None while it is open."""
    if station.is_open:
        return None
    closings = log_of([station]).filter(command=CloseJudge.code, undone_by=None)
    return closings.values_list("seq", flat=True).first()
