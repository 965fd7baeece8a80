"""The seasons of a club, and what was given to people at the end of one."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from clubs.models.club import ClubHome
from core.phrases import phrase


class Season(models.Model):
    """A season: its days, both included, and by what its table ranks.

    `key` names it in its club and never changes. What the other fields mean stands in
    `clubs.seasons.tables.rules`. `rating_system` is a system of rating lists, empty for so many
    points a win; `newcomer_rating` is what somebody without a rating begins with.
    """

    club = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="seasons")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    begins_on = models.DateField()
    ends_on = models.DateField()
    ranked_by = models.CharField(max_length=20, default="win_share")
    minimum_games = models.PositiveSmallIntegerField(default=0)
    best_nights = models.PositiveSmallIntegerField(default=10)
    place_points = models.JSONField(default=list, blank=True)
    attendance_points = models.PositiveSmallIntegerField(default=1)
    counts_unrated = models.BooleanField(default=True)
    counts_handicapped = models.BooleanField(default=False)
    ladder_start = models.JSONField(default=list, blank=True)
    ladder_reach = models.PositiveSmallIntegerField(default=3)
    ladder_inactive_after = models.PositiveSmallIntegerField(default=0)
    ladder_drops = models.PositiveSmallIntegerField(default=1)
    rating_system = models.CharField(max_length=20, blank=True)
    newcomer_rating = models.PositiveSmallIntegerField(default=1200)

    class Meta:
        ordering = ("-begins_on", "key")
        constraints = (
            models.UniqueConstraint(fields=("club", "key"), name="season_key_once"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("begins_on")), name="season_ends_after_it_begins"
            ),
        )

    def __str__(self) -> str:
        return self.name


class SeasonAward(models.Model):
    """An award that a club gave, besides those that follow from the games.

    `number` names it in its season. `players` are the keys of its holders, `said` why they have it.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="awards")
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    players = models.JSONField()
    said = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("season", "number"), name="season_award_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="season_award_number_positive"),
        )

    def __str__(self) -> str:
        return phrase("{title} of {season}", title=self.title, season=self.season)


class Championship(models.Model):
    """The championship of a season: who qualified for it, and where its games are played.

    `format` and `games` are those of `clubs.seasons.milestones.finals`. `players` are keys in the
    order of their seeds, `reserves` come next if one of them declines, `declined` those who did.
    Its games are those of two of its players on nights of the club from `begins_on`, or at the
    event whose short name is `event`; what they have come to is never stored.
    """

    season = models.OneToOneField(Season, on_delete=models.PROTECT, related_name="championship")
    format = models.CharField(max_length=20)
    games = models.PositiveSmallIntegerField()
    places = models.PositiveSmallIntegerField()
    players = models.JSONField()
    reserves = models.JSONField(default=list, blank=True)
    declined = models.JSONField(default=list, blank=True)
    begins_on = models.DateField()
    event = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return phrase("championship of {season}", season=self.season)
