"""The slots of a broadcast as a page to lay over a film, as text, and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.utils import timezone

from core.web.frame import site_frame
from core.web.site import Site
from core.web.store import HTML, JSON, Made
from tournaments.overlays.queries.named import NamedSlot, slot_named
from tournaments.overlays.queries.slots import (
    CardOverlay,
    Overlay,
    PlayerOverlay,
    ScorebugOverlay,
    TableOverlay,
    card,
    scorebug,
    table,
    ticker,
)
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.frame import render
from tournaments.readmodel.live import live_screen
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.serving import read_model_now

TEXT = "text/plain; charset=utf-8"
FORMS = {"": HTML, "txt": TEXT, "json": JSON}


@dataclass(frozen=True, slots=True)
class OverlaySlot:
    """What a slot is: `kind`, and the board or the player in it, None where there is none."""

    kind: str
    number: int | None = None


_NUMBERED: dict[str, Callable[[DivisionReadModel, int], Overlay]] = {
    "scorebug": scorebug,
    "player": card,
}
_WHOLE: dict[str, Callable[[DivisionReadModel], Overlay]] = {
    "standings": table,
    "ticker": ticker,
}


def is_slot(slot: OverlaySlot) -> bool:
    """Returns whether there are slots of this kind, with a number or without."""
    return slot.kind in (_WHOLE if slot.number is None else _NUMBERED)


def slot_made(read_model: DivisionReadModel, site: Site, slot: OverlaySlot, form: str) -> Made:
    """Returns a slot in one of the forms, to store; PageMissing where nothing is in it."""
    found = (
        _WHOLE[slot.kind](read_model)
        if slot.number is None
        else _NUMBERED[slot.kind](read_model, slot.number)
    )
    return _made(
        read_model.versioned.version,
        site,
        found,
        form,
        title=f"{read_model.division.tournament.name} · {read_model.division.name}",
        kind=slot.kind,
        closed=read_model.division.tournament.closed,
        at=read_model.at,
    )


def named_made(versioned: VersionedEvent, site: Site, name: str, form: str) -> Made:
    """Returns what is in a named slot now, to store; PageMissing where there is no such slot.

    Where nothing is in it, or no longer, it says nothing: it may be on air.
    """
    event = versioned.event
    slot = slot_named(event, name)
    if slot is None:
        raise PageMissing(f"slot {name}")
    return _made(
        versioned.version,
        site,
        _in_slot(versioned, slot),
        form,
        title=f"{event.name} · {name}",
        kind=slot.kind,
        closed=event.closed,
        at=timezone.now(),
    )


def _in_slot(versioned: VersionedEvent, slot: NamedSlot) -> Overlay | None:
    """Returns what is in a named slot, None for nothing: a board of a round before is not."""
    division = next(
        (one for one in versioned.divisions if one.division.name == slot.division), None
    )
    if division is None:
        return None
    read_model = read_model_now(division)
    try:
        if slot.kind in _NUMBERED:
            return _NUMBERED[slot.kind](read_model, slot.number)
        return _WHOLE[slot.kind](read_model)
    except PageMissing:
        return None


def _made(
    version: str,
    site: Site,
    found: Overlay | None,
    form: str,
    *,
    title: str,
    kind: str,
    closed: bool,
    at: datetime,
) -> Made:
    if form == "json":
        return Made(version, msgspec.json.encode(found, enc_hook=str).decode() + "\n", JSON)
    lines = [] if found is None else overlay_lines(found)
    if form == "txt":
        return Made(version, "".join(f"{' '.join(line)}\n" for line in lines), TEXT)
    context = {
        **site_frame(site, at=at),
        **live_screen(site, closed=closed),
        "sheet": site.asset("css/public.css"),
        "title": title,
        "kind": kind,
        "lines": lines,
    }
    return Made(version, render("overlays/overlay", context))


def overlay_lines(found: Overlay) -> list[tuple[str, ...]]:
    """Returns what an overlay says, line by line and part by part."""
    if isinstance(found, ScorebugOverlay):
        return [
            (one.name, one.record, one.spread, *(part for part in (one.letter, one.score) if part))
            for one in found.players
        ]
    if isinstance(found, CardOverlay):
        return [_with_place(found.player), *((line,) for line in (found.now, found.last) if line)]
    if isinstance(found, TableOverlay):
        return [_with_place(one) for one in found.players]
    return [(line,) for line in found.lines]


def _with_place(one: PlayerOverlay) -> tuple[str, ...]:
    return tuple(part for part in (one.place, one.name, one.record, one.spread) if part)
