"""The door through which beat reaches what webhooks are told."""

from datetime import timedelta

from django.utils import timezone

from core.recurring import recurring
from tournaments.webhooks.jobs.delivering import ask_if_due


@recurring("tournaments.tell_webhooks", turn=timedelta(seconds=10))
def tell_webhooks() -> None:
    """Has sent what is due: what failed before, and what a process died over."""
    ask_if_due(timezone.now())
