"""The form that has a club run here."""

from __future__ import annotations

from typing import Any

from django import forms

from clubs.club.commands.founding import FoundClub
from clubs.kernel.desk.context import ClubForm
from clubs.models import ClubHome
from core.phrases import phrase
from people.models import Club


class FoundClubForm(ClubForm):
    """Has a club of the register run here."""

    command_class = FoundClub
    club = forms.ChoiceField(label=phrase("Club"))

    def prepare(self) -> None:
        here = ClubHome.objects.values_list("slug", flat=True)
        rows = Club.objects.exclude(slug__in=list(here))
        self.offer("club", list(rows.values_list("slug", "name")))

    def payload(self) -> dict[str, Any]:
        return {**self.cleaned_data, "owner": self.where.user_name}
