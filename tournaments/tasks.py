"""The doors through which beat reaches webhooks, web hosts that are to be fed, and places."""

from datetime import timedelta

from django.utils import timezone

from core.recurring import recurring
from tournaments.public.jobs.placing import ask_for_places
from tournaments.public.jobs.sending import send_where_due
from tournaments.webhooks.jobs.delivering import ask_if_due


@recurring("tournaments.tell_webhooks", turn=timedelta(seconds=10))
def tell_webhooks() -> None:
    """Has sent what is due: what failed before, and what a process died over."""
    ask_if_due(timezone.now())


@recurring("tournaments.send_pages", turn=timedelta(seconds=20))
def send_changed_pages() -> None:
    """Asks for what has changed of public pages to be sent to their web hosts."""
    send_where_due(timezone.now())


@recurring("tournaments.places_missing", turn=timedelta(minutes=5))
def find_missing_places() -> None:
    """Has the places stored of events that are over and have none: old ones, and restored ones."""
    ask_for_places()
