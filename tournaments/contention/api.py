"""Who can still win, for programs: the forecast that everybody may see, and the director's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from api.operations import Act, Asked, One, Stored, VersionedAnswer, register_api
from core.roles.table import Permission
from desk.api import JobTold, NothingSaid, job_told
from tournaments.contention.jobs import ask_to_forecast
from tournaments.contention.queries import (
    ForecastGround,
    contention_of,
    ground_of,
    is_current,
    prospects_of,
)
from tournaments.contention.wording import need_words
from tournaments.kernel.api_addresses import DIVISION, event_stream
from tournaments.kernel.queries.play import division_of_event
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Division, DivisionContention
from tournaments.pairing.contention.forecast import Prospect, forecast
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.frame import has_contention

FORECAST = f"{DIVISION}/forecast"


@dataclass(frozen=True, slots=True)
class ClassChance:
    """In how many cases an entry won a prize of a class."""

    prize_class: str
    count: int


@dataclass(frozen=True, slots=True)
class ProspectShown:
    """What an entry can still reach; wins and losses count a tie as a half.

    `state` is clinched, in_control, needs_help or out of first place, and is certain, but where
    `by_simulation` says that only the simulated cases show it. `best` and `worst` are the ranks in
    reach. Of all simulated cases `places` counts those of coming first, second and so on, `prize`
    those with a prize. `needs` says in words what it takes to come first.
    """

    rank: int
    entry: int
    name: str
    wins: float
    losses: float
    spread: int
    state: str
    by_simulation: bool
    best: int
    worst: int
    places: list[int]
    prize: int
    classes: list[ClassChance]
    needs: str


@dataclass(frozen=True, slots=True)
class ForecastShown:
    """The forecast of a division from the results up to `through_round`.

    `made_at` is null while there is none, and `current` false once results have changed since.
    Without `simulations` only what is certain is told.
    """

    through_round: int
    rounds_left: int
    current: bool
    simulations: int
    made_at: datetime | None
    rows: list[ProspectShown]


def public_forecast(read_model: DivisionReadModel) -> ForecastShown:
    """Returns the stored forecast; raises PageMissing unless everybody may see it."""
    if not has_contention(read_model):
        raise PageMissing("contention")
    sheet = read_model.sheet
    ground, stored = ground_of(sheet), contention_of(read_model.division)
    rows = prospects_of(stored) if stored else ()
    known = [row for row in rows if row.outlook.player.number in sheet.entries]

    def name(number: int) -> str:
        return sheet.entries[number].name if number in sheet.entries else f"#{number}"

    return _shown(ground, stored, known, name, planned=read_model.division.planned_rounds)


def directors_forecast(sheet: Sheet) -> ForecastShown:
    """Returns the forecast if it still holds, else what is certain without one."""
    ground, stored = ground_of(sheet), contention_of(sheet.division)
    if stored is not None and not is_current(stored, ground):
        stored = None
    rows = prospects_of(stored) if stored else forecast(ground.contest, simulations=0, seed="")
    planned = sheet.division.planned_rounds
    return _shown(
        ground, stored, rows, lambda number: sheet.entries[number].entered_name, planned=planned
    )


def _shown(
    ground: ForecastGround,
    stored: DivisionContention | None,
    rows: Sequence[Prospect],
    name: Callable[[int], str],
    *,
    planned: int,
) -> ForecastShown:
    through = stored.through_round if stored else ground.through_round
    left = max(0, planned - through)
    return ForecastShown(
        through_round=through,
        rounds_left=left,
        current=stored is not None and is_current(stored, ground),
        simulations=stored.simulations if stored else 0,
        made_at=stored.made_at if stored else None,
        rows=[_prospect(row, left, name) for row in rows],
    )


def _prospect(row: Prospect, left: int, name: Callable[[int], str]) -> ProspectShown:
    outlook, player = row.outlook, row.outlook.player
    return ProspectShown(
        rank=outlook.rank,
        entry=player.number,
        name=name(player.number),
        wins=player.half_wins / 2,
        losses=player.half_losses / 2,
        spread=player.spread,
        state=str(outlook.state),
        by_simulation=row.by_simulation,
        best=outlook.best,
        worst=outlook.worst,
        places=list(row.places),
        prize=row.prize,
        classes=[ClassChance(named, count) for named, count in row.classes],
        needs="" if row.by_simulation else need_words(outlook, left, name),
    )


def _public(event: str, division: str) -> VersionedAnswer:
    return division_answer(
        event, division, public_forecast, version=lambda versioned: versioned.foreseen
    )


def _need(asked: Asked) -> Division:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    return division


def _ask(asked: Asked, _: NothingSaid) -> JobTold:
    division = _need(asked)
    job = ask_to_forecast(division.tournament, [division.name], asked_by=asked.actor.name)
    return job_told(job)


register_api(
    "contention",
    Stored(
        path=f"{DIVISION}/contention",
        name="contention_read",
        says="Shows who can still win, where everybody may see it.",
        shape=ForecastShown,
        page=_public,
        rows="rows",
    ),
    One(
        path=FORECAST,
        name="forecast_read",
        says="Shows who can still win to who directs the event.",
        shape=ForecastShown,
        find=lambda asked: directors_forecast(load_sheet(_need(asked))),
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Act(
        path=FORECAST,
        name="forecast_ask",
        says="Asks for a new forecast; answers with its job.",
        takes=NothingSaid,
        shape=JobTold,
        does=_ask,
        reason="a forecast is derived and stands in no journal",
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
)
