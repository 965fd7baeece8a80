"""Imported word lists, and the dates from which an association plays by one."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from core.phrases import phrase


class Lexicon(models.Model):
    """A list as it was imported: what it is, and the hash under which its words are kept.

    `sha256` is that of the words in upper case, sorted, a line each; two codes may stand for the
    same words. `edition` is the published list that this one is, or says it is; `by_length` counts
    words by tiles. `about` is the hash of the definitions and marks that came with the words,
    empty where none did. One that was put away is offered nowhere; games that were played by it
    keep it.
    """

    code = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=80)
    family = models.CharField(max_length=30, blank=True)
    edition = models.CharField(max_length=30, blank=True)
    tile_set = models.CharField(max_length=12)
    sha256 = models.CharField(max_length=64)
    words = models.PositiveIntegerField()
    by_length = models.JSONField(default=dict)
    about = models.CharField(max_length=64, blank=True)
    file_name = models.CharField(max_length=120, blank=True)
    file_sha256 = models.CharField(max_length=64, blank=True)
    is_put_away = models.BooleanField(default=False)

    class Meta:
        ordering = ("code",)
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="lexicon_has_a_name"),
            models.CheckConstraint(condition=Q(words__gte=1), name="lexicon_has_words"),
        )

    def __str__(self) -> str:
        return self.code


class InForce(models.Model):
    """From when to when an association plays by an edition, as the staff of this place said.

    It takes precedence over the dates of the software. `until` is None while it goes on.
    """

    class Purpose(models.TextChoices):
        RATED = "rated", phrase("rated play")
        SCHOOL = "school", phrase("school events")
        HOME = "home", phrase("play at home")

    association = models.CharField(max_length=30)
    edition = models.CharField(max_length=30)
    purpose = models.CharField(max_length=6, choices=Purpose.choices, default=Purpose.RATED)
    since = models.DateField()
    until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("association", "purpose", "since")
        constraints = (
            models.UniqueConstraint(
                fields=("association", "edition", "purpose"), name="in_force_once"
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("since")), name="in_force_ends_after_start"
            ),
            models.CheckConstraint(
                condition=Q(purpose__in=("rated", "school", "home")), name="in_force_purpose_known"
            ),
        )

    def __str__(self) -> str:
        return phrase(
            "{association}: {edition} from {since}",
            association=self.association,
            edition=self.edition,
            since=self.since,
        )
