"""The common part of the lifeboat's tests: an installation that forgets, and states to read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.journal.guard import writing
from core.models import JournalEntry, Stream
from tournaments.models import (
    Board,
    Division,
    Entry,
    EntryMember,
    Lifeboat,
    Penalty,
    Result,
    Round,
    Seat,
    Tournament,
)


def forget(slug: str) -> None:
    """Takes an event out of this installation as if it had never been here."""
    event = {"tournament__slug": slug}
    division = {f"division__{name}": value for name, value in event.items()}
    inside = {f"round__{name}": value for name, value in division.items()}
    with writing():
        Result.objects.filter(board__in=Board.objects.filter(**inside)).delete()
        Seat.objects.filter(**inside).delete()
        Board.objects.filter(**inside).delete()
        Round.objects.filter(**division).delete()
        for model in (Penalty, EntryMember):
            model._default_manager.filter(entry__tournament__slug=slug).delete()
        Entry.objects.filter(**event).delete()
        Division.objects.filter(**event).delete()
        Lifeboat.objects.filter(event__slug=slug).delete()
        Tournament.objects.filter(slug=slug).delete()
        JournalEntry.objects.filter(stream__key=f"event:{slug}").delete()
        Stream.objects.filter(key=f"event:{slug}").delete()


def head(place: Path) -> dict[str, Any]:
    """Returns the head of the state in a place."""
    found: dict[str, Any] = json.loads((place / "now" / "lifeboat.json").read_text("utf-8"))
    return found


def names(folder: Path) -> set[str]:
    """Returns the names of all files below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in files}
