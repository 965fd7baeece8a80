"""A club that is run here."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase


class ClubHome(models.Model):
    """What a club keeps here besides its line in the register, where its name and town are.

    `slug` is its short name in the register and never changes; `owner` is an account's name.
    The rules are those that a night begins with: `lexica` are codes of word lists, the usual one
    first, `minutes` the time of each player, and `newcomer_wins` the wins until which somebody has
    a newcomer's helps, 0 for none. `meetings` are values of `clubs.club.meetings`. Everybody reads
    the rest, unless the club has no public page.
    """

    slug = models.SlugField(max_length=60, unique=True)
    owner = models.CharField(max_length=150, blank=True)
    ruleset = models.CharField(max_length=20, default="club")
    overrides = models.JSONField(default=dict, blank=True)
    lexica = models.JSONField(default=list, blank=True)
    minutes = models.PositiveSmallIntegerField(default=25)
    newcomer_wins = models.PositiveSmallIntegerField(default=3)
    is_public = models.BooleanField(default=True)
    venue = models.CharField(max_length=120, blank=True)
    address = models.CharField(max_length=200, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    welcome = models.TextField(max_length=1500, blank=True)
    meetings = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.slug


class DayOff(models.Model):
    """A day on which a club does not meet although it usually would.

    `note` says why, or where people meet instead.
    """

    home = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="days_off")
    day = models.DateField()
    note = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("day",)
        constraints = (
            models.UniqueConstraint(
                fields=("home", "day"),
                name="day_off_once",
                violation_error_message=phrase("This day is called off already."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"
