"""What every page can say of the machines: that another one leads, where accounts are changed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from core.accounts import where_changed
from core.following.machine import machine_if_known
from core.models import Machine
from core.phrases import phrase


def elsewhere_told(_: HttpRequest) -> dict[str, Any]:
    """Returns two sentences, empty on a machine that leads; looked up where a page asks for them.

    `elsewhere` says that another one leads, `accounts_elsewhere` that accounts are changed there.
    """
    return {
        "elsewhere": SimpleLazyObject(_told),
        "accounts_elsewhere": SimpleLazyObject(where_changed),
    }


def _told() -> str:
    machine = machine_if_known()
    if machine is None or machine.role == Machine.Role.LEADS:
        return ""
    from core.journal.shut import said_of  # noqa: PLC0415 - only where another machine leads

    said = said_of(machine)
    if machine.role == Machine.Role.OVERTAKEN or machine.in_step_at is None:
        return said
    in_step = phrase("Last in step at {at:%H:%M:%S}.", at=timezone.localtime(machine.in_step_at))
    return f"{said} {in_step}"
