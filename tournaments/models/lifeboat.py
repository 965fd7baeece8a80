"""The folder of an event's lifeboat: a setting of the installation, not part of the event."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from tournaments.models.event import Tournament


class Lifeboat(models.Model):
    """The folder of an event's lifeboat and how the last writing went.

    `folder` empty takes the installation's own. `written_seq` is the last entry of the journal that
    was saved; `error` says why nothing was since `failed_at`. `claimed_at` is set while a process
    writes.
    """

    event = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="lifeboat")
    folder = models.CharField(max_length=500, blank=True)
    written_at = models.DateTimeField(null=True)
    written_seq = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=1000, blank=True)
    failed_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return phrase("lifeboat of {event}", event=self.event)
