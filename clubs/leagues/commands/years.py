"""The player of the year: a series of events is opened, changed and removed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from clubs.days import is_usual
from clubs.leagues.commands.base import KeepingCommand, changed_words, must_be_key, said
from clubs.leagues.queries.years import divisions_of, points_rules, year_of
from clubs.models import PointsYear
from core.journal.checked import change_checked, checked, fields_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase

MOST_EVENTS: Final = 200
MOST_PLACES: Final = 100
MOST_POINTS: Final = 10_000
MOST_PERCENT: Final = 1000


@dataclass(frozen=True, kw_only=True)
class YearCommand(KeepingCommand):
    """Base of the commands on a series of events; `year` is its key."""

    year: str

    def find_year(self) -> PointsYear:
        """Returns the row of the series; Refused when the club has none of this key."""
        self.find_club()
        found = year_of(self.club, self.year)
        if found is None:
            raise Refused(
                phrase("The club has no player of the year {key}.", key=self.year[:60]),
                code="year.unknown",
                field="year",
            )
        return found


@register
@dataclass(frozen=True, kw_only=True)
class OpenYear(YearCommand):
    """Opens a series of events whose places give points.

    `events` are pairs of an event and one of its divisions; they count once they are closed or
    complete. `by_place` are the points of the first place, the second, and so on, `each_below`
    those for every entry below one's own, `taking_part` those for every event. `sizes` are pairs
    of entries and the percent that an event of so many counts. Only the `best` events of a player
    count, all without it; players with fewer than `least` have no rank.
    """

    code = "year.opened"
    name: str
    begins_on: date
    ends_on: date
    events: tuple[tuple[str, str], ...] = ()
    counts_nights: bool = False
    by_place: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    each_below: int = 0
    taking_part: int = 1
    sizes: tuple[tuple[int, int], ...] = ()
    best: int | None = None
    least: int = 1

    def apply(self, work: Work) -> Row:
        club = self.find_club()
        must_be_key(self.year, "year")
        if year_of(self.club, self.year) is not None:
            raise Refused(
                phrase("The club already has a player of the year {key}.", key=self.year),
                code="year.taken",
                field="year",
            )
        row = _validated(PointsYear(club=club, key=self.year, **dict(said(self, "year"))))
        if not work.facts.are_recorded:
            _must_be_there(row)
        work.ledger.create(checked(row))
        return {"year": self.year}

    def sentence(self, answer: Row) -> str:
        return phrase("Player of the year {name} opened", name=self.name)


@register
@dataclass(frozen=True, kw_only=True)
class ChangeYear(YearCommand):
    """Changes what a series says; a field left out stays. With `best` 0 all events count."""

    code = "year.changed"
    name: str | None = None
    begins_on: date | None = None
    ends_on: date | None = None
    events: tuple[tuple[str, str], ...] | None = None
    counts_nights: bool | None = None
    by_place: tuple[int, ...] | None = None
    each_below: int | None = None
    taking_part: int | None = None
    sizes: tuple[tuple[int, int], ...] | None = None
    best: int | None = None
    least: int | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_year()
        values = dict(said(self, "year"))
        if self.best == 0:
            values["best"] = None
        changed = {name: value for name, value in values.items() if getattr(row, name) != value}
        aimed = PointsYear.objects.select_related("club").get(pk=row.pk)
        for name, value in changed.items():
            setattr(aimed, name, value)
        _validated(aimed)
        if "events" in changed and not work.facts.are_recorded:
            _must_be_there(aimed)
        change_checked(row, changed)
        if not work.ledger.update(row, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": row.name, "changed": sorted(changed)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Player of the year {name} changed: {fields}",
            name=answer["name"],
            fields=changed_words(answer["changed"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveYear(YearCommand):
    """Removes a series; its events stay as they are."""

    code = "year.removed"

    def apply(self, work: Work) -> Row:
        row = self.find_year()
        name = row.name
        work.ledger.delete(row)
        return {"name": name}

    def sentence(self, answer: Row) -> str:
        return phrase("Player of the year {name} removed", name=answer["name"])


def _validated(row: PointsYear) -> PointsYear:
    """Returns the row when it is a series that the club can have; raises UserError if not."""
    fields_checked(row)
    points_rules(row)
    for field in ("begins_on", "ends_on"):
        if not is_usual(getattr(row, field)):
            raise _wrong(phrase("A day is in the years from 1900 to 2999."), field)
    if row.ends_on < row.begins_on:
        raise _wrong(phrase("The year ends before it begins."), "ends_on")
    if len(row.by_place) > MOST_PLACES or max((*row.by_place, 0)) > MOST_POINTS:
        sentence = phrase(
            "At most {places} places earn points, and none more than {points}.",
            places=MOST_PLACES,
            points=MOST_POINTS,
        )
        raise _wrong(sentence, "by_place")
    for field in ("each_below", "taking_part"):
        if getattr(row, field) > MOST_POINTS:
            raise _wrong(phrase("Give at most {points} points.", points=MOST_POINTS), field)
    sizes = [least for least, _ in row.sizes]
    if len(set(sizes)) < len(sizes) or any(percent > MOST_PERCENT for _, percent in row.sizes):
        sentence = phrase(
            "Name every number of entries once, with at most {percent} percent.",
            percent=MOST_PERCENT,
        )
        raise _wrong(sentence, "sizes")
    return row


def _must_be_there(row: PointsYear) -> None:
    if len(row.events) > MOST_EVENTS:
        raise _wrong(phrase("At most {count} events count.", count=MOST_EVENTS), "events")
    found = divisions_of(row.events)
    seen: set[tuple[str, str]] = set()
    for slug, name in row.events:
        division = found.get((slug, name))
        if division is None or division.tournament.rehearsal or division.tournament.night_of:
            sentence = phrase(
                "There is no event {event} with a division {division}.",
                event=slug[:60],
                division=name[:60],
            )
            raise _wrong(sentence, "events")
        if (slug, name) in seen:
            raise _wrong(phrase("{event} is there twice.", event=f"{slug}/{name}"), "events")
        seen.add((slug, name))


def _wrong(sentence: str, field: str) -> Refused:
    return Refused(sentence, code="year.rules", field=field)
