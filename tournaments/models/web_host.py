"""Where an event's public pages are sent: a setting of the installation, not part of the event."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from tournaments.models.event import Tournament


class WebHost(models.Model):
    """A web host that is fed with an event's pages, and how the last sending went.

    `place` holds what is not secret, `secret` is sealed with this installation's secret key
    (`core.pushing.secret`). `sent` are the digests of the files that are there, and `state` of what
    they were made; `seq` is the last entry of the journal in it. `failures` counts those since.
    With `has_everything` it is fed with all that is public, and `address` is where that is read;
    with `has_languages` in the other languages too, with `has_pictures` those of players and games.
    """

    event = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="web_host")
    place = models.JSONField()
    secret = models.TextField(blank=True)
    has_everything = models.BooleanField(default=False, db_default=False)
    address = models.CharField(max_length=250, blank=True, default="", db_default="")
    has_languages = models.BooleanField(default=False, db_default=False)
    has_pictures = models.BooleanField(default=False, db_default=False)
    is_on = models.BooleanField(default=True)
    sent = models.JSONField(default=dict)
    state = models.CharField(max_length=200, blank=True)
    seq = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=1000, blank=True)
    failures = models.PositiveIntegerField(default=0)
    again_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return phrase("web host of {event}", event=self.event)
