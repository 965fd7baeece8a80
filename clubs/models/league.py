"""The leagues that a club keeps: their teams and their matches."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from clubs.models.club import ClubHome
from core.phrases import phrase


class League(models.Model):
    """A league of teams, kept by one club; its teams may be of any clubs.

    `key` names it in its club and never changes. What a match is and counts stands in
    `clubs.leagues.play.matches`; `absence` is an `AbsenteeRule`. `rating_list` is the key of the
    list that says ratings where none is typed, empty for none.
    """

    club = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="leagues")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    boards = models.PositiveSmallIntegerField(default=4)
    games = models.PositiveSmallIntegerField(default=1)
    win = models.PositiveSmallIntegerField(default=2)
    draw = models.PositiveSmallIntegerField(default=1)
    loss = models.PositiveSmallIntegerField(default=0)
    forfeit_spread = models.PositiveSmallIntegerField(default=50)
    spread_decides = models.BooleanField(default=False)
    absence = models.CharField(max_length=12, default="substitute")
    rating_list = models.SlugField(max_length=40, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=("club", "key"), name="league_key_once"),)

    def __str__(self) -> str:
        return self.name


class LeagueTeam(models.Model):
    """A team of a league; `of_club` is a club of the register, empty for none.

    `squad` lists pairs of a player's key and the rating that orders boards. `deducted` are match
    points taken off. A team that `withdrew` keeps its matches, which count for nobody.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    of_club = models.SlugField(max_length=60, blank=True)
    venue = models.CharField(max_length=200, blank=True)
    squad = models.JSONField(default=list, blank=True)
    deducted = models.PositiveSmallIntegerField(default=0)
    deducted_for = models.CharField(max_length=200, blank=True)
    withdrew = models.BooleanField(default=False)

    class Meta:
        ordering = ("name", "key")
        constraints = (
            models.UniqueConstraint(fields=("league", "key"), name="league_team_key_once"),
        )

    def __str__(self) -> str:
        return self.name


class LeagueMatch(models.Model):
    """A match of two teams of a league; `number` names it there and never changes.

    A line-up lists by board who sits there, as pairs of a key, empty where the board is forfeited,
    and whether they are a substitute; it is empty while none was named. `results` lists the games
    as board, game, both scores and the side that forfeits it; it is empty before the match.
    `walkover` is the side that did not play the match at all.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    home = models.ForeignKey(LeagueTeam, on_delete=models.PROTECT, related_name="at_home")
    away = models.ForeignKey(LeagueTeam, on_delete=models.PROTECT, related_name="visits")
    day = models.DateField(null=True, blank=True)
    home_line_up = models.JSONField(default=list, blank=True)
    away_line_up = models.JSONField(default=list, blank=True)
    results = models.JSONField(default=list, blank=True)
    walkover = models.CharField(max_length=4, blank=True)

    class Meta:
        ordering = ("round", "number")
        constraints = (
            models.UniqueConstraint(fields=("league", "number"), name="league_match_number_once"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="league_match_of_two"),
            models.CheckConstraint(
                condition=Q(number__gte=1, round__gte=1), name="league_match_numbers_positive"
            ),
        )

    def __str__(self) -> str:
        return phrase("match {number} of {league}", number=self.number, league=self.league)
