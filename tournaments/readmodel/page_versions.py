"""The state of the rows that a page was made from: the version it is stored under."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from core.demonstration import being_made
from core.models import Stream
from core.prepared import Given, PreparedQuery
from core.web.build import build
from core.web.store import lasting
from people.selectors import REGISTER
from ratings.selectors.page_versions import commands_of_all, computed_of_all
from tournaments.kernel.queries.play import event_named
from tournaments.models import Division, DivisionRating, Tournament


@dataclass(frozen=True, slots=True)
class VersionedDivision:
    """A division as its pages are to show it, with the names of all divisions of its event.

    `version` rises with every command on the division; `rated`, with every rating of it besides,
    is the version of pages that say what became of ratings.
    """

    division: Division
    names: tuple[str, ...]
    version: str

    @property
    def rated(self) -> str:
        """The version of a page that shows ratings that the results made."""
        rated = rating_of(self.division)
        return (
            f"{self.version}.{rated.version}-{rated.rated_at.timestamp()}"
            if rated
            else self.version
        )

    @property
    def honoured(self) -> str:
        """The version of a page that shows which games hold records."""
        medals = getattr(self.division, "medals", None)
        return f"{self.version}.m{medals.mark}" if medals else self.version

    @property
    def foreseen(self) -> str:
        """The version of the page of who can still win: with the forecast's."""
        made = getattr(self.division, "contention", None)
        return f"{self.version}.{made.made_at.timestamp() if made else 0}"


@dataclass(frozen=True, slots=True)
class VersionedEvent:
    """An event as its own page is to show it, its divisions in order."""

    event: Tournament
    divisions: tuple[VersionedDivision, ...]
    version: str

    @property
    def foreseen(self) -> str:
        """The version of a page that shows who can still win its divisions: with the forecasts'."""
        made = [getattr(one.division, "contention", None) for one in self.divisions]
        state = ".".join(str(one.made_at.timestamp()) for one in made if one is not None)
        return f"{self.version}.{hashlib.sha256(state.encode()).hexdigest()[:16]}"

    @property
    def rated(self) -> str:
        """The version of a page that shows ratings that the results made."""
        ratings = [rating_of(one.division) for one in self.divisions]
        state = ".".join(f"{r.version}-{r.rated_at.timestamp()}" for r in ratings if r is not None)
        return f"{self.version}.{hashlib.sha256(state.encode()).hexdigest()[:16]}"


def versioned_division(slug: str, name: str) -> VersionedDivision | None:
    """Returns a division with the versions of its pages; None if there is none. One query."""
    versioned = versioned_event(slug)
    chosen = versioned.divisions if versioned else ()
    return next((d for d in chosen if d.division.name == name), None)


def versioned_event(slug: str) -> VersionedEvent | None:
    """Returns an event and its divisions, each with its versions; None if there is none."""
    divisions = _divisions(slug=slug)
    if divisions:
        first: Any = divisions[0]
        return versioned_of(first.tournament, divisions, first.register or 0)
    event = event_named(slug)
    return versioned_of(event, [], 0) if event else None


def versioned_of(event: Tournament, divisions: Sequence[Division], register: int) -> VersionedEvent:
    """Returns the versions of an event whose divisions are loaded with their `rated` row."""
    names = tuple(division.name for division in divisions)
    versioned = tuple(
        VersionedDivision(division, names, _division_version(division, register))
        for division in divisions
    )
    # The event's own mark comes first: without divisions it is all there is.
    own = f"{event.pk}.{event.version}"
    state = ".".join([own, *(one.version for one in versioned)])
    mark = hashlib.sha256(state.encode()).hexdigest()[:16]
    version = lasting(register, build(), f"e{event.version}.{mark}")
    return VersionedEvent(event, versioned, version)


def home_version() -> str:
    """Returns the version of the home page: of every command of any journal, and of the day.

    The day decides what comes and what nothing has come in of for too long. How far a demonstration
    is that is being made belongs to it, too.
    """
    told = Stream.objects.aggregate(
        total=Sum("seq", default=0),
        names=Sum("seq", filter=Q(key=REGISTER), default=0),
        made=Max(Subquery(being_made().values("done")[:1])),
    )
    # Where nothing is written yet there is no row that the subquery could stand beside.
    made = told["made"] if told["total"] else being_made().values_list("done", flat=True).first()
    making = "" if made is None else f".m{made}"
    return lasting(told["names"], build(), f"h{told['total']}.{timezone.localdate()}{making}")


def rating_of(division: Division) -> DivisionRating | None:
    """Returns the division's last rating, None while it is not rated."""
    return getattr(division, "rated", None)


def card_version(versioned: VersionedDivision, mark: str) -> str:
    """Returns the version of a scorecard: what it shows, and the lists', which make profiles.

    `mark` is that of the card (`tournaments.public.pages.changed_cards`).
    """
    names, _, _ = versioned.version.partition("!")
    division = versioned.division
    return f"{names}!c{division.pk}.{mark}.{division.commands}.{division.computed}"  # type: ignore[attr-defined] # annotated


@PreparedQuery
def _divisions(slug: Given) -> QuerySet[Division]:
    register = Stream.objects.filter(key=REGISTER).values("seq")
    rows = Division.objects.filter(tournament__slug=slug)
    return (
        rows.select_related("tournament", "rated", "contention", "medals", "clock")
        .annotate(
            register=Subquery(register), commands=commands_of_all(), computed=computed_of_all()
        )
        .order_by("position", "name")
    )


def _division_version(division: Division, register: int) -> str:
    # Whether the division is rated at all decides on the tabs of all its pages.
    tabs = "r" if division.rating_system or rating_of(division) else ""
    state = f"d{division.pk}.{division.version}.{tabs}"
    return lasting(register, build(), state)
