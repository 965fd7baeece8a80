"""The log of the judge, for directors only: of one station, or of all of an event's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.timezone import localtime

from core.csv_file import Cell, write_csv
from core.models import JournalEntry
from core.web.view_access import reads
from desk.access import number_in
from desk.log import sentence
from lexicon.desk.judges.access import for_station
from lexicon.desk.judges.views import ShownList, shown_list
from lexicon.desk.places import place_at_desk, rulings_used
from lexicon.models import JudgeStation
from lexicon.selectors.rulings import RULED, STREAM, log_of

LINES = 100
PAGE, CSV = "page", "csv"
#        end of the address   name     form
FORMS = (("log/", "log", PAGE), ("log.csv", "csv", CSV))
COLUMNS = (
    "Time",
    "Log",
    "Station",
    "Device",
    "Division",
    "Lexicon",
    "SHA-256",
    "Words",
    "Verdict",
    "Second lexicon",
    "Second SHA-256",
    "Second opinion",
    "What happened",
    "By",
)


class JudgeLogLine(NamedTuple):
    """An entry of a station's log.

    `said` is a sentence where it is not a ruling; of a ruling it is empty. `is_good` and
    `second_is_good` are the verdicts, `second_is_good` None where no second list was asked.
    """

    entry: JournalEntry
    station_key: str
    station: str
    division: str
    device: str
    words: tuple[str, ...]
    lexicon: ShownList | None
    is_good: bool | None
    second: ShownList | None
    second_is_good: bool | None
    said: str


@reads
@for_station
def judge_log(request: HttpRequest, station: JudgeStation, form: str) -> HttpResponseBase:
    """Shows what one judge did, the newest first, or sends it as a table."""
    if form == CSV:
        return csv_of([station], f"judge-{station.key}")
    seq = request.GET.get("seq")
    number = None if seq is None else _page_of(station, number_in(seq))
    place = place_at_desk(station.place)
    context = {**(place.shown if place else {}), "station": station}
    return log_page_of(request, [station], context, rulings_used(station.place), number)


def _page_of(station: JudgeStation, seq: int) -> int:
    """Returns the page of a station's log that shows an entry."""
    return log_of([station]).filter(seq__gt=seq).count() // LINES + 1


def log_page_of(
    request: HttpRequest,
    stations: Iterable[JudgeStation],
    context: Mapping[str, Any],
    used: Mapping[tuple[str, int], int],
    number: int | None = None,
) -> HttpResponse:
    """Returns a page of the log of stations; `used` are the rulings at boards that used a verdict.

    They are told by the station and the entry of its log.
    """
    by_key = {station.key: station for station in stations}
    pages = Paginator(log_of(by_key.values()), LINES)
    page = pages.get_page(number or request.GET.get("page"))
    lines = [
        (line, used.get((line.station_key, line.entry.seq)))
        for line in _lines(page.object_list, by_key)
    ]
    found = {"tab": "judges", "page": page, "lines": lines, **context}
    return render(request, "lexicon/desk/judge_log.html", found)


def csv_of(stations: Iterable[JudgeStation], name: str) -> HttpResponse:
    """Returns the log of stations as a table in a file of this name."""
    by_key = {station.key: station for station in stations}
    rows = (_row(line) for line in _lines(log_of(by_key.values()).iterator(), by_key))
    answer = HttpResponse(write_csv(COLUMNS, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _lines(
    entries: Iterable[JournalEntry], stations: Mapping[str, JudgeStation]
) -> Iterator[JudgeLogLine]:
    for entry in entries:
        station = stations[entry.stream.key.removeprefix(f"{STREAM}:")]
        yield _line(entry, station)


def _line(entry: JournalEntry, station: JudgeStation) -> JudgeLogLine:
    answer = entry.answer
    is_ruling = entry.command == RULED
    place = answer["place"] if is_ruling else station.place
    return JudgeLogLine(
        entry=entry,
        station_key=station.key,
        station=station.name,
        division=place.partition("/")[2],
        device=entry.payload.get("device", ""),
        words=tuple(entry.payload["words"]) if is_ruling else (),
        lexicon=shown_list(answer["lexicon"], answer["sha256"]) if is_ruling else None,
        is_good=answer["acceptable"] if is_ruling else None,
        second=shown_list(answer["second_lexicon"], answer["second_sha256"]) if is_ruling else None,
        second_is_good=answer["second_acceptable"] if is_ruling else None,
        said="" if is_ruling else sentence(entry),
    )


def _row(line: JudgeLogLine) -> tuple[Cell, ...]:
    answer = line.entry.answer
    return (
        *(localtime(line.entry.at).isoformat(timespec="seconds"), line.entry.seq),
        *(line.station, line.device, line.division),
        *(answer.get("lexicon"), answer.get("sha256"), " ".join(line.words)),
        _verdict(line.is_good),
        *(answer.get("second_lexicon"), answer.get("second_sha256")),
        _verdict(line.second_is_good),
        *(line.said, line.entry.actor),
    )


def _verdict(is_good: bool | None) -> str:
    return "" if is_good is None else "acceptable" if is_good else "unacceptable"
