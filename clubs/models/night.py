"""What a club night has that a tournament does not."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from tournaments.models import Tournament


class ThreeHandedGame(models.Model):
    """A game of three on a club night: nobody wins it, and it counts in averages alone.

    `number` names it in its night. `entries` are the keys of the three, `scores` their points in
    the same order, empty until they are in. `round` is the how manyth games of the night it is
    among, `terms` as of a board of two.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="three_handed_games"
    )
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    entries = models.JSONField()
    scores = models.JSONField(default=list, blank=True)
    terms = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "number"), name="three_handed_number_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, round__gte=1), name="three_handed_numbers_positive"
            ),
        )

    def __str__(self) -> str:
        return phrase("game of three no. {number}", number=self.number)
