"""The book of records as it is kept: facts of games, the lists made of them, and the news.

All of it is derived from results and recorded games and can be made again.
"""

from __future__ import annotations

from django.db import models

from games.models import Game


class BookPart(models.Model):
    """The facts of a division's games, as JSON in their order; `mark` is the hash of them.

    `seq` is the last entry of the event's journal that they were read after.
    """

    event = models.CharField(max_length=60)
    division = models.CharField(max_length=30)
    mark = models.CharField(max_length=64)
    seq = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    facts = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "division"), name="book_part_once"),
        )

    def __str__(self) -> str:
        return f"{self.event}/{self.division}"


class BookPlayer(models.Model):
    """A player who has games in a part; `player` is the key by which the book knows them."""

    part = models.ForeignKey(BookPart, on_delete=models.CASCADE, related_name="players")
    player = models.CharField(max_length=80, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("part", "player"), name="book_player_once"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.part}"


class BookRecording(models.Model):
    """What the record of a game says of its players; `mark` is what that follows from."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="book_recording")
    mark = models.CharField(max_length=64)
    sides = models.TextField()

    def __str__(self) -> str:
        return str(self.game)


class BookPlace(models.Model):
    """A holding on its place in a list: of a scope, a family and a category, clean or not.

    `position` counts from 1 down the list, `place` is what equals share. `event` and `source` say
    where it was made, `holding` is all of it as JSON. `medal` is the place among the first three
    with verified claims counted, 0 for none.
    """

    scope = models.CharField(max_length=12)
    scope_key = models.CharField(max_length=60, blank=True)
    family = models.CharField(max_length=30, blank=True)
    category = models.CharField(max_length=30)
    is_clean = models.BooleanField()
    position = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    event = models.CharField(max_length=60, blank=True, db_index=True)
    source = models.CharField(max_length=200, blank=True, db_index=True)
    holding = models.TextField()
    medal = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ("scope", "scope_key", "family", "category", "is_clean", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("scope", "scope_key", "family", "category", "is_clean", "position"),
                name="book_place_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.scope} {self.scope_key} {self.family} {self.category} {self.place}"


class BookPlaceHolder(models.Model):
    """Who holds a place; `holder` is the key by which the book knows them."""

    place = models.ForeignKey(BookPlace, on_delete=models.CASCADE, related_name="holders")
    holder = models.CharField(max_length=80, db_index=True)

    def __str__(self) -> str:
        return f"{self.holder}: {self.place}"


class BookNews(models.Model):
    """Something that happened in a list: what, where, and by which entry of an event's journal.

    `at` is when that entry was made. `holding` and `before` are JSON. `stands` says that it is
    still so: what a later game of the event has beaten, or a correction taken back, no longer does.
    """

    event = models.CharField(max_length=60, db_index=True)
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    scope = models.CharField(max_length=12)
    scope_key = models.CharField(max_length=60, blank=True)
    family = models.CharField(max_length=30, blank=True)
    category = models.CharField(max_length=30)
    is_clean = models.BooleanField()
    place = models.PositiveIntegerField()
    holding = models.TextField()
    before = models.TextField()
    stands = models.BooleanField(default=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.event}: {self.kind}"


class BookState(models.Model):
    """How far the book is: `version` rises with every change of a list, of facts or of the news."""

    version = models.PositiveIntegerField(default=0)
    told_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.version)
