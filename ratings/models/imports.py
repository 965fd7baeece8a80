"""Lists that others publish, as they were imported, and who is meant by a name on them."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from ratings.models.lists import RatingList


class ListImport(models.Model):
    """One publication of a list. The last by date and number is in force.

    In a computed list its ratings are what players open with who have no rated event yet.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="imports")
    number = models.PositiveIntegerField()
    effective_on = models.DateField()
    format = models.CharField(max_length=12)
    file_name = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("effective_on", "number")
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "number"), name="list_import_once"),
        )

    def __str__(self) -> str:
        return phrase(
            "{rating_list} of {effective_on}",
            rating_list=self.rating_list,
            effective_on=self.effective_on,
        )


class ImportedRating(models.Model):
    """A line of an imported list. `player` is the key in the register, empty where unmatched."""

    list_import = models.ForeignKey(ListImport, on_delete=models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    player = models.CharField(max_length=60, blank=True)
    association_number = models.CharField(max_length=20, blank=True)
    rating = models.IntegerField()
    deviation = models.FloatField(null=True)
    games = models.PositiveIntegerField(null=True)
    expires_on = models.DateField(null=True)

    class Meta:
        ordering = ("line",)
        constraints = (
            models.UniqueConstraint(fields=("list_import", "line"), name="imported_line_once"),
        )
        indexes = (models.Index(fields=("player",), name="imported_rating_by_player"),)

    def __str__(self) -> str:
        return f"{self.name} {self.rating}"


class NameMatch(models.Model):
    """The player meant by a name on the imports of a list, as a person decided; `player` as in the
    register, empty for nobody in it.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="matches")
    name = models.CharField(max_length=120)
    player = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "name"), name="name_matched_once"),
        )

    def __str__(self) -> str:
        return phrase(
            "{name} is {player}", name=self.name, player=self.player or "not in the register"
        )
