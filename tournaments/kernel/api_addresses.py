"""The addresses of events below `/api/v1/`, and the journal that each is about."""

from __future__ import annotations

from api.operations import Path

EVENT = "events/<slug:event>"
DIVISION = f"{EVENT}/divisions/<division:division>"
ENTRY = f"{DIVISION}/entries/<number:entry>"
ROUND = f"{DIVISION}/rounds/<number:round>"


def event_stream(path: Path) -> str:
    """Returns the journal of the event in the address."""
    return f"event:{path['event']}"
