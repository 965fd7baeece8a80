"""The judge: a station at which a play is challenged."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class JudgeStation(models.Model):
    """A place in the hall where plays are judged; `key` names it for good.

    `place` is what it judges for, "event/division", and then the lexicon is that of the division.
    Empty, it judges by its own `lexicon`, whose hash was frozen when it was chosen. `pin` is the
    hash of what lets a device out of the judge. `rack` is how many tiles a rack has: a play makes
    at most one word more. The verdict goes away after `clears_after_s` seconds.
    """

    key = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=40)
    place = models.CharField(max_length=100, blank=True)
    lexicon = models.CharField(max_length=20, blank=True)
    lexicon_hash = models.CharField(max_length=64, blank=True)
    second_lexicon = models.CharField(max_length=20, blank=True)
    second_hash = models.CharField(max_length=64, blank=True)
    pin = models.CharField(max_length=128)
    rack = models.PositiveSmallIntegerField(default=7)
    clears_after_s = models.PositiveSmallIntegerField(default=10)
    is_open = models.BooleanField(default=True)

    class Meta:
        ordering = ("name", "key")
        constraints = (
            models.CheckConstraint(
                condition=~Q(place="") | ~Q(lexicon_hash=""), name="judge_has_a_lexicon"
            ),
            models.CheckConstraint(
                condition=Q(rack__gte=7, rack__lte=8), name="judge_rack_of_seven_or_eight"
            ),
            models.CheckConstraint(
                condition=Q(clears_after_s__gte=3, clears_after_s__lte=120),
                name="judge_clears_within_two_minutes",
            ),
        )

    def __str__(self) -> str:
        return self.name
