"""The ways out of what happens in a round, as forms: where each is sent, and with what."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from core.journal.command import Command
from desk.forms import acceptance_of
from tournaments.kernel.commands.awards import SitOut
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.queries.numbering import seating_mark
from tournaments.rounds.commands.rearranging import PairWaiting, SwapSeats, TakeBoardApart
from tournaments.rounds.pages import Words, worded
from tournaments.rounds.queries.incidents import Remedy, RemedyKind, Scene
from tournaments.rounds.views.pairing import place_link

Fields = tuple[tuple[str, object], ...]
Sent = tuple[str, Fields]

SCORES = ("score", "opponent_score")
LEFT = "left"
"""In the address of the step for a late arrival: they were left without an opponent."""


@dataclass(frozen=True, slots=True)
class WayForm:
    """A way in words, and the form that takes it: `fields` are given to `href`.

    `inputs` are fields to fill in, by name and label. What follows stands in the words, so the
    acceptance of it is among the fields where the command would ask; it holds for the boards shown,
    and while the round is a draft, or published, as it was then.
    """

    words: Words
    href: str = ""
    fields: Fields = ()
    inputs: tuple[tuple[str, str], ...] = ()
    token: str = field(default_factory=lambda: uuid.uuid4().hex)


def way_form(where: EventContext, scene: Scene, way: Remedy) -> WayForm:
    """Returns a way as the page shows it; without a button where there is nothing to do."""
    words = worded(scene, way)
    if not words.button:
        return WayForm(words)
    href, fields = _SENT[way.kind](where, way)
    if any(name == "confirmed" for name, _ in fields):
        fields = (*fields, ("seating", seating_mark(scene.sheet, scene.number)))
    return WayForm(words, href, fields, tuple(zip(SCORES, words.labels, strict=False)))


def _again(step: str, where: EventContext, way: Remedy) -> str:
    """Returns the address of a guided step about the entry, to go on there."""
    return place_link(step, where, entry=way.entry)


def _to_division(path: str, where: EventContext) -> str:
    return desk_link(path, where.the_event.slug, division=where.the_division.name)


def _forfeit(where: EventContext, way: Remedy) -> Sent:
    then = _again("departure", where, way) if way.leaving else ""
    return place_link("enter-forfeit", where), (("absent", way.entry), ("then", then))


def _accepted(command: Command) -> tuple[str, object]:
    return "confirmed", acceptance_of(command)


def _where(where: EventContext) -> dict[str, Any]:
    division = where.the_division.name
    return {"event": where.the_event.slug, "division": division, "round": where.the_round}


def _split(where: EventContext, way: Remedy) -> Sent:
    apart = TakeBoardApart(**_where(where), entry=way.entry)
    then = _again("no-show", where, way)
    return place_link("take-apart", where), (("entry", way.entry), ("then", then), _accepted(apart))


def _replaced(where: EventContext, way: Remedy) -> Sent:
    one, two, alone = way.entry, _free(way), way.outcome or None
    swap = SwapSeats(**_where(where), one=one, two=two, alone=cast(SitOut | None, alone))
    # The waiting player has the seat then; only the outcome for the other is left to give.
    then = "" if alone else _again("no-show", where, way)
    fields = (("one", one), ("two", two), ("alone", alone), ("then", then), _accepted(swap))
    return place_link("swap-seats", where), fields


def _broken_off(where: EventContext, way: Remedy) -> Sent:
    then = _again("departure", where, way)
    fields = (("reason", "left"), ("winner", way.other), ("then", then))
    return place_link("enter-result", where, entry=way.entry), fields


def _withdraws(where: EventContext, way: Remedy) -> Sent:
    then = place_link("round", where)
    fields: Fields = (("entry", way.entry), ("from_round", way.round), ("then", then))
    if way.kind == RemedyKind.FORFEITS_THE_REST:
        fields = (*fields, ("forfeits", "on"))
    return _to_division("withdraw-entry", where), fields


def _returns(where: EventContext, way: Remedy) -> Sent:
    then = place_link("round", where)
    if way.here:
        then = place_link("arrival", where, entry=way.entry, round=way.round)
    fields = (("entry", way.entry), ("from_round", way.round), ("then", then))
    return _to_division("arrive-late" if way.late else "reinstate-entry", where), fields


def _meets(where: EventContext, way: Remedy) -> Sent:
    one, two = way.entry, _free(way)
    pair = PairWaiting(**_where(where), one=one, two=two)
    return place_link("pair-waiting", where), (("one", one), ("two", two), _accepted(pair))


def _sits_out(where: EventContext, way: Remedy) -> Sent:
    # Whoever waits as well is asked about next.
    then = (
        "" if way.free is None else place_link("arrival", where, entry=way.free.entry, **{LEFT: 1})
    )
    fields = (("entry", way.entry), ("outcome", way.outcome), ("then", then))
    return place_link("record-sit-out", where), fields


def _free(way: Remedy) -> int:
    assert way.free is not None
    return way.free.entry


_SENT: Mapping[RemedyKind, Callable[[EventContext, Remedy], Sent]] = {
    RemedyKind.FORFEIT: _forfeit,
    RemedyKind.SPLIT: _split,
    RemedyKind.REPLACED_BY_WAITING: _replaced,
    RemedyKind.REPLACED_BY_ALONE: _replaced,
    RemedyKind.BROKEN_OFF: _broken_off,
    RemedyKind.WITHDRAWS: _withdraws,
    RemedyKind.FORFEITS_THE_REST: _withdraws,
    RemedyKind.RETURNS: _returns,
    RemedyKind.MEETS: _meets,
    RemedyKind.SITS_OUT: _sits_out,
}
