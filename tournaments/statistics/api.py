"""Statistics for programs: what the charts show; the lists of reports have the rest."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Download, SentFile, Stored, VersionedAnswer, register_api
from tournaments.kernel.api_addresses import DIVISION
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division
from tournaments.readmodel.serving import read_model_now
from tournaments.statistics.pages.statistics import places_table
from tournaments.statistics.queries import places_held, ranges_of, rounds_told


@dataclass(frozen=True, slots=True)
class PlacesShown:
    """The places of an entry after each round, null after one in which it had none."""

    entry: int
    name: str
    places: list[int | None]


@dataclass(frozen=True, slots=True)
class ScoresShown:
    """How many scores lie from `low` to `high`, both included: two of every game."""

    low: int
    high: int
    many: int


@dataclass(frozen=True, slots=True)
class StatisticsOfDivision:
    """Everybody's places after the rounds up to `rounds`, in which all is in, and all scores.

    The entries come as they stand after the last of these rounds.
    """

    event: str
    division: str
    rounds: int
    places: list[PlacesShown]
    scores: list[ScoresShown]


def _public(event: str, division: str) -> VersionedAnswer:
    return division_answer(event, division, _shown)


def _shown(read_model: DivisionReadModel) -> StatisticsOfDivision:
    return StatisticsOfDivision(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        rounds=rounds_told(read_model),
        places=[
            PlacesShown(one.entry.number, one.entry.name, list(one.places))
            for one in places_held(read_model)
        ],
        scores=[ScoresShown(*one) for one in ranges_of([read_model])],
    )


def _table(asked: Asked) -> SentFile:
    versioned = versioned_division(asked["event"], asked["division"])
    if versioned is None:
        raise Http404
    name = f"{asked['event']}-{asked['division']}-places.csv"
    return SentFile(name, "text/csv", [places_table(read_model_now(versioned))])


register_api(
    "results",
    Download(
        path=f"{DIVISION}/statistics/table",
        name="places_table",
        says="Sends everybody's place after each round as one table, under public names.",
        kinds=("text/csv",),
        file=_table,
    ),
    Stored(
        path=f"{DIVISION}/statistics",
        name="statistics_shown",
        says="Shows everybody's place after each round, and how the scores are spread.",
        shape=StatisticsOfDivision,
        page=_public,
        rows="places",
    ),
)
