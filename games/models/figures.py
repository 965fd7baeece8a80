"""Figures of confirmed games: derived by a worker from the records, never edited."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from games.models.game import Game


class GameFigures(models.Model):
    """The figures of a record, so that games can be found and ranked.

    `record_sha256` is the hash of the record that was read and of what it was judged by, so that
    stale figures are known.
    `words` are the words that stand, each between blanks, as text in capitals without brackets;
    `opening_rack` is the rack of the first turn, as text in the order of the alphabet.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="figures")
    record_sha256 = models.CharField(max_length=64)
    verdict = models.CharField(max_length=20)
    complete = models.BooleanField()
    turns = models.PositiveSmallIntegerField()
    combined = models.IntegerField()
    words = models.TextField()
    opening_rack = models.CharField(max_length=40, blank=True, db_index=True)

    def __str__(self) -> str:
        return phrase("figures of {game}", game=self.game)


class PlayerFigures(models.Model):
    """The figures of one player; points are the recomputed ones, bonuses left out where said.

    `record_score` is the score without the points of failed challenges, which records use.
    `phoneys` were played, None where no list judged; `phoneys_caught` are the plays that came off.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="player_figures")
    position = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=60, blank=True, db_index=True)
    score = models.IntegerField()
    opponents_best = models.IntegerField()
    record_score = models.IntegerField()
    turns = models.PositiveSmallIntegerField()
    plays = models.PositiveSmallIntegerField()
    bingos = models.PositiveSmallIntegerField()
    best_play = models.CharField(max_length=40, blank=True)
    best_play_score = models.IntegerField()
    best_play_turn = models.PositiveSmallIntegerField(null=True)
    phoneys = models.PositiveSmallIntegerField(null=True)
    phoneys_caught = models.PositiveSmallIntegerField()
    challenges_won = models.PositiveSmallIntegerField()
    challenges_lost = models.PositiveSmallIntegerField()
    exchanges = models.PositiveSmallIntegerField()
    blanks = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "position"), name="player_figures_once"),
        )

    def __str__(self) -> str:
        return phrase("{position} in {game}", position=self.position, game=self.game)
