"""Rating lists, the events chosen for them by hand, and how far a list is."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase


class RatingList(models.Model):
    """A list of ratings: computed here by `system`, or imported where `system` is empty.

    `counts` holds the keys of the rating systems whose divisions count, `rulesets` the rule sets
    (empty: any). A player with fewer career games than `provisional_games` is provisional; one who
    has not played for `expires_after_days` is expired (0: nobody is). `key` names it for good.
    """

    key = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    system = models.CharField(max_length=20, blank=True)
    lexicon_family = models.CharField(max_length=20, blank=True)
    counts = models.JSONField(default=list, blank=True)
    rulesets = models.JSONField(default=list, blank=True)
    counts_from = models.DateField(null=True, blank=True)
    provisional_games = models.PositiveIntegerField(default=0)
    expires_after_days = models.PositiveIntegerField(default=0)
    is_public = models.BooleanField(default=True)

    class Meta:
        ordering = ("name", "key")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="rating_list_has_a_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_imported(self) -> bool:
        """Whether somebody else computes the list."""
        return not self.system


class EventChoice(models.Model):
    """A division that a person counted in a list, or left out of it, whatever the list's rule.

    `event` is the key of the rated event: "event/division".
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="choices")
    event = models.CharField(max_length=100)
    counts = models.BooleanField()

    class Meta:
        ordering = ("event",)
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "event"), name="event_chosen_once"),
        )

    def __str__(self) -> str:
        return f"{self.event} {'counts' if self.counts else 'does not count'}"


class ListState(models.Model):
    """The progress of the workers with a list: derived, made with the first event recorded.

    `version` rises with everything that changes what the list has to compute, and when what was
    computed is put in force; `retold` with an event's new name or address.
    `distrusted_from` is the earliest date from which stored ratings are computed again whether or
    not their event changed; None where all are trusted.
    """

    rating_list = models.OneToOneField(RatingList, on_delete=models.CASCADE, related_name="state")
    version = models.PositiveIntegerField(default=0)
    retold = models.PositiveIntegerField(default=0)
    distrusted_from = models.DateField(null=True)
    rated_at = models.DateTimeField(null=True)
    looked_over_on = models.DateField(null=True)

    def __str__(self) -> str:
        return phrase(
            "{rating_list} at {version}", rating_list=self.rating_list, version=self.version
        )

    @property
    def edition(self) -> str:
        """The mark that changes with everything that pages about the list show."""
        return f"{self.version}.{self.retold}.{self.looked_over_on}"
