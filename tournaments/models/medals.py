"""What the book of records has to say of a division's games: derived, never edited."""

from __future__ import annotations

from django.db import models

from tournaments.models.event import Division


class DivisionMedals(models.Model):
    """A mark that is another whenever other games of a division hold records.

    Who keeps the book of records writes it; pages that show medals are made for it.
    """

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="medals")
    mark = models.CharField(max_length=16)

    def __str__(self) -> str:
        return f"{self.division}: {self.mark}"
