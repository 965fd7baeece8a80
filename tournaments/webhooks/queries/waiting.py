"""What is to be told to webhooks: messages made from journals, and those that are due."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from django.db import transaction
from django.db.models import F, Min, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat
from django.utils import timezone

from core.models import Stream
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.webhooks.queries.messages import PING, Message, event_data, messages_since

KEPT = 100
"""How many messages of a webhook that have ended can still be looked at."""

_WAITING = Delivery.State.WAITING


@dataclass(frozen=True, slots=True)
class Attempt:
    """A message as it is sent once: where, signed by which secrets, after how many attempts."""

    delivery: int
    webhook: int
    url: str
    message: str
    kind: str
    body: bytes
    secrets: tuple[str, ...]
    earlier: int


def behind() -> QuerySet[Webhook]:
    """Returns the webhooks that are not paused and whose event's journal has gone on."""
    key = Concat(Value("event:"), OuterRef("event__slug"))
    head = Stream.objects.filter(key=key).values("seq")[:1]
    active = Webhook.objects.filter(paused="").select_related("event")
    return active.annotate(head=Subquery(head)).filter(head__gt=F("told_seq"))


def make_messages() -> int:
    """Writes the messages of all that has happened, each once; returns how many."""
    made = 0
    read: dict[tuple[int, int], tuple[list[Message], int]] = {}
    for webhook in behind():
        since = (webhook.event_id, webhook.told_seq)
        if since not in read:
            read[since] = messages_since(webhook.event, webhook.told_seq)
        messages, head = read[since]
        with transaction.atomic():
            # Whoever raises it makes the messages, however many do this at the same time.
            ours = Webhook.objects.filter(pk=webhook.pk, told_seq=webhook.told_seq, paused="")
            if ours.update(told_seq=head):
                rows = [delivery_of(webhook, one.kind, one.at, one.data) for one in messages]
                Delivery.objects.bulk_create(rows, batch_size=500)
                made += len(rows)
                forget_old(webhook)
    return made


def delivery_of(
    webhook: Webhook, kind: str, at: datetime, data: Mapping[str, Any] | None = None
) -> Delivery:
    """Returns a message that is not yet stored; its bytes are what is signed and sent."""
    message = f"msg_{secrets.token_hex(16)}"
    data = event_data(webhook.event) if data is None else data
    links = {name: urljoin(webhook.site, path) for name, path in data["links"].items()}
    body = {
        "id": message,
        "type": kind,
        "timestamp": at.isoformat(),
        "data": {**data, "links": links},
    }
    return Delivery(
        webhook=webhook,
        message=message,
        kind=kind,
        body=json.dumps(body, ensure_ascii=False),
        made_at=timezone.now(),
    )


def forget_old(webhook: Webhook) -> None:
    """Removes the messages that ended, but for the last ones."""
    ended = webhook.deliveries.exclude(state=_WAITING).order_by("-pk")
    oldest = ended.values_list("pk", flat=True)[KEPT - 1 : KEPT].first()
    if oldest is not None:
        webhook.deliveries.exclude(state=_WAITING).filter(pk__lt=oldest).delete()


def due(now: datetime, busy: Collection[int] = ()) -> list[Attempt]:
    """Returns what is to be sent now: of each webhook that is not busy its oldest message.

    The next one waits until that was taken or given up, so that they come in order. A ping waits
    for nobody.
    """
    waiting = Delivery.objects.filter(state=_WAITING).exclude(webhook__in=busy)
    is_ping = Q(kind=PING)
    firsts = waiting.values("webhook").annotate(
        ping=Min("pk", filter=is_ping), oldest=Min("pk", filter=~is_ping)
    )
    chosen = {row["webhook"]: row for row in firsts.order_by()}
    webhooks = Webhook.objects.in_bulk(chosen)
    numbers = [
        chosen[webhook.pk]["ping"] or chosen[webhook.pk]["oldest"]
        for webhook in webhooks.values()
        if chosen[webhook.pk]["ping"] or _may_go_on(webhook, now)
    ]
    deliveries = Delivery.objects.filter(pk__in=numbers).order_by("pk")
    return [_attempt(webhooks[one.webhook_id], one, now) for one in deliveries]


def _may_go_on(webhook: Webhook, now: datetime) -> bool:
    return not webhook.paused and (webhook.due_at is None or webhook.due_at <= now)


def _attempt(webhook: Webhook, delivery: Delivery, now: datetime) -> Attempt:
    both = webhook.old_until is not None and now < webhook.old_until
    return Attempt(
        delivery=delivery.pk,
        webhook=webhook.pk,
        url=webhook.url,
        message=delivery.message,
        kind=delivery.kind,
        body=delivery.body.encode(),
        secrets=(webhook.secret, webhook.old_secret) if both else (webhook.secret,),
        earlier=delivery.attempts,
    )


def head_of(event: Tournament) -> int:
    """Returns the number of the last entry of an event's journal, 0 while it has none."""
    seq = Stream.objects.filter(key=f"event:{event.slug}").values_list("seq", flat=True).first()
    return seq or 0
