"""Asking for reports to be sent; what sends them is loaded by the worker that does it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from clubs.models import ReportMail
from core.jobs import enqueue
from core.journal.command import Command
from core.journal.execute import follow_live
from core.journal.ledger import Ledger

SEND = "clubs.send_reports"
SUBJECT = "reports"
_UNDER_WAY = (ReportMail.State.WAITING, ReportMail.State.SENDING)


def ask_to_send() -> None:
    """Asks for what is due to be sent."""
    enqueue(SEND, SUBJECT, {})


def is_due(now: datetime) -> bool:
    """Returns whether a mail is to be sent, or was being sent when a worker was stopped."""
    due = Q(due_at__isnull=True) | Q(due_at__lte=now)
    return ReportMail.objects.filter(due, state__in=_UNDER_WAY).exists()


@follow_live(stream="club")
def after_sending(command: Command, _ledger: Ledger) -> None:
    """Has the mails of a report sent once its command is done."""
    if command.code == "night.report_sent":
        ask_to_send()
