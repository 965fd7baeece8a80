"""What players report of their games, and the photos of their slips."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from tournaments.models.event import Entry
from tournaments.models.play import Board


class ResultClaim(models.Model):
    """What an entry says the result of its board is; without scores, that the other is wrong.

    `one` is the seat at position 0, `two` the one at 1. `counts` where the result was made from
    it, `settled` once the director decided.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="claims")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="claims")
    score_one = models.IntegerField(null=True)
    score_two = models.IntegerField(null=True)
    counts = models.BooleanField(default=False)
    settled = models.BooleanField(default=False)
    claimed_at = models.DateTimeField()

    class Meta:
        ordering = ("claimed_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("board", "entry"), name="one_claim_a_seat"),
            models.CheckConstraint(
                condition=Q(score_one__isnull=True, score_two__isnull=True)
                | Q(score_one__isnull=False, score_two__isnull=False),
                name="both_scores_claimed_or_none",
            ),
        )

    def __str__(self) -> str:
        return phrase("claim of {entry} on {board}", entry=self.entry, board=self.board)

    @property
    def scores(self) -> tuple[int, int] | None:
        """The scores that it says, in the order of the seats; None where it only objects."""
        if self.score_one is None or self.score_two is None:
            return None
        return self.score_one, self.score_two


class SlipPhoto(models.Model):
    """A photo of the slip of a board: `name` is the hash of the file, which a folder holds.

    `entry` took it with their phone; None where the desk did.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="slip_photos")
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    name = models.CharField(max_length=64)
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ("taken_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("board", "name"), name="slip_photo_once_a_board"),
        )

    def __str__(self) -> str:
        return phrase("slip of {board}", board=self.board)


class PhoneTally(models.Model):
    """How often something was tried by phones, such as wrong PINs of a number, as a hash.

    It began at `since`, and the last time was `last`. It is no event's: no command asks for it.
    """

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    last = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count}"
