"""Entry numbers: they follow the seeding until round 1 is published, then never change.

A number is never used twice, so from then on the division keeps the highest that was ever given.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from core.models import JournalEntry
from core.prepared import Given, PreparedQuery
from tournaments.models import Division, Entry, Tournament

OFFSET = 1_000_000
GIVES_KEYS = ("entry.added", "roster.added", "entry.moved", "night.arrived")


def next_key(event: Tournament) -> int:
    """Returns a key that no entry of the event ever had, one made and undone included."""
    last = _last_added.first(stream=f"event:{event.slug}")
    return max(event.last_entry_key, last["key"] if last else 0) + 1


def next_number(division: Division) -> int:
    """Returns a free number for one more entry; once numbers are fixed, one never given before."""
    return next_numbers(division, 1)[0]


def next_numbers(division: Division, count: int) -> range:
    """Returns free numbers for more entries; once numbers are fixed, such as were never given."""
    highest = _highest.first(division=division.pk) or 0
    first = max(highest, division.numbers_used) + 1
    if division.numbers_used:
        division.numbers_used = first + count - 1
        division.save(update_fields=("numbers_used",))
    return range(first, first + count)


def settle_number(entry: Entry) -> None:
    """Gives an entry that is put back another number when its own went to somebody else."""
    if entry.division.entries.filter(number=entry.number).exclude(pk=entry.pk).exists():
        entry.number = next_number(entry.division)


def fix_numbers(division: Division) -> None:
    """Fixes the numbers of a division from now on."""
    if division.numbers_used == 0:
        division.numbers_used = max(division.entries.values_list("number", flat=True))
        division.save(update_fields=("numbers_used",))


def number_by_seeding(division: Division) -> None:
    """Numbers the entries of a division by rating, random number and key, from 1."""
    pairs = _seeded(division=division.pk)
    moved = {pk: place for place, (pk, number) in enumerate(pairs, 1) if number != place}
    if not moved:
        return
    # Two steps, because a number is nobody else's at any moment.
    rows = Entry.objects.filter(pk__in=moved)
    rows.update(number=F("number") + OFFSET)
    Entry.objects.bulk_update(
        [Entry(pk=pk, number=place) for pk, place in moved.items()], ("number",), batch_size=500
    )


@PreparedQuery
def _last_added(stream: Given) -> QuerySet[JournalEntry, dict[str, Any]]:
    added = JournalEntry.objects.filter(stream__key=stream, command__in=GIVES_KEYS)
    return added.order_by("-seq").values_list("answer", flat=True)[:1]


@PreparedQuery
def _highest(division: Given) -> QuerySet[Entry, int]:
    entries = Entry.objects.filter(division_id=division).order_by("-number")
    return entries.values_list("number", flat=True)[:1]


@PreparedQuery
def _seeded(division: Given) -> QuerySet[Entry, tuple[int, int]]:
    entries = Entry.objects.filter(division_id=division)
    return entries.order_by("-rating", "-random_number", "key").values_list("pk", "number")
