"""The slots of a broadcast: addresses that stay, and what each shows for now."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from tournaments.models.event import Division, Tournament


class StreamSlot(models.Model):
    """A named slot of an event; `kind` is empty while nothing is in it.

    `board` is the board of a scorebug, `entry_key` the key of the player of a card, each 0 where
    the kind has none.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="stream_slots"
    )
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, null=True, blank=True, related_name="stream_slots"
    )
    name = models.CharField(max_length=30)
    kind = models.CharField(max_length=12, blank=True)
    board = models.PositiveIntegerField(default=0)
    entry_key = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "name"), name="stream_slot_named_once"),
        )

    def __str__(self) -> str:
        return phrase("slot {name} of {event}", name=self.name, event=self.tournament)
