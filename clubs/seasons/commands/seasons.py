"""A season is opened, changed and removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from clubs.kernel.commands.base import ClubCommand
from clubs.models import ClubHome, Season
from clubs.seasons.queries.championships import championship_of
from clubs.seasons.queries.nights import holds_nights
from clubs.seasons.queries.rules import rating_of, rules_of
from clubs.seasons.queries.seasons import season_of
from core.journal.checked import change_checked, checked, fields_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase

KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
KEYS_LIMIT = 40


@dataclass(frozen=True, kw_only=True)
class SeasonCommand(ClubCommand):
    """Base of the commands on a season of a club; `season` is its key."""

    season: str

    def find_season(self) -> Season:
        """Returns the row of the season; Refused when the club has none of this key."""
        self.find_club()
        found = season_of(self.club, self.season)
        if found is None:
            raise Refused(
                phrase("The club has no season {key}.", key=self.season[:60]),
                code="season.unknown",
                field="season",
            )
        return found


@register
@dataclass(frozen=True, kw_only=True)
class OpenSeason(SeasonCommand):
    """Opens a season; no day is in two seasons of a club. The fields are those of its row.

    Without `place_points` places earn the usual ones.
    """

    code = "season.opened"
    name: str
    begins_on: date
    ends_on: date
    ranked_by: str = "win_share"
    minimum_games: int = 0
    best_nights: int = 10
    place_points: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    attendance_points: int = 1
    counts_unrated: bool = True
    counts_handicapped: bool = False
    ladder_start: tuple[str, ...] = ()
    ladder_reach: int = 3
    ladder_inactive_after: int = 0
    ladder_drops: int = 1
    rating_system: str = ""
    newcomer_rating: int = 1200

    def apply(self, work: Work) -> Row:
        club = self.find_club()
        if not KEY.fullmatch(self.season) or len(self.season) > KEYS_LIMIT:
            raise Refused(
                phrase(
                    "The key {key} must have only lower-case letters, digits and hyphens, "
                    "at most {limit}.",
                    key=repr(self.season[:60]),
                    limit=KEYS_LIMIT,
                ),
                code="season.key",
                field="season",
            )
        if season_of(self.club, self.season) is not None:
            raise Refused(
                phrase("The club already has a season {key}.", key=self.season),
                code="season.taken",
                field="season",
            )
        row = _validated(Season(club=club, key=self.season, **self._values()))
        work.ledger.create(checked(row))
        return {"season": self.season}

    def _values(self) -> Row:
        return dict(_said(self)) | {"name": self.name.strip()}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Season {name} opened: {begins} to {ends}",
            name=self.name,
            begins=self.begins_on.isoformat(),
            ends=self.ends_on.isoformat(),
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeSeason(SeasonCommand):
    """Changes what a season says; a field left out stays as it is."""

    code = "season.changed"
    name: str | None = None
    begins_on: date | None = None
    ends_on: date | None = None
    ranked_by: str | None = None
    minimum_games: int | None = None
    best_nights: int | None = None
    place_points: tuple[int, ...] | None = None
    attendance_points: int | None = None
    counts_unrated: bool | None = None
    counts_handicapped: bool | None = None
    ladder_start: tuple[str, ...] | None = None
    ladder_reach: int | None = None
    ladder_inactive_after: int | None = None
    ladder_drops: int | None = None
    rating_system: str | None = None
    newcomer_rating: int | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_season()
        changed = {name: value for name, value in _said(self) if getattr(row, name) != value}
        aimed = Season.objects.select_related("club").get(pk=row.pk)
        for name, value in changed.items():
            setattr(aimed, name, value)
        _validated(aimed)
        change_checked(row, changed)
        if not work.ledger.update(row, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": row.name, "changed": sorted(changed)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Season {name} changed: {fields}",
            name=answer["name"],
            fields=", ".join(name.replace("_", " ") for name in answer["changed"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveSeason(SeasonCommand):
    """Removes a season that has nothing: no night on its days, nothing given in it."""

    code = "season.removed"

    def apply(self, work: Work) -> Row:
        row = self.find_season()
        if holds_nights(row) or row.awards.exists() or championship_of(row) is not None:
            raise Refused(
                phrase(
                    "The season has nights, awards or a championship, so it stays. "
                    "You can change its days."
                ),
                code="season.held",
                field="season",
            )
        name = row.name
        work.ledger.delete(row)
        return {"name": name}

    def sentence(self, answer: Row) -> str:
        return phrase("Season {name} removed", name=answer["name"])


def _said(command: SeasonCommand) -> Iterator[tuple[str, Any]]:
    """Yields what a command says of a season, as its row keeps it."""
    for field in fields(command):
        value = getattr(command, field.name)
        if field.name not in ("club", "season") and value is not None:
            yield field.name, list(value) if isinstance(value, tuple) else value


def _validated(row: Season) -> Season:
    """Returns the row when it is a season that the club can have; raises UserError if not."""
    fields_checked(row)
    rules_of(row)
    rating_of(row)
    _must_not_overlap(row, row.club)
    return row


def _must_not_overlap(row: Season, club: ClubHome) -> None:
    others = Season.objects.filter(club=club).exclude(pk=row.pk)
    other = others.filter(begins_on__lte=row.ends_on, ends_on__gte=row.begins_on).first()
    if other is not None:
        inside = other.begins_on <= row.begins_on
        raise Refused(
            phrase(
                "Some of these days are in the season {name}, from {begins} to {ends}.",
                name=other.name,
                begins=other.begins_on.isoformat(),
                ends=other.ends_on.isoformat(),
            ),
            code="season.overlaps",
            field="begins_on" if inside else "ends_on",
        )
