"""The webhooks of an event for programs: added, tried, paused, given another secret, removed.

A secret is in the answer to whoever has it made, and in no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from api.operations import Act, Asked, Listing, One, Operation, Whole, register_api
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from desk.api import NothingSaid
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.webhooks import setting_up
from tournaments.webhooks.jobs.asking import ask_to_send
from tournaments.webhooks.sending.addresses import URL_LIMIT
from tournaments.webhooks.wording import outcome_words, state_sentence

WEBHOOKS = f"{EVENT}/webhooks"
WEBHOOK = f"{WEBHOOKS}/<count:webhook>"
MESSAGES = f"{WEBHOOK}/messages"
_REASON = "webhooks are settings of the installation, which no journal hands on"


@dataclass(frozen=True, slots=True)
class ReceiverNamed:
    """The address of a receiver, which begins with https://."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=URL_LIMIT)]


@dataclass(frozen=True, slots=True)
class WebhookShown:
    """A webhook. `paused` is empty, director, failed or gone; `status` says how it is in words.

    `waiting` messages were not yet taken. `failures` counts those since the last success, and
    nothing is sent before `due_at`. The secret before this one signs, too, until `old_until`.
    """

    webhook: int
    url: str
    paused: str
    failures: int
    due_at: datetime | None
    waiting: int
    status: str
    old_until: datetime | None
    added_by: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class SecretMade:
    """A webhook with the secret that was made just now; it is told in no other answer."""

    webhook: int
    secret: str


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A message of a webhook: `body` is sent as it is. `state` is waiting, delivered or given_up.

    `number` names it here, `message` at its receiver. `answered` and `answer` are the receiver's
    last status and the beginning of what it said; `outcome` says in words how it went.
    """

    number: int
    message: str
    kind: str
    body: str
    state: str
    outcome: str
    attempts: int
    made_at: datetime
    tried_at: datetime | None
    answered: int | None
    answer: str


def _event(asked: Asked) -> Tournament:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return event


def _webhooks(asked: Asked) -> QuerySet[Any]:
    waiting = Count("deliveries", filter=Q(deliveries__state=Delivery.State.WAITING))
    return _event(asked).webhooks.annotate(waiting=waiting)


def _need(asked: Asked) -> Any:
    webhook = _webhooks(asked).filter(pk=asked["webhook"]).first()
    if webhook is None:
        raise Http404
    return webhook


def _shown(one: Any) -> WebhookShown:
    """Returns a webhook, which comes with how many messages wait."""
    return WebhookShown(
        webhook=one.pk,
        url=one.url,
        paused=one.paused,
        failures=one.failures,
        due_at=one.due_at,
        waiting=one.waiting,
        status=str(state_sentence(one, one.waiting)),
        old_until=one.old_until,
        added_by=one.added_by,
        added_at=one.added_at,
    )


def _message(one: Delivery) -> MessageShown:
    return MessageShown(
        number=one.pk,
        message=one.message,
        kind=one.kind,
        body=one.body,
        state=one.state,
        outcome=str(outcome_words(one)),
        attempts=one.attempts,
        made_at=one.made_at,
        tried_at=one.tried_at,
        answered=one.status,
        answer=one.answer,
    )


def _messages(asked: Asked) -> QuerySet[Delivery]:
    rows: QuerySet[Delivery] = _need(asked).deliveries.all()
    return rows


def _add(asked: Asked, given: ReceiverNamed) -> SecretMade:
    webhook = setting_up.add_webhook(
        _event(asked), given.url, site=asked.site, by=asked.actor.name, now=timezone.now()
    )
    return SecretMade(webhook.pk, webhook.secret)


def _renew(asked: Asked, _: NothingSaid) -> SecretMade:
    webhook = _need(asked)
    setting_up.renew_secret(webhook, timezone.now(), asked.actor.name)
    return SecretMade(webhook.pk, Webhook.objects.get(pk=webhook.pk).secret)


def _try(asked: Asked, _: NothingSaid) -> WebhookShown:
    setting_up.try_now(_need(asked), timezone.now())
    ask_to_send()
    return _shown(_need(asked))


def _pause(asked: Asked, _: NothingSaid) -> WebhookShown:
    setting_up.pause(_need(asked), timezone.now(), asked.actor.name)
    return _shown(_need(asked))


def _go_on(asked: Asked, _: NothingSaid) -> WebhookShown:
    setting_up.go_on(_need(asked), asked.actor.name)
    ask_to_send()
    return _shown(_need(asked))


def _remove(asked: Asked, _: NothingSaid) -> WebhookShown:
    webhook = _need(asked)
    shown = _shown(webhook)
    setting_up.remove(webhook, asked.actor.name)
    return shown


def _again(asked: Asked, _: NothingSaid) -> WebhookShown:
    webhook = _need(asked)
    if not webhook.deliveries.filter(pk=asked["message"]).exists():
        raise Http404
    if not setting_up.send_again(webhook, asked["message"]):
        raise UserError(phrase("This message is waiting to be sent."), code="message.waiting")
    ask_to_send()
    return _shown(_need(asked))


def _act(path: str, name: str, says: str, does: Callable[[Asked, Any], Any], **more: Any) -> Act:
    usual: dict[str, Any] = {"takes": NothingSaid, "shape": WebhookShown}
    return Act(
        path=path,
        name=name,
        says=says,
        does=does,
        reason=_REASON,
        permission=Permission.DIRECT,
        stream=event_stream,
        **{**usual, **more},
    )


_READ: dict[str, Any] = {"permission": Permission.DIRECT, "stream": event_stream}
_ADDING: tuple[Operation, ...] = (
    Whole(
        path=WEBHOOKS,
        name="webhooks_list",
        says="Lists the webhooks of an event.",
        shape=WebhookShown,
        items=lambda asked: [_shown(one) for one in _webhooks(asked)],
        **_READ,
    ),
    _act(
        WEBHOOKS,
        "webhook_add",
        "Has an address told what happens in an event from now on; the answer has the secret.",
        _add,
        takes=ReceiverNamed,
        shape=SecretMade,
    ),
    One(
        path=WEBHOOK,
        name="webhook_read",
        says="Shows a webhook and how it is.",
        shape=WebhookShown,
        find=lambda asked: _shown(_need(asked)),
        **_READ,
    ),
)

register_api(
    "webhooks",
    *_ADDING,
    _act(f"{WEBHOOK}/trying", "webhook_try", "Has a ping sent, which is tried once.", _try),
    _act(f"{WEBHOOK}/pause", "webhook_pause", "Has nothing sent until it goes on.", _pause),
    _act(
        f"{WEBHOOK}/continuation",
        "webhook_continue",
        "Has everything sent that waits, and what has happened meanwhile.",
        _go_on,
    ),
    _act(
        f"{WEBHOOK}/secret",
        "webhook_renew_secret",
        "Makes another secret, which the answer has; the one before signs beside it for a day.",
        _renew,
        shape=SecretMade,
    ),
    _act(f"{WEBHOOK}/removal", "webhook_remove", "Removes a webhook with its messages.", _remove),
    Listing(
        path=MESSAGES,
        name="messages_list",
        says="Lists the messages of a webhook that are still kept, the newest first.",
        shape=MessageShown,
        rows=_messages,
        row=_message,
        order="-pk",
        model=Delivery,
        filters={"state": ["exact"], "kind": ["exact"]},
        **_READ,
    ),
    _act(
        f"{MESSAGES}/<count:message>/sending",
        "message_send_again",
        "Has a message sent again that was delivered or given up.",
        _again,
    ),
)
