"""A row of the standings as the API tells it, in a table."""

from __future__ import annotations

from django.db import models


class Rank(models.Model):
    """An entry in the standings, with every figure that the API has of it."""

    rank = models.IntegerField(null=True)
    entry = models.IntegerField()
    name = models.CharField(max_length=200)
    wins = models.FloatField()
    losses = models.FloatField()
    spread = models.IntegerField()
    capped_spread = models.IntegerField()
    raw_spread = models.IntegerField()
    tie_breaks = models.JSONField()
    rating = models.IntegerField()
    firsts = models.IntegerField()
    seconds = models.IntegerField()

    class Meta:
        app_label = "peer"
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.rank} {self.name}"
