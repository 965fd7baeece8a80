"""The ways out of what happens in a round, as forms: where each is sent, and with what."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tournaments.forms.place import Place
from tournaments.pages.ways import Words, worded
from tournaments.selectors.ways import Kind, Scene, Way
from tournaments.views.desk_choices import desk_link
from tournaments.views.desk_pairing import place_link

Fields = tuple[tuple[str, object], ...]
Sent = tuple[str, Fields]

SCORES = ("score", "opponent_score")


@dataclass(frozen=True, slots=True)
class WayForm:
    """A way in words, and the form that takes it: `fields` are given to `href`.

    `asked` are fields to fill in, by name and label.
    """

    words: Words
    href: str = ""
    fields: Fields = ()
    asked: tuple[tuple[str, str], ...] = ()
    token: str = field(default_factory=lambda: uuid.uuid4().hex)


def way_form(place: Place, scene: Scene, way: Way) -> WayForm:
    """Returns a way as the page shows it; without a button where there is nothing to do."""
    words = worded(scene, way)
    if not words.button:
        return WayForm(words)
    href, fields = _SENT[way.kind](place, way)
    return WayForm(words, href, fields, tuple(zip(SCORES, words.asked, strict=False)))


def _again(step: str, place: Place, way: Way) -> str:
    """Returns the address of a guided step about the entry, to go on there."""
    return place_link(step, place, entry=way.entry)


def _to_division(path: str, place: Place) -> str:
    return desk_link(path, place.the_event.slug, division=place.the_division.name)


def _forfeit(place: Place, way: Way) -> Sent:
    then = _again("leaves", place, way) if way.leaving else ""
    return place_link("enter-forfeit", place), (("absent", way.entry), ("then", then))


def _replaced(place: Place, way: Way) -> Sent:
    last = ("alone", way.outcome)
    if way.kind == Kind.REPLACED_BY_WAITING:
        last = ("then", _again("record-sit-out", place, way))
    return place_link("swap-seats", place), (("one", way.entry), ("two", _free(way)), last)


def _broken_off(place: Place, way: Way) -> Sent:
    then = _again("leaves", place, way)
    fields = (("reason", "left"), ("winner", way.other), ("then", then))
    return place_link("enter-result", place, entry=way.entry), fields


def _withdraws(place: Place, way: Way) -> Sent:
    then = place_link("round", place)
    fields: Fields = (("entry", way.entry), ("from_round", way.round), ("then", then))
    if way.kind == Kind.FORFEITS_THE_REST:
        fields = (*fields, ("forfeits", "on"))
    return _to_division("withdraw-entry", place), fields


def _returns(place: Place, way: Way) -> Sent:
    then = _again("comes", place, way) if way.here else place_link("round", place)
    fields = (("entry", way.entry), ("from_round", way.round), ("then", then))
    return _to_division("arrive-late" if way.late else "reinstate-entry", place), fields


def _meets(place: Place, way: Way) -> Sent:
    return place_link("pair-waiting", place), (("one", way.entry), ("two", _free(way)))


def _sits_out(place: Place, way: Way) -> Sent:
    return place_link("record-sit-out", place), (("entry", way.entry), ("outcome", way.outcome))


def _free(way: Way) -> int:
    assert way.free is not None
    return way.free.entry


_SENT: Mapping[Kind, Callable[[Place, Way], Sent]] = {
    Kind.FORFEIT: _forfeit,
    Kind.REPLACED_BY_WAITING: _replaced,
    Kind.REPLACED_BY_ALONE: _replaced,
    Kind.BROKEN_OFF: _broken_off,
    Kind.WITHDRAWS: _withdraws,
    Kind.FORFEITS_THE_REST: _withdraws,
    Kind.RETURNS: _returns,
    Kind.MEETS: _meets,
    Kind.SITS_OUT: _sits_out,
}
