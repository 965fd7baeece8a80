"""This installation among the machines of a hall: the one row that says whether it leads."""

from __future__ import annotations

import secrets
import socket
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.utils import timezone

from core.log import Log
from core.models import Machine
from core.prepared import PreparedQuery

if TYPE_CHECKING:
    from django.db.models import QuerySet

log = Log(__name__)


def this_machine() -> Machine:
    """Returns the row of this installation, made when it is first asked for."""
    with transaction.atomic():
        found = Machine.objects.order_by("pk").first()
        return found or Machine.objects.create(
            installation=secrets.token_hex(16), since=timezone.now()
        )


def machine_if_known() -> Machine | None:
    """Returns the row of this installation, None where nobody ever asked for it. One query.

    Every page of the desk asks: somebody who works at a machine that another one leads is told at
    once, so it is not kept from one request to the next.
    """
    return _first.first()


def host_name() -> str:
    """Returns what this computer is called in its network."""
    return socket.gethostname()[:100] or "wallchart"


def be_overtaken(by: str, epoch: int) -> None:
    """Has this machine know that another one took over: nothing is entered here any more."""
    machine = this_machine()
    if epoch <= machine.epoch:
        return
    with transaction.atomic():
        if connection.vendor == "postgresql":
            # Waits for every command that is being done: whoever asked gets what it wrote.
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE core_stream IN EXCLUSIVE MODE")
        Machine.objects.filter(pk=machine.pk).update(
            role=Machine.Role.OVERTAKEN, peer=by[:100], since=timezone.now(), epoch=epoch
        )
    log.warning("machine.overtaken", by=by, epoch=epoch)


def lead_again(*, by: str) -> None:
    """Has a machine that was overtaken lead again: the operator says that it goes on here."""
    machine = this_machine()
    Machine.objects.filter(pk=machine.pk, role=Machine.Role.OVERTAKEN).update(
        role=Machine.Role.LEADS, epoch=machine.epoch + 1, since=timezone.now(), peer="", trouble=""
    )
    log.warning("machine.leads_again", by=by)


@PreparedQuery
def _first() -> QuerySet[Machine]:
    return Machine.objects.order_by("pk")[:1]
