"""Sending the reports of nights by e-mail: one worker at a time, each mail once.

A mail is marked before it is handed to the mail server, and once that has taken it. Of a mail that
was in between when a worker was stopped nobody can say whether it went out: it is not sent again,
and the desk says so. What the server refuses is tried again, ever more rarely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from smtplib import (
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import F, Q
from django.utils import timezone

from clubs.club.queries.reachable import reader_of
from clubs.models import ReportMail
from clubs.nights.jobs.asking import SEND, SUBJECT, ask_to_send, is_due
from clubs.nights.pages.mail import mail_of, written
from core.holding import Held, Lost
from core.jobs import Postponed, Progress, job_kind
from core.locks import exclusive
from core.log import Log
from core.phrases import phrase

TRIES = 6
FIRST_WAIT = timedelta(minutes=1)
"""The wait before the second attempt; each further one is four times as long."""

LONGEST_ERROR = 500
NOT_TAKEN = (SMTPRecipientsRefused, SMTPSenderRefused, SMTPDataError, SMTPAuthenticationError)
"""What a server answers that has taken nothing."""

State = ReportMail.State
Now = Callable[[], datetime]

log = Log(__name__)


@job_kind(SEND, phrase("Sending reports"), is_passing=True)
def send(progress: Progress, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Sends what is due; another worker that is at it goes on alone."""
    try:
        with exclusive(SUBJECT) as hold:

            def going_on() -> None:
                hold.keep()
                progress(0, 1)

            sent = send_due(going_on=going_on)
    except (Held, Lost):
        raise Postponed from None
    return {"sent": sent}


def ask_if_due(now: datetime) -> None:
    """Asks for what is due, such as what failed before and what a process died over."""
    if is_due(now):
        ask_to_send()


def send_due(*, now: Now = timezone.now, going_on: Callable[[], None] = lambda: None) -> int:
    """Sends all mails that are due, and returns how many were taken.

    Called by one at a time: what is still being sent was left so by a worker that was stopped.
    """
    ReportMail.objects.filter(state=State.SENDING).update(
        state=State.UNSURE, error=phrase("Wallchart was stopped while this mail was being sent.")
    )
    due = Q(due_at__isnull=True) | Q(due_at__lte=now())
    waiting = ReportMail.objects.filter(due, state=State.WAITING).values_list("pk", flat=True)
    sent = 0
    for number in list(waiting):
        going_on()
        mail = ReportMail.objects.select_related("report__tournament").filter(pk=number).first()
        sent += mail is not None and _sent(mail, now())
    return sent


def _sent(mail: ReportMail, now: datetime) -> bool:
    """Sends a mail; returns whether the mail server has taken it."""
    reader = reader_of(mail.players, mail.address, timezone.localdate(now))
    if reader is None:
        _note(mail, State.DROPPED, "")
        return False
    message = mail_of(written(mail.report), mail, reader)
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException) as failure:
        _try_later(mail, now, failure, reader.address)
        return False
    try:
        if not _is_ours(mail, now):
            return False
        _hand_over(message, connection)
    except NOT_TAKEN as refusal:
        _try_later(mail, now, refusal, reader.address)
        return False
    except (OSError, SMTPException) as broken:
        _note(mail, State.UNSURE, _words(broken, reader.address))
        return False
    finally:
        connection.close()
    _note(mail, State.SENT, "")
    return True


def _is_ours(mail: ReportMail, now: datetime) -> bool:
    """Marks a mail as being sent; returns False where it no longer waits.

    Reaching the mail server can take longer than the hold lasts: another worker has sent it then.
    """
    waiting = ReportMail.objects.filter(pk=mail.pk, state=State.WAITING)
    return bool(waiting.update(state=State.SENDING, attempts=F("attempts") + 1, tried_at=now))


def _hand_over(message: EmailMultiAlternatives, connection: Any) -> None:
    message.connection = connection
    message.send()


def _try_later(mail: ReportMail, now: datetime, failure: Exception, address: str) -> None:
    tries = mail.attempts + 1
    is_last = tries >= TRIES or _is_for_good(failure)
    log.warning("report.failed", mail=mail.pk, tries=tries, error=type(failure).__name__)
    ReportMail.objects.filter(pk=mail.pk).update(
        state=State.FAILED if is_last else State.WAITING,
        attempts=tries,
        tried_at=now,
        due_at=None if is_last else now + FIRST_WAIT * 4 ** (tries - 1),
        error=_words(failure, address),
    )


def _is_for_good(failure: Exception) -> bool:
    """Returns whether the server said that it will never take this mail: an answer of 500 or above.

    A password that it does not take is a matter of the settings, which somebody will mend.
    """
    if isinstance(failure, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in failure.recipients.values())
    if isinstance(failure, SMTPAuthenticationError):
        return False
    return isinstance(failure, SMTPResponseException) and failure.smtp_code >= 500


def _note(mail: ReportMail, state: State, error: str) -> None:
    ReportMail.objects.filter(pk=mail.pk).update(state=state, error=error, due_at=None)


def _words(failure: Exception, address: str) -> str:
    """Returns what went wrong, without the address: that is shown to nobody."""
    text = str(failure) or type(failure).__name__
    if isinstance(failure, SMTPRecipientsRefused):
        code, answer = next(iter(failure.recipients.values()))
        text = f"{code} {answer.decode('utf-8', 'replace')}"
    # A server may name it in whatever it answers, in letters of its own choice.
    text = re.sub(re.escape(address), "…", text, flags=re.IGNORECASE)
    return text.replace("\0", "")[:LONGEST_ERROR]
