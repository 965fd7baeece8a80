"""A list computed anew: what would change, until somebody applies it or lets it go."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from ratings.models.history import Rated, RatedEvent
from ratings.models.lists import RatingList


class Recompute(models.Model):
    """One computation of a list, from its first stale event on.

    `number` names it in its list. `base` is the version of the list's state that was computed from;
    another one makes it outdated. `rows` counts ratings that would be added, changed or removed;
    `replaces` is true where any that is in force would go.
    """

    class Stage(models.TextChoices):
        COMPUTING = "computing", phrase("being computed")
        READY = "ready", phrase("waits to be applied")
        APPLIED = "applied", phrase("applied")
        DISCARDED = "discarded", phrase("let go")
        OUTDATED = "outdated", phrase("outdated")

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="recomputes")
    number = models.PositiveIntegerField()
    base = models.PositiveIntegerField()
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.COMPUTING)
    events = models.PositiveIntegerField(default=0)
    rows = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    from_on = models.DateField(null=True)
    replaces = models.BooleanField(default=False)
    report = models.JSONField(default=list)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "number"), name="recompute_number_once"),
            models.CheckConstraint(
                condition=Q(stage__in=("computing", "ready", "applied", "discarded", "outdated")),
                name="recompute_stage_known",
            ),
        )

    def __str__(self) -> str:
        return phrase(
            "{rating_list} again ({stage})", rating_list=self.rating_list, stage=self.stage
        )


class ProposedRating(Rated):
    """A rating that differs from the one in force. `is_removed`: the player is in the event no
    more, and the values are those that go.
    """

    recompute = models.ForeignKey(Recompute, on_delete=models.CASCADE, related_name="proposed")
    event = models.ForeignKey(RatedEvent, on_delete=models.CASCADE, related_name="proposed")
    is_removed = models.BooleanField(default=False)
    was = models.IntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("recompute", "event", "player"), name="rating_proposed_once"
            ),
        )

    def __str__(self) -> str:
        return phrase(
            "{player}: {was} becomes {new}", player=self.player, was=self.was, new=self.new
        )
