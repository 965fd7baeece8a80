"""The slots of a broadcast as a page to lay over a film, as text, and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from core.web.frame import site_frame
from core.web.site import Site
from core.web.store import HTML, JSON, Made
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
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import render
from tournaments.readmodel.live import SCREEN_S, live

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
    version = read_model.versioned.version
    if form == "json":
        return Made(version, msgspec.json.encode(found, enc_hook=str).decode() + "\n", JSON)
    lines = overlay_lines(found)
    if form == "txt":
        return Made(version, "".join(f"{' '.join(line)}\n" for line in lines), TEXT)
    context = {
        **site_frame(site, at=read_model.at),
        **live(site, closed=False, every=SCREEN_S),
        "sheet": site.asset("css/public.css"),
        "title": f"{read_model.division.tournament.name} · {read_model.division.name}",
        "kind": slot.kind,
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
