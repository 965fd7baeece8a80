"""Ratings of an event: derived by a worker from the results, never edited."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from tournaments.models.event import Division, Entry


class DivisionRating(models.Model):
    """The last rating of a division; `version` is the division's version that was rated."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="rated")
    version = models.PositiveIntegerField()
    system = models.CharField(max_length=20)
    rated_at = models.DateTimeField()

    def __str__(self) -> str:
        return phrase("{division} by {system}", division=self.division, system=self.system)


class EntryRating(models.Model):
    """The rating of one entry by the system of its division. `expected` is in games."""

    division_rating = models.ForeignKey(
        DivisionRating, on_delete=models.CASCADE, related_name="rows"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="ratings")
    old = models.IntegerField()
    new = models.IntegerField()
    games = models.PositiveIntegerField()
    half_wins = models.PositiveIntegerField()
    expected = models.FloatField()
    performance = models.IntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("division_rating", "entry"), name="entry_rated_once"),
        )

    def __str__(self) -> str:
        return phrase("{entry}: {old} to {new}", entry=self.entry, old=self.old, new=self.new)

    @property
    def change(self) -> int:
        """The points gained or lost."""
        return self.new - self.old
