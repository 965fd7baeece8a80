"""Asking for webhooks to be told; what tells them is loaded by the worker that does it."""

from __future__ import annotations

from core.jobs import enqueue
from tournaments.models import Webhook

SEND = "webhooks.send"
SUBJECT = "webhooks"


def ask_to_send() -> None:
    """Asks for what is due to be sent."""
    enqueue(SEND, SUBJECT, {})


def ask_after(slug: str) -> None:
    """Asks for the webhooks of an event to be told what has happened; one query without any."""
    if Webhook.objects.filter(event__slug=slug, paused="").exists():
        ask_to_send()
