"""Recorded games and who played them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from games.engine.rulesets import RuleSet, ruleset, with_overrides


class Game(models.Model):
    """A game on record. `key` names it in journals and addresses for good.

    `record` is the game as GCG, the one form of every record wherever it came from; what it comes
    to is derived whenever it is read. What was handed in is kept byte for byte in the journal;
    `file_name`, `file_sha256` and `file_bytes` say what it was, and are empty and 0 for a game that
    was typed. `place` is the division that it was played in ("event-slug/Division", empty for a
    game of no event), and `label` what that is called, with the round. It is judged by `lexicon`
    with the words that had the hash `lexicon_hash`, both empty where no list was in force, under
    the rules that held then. `handed_in_by` is who sent it, in words.
    """

    class Source(models.TextChoices):
        FILE = "file", phrase("a file")
        PASTED = "pasted", phrase("pasted text")
        TYPED = "typed", phrase("typed move by move")

    class State(models.TextChoices):
        WAITING = "waiting", phrase("waiting to be confirmed")
        CONFIRMED = "confirmed", phrase("confirmed")
        REFUSED = "refused", phrase("refused")

    key = models.SlugField(max_length=24, unique=True)
    title = models.CharField(max_length=160, blank=True)
    source = models.CharField(max_length=6, choices=Source.choices)
    state = models.CharField(max_length=9, choices=State.choices)
    place = models.CharField(max_length=120, blank=True, db_index=True)
    label = models.CharField(max_length=240, blank=True)
    played_on = models.DateField(null=True, blank=True)
    record = models.TextField()
    board = models.CharField(max_length=20)
    tile_set = models.CharField(max_length=20)
    lexicon = models.CharField(max_length=20, blank=True)
    lexicon_hash = models.CharField(max_length=64, blank=True)
    ruleset = models.CharField(max_length=20)
    overrides = models.JSONField(default=dict, blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    file_sha256 = models.CharField(max_length=64, blank=True)
    file_bytes = models.PositiveIntegerField(default=0)
    handed_in_by = models.CharField(max_length=160)
    handed_in_at = models.DateTimeField()

    class Meta:
        ordering = ("-handed_in_at", "key")
        constraints = (
            models.CheckConstraint(
                condition=Q(source__in=("file", "pasted", "typed")), name="game_source_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=("waiting", "confirmed", "refused")), name="game_state_known"
            ),
        )

    def __str__(self) -> str:
        return self.title or self.key

    @property
    def rules(self) -> RuleSet:
        """The rule set that the game was played by."""
        return with_overrides(ruleset(self.ruleset), self.overrides)


class GamePlayer(models.Model):
    """A player of a game, in the order of the record: position 0 is its first player.

    `name` is what the record or the entry calls the player; `player` the key in the register, empty
    if not in it, and then the name is shown as it is. Times are in seconds; None where
    nobody wrote them down. `challenges_won` and `challenges_lost` count the player's own.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    player = models.CharField(max_length=60, blank=True, db_index=True)
    time_used_s = models.PositiveIntegerField(null=True, blank=True)
    overtime_s = models.PositiveIntegerField(null=True, blank=True)
    challenges_won = models.PositiveSmallIntegerField(null=True, blank=True)
    challenges_lost = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("game", "position"), name="game_position_once"),
            models.CheckConstraint(condition=Q(position__lte=3), name="game_of_at_most_four"),
        )

    def __str__(self) -> str:
        return self.name
