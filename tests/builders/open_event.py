"""One small event for the tests of the commands, and what they all say."""

from __future__ import annotations

from typing import Any

from core.actors import CONSOLE
from core.journal.execute import Done, execute
from tournaments.models import Division, Result

A: dict[str, Any] = {"event": "open", "division": "A"}
NAMES = ("Ada Abbot", "Bea Botham", "Cleo Colby", "Dale Dorsey", "Eve Esk")


def do(command: Any, **more: Any) -> Done:
    return execute(command, actor=CONSOLE, **{"reason": "as it was", **more})


def division() -> Division:
    return Division.objects.select_related("tournament").get(name="A")


def result(number: int, round_number: int = 1) -> Result:
    return Result.objects.get(board__seats__entry__number=number, board__round__number=round_number)
