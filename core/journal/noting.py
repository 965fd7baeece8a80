"""What became of each command, for the log and for the figures of this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from core import metering, request_number
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import Conflict, NeedsConfirmation, NotAllowed
from core.log import Log

P = ParamSpec("P")


class CommandDone(Protocol):
    """What is told of a command that was given."""

    @property
    def seq(self) -> int: ...

    @property
    def repeated(self) -> bool: ...


D = TypeVar("D", bound=CommandDone)

_OUTCOMES: dict[type[UserError], str] = {
    Conflict: "conflict",
    NeedsConfirmation: "asked",
    NotAllowed: "not_allowed",
}

log = Log(__name__)


def noted(
    give: Callable[Concatenate[Command, P], D],
) -> Callable[Concatenate[Command, P], D]:
    """Returns the function, which notes what becomes of each command that it gives.

    The log tells those that a request gave; at the console, whoever gave it is told anyway.
    """

    @wraps(give)
    def give_noted(command: Command, /, *arguments: P.args, **named: P.kwargs) -> D:
        try:
            done = give(command, *arguments, **named)
        except UserError as refused:
            _note(command, _OUTCOMES.get(type(refused), "refused"), code=refused.code)
            raise
        except BaseException:
            _note(command, "failed")
            raise
        _note(command, "repeated" if done.repeated else "done", seq=done.seq)
        return done

    return give_noted


def _note(command: Command, outcome: str, **more: object) -> None:
    metering.count_command(command.code, outcome)
    if request_number.current():
        stream = command.stream()
        log.info("command.given", command=command.code, stream=stream, outcome=outcome, **more)
