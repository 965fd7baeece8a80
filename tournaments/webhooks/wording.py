"""Webhooks in words: how one is, what its messages are about, and how each message went."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.dateformat import format as dated

from core.phrases import phrase, phrase_count
from tournaments.models import Delivery, Webhook

_KINDS = {
    "ping": phrase("Try"),
    "round.published": phrase("Round published"),
    "round.unpublished": phrase("Round unpublished"),
    "round.rearranged": phrase("Round rearranged"),
    "result.entered": phrase("Result entered"),
    "result.corrected": phrase("Result corrected"),
    "result.undone": phrase("Result undone"),
    "clock.changed": phrase("Clock changed"),
    "division.closed": phrase("Division closed"),
    "division.reopened": phrase("Division reopened"),
    "prizes.won": phrase("Prizes won"),
}


def kind_word(kind: str) -> str:
    """Returns what messages of a kind are about; for one that is no longer known, its code."""
    return _KINDS.get(kind, kind)


def state_badge(webhook: Webhook) -> tuple[str, str]:
    """Returns the word for how a webhook is, and the kind of its badge."""
    if webhook.paused:
        return phrase("paused"), "loss" if webhook.paused != Webhook.Pause.DIRECTOR else "note"
    if webhook.failures:
        return phrase("failing"), "loss"
    return phrase("on"), "win"


def state_sentence(webhook: Webhook, waiting: int) -> str:
    """Returns how a webhook is, and what to do about it; `waiting` messages were not yet taken."""
    if webhook.paused and webhook.paused_at is not None:
        return _PAUSED[webhook.paused].format(when=_when(webhook.paused_at))
    if webhook.failures and webhook.due_at is not None:
        failed = phrase_count(
            "The last attempt failed.", "The last {count} attempts failed.", count=webhook.failures
        )
        following = phrase(
            "The next one is at {when}. Later messages wait, so that they arrive in order.",
            when=_when(webhook.due_at),
        )
        return f"{failed} {following}"
    if waiting:
        return phrase_count(
            "{count} message is waiting to be sent.",
            "{count} messages are waiting to be sent.",
            count=waiting,
        )
    return phrase("Everything that happened since it was added has been sent.")


_PAUSED = {
    "director": phrase(
        "Paused since {when}. When you continue, it is told what happened meanwhile."
    ),
    "failed": phrase(
        "Paused since {when}: a message was not taken in ten attempts over a day, and given up. "
        "Continue when the receiver works again; it is then told what happened since."
    ),
    "gone": phrase(
        "Paused since {when}: the receiver answered that it is gone for good (status 410). "
        "Remove it, or continue if it is there again."
    ),
}


def outcome_words(delivery: Delivery) -> str:
    """Returns how a message went: in a word, with what went wrong if something did."""
    if delivery.state == Delivery.State.DELIVERED:
        return phrase("delivered")
    if delivery.state == Delivery.State.GIVEN_UP:
        return phrase("given up: {error}", error=delivery.error)
    if delivery.error:
        return phrase_count(
            "waiting, after {count} attempt: {error}",
            "waiting, after {count} attempts: {error}",
            count=delivery.attempts,
            error=delivery.error,
        )
    return phrase("waiting")


def _when(moment: datetime) -> str:
    return dated(timezone.localtime(moment), "Y-m-d H:i")
