"""Historic claims: records that somebody tells of, apart from what is computed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase


class RecordClaim(models.Model):
    """A claim to a record, by a source. `key` names it in journals for good.

    `said` is the claim's own word for what it is of, `category` the book's, empty where it has
    none. `value` and `other_value` (of a disputed one) are numbers as people write them. `players`
    are names; `day` is a date, a month, a year or empty. `venue` is club, tournament or another
    word, `club` the short name of a club of the register. `is_clean` is None where nobody says.
    """

    class Status(models.TextChoices):
        CLAIMED = "claimed", phrase("claimed")
        VERIFIED = "verified", phrase("verified")
        DISPUTED = "disputed", phrase("disputed")

    key = models.SlugField(max_length=60, unique=True)
    said = models.CharField(max_length=60)
    category = models.CharField(max_length=30, blank=True)
    value = models.CharField(max_length=30)
    other_value = models.CharField(max_length=30, blank=True)
    players = models.JSONField(default=list, blank=True)
    day = models.CharField(max_length=10, blank=True)
    where = models.CharField(max_length=160, blank=True)
    family = models.CharField(max_length=30, blank=True)
    venue = models.CharField(max_length=30, blank=True)
    club = models.SlugField(max_length=60, blank=True)
    is_clean = models.BooleanField(null=True, blank=True)
    is_comparable = models.BooleanField(default=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.CLAIMED)
    superseded_by = models.CharField(max_length=60, blank=True)
    detail = models.CharField(max_length=160, blank=True)
    note = models.CharField(max_length=500, blank=True)
    source = models.CharField(max_length=500)

    class Meta:
        ordering = ("key",)
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=("claimed", "verified", "disputed")),
                name="record_claim_status_known",
            ),
            models.CheckConstraint(condition=~Q(source=""), name="record_claim_has_source"),
        )

    def __str__(self) -> str:
        return self.key
