"""The links of a board to its recorded games, and the rulings on plays at it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from games.models import Game
from tournaments.models.event import Entry
from tournaments.models.play import Board


class BoardGame(models.Model):
    """A game handed in for a board: at most one that is confirmed, and any that wait or fell.

    `first_seat` is the position of the seat that is the record's first player. `handed_in_by` is
    the entry that sent it, None where the director did.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="games")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="board_game")
    first_seat = models.PositiveSmallIntegerField()
    handed_in_by = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(first_seat__in=(0, 1)), name="first_seat_of_two"),
        )

    def __str__(self) -> str:
        return phrase("{game} at {board}", game=self.game, board=self.board)


class PlayRuling(models.Model):
    """A director's ruling on a challenged play at a board. `number` counts them in the event.

    `by` is the entry that made the play; the other one challenged it. `words` are those that were
    challenged, `play` the play as a record writes it, empty where nobody said. `rule` is the type
    of challenge with its parameters then, and `effect` what it came to, in JSON values. `game` and
    `turn` (from 1) are the recorded play; `station` and `station_seq` the entry of a judge's log
    that gave the verdict, empty and 0 where the director ruled without one.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    words = models.JSONField()
    play = models.CharField(max_length=60, blank=True)
    acceptable = models.BooleanField()
    lexicon = models.CharField(max_length=20, blank=True)
    lexicon_hash = models.CharField(max_length=64, blank=True)
    rule = models.JSONField()
    effect = models.JSONField()
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    station = models.CharField(max_length=60, blank=True)
    station_seq = models.PositiveIntegerField(default=0)
    ruled_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)

    def __str__(self) -> str:
        return phrase("ruling {number} at {board}", number=self.number, board=self.board)
