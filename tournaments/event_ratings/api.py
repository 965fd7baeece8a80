"""The ratings that the results of a division make, for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from api.operations import Act, Asked, Stored, VersionedAnswer, register_api
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from desk.api import JobTold, NothingSaid, job_told
from ratings.systems.registry import SYSTEMS
from ratings.systems.steps import Inspection
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.event_ratings.pages.ratings import is_estimated
from tournaments.event_ratings.pages.steps import steps_of
from tournaments.kernel.api_addresses import DIVISION, ENTRY, EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.models import EntryRating
from tournaments.readmodel.answers import division_answer, of_ratings
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.frame import has_ratings
from tournaments.readmodel.page_versions import rating_of


@dataclass(frozen=True, slots=True)
class RatedEntry:
    """An entry's rating before and after; 0 is unrated. `wins` count a tie as a half.

    `expected` are the wins that the ratings foretold; `performance` is null where none is told.
    """

    entry: int
    name: str
    old: int
    new: int
    games: int
    wins: float
    expected: float
    performance: int | None


@dataclass(frozen=True, slots=True)
class RatingsShown:
    """The ratings of a division; `rated_at` is null and there are no rows while it is not rated.

    They are `estimated` while the event is open, or where the system is not proved, and `behind`
    once results have changed since.
    """

    event: str
    division: str
    system: str
    rated_at: datetime | None
    estimated: bool
    behind: bool
    rows: list[RatedEntry]


@dataclass(frozen=True, slots=True)
class EntryNamed:
    """An entry by the number that the steps call it by."""

    entry: int
    name: str


@dataclass(frozen=True, slots=True)
class EntryStepsShown:
    """How the results that are in make the rating of an entry: the steps of its system.

    `steps` is null where there are none, and `missing` says why.
    """

    event: str
    division: str
    entry: int
    name: str
    system: str
    estimated: bool
    field: list[EntryNamed]
    steps: Inspection | None
    missing: str


def ratings_shown(read_model: DivisionReadModel) -> RatingsShown:
    """Returns the ratings of a division; raises PageMissing where nobody rates it."""
    if not has_ratings(read_model):
        raise PageMissing("ratings")
    division, rated = read_model.division, rating_of(read_model.division)
    entries = read_model.sheet.entries
    return RatingsShown(
        event=division.tournament.slug,
        division=division.name,
        system=rated.system if rated else division.rating_system,
        rated_at=rated.rated_at if rated else None,
        estimated=is_estimated(read_model),
        behind=rated is not None and rated.version < division.version,
        rows=[
            _row(row, number, entries[number].name)
            for number, row in read_model.ratings.items()
            if number in entries
        ],
    )


def steps_shown(read_model: DivisionReadModel, number: int) -> EntryStepsShown:
    """Returns the steps of an entry's rating; PageMissing without it, or where nobody is rated."""
    if not has_ratings(read_model):
        raise PageMissing("ratings")
    entry, division = read_model.need_entry(number), read_model.division
    rated = rating_of(division)
    found = steps_of(read_model, entry)
    done = None if isinstance(found, str) else found
    return EntryStepsShown(
        event=division.tournament.slug,
        division=division.name,
        entry=number,
        name=entry.name,
        system=rated.system if rated else division.rating_system,
        estimated=is_estimated(read_model),
        field=[EntryNamed(one.number, one.name) for one in read_model.sheet.entries.values()],
        steps=done.inspections[number] if done else None,
        missing="" if done else str(found),
    )


def _steps(event: str, division: str, entry: int) -> VersionedAnswer:
    return division_answer(
        event, division, lambda model: steps_shown(model, entry), version=of_ratings
    )


def _row(row: EntryRating, number: int, name: str) -> RatedEntry:
    return RatedEntry(
        entry=number,
        name=name,
        old=row.old,
        new=row.new,
        games=row.games,
        wins=row.half_wins / 2,
        expected=round(row.expected, 2),
        performance=row.performance,
    )


def _ratings(event: str, division: str) -> VersionedAnswer:
    return division_answer(event, division, ratings_shown, version=of_ratings)


def _rate(asked: Asked, _: NothingSaid) -> JobTold:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    rated = event.divisions.filter(rating_system__in=SYSTEMS).order_by("position")
    names = list(rated.values_list("name", flat=True))
    if not names:
        raise UserError(phrase("No division of this event is rated here."), code="system.none")
    return job_told(ask_to_rate(event, names, asked_by=asked.actor.name))


register_api(
    "ratings of events",
    Stored(
        path=f"{DIVISION}/ratings",
        name="division_ratings",
        says="Shows what the results of a division made of the ratings.",
        shape=RatingsShown,
        page=_ratings,
        rows="rows",
    ),
    Stored(
        path=f"{ENTRY}/rating_steps",
        name="entry_rating_steps",
        says="Shows the steps by which the results so far make the rating of an entry.",
        shape=EntryStepsShown,
        page=_steps,
    ),
    Act(
        path=f"{EVENT}/ratings",
        name="event_rate",
        says="Asks for the ratings of every division that a system rates; answers with the job.",
        takes=NothingSaid,
        shape=JobTold,
        does=_rate,
        reason="ratings are derived and stand in no journal",
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
)
