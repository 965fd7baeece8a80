"""Forms of those who keep the members: terms, associations, suspensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from clubs.membership.commands.associations import (
    ForgetAssociationMembership,
    RecordAssociationMembership,
)
from clubs.membership.commands.suspensions import LiftSuspension, Suspend
from clubs.membership.commands.terms import (
    KINDS_OF_CLUBS,
    AddMember,
    EndMembership,
    RenewMembership,
)
from clubs.membership.forms.context import MemberForm
from clubs.membership.queries.fees import fee_lines
from clubs.membership.terms.kinds import KINDS, MOST_YEARS
from clubs.models import AssociationMembership
from core.errors import UserError
from core.names import name_parts
from core.phrases import phrase
from people.commands import AddPlayer
from people.desk.fields import player_field
from people.kept import Suggested, suggestions
from people.models import Player
from people.register import Register
from people.selectors import new_key


def day_field(label: str, **more: Any) -> forms.DateField:
    """Returns a field for a day."""
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}), **more)


class TermFields(forms.Form):
    """The fields of a term of a membership."""

    kind = forms.ChoiceField(
        label=phrase("Kind"), choices=[(key, KINDS[key].words) for key in KINDS_OF_CLUBS]
    )
    day = day_field(phrase("From"))
    until = day_field(
        phrase("Through"),
        required=False,
        help_text=phrase("Only for kinds with a fixed end; a regular term is a year."),
    )
    years = forms.IntegerField(
        label=phrase("Years"), min_value=1, max_value=MOST_YEARS, required=False
    )
    paid = forms.CharField(label=phrase("Paid (receipt)"), max_length=60, required=False)
    note = forms.CharField(
        label=phrase("Note"),
        max_length=200,
        required=False,
        help_text=phrase("Only who keeps the members sees it."),
    )

    def clean_years(self) -> int:
        """Returns one year where nothing is said."""
        return self.cleaned_data["years"] or 1


class AddMemberForm(MemberForm, TermFields):
    """Makes somebody a member; who is not in the register is added to it."""

    command_class = AddMember
    above = "clubs/membership/_fee.html"
    beside = "people/desk/_register.html"
    fold_title = phrase("More years, a fixed end, receipt and note")
    folded = ("until", "years", "paid", "note")
    unmarked = ("player",)
    field_order = ("player", "kind", "day", *folded)
    player = forms.CharField(
        max_length=120,
        label=phrase("Name"),
        help_text=phrase("A new person is added to the register in the same step."),
        widget=forms.TextInput(attrs={"list": "players", "autofocus": True}),
    )
    newcomer: AddPlayer | None = None

    def prefilled(self) -> Mapping[str, Any]:
        return {"day": timezone.localdate(), "kind": "regular"}

    def fee_lines(self) -> list[str]:
        """Returns what a membership costs, as lines."""
        return fee_lines(self.where.the_club.home, timezone.localdate())

    def players(self) -> Sequence[Suggested]:
        """Returns the register, for the list of suggestions."""
        return suggestions()

    def clean_player(self) -> str:
        """Returns the key of who is meant; of somebody new, the key under which they are added."""
        text = " ".join(str(self.cleaned_data["player"]).split())
        try:
            return Register().one(text).key
        except UserError as wrong:
            if wrong.code != "player.unknown":
                raise forms.ValidationError(wrong.message) from wrong
        if any(letter.isdigit() for letter in text):
            raise forms.ValidationError(
                phrase("Nobody in the register has the number or key {text}.", text=text)
            )
        given, family = name_parts(text)
        key = new_key(given, family)
        self.newcomer = AddPlayer(key=key, given_name=given, family_name=family)
        return key

    def doubt(self) -> str:
        new = self.newcomer
        if new is None:
            return ""
        return phrase(
            "Nobody in the register is called {name}. They are added to it as a new person.",
            name=f"{new.given_name} {new.family_name}".strip(),
        )


class RenewMembershipForm(MemberForm, TermFields):
    """Gives a member a further term."""

    command_class = RenewMembership
    above = "clubs/membership/_fee.html"
    fold_title = phrase("More years, a fixed end, receipt and note")
    folded = ("until", "years", "paid", "note")

    def prefilled(self) -> Mapping[str, Any]:
        return {"day": timezone.localdate(), "kind": "regular"}

    def fee_lines(self) -> list[str]:
        """Returns what this member pays for a renewal today, as lines."""
        key = self.where.the_player.key
        return fee_lines(self.where.the_club.home, timezone.localdate(), key)


class EndMembershipForm(MemberForm):
    """Ends a membership on a day."""

    command_class = EndMembership
    day = day_field(phrase("Last day"))

    def prefilled(self) -> Mapping[str, Any]:
        return {"day": timezone.localdate()}


class AssociationForm(MemberForm):
    """Records until when somebody is a member of an association."""

    command_class = RecordAssociationMembership
    association = forms.CharField(label=phrase("Association"), max_length=20)
    member_number = forms.CharField(label=phrase("Number"), max_length=20, required=False)
    expires = day_field(phrase("Through"), required=False, help_text=phrase("Empty is for life."))


class ForgetAssociationForm(MemberForm):
    """Takes away what was recorded of somebody in an association."""

    command_class = ForgetAssociationMembership
    association = forms.ChoiceField(label=phrase("Association"))

    def prepare(self) -> None:
        rows = AssociationMembership.objects.filter(
            club=self.where.the_club.home, player=self.where.the_player.key
        )
        names = list(rows.values_list("association", flat=True))
        self.offer("association", [(name, name) for name in names])


class SuspendForm(MemberForm):
    """Bans somebody from the club."""

    command_class = Suspend
    beside = "people/desk/_register.html"
    field_order = ("player", "first", "last", "note")
    first = day_field(phrase("From"))
    last = day_field(
        phrase("Through"), required=False, help_text=phrase("Empty is until further notice.")
    )
    note = forms.CharField(
        label=phrase("Note"),
        max_length=200,
        required=False,
        help_text=phrase("Only who keeps the members sees it."),
    )

    def prepare(self) -> None:
        self.fields["player"] = player_field(phrase("Player"))
        self.fields["player"].required = True
        self.order_fields(self.field_order)

    def players(self) -> Sequence[Suggested]:
        """Returns the register, for the list of suggestions."""
        return suggestions()

    def prefilled(self) -> Mapping[str, Any]:
        known = self.where.player
        today = {"first": timezone.localdate()}
        return today | ({"player": known.handle} if known else {})

    def payload(self) -> dict[str, Any]:
        player: Player = self.cleaned_data["player"]
        return {**self.cleaned_data, "player": player.key}


class LiftSuspensionForm(MemberForm):
    """Lets somebody play again who was banned."""

    command_class = LiftSuspension
    day = day_field(phrase("May play again from"))

    def prefilled(self) -> Mapping[str, date]:
        return {"day": timezone.localdate()}
