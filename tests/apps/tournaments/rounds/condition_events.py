"""Conditions that the tests of division A set, lift and see refused."""

from __future__ import annotations

from typing import Any

from core.journal.undo import says
from tests.apps.tournaments.desk_events import SLUG, division, entries_of
from tests.builders import refusals
from tournaments.pairing.terms.conditions import conditions_from_values
from tournaments.rounds.commands.conditions import LiftCondition, SetCondition

A: dict[str, Any] = {"event": SLUG, "division": "A"}


def setting(kind: str, one: int, two: int | None = None, **more: Any) -> SetCondition:
    return SetCondition(**A, kind=kind, one=one, two=two, **more)  # type: ignore[arg-type]


def lifting(place: int = 0) -> LiftCondition:
    held = conditions_from_values(division().conditions)[place]
    return LiftCondition(**A, kind=held.kind, key=held.one, other_key=held.two, first=held.first)


def refused(command: Any) -> str:
    before = division().conditions
    said = refusals.refused(command).message
    assert division().conditions == before
    return said


def said() -> str:
    """Returns the sentence of the journal's last entry."""
    return says(entries_of()[-1])
