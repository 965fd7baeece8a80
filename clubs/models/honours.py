"""What a club gives for more than one event: the player of the year, and its trophies."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from clubs.models.club import ClubHome
from core.phrases import phrase


class PointsYear(models.Model):
    """A series of events whose places give points: the player of the year.

    `events` lists pairs of an event and one of its divisions. With `counts_nights` every closed
    night of the club from the first to the last day is an event of it, too. What the other fields
    mean stands in `clubs.leagues.honours.points`; `sizes` lists pairs of entries and percent.
    """

    club = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="points_years")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    begins_on = models.DateField()
    ends_on = models.DateField()
    events = models.JSONField(default=list, blank=True)
    counts_nights = models.BooleanField(default=False)
    by_place = models.JSONField(default=list, blank=True)
    each_below = models.PositiveSmallIntegerField(default=0)
    taking_part = models.PositiveSmallIntegerField(default=0)
    sizes = models.JSONField(default=list, blank=True)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    least = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ("-begins_on", "key")
        constraints = (
            models.UniqueConstraint(fields=("club", "key"), name="points_year_key_once"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("begins_on")), name="points_year_ends_after_it_begins"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Trophy(models.Model):
    """A trophy that whoever wins a meeting holds until they lose one.

    `between` says whether clubs or players hold it. `one` and `other` are the two between whom
    alone it is, both empty where it is open; `holder` has it before the first meeting. They are
    clubs or players of the register by key. With `from_results` meetings are also read from what is
    played from `begins_on`.
    """

    class Between(models.TextChoices):
        CLUBS = "clubs", phrase("clubs")
        PLAYERS = "players", phrase("players")

    club = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="trophies")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    between = models.CharField(max_length=8, choices=Between.choices, default=Between.PLAYERS)
    one = models.SlugField(max_length=60, blank=True)
    other = models.SlugField(max_length=60, blank=True)
    holder = models.SlugField(max_length=60, blank=True)
    begins_on = models.DateField()
    from_results = models.BooleanField(default=True)
    spread_decides = models.BooleanField(default=False)
    said = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("name", "key")
        constraints = (models.UniqueConstraint(fields=("club", "key"), name="trophy_key_once"),)

    def __str__(self) -> str:
        return self.name


class TrophyMeetingRow(models.Model):
    """A meeting for a trophy that was entered by hand; `number` names it among those of the trophy.

    `half_points` are what each side won, in halves; `spread` is that of `one`.
    """

    trophy = models.ForeignKey(Trophy, on_delete=models.PROTECT, related_name="meetings")
    number = models.PositiveSmallIntegerField()
    day = models.DateField()
    one = models.SlugField(max_length=60)
    other = models.SlugField(max_length=60)
    half_points_one = models.PositiveSmallIntegerField()
    half_points_other = models.PositiveSmallIntegerField()
    spread = models.IntegerField(default=0)
    said = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("day", "number")
        constraints = (
            models.UniqueConstraint(fields=("trophy", "number"), name="trophy_meeting_number_once"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="trophy_meeting_of_two"),
            models.CheckConstraint(condition=Q(number__gte=1), name="trophy_meeting_positive"),
        )

    def __str__(self) -> str:
        return phrase("meeting {number} for {trophy}", number=self.number, trophy=self.trophy)
