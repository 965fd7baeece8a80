"""An event with a webhook, and what its receiver was told."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from pytest_django import Settings

from tests.apps.tournaments.desk_events import SLUG
from tests.apps.tournaments.webhooks.receivers import Receiver
from tournaments.models import Tournament, Webhook
from tournaments.webhooks.jobs.delivering import send_due
from tournaments.webhooks.setting_up import add_webhook

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
SITE = "https://hall.example/"


def hooked(receiver: Receiver, settings: Settings, slug: str = SLUG) -> Webhook:
    """Have a receiver told of an event from now on."""
    settings.WEBHOOK_RECEIVERS = [*settings.WEBHOOK_RECEIVERS, *receiver.own]
    event = Tournament.objects.get(slug=slug)
    return add_webhook(event, receiver.url, site=SITE, by="dora", now=NOON)


def sent_at(moment: datetime = NOON) -> int:
    """Send what is due at a moment; return how many attempts that were."""
    return send_due(now=lambda: moment)


def after(**more: float) -> datetime:
    """Return a moment so long after noon."""
    return NOON + timedelta(**more)


def told(receiver: Receiver) -> list[dict[str, Any]]:
    """Return the bodies that a receiver took."""
    return [json.loads(body) for _, _, body in receiver.taken]


def kinds(receiver: Receiver) -> list[str]:
    """Return what the messages that a receiver took are about."""
    return [body["type"] for body in told(receiver)]
