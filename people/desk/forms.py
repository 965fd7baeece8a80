"""Forms of the register: players and clubs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.names import name_parts
from core.phrases import phrase
from desk.fields import YesNo
from desk.forms import CommandForm
from people.commands import AddClub, AddPlayer, ChangePlayer
from people.desk.context import RegisterContext
from people.models import Club, Player
from people.selectors import new_key


class PlayerFields(forms.Form):
    """The fields of a player in the register."""

    given_name = forms.CharField(max_length=80, label=phrase("Given name"))
    family_name = forms.CharField(max_length=80, required=False, label=phrase("Family name"))
    public_name_style = forms.ChoiceField(
        choices=Player.PublicName.choices,
        label=phrase("Shown in public as"),
        help_text=phrase("The name on all public pages and files."),
    )
    alias = forms.CharField(max_length=40, required=False, label=phrase("Alias"))
    association_number = forms.CharField(
        max_length=20, required=False, label=phrase("Association number")
    )
    club = forms.ChoiceField(required=False, label=phrase("Club"))

    def clean(self) -> dict[str, Any]:
        """Parts a whole name that was typed with a comma into one of the two fields."""
        given = super().clean() or {}
        first, last = given.get("given_name", ""), given.get("family_name", "")
        if "," in first + last:
            told = f"{last}, {first}" if first and last else first or last
            given["given_name"], given["family_name"] = name_parts(told)
        return given


_CONSENTS = ("is_listed", "photos", "wants_reports")


class CareFields(forms.Form):
    """The fields of what is kept of a player beside the name, for those who keep the members."""

    is_listed = YesNo(
        label=phrase("Agreed to be listed as a member"),
        help_text=phrase("On the public page of the club, under the public name."),
    )
    photos = YesNo(label=phrase("Agreed to be shown on photographs"))
    birth_date = forms.DateField(
        required=False,
        label=phrase("Date of birth"),
        help_text=phrase("It decides about fees and guardians. No public page has it, nor an age."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    guardian = forms.CharField(max_length=120, required=False, label=phrase("Guardian of a minor"))
    guardian_contact = forms.CharField(
        max_length=200,
        required=False,
        label=phrase("How to reach the guardian"),
        help_text=phrase("Only those who keep the members can read it."),
    )
    wants_reports = YesNo(
        label=phrase("Asked for the reports of nights by e-mail"),
        help_text=phrase("Each mail has a link that ends them."),
    )
    email = forms.EmailField(
        max_length=254,
        required=False,
        label=phrase("E-mail address"),
        help_text=phrase("Only those who keep the members can read it."),
    )
    guardian_email = forms.EmailField(
        max_length=254,
        required=False,
        label=phrase("E-mail address of the guardian"),
        help_text=phrase("The reports of a minor are sent here and nowhere else."),
    )

    @staticmethod
    def held_by(player: Player) -> dict[str, Any]:
        """Returns what is kept of a player, as the fields show it."""
        held = {name: getattr(player, name) for name in CareFields.base_fields}
        answers = {name: "yes" if held[name] else "no" for name in _CONSENTS}
        return held | answers

    @staticmethod
    def changed_of(player: Player, given: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the fields of a command that change what is kept of a player, as typed."""
        told = {name: given[name] for name in CareFields.base_fields}
        told |= {name: told[name] == "yes" for name in _CONSENTS}
        changed = {n: v for n, v in told.items() if v != getattr(player, n)}
        if "birth_date" in changed and changed["birth_date"] is None:
            return {n: v for n, v in changed.items() if v is not None} | {"forget_birth_date": True}
        return changed


class AddPlayerForm(CommandForm[RegisterContext], PlayerFields):
    """Adds a person to the register."""

    command_class = AddPlayer
    fold_title = phrase("The key in the journal")
    folded = ("key",)
    key = forms.SlugField(
        max_length=60,
        required=False,
        label=phrase("Key"),
        help_text=(
            phrase(
                "If you leave it empty, it is made from the name. It never changes, and "
                "directors can see it."
            )
        ),
    )

    def prepare(self) -> None:
        self.offer("club", _clubs())

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        made = new_key(given["given_name"], given["family_name"])
        return given | {"key": given["key"] or made}


class ChangePlayerForm(CommandForm[RegisterContext], PlayerFields, CareFields):
    """Changes what the register holds of a player; only what differs is recorded."""

    command_class = ChangePlayer
    fold_title = phrase("What the person agreed to, and the guardian of a minor")
    folded = tuple(CareFields.base_fields)

    def prepare(self) -> None:
        self.offer("club", _clubs())

    def prefilled(self) -> Mapping[str, Any]:
        player = self.where.player
        assert player is not None
        values = {name: getattr(player, name) for name in PlayerFields.base_fields}
        club = player.club.slug if player.club else ""
        return {**values, "club": club, **CareFields.held_by(player)}

    def payload(self) -> dict[str, Any]:
        player, held = self.where.player, self.prefilled()
        assert player is not None
        named = {n: self.cleaned_data[n] for n in PlayerFields.base_fields}
        changed = {n: v for n, v in named.items() if v != held[n]}
        return {"key": player.key, **changed, **CareFields.changed_of(player, self.cleaned_data)}


class AddClubForm(CommandForm[RegisterContext]):
    """Adds a club to the register."""

    command_class = AddClub
    name = forms.CharField(max_length=120, label=phrase("Name"))
    slug = forms.SlugField(
        max_length=60,
        label=phrase("Short name in addresses"),
        help_text=phrase("Lower-case letters and hyphens."),
    )
    town = forms.CharField(max_length=120, required=False, label=phrase("Town"))


def _clubs() -> list[tuple[str, str]]:
    return [("", phrase("none")), *Club.objects.values_list("slug", "name")]
