"""Rows by the names that commands and addresses give them: asked for all day."""

from __future__ import annotations

from django.db.models import QuerySet

from core.names import shown_name
from core.prepared import Given, PreparedQuery
from tournaments.models import Division, Entry, Round, Tournament


def event_named(slug: str) -> Tournament | None:
    """Returns the event of this slug, None where there is none; one query."""
    return _event.first(slug=slug)


def division_named(event: Tournament, name: str) -> Division | None:
    """Returns a division of an event, which comes with it; None where there is none; one query."""
    division = _division.first(event=event.pk, name=name)
    if division is not None:
        division.tournament = event
    return division


def division_of_event(slug: str, name: str) -> Division | None:
    """Returns a division with its event loaded, None where there is no such one; one query."""
    return _division_of_event.first(slug=slug, name=name)


def round_numbered(division: Division, number: int) -> Round | None:
    """Returns a round with its division, None while it is only planned; one query."""
    row = _round.first(division=division.pk, number=number)
    if row is not None:
        row.division = division
    return row


def entry_numbered(division: Division, number: int) -> Entry | None:
    """Returns an entry with its division and event, None where no entry has the number."""
    entry = _entry.first(division=division.pk, number=number)
    if entry is not None:
        entry.division, entry.tournament = division, division.tournament
    return entry


@PreparedQuery
def _event(slug: Given) -> QuerySet[Tournament]:
    return Tournament.objects.filter(slug=slug)


@PreparedQuery
def _division(event: Given, name: Given) -> QuerySet[Division]:
    return Division.objects.filter(tournament_id=event, name=name)


@PreparedQuery
def _division_of_event(slug: Given, name: Given) -> QuerySet[Division]:
    rows = Division.objects.select_related("tournament")
    return rows.filter(tournament__slug=slug, name=name)


@PreparedQuery
def _round(division: Given, number: Given) -> QuerySet[Round]:
    return Round.objects.filter(division_id=division, number=number)


@PreparedQuery
def _entry(division: Given, number: Given) -> QuerySet[Entry]:
    return Entry.objects.filter(division_id=division, number=number)


def called_by_key(division: Division) -> dict[int, str]:
    """Returns the entries of a division as "no. 3 Ada", by their keys."""
    rows = division.entries.values_list("key", "number", "name")
    return {key: f"no. {number} {shown_name(name)}" for key, number, name in rows}
