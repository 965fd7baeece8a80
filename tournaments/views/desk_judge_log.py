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
from core.web.doors import reads
from lexicon.models import JudgeStation
from lexicon.selectors.rulings import RULED, STREAM, log_of, stations_of_event
from tournaments.challenges.queries import board_rulings_of_judge
from tournaments.models import Tournament
from tournaments.views.desk_access import for_director, for_station, number_in
from tournaments.views.desk_judges import ShownList, shown_list
from tournaments.views.desk_log import sentence

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


class RulingLine(NamedTuple):
    """An entry of a station's log.

    `said` is a sentence where it is no ruling; of a ruling it is empty. `is_good` and
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
@for_director
def event_judge_log(request: HttpRequest, event: Tournament, form: str) -> HttpResponse:
    """Shows what all the judges of an event did, the newest first, or sends it as a table."""
    stations = stations_of_event(event.slug)
    if form == CSV:
        return _csv(stations, f"{event.slug}-judges")
    return _page(request, stations, event, {})


@reads
@for_station
def judge_log(
    request: HttpRequest, station: JudgeStation, event: Tournament | None, form: str
) -> HttpResponseBase:
    """Shows what one judge did, the newest first, or sends it as a table."""
    if form == CSV:
        return _csv([station], f"judge-{station.key}")
    asked = request.GET.get("seq")
    number = None if asked is None else _page_of(station, number_in(asked))
    return _page(request, [station], event, {"station": station}, number)


def _page_of(station: JudgeStation, seq: int) -> int:
    """Returns the page of a station's log that an entry stands on."""
    return log_of([station]).filter(seq__gt=seq).count() // LINES + 1


def _page(
    request: HttpRequest,
    stations: Iterable[JudgeStation],
    event: Tournament | None,
    context: dict[str, Any],
    number: int | None = None,
) -> HttpResponse:
    by_key = {station.key: station for station in stations}
    pages = Paginator(log_of(by_key.values()), LINES)
    page = pages.get_page(number or request.GET.get("page"))
    used = {} if event is None else board_rulings_of_judge(event)
    lines = [
        (line, used.get((line.station_key, line.entry.seq)))
        for line in _lines(page.object_list, by_key)
    ]
    found = {"tab": "judges", "page": page, "event": event, "lines": lines, **context}
    return render(request, "desk/judge_log.html", found)


def _csv(stations: Iterable[JudgeStation], name: str) -> HttpResponse:
    by_key = {station.key: station for station in stations}
    rows = (_row(line) for line in _lines(log_of(by_key.values()).iterator(), by_key))
    answer = HttpResponse(write_csv(COLUMNS, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _lines(
    entries: Iterable[JournalEntry], stations: Mapping[str, JudgeStation]
) -> Iterator[RulingLine]:
    for entry in entries:
        station = stations[entry.stream.key.removeprefix(f"{STREAM}:")]
        yield _line(entry, station)


def _line(entry: JournalEntry, station: JudgeStation) -> RulingLine:
    answer = entry.answer
    is_ruling = entry.command == RULED
    place = answer["place"] if is_ruling else station.place
    return RulingLine(
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


def _row(line: RulingLine) -> tuple[Cell, ...]:
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
