"""The door through which beat reaches what webhooks are told."""

from celery import shared_task
from django.utils import timezone

from tournaments.webhooks.jobs.delivering import ask_if_due


@shared_task(name="tournaments.tell_webhooks", ignore_result=True)
def tell_webhooks() -> None:
    """Has sent what is due: what failed before, and what a process died over."""
    ask_if_due(timezone.now())
