"""Sending what webhooks are told: one worker at a time, one message a webhook, side by side.

The journal says what is to be told. A message is sent until its receiver takes it, ever more rarely
and for a day at most; a receiver may get one twice, and knows it by its id.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.holding import Held, Lost
from core.jobs import Postponed, Progress, job_kind
from core.locks import exclusive
from core.log import Log
from core.phrases import phrase
from tournaments.models import Delivery, Webhook
from tournaments.webhooks.jobs.asking import SEND, SUBJECT, ask_to_send
from tournaments.webhooks.queries.messages import PING
from tournaments.webhooks.queries.waiting import Attempt, behind, due, make_messages
from tournaments.webhooks.sending.posting import Response, post
from tournaments.webhooks.sending.signing import signed_headers

TRIES = 10
FIRST_WAIT_S = 10
LONGEST_WAIT_S = 6 * 3600
JITTER = 0.2
THREADS = 16
RUN_S = 20.0
"""How long messages are taken up by one job; the next one goes on."""
LOOK_EVERY_S = 0.5
GONE = 410

Now = Callable[[], datetime]
Post = Callable[[Attempt, datetime], Response]

log = Log(__name__)


@job_kind(SEND, phrase("Telling webhooks"), is_passing=True)
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
    if is_due(timezone.now()):
        ask_to_send()
    return {"sent": sent}


def ask_if_due(now: datetime) -> None:
    """Asks for what is due, such as what failed before and what a process died over."""
    if is_due(now):
        ask_to_send()


def is_due(now: datetime) -> bool:
    """Returns whether something is to be sent."""
    return behind().exists() or bool(due(now))


def posted(attempt: Attempt, now: datetime) -> Response:
    """Sends a message as it is signed now, and returns what came of it."""
    signed = signed_headers(attempt.message, int(now.timestamp()), attempt.body, attempt.secrets)
    headers = {"Content-Type": "application/json; charset=utf-8", **signed}
    return post(attempt.url, headers, attempt.body, own=settings.WEBHOOK_RECEIVERS)


def send_due(
    *,
    now: Now = timezone.now,
    post_one: Post = posted,
    going_on: Callable[[], None] = lambda: None,
    run_s: float = RUN_S,
) -> int:
    """Makes and sends all messages that are due, and returns how many attempts it made.

    Every webhook has a thread to itself, so that one that takes its time holds up no other. Only
    this thread asks the database.
    """
    ends, sent = monotonic() + run_s, 0
    running: dict[Future[Response], Attempt] = {}
    with ThreadPoolExecutor(THREADS, thread_name_prefix="webhook") as pool:
        while True:
            if monotonic() < ends:
                make_messages()
                busy = {attempt.webhook for attempt in running.values()}
                for attempt in due(now(), busy)[: THREADS - len(running)]:
                    running[pool.submit(post_one, attempt, now())] = attempt
            if not running:
                return sent
            done, _ = wait(running, timeout=LOOK_EVERY_S, return_when=FIRST_COMPLETED)
            for one in done:
                note(running.pop(one), _answer(one), now())
                sent += 1
            going_on()


def note(attempt: Attempt, answer: Response, now: datetime) -> None:
    """Writes down what came of an attempt, and when or whether there is another."""
    ours = Delivery.objects.filter(
        pk=attempt.delivery, state=Delivery.State.WAITING, attempts=attempt.earlier
    )
    tries = attempt.earlier + 1
    is_last = answer.status == GONE or attempt.kind == PING or tries >= TRIES
    state = Delivery.State.WAITING
    if not answer.error:
        state = Delivery.State.DELIVERED
    elif is_last:
        state = Delivery.State.GIVEN_UP
    with transaction.atomic():
        noted = ours.update(
            state=state,
            attempts=tries,
            tried_at=now,
            status=answer.status,
            answer=answer.text,
            error=answer.error,
        )
        if not noted or (attempt.kind == PING and answer.error):
            return
        webhook = Webhook.objects.filter(pk=attempt.webhook)
        if not answer.error:
            webhook.update(failures=0, due_at=None)
        elif is_last:
            _give_up(attempt, answer, now)
        else:
            webhook.update(failures=F("failures") + 1, due_at=now + wait_before(tries + 1))


def wait_before(number: int) -> timedelta:
    """Returns how long to wait before the attempt of this number, from the second one on.

    Four times as long each time, from ten seconds to six hours, and up to a fifth longer by
    chance, so that not all come at once: ten attempts take about a day.
    """
    seconds = min(FIRST_WAIT_S * 4 ** (number - 2), LONGEST_WAIT_S)
    return timedelta(seconds=seconds * (1 + JITTER * random.random()))


def _give_up(attempt: Attempt, answer: Response, now: datetime) -> None:
    why = Webhook.Pause.GONE if answer.status == GONE else Webhook.Pause.FAILED
    Webhook.objects.filter(pk=attempt.webhook, paused="").update(
        paused=why, paused_at=now, failures=F("failures") + 1, due_at=None
    )
    log.warning("webhook.given_up", message=attempt.message, status=answer.status)


def _answer(one: Future[Response]) -> Response:
    """Returns what came of an attempt; a bug in sending fails this one message and is logged."""
    failure = one.exception()
    if failure is None:
        return one.result()
    log.error("webhook.fault", exc_info=failure)
    return Response(error=phrase("This is a fault in the program; see the log."))
