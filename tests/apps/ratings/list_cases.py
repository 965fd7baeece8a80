"""Rating lists and a register for the tests of their commands, made by commands."""

from __future__ import annotations

from datetime import date
from typing import Any

from core.actors import CONSOLE
from core.journal.command import Command
from core.journal.execute import Done, execute
from core.journal.undo import RestoreTo
from core.models import JournalEntry
from people.commands import AddPlayer
from ratings.commands.imports import ImportRatings
from ratings.commands.lists import AddRatingList
from ratings.formats.lines import ListLine
from ratings.models import ImportedRating
from tests.builders import events as builders

KEY = "north"
PEOPLE = (
    ("ann", "Ann", "Smith", "17"),
    ("bea", "Bea", "Lee", ""),
    ("cem", "Cem", "Öz", "AA3"),
    ("dov-1", "Dov", "Katz", ""),
    ("dov-2", "Dov", "Katz", ""),
)


def do(command: Command, **more: Any) -> Done:
    """Execute a command as the console does."""
    return execute(command, actor=CONSOLE, **more)


def a_register() -> None:
    """Put five people into the register, two of them of one name."""
    for key, given, family, number in PEOPLE:
        do(AddPlayer(key=key, given_name=given, family_name=family, association_number=number))


def a_list(key: str = KEY, **more: Any) -> None:
    """Make a list, imported unless a system is given."""
    do(AddRatingList(rating_list=key, **{"name": key.title(), **more}))


def line(number: int, name: str, rating: int = 1500, **more: Any) -> ListLine:
    """Return a line of a list."""
    return ListLine(number, name, rating, **more)


def take_in(*lines: ListLine, on: date = date(2026, 1, 5), key: str = KEY, **more: Any) -> Done:
    """Import lines into a list."""
    fields = {"format": "csv", **more}
    return do(ImportRatings(rating_list=key, effective_on=on, rows=lines, **fields))


def undo(seq: int, key: str = KEY) -> Done:
    """Take an entry of a list's log back."""
    return builders.undo(f"list:{key}", seq)


def restore(seq: int, key: str = KEY) -> Done:
    """Restore a list to its state after an entry."""
    return do(RestoreTo(journal=f"list:{key}", seq=seq))


def entries(key: str = KEY) -> list[JournalEntry]:
    """Return the journal of a list, the oldest entry first."""
    return list(JournalEntry.objects.filter(stream__key=f"list:{key}").order_by("seq"))


def meant(key: str = KEY) -> dict[str, str]:
    """Return whom the names on the imports of a list mean."""
    rows = ImportedRating.objects.filter(list_import__rating_list__key=key)
    return dict(rows.values_list("name", "player"))
