"""The derived tables: the events that a list rates, each player's part, and the standings."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from ratings.models.lists import RatingList


class RatedEvent(models.Model):
    """One rated event of a list with all its games, copied from wherever it was played.

    `key` names it in the list and orders the events of a day: "event/division". `content` is JSON
    as `ratings.selectors.stored` writes it; `digest` tells whether it changed. `is_stale` is set
    while its ratings are not those of its content, `is_gone` while it is to leave the list.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="events")
    key = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    path = models.CharField(max_length=300, blank=True)
    held_on = models.DateField()
    games = models.PositiveIntegerField(default=0)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    is_stale = models.BooleanField(default=True)
    is_gone = models.BooleanField(default=False)
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("held_on", "key")
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "key"), name="rated_event_once"),
        )
        indexes = (
            models.Index(fields=("rating_list", "held_on", "key"), name="rated_events_in_order"),
        )

    def __str__(self) -> str:
        return self.name


class Rated(models.Model):
    """The effect of one event on one player's rating in a list.

    `player` is the key in the register, or "~event/division/number" of one who is not in it and is
    rated for this event only. The values before the event are kept beside those after it: `old` 0
    is unrated, `old_games` None unknown, `opens` true at a first appearance. `deviation_before` is
    the one left by the event before, `old_deviation` the same with the inactivity since. `number`
    is the player's in the event, `played_on` their last day of play once it is over. `expected` is
    in games.
    """

    player = models.CharField(max_length=120)
    number = models.PositiveIntegerField()
    held_on = models.DateField()
    opens = models.BooleanField()
    old = models.IntegerField()
    deviation_before = models.FloatField(null=True)
    old_deviation = models.FloatField(null=True)
    old_games = models.PositiveIntegerField(null=True)
    played_before = models.DateField(null=True)
    new = models.IntegerField()
    deviation = models.FloatField(null=True)
    career_games = models.PositiveIntegerField(null=True)
    played_on = models.DateField(null=True)
    games = models.PositiveIntegerField()
    half_wins = models.PositiveIntegerField()
    expected = models.FloatField()
    performance = models.IntegerField(null=True)

    class Meta:
        abstract = True


class EventRating(Rated):
    """The rating in force after an event."""

    event = models.ForeignKey(RatedEvent, on_delete=models.CASCADE, related_name="ratings")
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "player"), name="player_rated_once_an_event"),
        )
        indexes = (
            models.Index(fields=("rating_list", "player", "held_on"), name="ratings_of_a_player"),
            models.Index(fields=("rating_list", "held_on"), name="ratings_of_a_list"),
        )

    def __str__(self) -> str:
        return phrase("{player}: {old} to {new}", player=self.player, old=self.old, new=self.new)

    @property
    def change(self) -> int:
        """The points gained or lost; 0 for a first rating."""
        return self.new - self.old if self.old else 0


class Standing(models.Model):
    """The current place of a player of the register in a computed list.

    `deviation` is the one after the last event, `deviation_now` with the inactivity since then.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="standings")
    player = models.CharField(max_length=60)
    rating = models.IntegerField()
    deviation = models.FloatField(null=True)
    deviation_now = models.FloatField(null=True)
    games = models.PositiveIntegerField(null=True)
    events = models.PositiveIntegerField()
    played_on = models.DateField()
    last_change = models.IntegerField()
    is_provisional = models.BooleanField(default=False)
    is_expired = models.BooleanField(default=False)

    class Meta:
        ordering = ("-rating", "player")
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "player"), name="player_stands_once"),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.rating}"
