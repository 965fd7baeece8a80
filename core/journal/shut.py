"""A machine on which no command is given, because another one leads: it follows, or was overtaken.

The lock of a stream brings the answer along, so that a command asks nothing more for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db.models import Exists
from django.utils import timezone

from core.journal.errors import Refused
from core.models import Machine
from core.phrases import phrase

_following: ContextVar[bool] = ContextVar("following", default=False)


def another_leads() -> Exists:
    """Returns the condition, for a query, that commands are given on another machine."""
    return Exists(Machine.objects.exclude(role=Machine.Role.LEADS))


@contextmanager
def following() -> Iterator[None]:
    """Marks the block as one that does again what was done on the machine that leads."""
    token = _following.set(True)
    try:
        yield
    finally:
        _following.reset(token)


def is_following() -> bool:
    """Returns whether what is done just now was done on the machine that leads."""
    return _following.get()


def refuse_where_another_leads() -> None:
    """Raises Refused, naming the machine that leads, unless this is what was done there."""
    if is_following():
        return
    machine = Machine.objects.exclude(role=Machine.Role.LEADS).first()
    if machine is not None:
        raise Refused(said_of(machine), code="machine.shut")


def said_of(machine: Machine) -> str:
    """Returns the sentence that says why nothing is entered on a machine."""
    if machine.role == Machine.Role.OVERTAKEN:
        return phrase(
            "{peer} took over from this machine at {at:%H:%M}: enter everything there, not here.",
            peer=machine.peer,
            at=timezone.localtime(machine.since),
        )
    return phrase(
        "This machine follows {peer}: enter everything there, not here.", peer=machine.peer
    )
