"""Conditions that the tests of division A set, lift and see refused."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.command import CONSOLE
from core.journal.errors import Refused
from core.journal.execute import Done, execute
from core.journal.undo import says
from tests.apps.tournaments.desk_events import SLUG, division, entries_of
from tournaments.commands.conditions import LiftCondition, SetCondition
from tournaments.pairing.terms.conditions import conditions_from_values

A: dict[str, Any] = {"event": SLUG, "division": "A"}


def give(command: Any) -> Done:
    return execute(command, actor=CONSOLE)


def setting(kind: str, one: int, two: int | None = None, **more: Any) -> SetCondition:
    return SetCondition(**A, kind=kind, one=one, two=two, **more)  # type: ignore[arg-type]


def lifting(place: int = 0) -> LiftCondition:
    held = conditions_from_values(division().conditions)[place]
    return LiftCondition(**A, kind=held.kind, key=held.one, other_key=held.two, first=held.first)


def refused(command: Any) -> str:
    before = division().conditions
    with pytest.raises(Refused) as said:
        give(command)
    assert division().conditions == before
    return said.value.message


def said() -> str:
    """Returns what the journal says of its last entry."""
    return says(entries_of()[-1])
