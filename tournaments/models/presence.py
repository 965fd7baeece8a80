"""Who types results right now, and at which board."""

from __future__ import annotations

from django.db import models

from core.phrases import phrase
from tournaments.models.event import Division


class DeskPresence(models.Model):
    """Somebody who enters results of a division, until a moment that their page puts off.

    It is advice for the others at the desk and nothing more: no command asks for it. `slot` is the
    board that they type at, None while they type at none.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="present")
    person = models.CharField(max_length=150)
    round = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField(null=True)
    until = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("division", "person"), name="present_once_a_division"),
        )

    def __str__(self) -> str:
        return phrase("{person} at round {round}", person=self.person, round=self.round)
