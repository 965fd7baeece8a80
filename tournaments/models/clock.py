"""The clock of a division: when its round starts, how long it has, and what is announced."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from tournaments.models.event import Division


class DivisionClock(models.Model):
    """The clock of a division, as `tournaments.timing.records.ClockState` describes it.

    `known_at` is when the last command on it was given, and `known_seq` the entry of the journal
    before that command.
    """

    division = models.OneToOneField(Division, on_delete=models.PROTECT, related_name="clock")
    round_number = models.PositiveSmallIntegerField(default=0)
    starts_at = models.DateTimeField(null=True, blank=True)
    length_s = models.PositiveIntegerField(default=0)
    added_s = models.IntegerField(default=0)
    boards_s = models.JSONField(default=dict, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_s = models.PositiveIntegerField(default=0)
    break_kind = models.CharField(max_length=10, blank=True)
    break_until = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=200, blank=True)
    said_until = models.DateTimeField(null=True, blank=True)
    known_at = models.DateTimeField()
    known_seq = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return phrase("clock of {division}", division=self.division)
