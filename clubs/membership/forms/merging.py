"""Forms of operators about people who are in the register twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from clubs.membership.commands.merging import KeepApart, MergePlayers
from core.phrases import phrase
from desk.forms import CommandForm
from people.desk.context import RegisterContext
from people.desk.fields import player_field
from people.kept import Suggested, suggestions
from people.models import Player


@dataclass(frozen=True)
class TwoPeople(RegisterContext):
    """Two people of the register that a form is about; None where its page names nobody."""

    one: Player | None = None
    other: Player | None = None

    def back(self) -> str:
        return reverse("desk-duplicates")


class _OfTwoPeopleForm(CommandForm[TwoPeople]):
    """Base of the forms that name two people of the register."""

    beside = "people/desk/_register.html"
    names: tuple[tuple[str, str], tuple[str, str]]

    def prepare(self) -> None:
        for name, label in self.names:
            self.fields[name] = player_field(label)
            self.fields[name].required = True

    def players(self) -> Sequence[Suggested]:
        """Returns the register, for the list of suggestions."""
        return suggestions()

    def prefilled(self) -> Mapping[str, Any]:
        people = zip(self.names, (self.where.one, self.where.other), strict=True)
        return {name: person.key for (name, _), person in people if person}

    def payload(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name].key for name, _ in self.names}


class MergePlayersForm(_OfTwoPeopleForm):
    """Makes two people of the register one."""

    command_class = MergePlayers
    names = (("kept", phrase("Who stays")), ("gone", phrase("Who is the same person")))


class TwoPeopleForm(_OfTwoPeopleForm):
    """Says that two people are two."""

    command_class = KeepApart
    names = (("one", phrase("One")), ("other", phrase("The other")))
