"""The contention of a division: derived by a worker from the results, never edited."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from tournaments.models.event import Division


class DivisionContention(models.Model):
    """The last forecast of a division; `version` is the division's version it was made for.

    `forecast` holds the rows in JSON values, entries by number, in rank order.
    """

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="contention")
    version = models.PositiveIntegerField()
    through_round = models.PositiveSmallIntegerField()
    simulations = models.PositiveIntegerField()
    seed = models.CharField(max_length=120)
    made_at = models.DateTimeField()
    forecast = models.JSONField(default=dict)

    def __str__(self) -> str:
        return phrase(
            "{division} after round {round}",
            division=self.division,
            round=self.through_round,
        )
