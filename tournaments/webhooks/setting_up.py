"""Webhooks added, tried, paused, given another secret and removed."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from core.errors import UserError
from core.log import Log
from core.phrases import phrase
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.webhooks.queries.messages import PING
from tournaments.webhooks.queries.waiting import delivery_of, forget_old, head_of
from tournaments.webhooks.sending.addresses import check_typed
from tournaments.webhooks.sending.signing import new_secret

MOST = 10
OLD_SECRET_FOR = timedelta(days=1)

log = Log(__name__)


def add_webhook(event: Tournament, url: str, *, site: str, by: str, now: datetime) -> Webhook:
    """Adds a webhook that is told what happens from now on, and returns it with its secret.

    `site` is the address under which its links lead here. Raises UserError for an address that
    cannot be used.
    """
    check_typed(url, settings.WEBHOOK_RECEIVERS)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=event.pk)
        if event.webhooks.filter(url=url).exists():
            raise UserError(
                phrase("This address is already told."), code="webhook.there", field="url"
            )
        if event.webhooks.count() >= MOST:
            raise UserError(
                phrase("An event can have at most {most} webhooks.", most=MOST),
                code="webhook.most",
                field="url",
            )
        webhook: Webhook = event.webhooks.create(
            url=url,
            site=site,
            secret=new_secret(),
            told_seq=head_of(event),
            added_by=by,
            added_at=now,
        )
    _tell("webhook.added", webhook, by)
    return webhook


def try_now(webhook: Webhook, now: datetime) -> None:
    """Has a ping sent, which is tried once and waits for no other message."""
    if not webhook.deliveries.filter(kind=PING, state=Delivery.State.WAITING).exists():
        delivery_of(webhook, PING, now).save()
        forget_old(webhook)


def pause(webhook: Webhook, now: datetime, by: str) -> None:
    """Has nothing sent until somebody continues; what happens meanwhile is told then."""
    Webhook.objects.filter(pk=webhook.pk, paused="").update(
        paused=Webhook.Pause.DIRECTOR, paused_at=now
    )
    _tell("webhook.paused", webhook, by)


def go_on(webhook: Webhook, by: str) -> None:
    """Has everything sent that waits, at once and in order, and what has happened meanwhile."""
    Webhook.objects.filter(pk=webhook.pk).update(paused="", paused_at=None, due_at=None, failures=0)
    _tell("webhook.continued", webhook, by)


def send_again(webhook: Webhook, number: int) -> bool:
    """Has a message sent that was delivered or given up; returns False where there is none."""
    ended = webhook.deliveries.filter(pk=number).exclude(state=Delivery.State.WAITING)
    if not ended.update(state=Delivery.State.WAITING, attempts=0):
        return False
    Webhook.objects.filter(pk=webhook.pk).update(due_at=None)
    return True


def renew_secret(webhook: Webhook, now: datetime, by: str) -> None:
    """Gives a webhook another secret; the one before signs beside it for a day."""
    Webhook.objects.filter(pk=webhook.pk, secret=webhook.secret).update(
        secret=new_secret(), old_secret=webhook.secret, old_until=now + OLD_SECRET_FOR
    )
    _tell("webhook.secret_renewed", webhook, by)


def remove(webhook: Webhook, by: str) -> None:
    """Removes a webhook with its messages."""
    _tell("webhook.removed", webhook, by)
    webhook.delete()


def _tell(what: str, webhook: Webhook, by: str) -> None:
    # Not the whole address: a path may be as good as a password.
    log.info(what, slug=webhook.event.slug, host=urlsplit(webhook.url).hostname, by=by)
