"""Programs that are told what happens in an event: settings of the installation, like a lifeboat.

They are in no journal: an address can be as good as a password, a secret is one, and a journal is
handed on.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from tournaments.models.event import Tournament


class Webhook(models.Model):
    """An address that is told of an event, with the secret that its messages are signed by.

    `told_seq` is the last entry of the journal of which messages were made. `old_secret` signs,
    too, until `old_until`. `site` is the address under which the pages are linked to. `failures`
    counts those since the last success; nothing is sent before `due_at`.
    """

    class Pause(models.TextChoices):
        DIRECTOR = "director", phrase("paused here")
        FAILED = "failed", phrase("paused: it did not answer for a day")
        GONE = "gone", phrase("paused: it answered that it is gone")

    event = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    site = models.CharField(max_length=300)
    secret = models.CharField(max_length=60)
    old_secret = models.CharField(max_length=60, blank=True)
    old_until = models.DateTimeField(null=True)
    told_seq = models.PositiveIntegerField()
    failures = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    paused = models.CharField(max_length=10, choices=Pause.choices, blank=True)
    paused_at = models.DateTimeField(null=True)
    added_by = models.CharField(max_length=150)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("event", "url"), name="webhook_url_once_an_event"),
            models.CheckConstraint(
                condition=Q(paused__in=("", "director", "failed", "gone")),
                name="webhook_pause_known",
            ),
        )

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message to one webhook: its exact bytes, and how far it is.

    `message` names it for good; `status` and `answer` are the receiver's last, `error` says what
    went wrong then.
    """

    class State(models.TextChoices):
        WAITING = "waiting", phrase("waiting")
        DELIVERED = "delivered", phrase("delivered")
        GIVEN_UP = "given_up", phrase("given up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=30)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.CharField(max_length=200, blank=True)
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("webhook", "state"), name="delivery_by_state"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=("waiting", "delivered", "given_up")),
                name="delivery_state_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.message}"
