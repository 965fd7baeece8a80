"""The form that has a club run here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import slugify

from clubs.club.commands.founding import FoundClub
from clubs.kernel.desk.context import ClubForm
from clubs.models import ClubHome
from core.journal.command import Command
from core.names import in_ascii
from core.phrases import phrase
from people.commands import AddClub
from people.models import Club


class FoundClubForm(ClubForm):
    """Has a club run here: one of the register, or a new one that comes into it by this."""

    command_class = FoundClub
    unmarked = ("club", "name", "town", "slug")
    club = forms.ChoiceField(required=False, label=phrase("Club of the register"))
    name = forms.CharField(
        max_length=120,
        required=False,
        label=phrase("Or the name of a new club"),
    )
    town = forms.CharField(max_length=120, required=False, label=phrase("Town"))
    slug = forms.SlugField(
        max_length=60,
        required=False,
        label=phrase("Short name in addresses"),
        help_text=phrase(
            "Lower-case letters, digits and hyphens. If you leave it empty, it is made "
            "from the name."
        ),
    )

    def prepare(self) -> None:
        here = ClubHome.objects.values_list("slug", flat=True)
        rows = list(Club.objects.exclude(slug__in=list(here)).values_list("slug", "name"))
        self.offer("club", [("", phrase("none: a new one")), *rows])
        if not rows:
            del self.fields["club"]
            self.fields["name"].label = phrase("Name of the club")

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if bool(given.get("club")) == bool(given.get("name")) and "name" not in self.errors:
            said = phrase("Choose a club of the register or name a new one, not both.")
            self.add_error("name", said if given.get("club") else phrase("Name the club."))
        return given

    def given_first(self) -> Sequence[Command]:
        given = self.cleaned_data
        if given.get("club"):
            return ()
        return (AddClub(slug=self._slug(), name=given["name"], town=given["town"]),)

    def payload(self) -> dict[str, Any]:
        chosen = self.cleaned_data.get("club")
        return {"club": chosen or self._slug(), "owner": self.where.user_name}

    def _slug(self) -> str:
        given = self.cleaned_data
        made = slugify(in_ascii(given["name"]))[:60].strip("-")
        return str(given["slug"]) or made or "club"
