"""Forms that set and lift conditions on pairings: a short one for each kind."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms

from core.names import shown_name
from core.phrases import phrase
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.queries.play import called_by_key
from tournaments.kernel.wording.pairing_rules import condition_sentence
from tournaments.pairing.terms.conditions import Condition, conditions_from_values
from tournaments.rounds.commands.conditions import (
    HIGHEST_BOARD,
    LONGEST_NOTE,
    LiftCondition,
    SetCondition,
)


def chosen_entry(label: str) -> forms.IntegerField:
    """Returns a field for the number of an entry; the browser offers those of the division.

    The list is on the page once: a list of its own for each field would be most of the page.
    """
    widget = forms.NumberInput(attrs={"list": "entries"})
    return forms.IntegerField(
        min_value=1, label=label, help_text=phrase("Their number."), widget=widget
    )


def chosen_round(label: str, *, required: bool = True) -> forms.TypedChoiceField:
    """Returns a field for a round that is still to come; its choices come with the place."""
    return forms.TypedChoiceField(coerce=int, label=label, required=required, empty_value=None)


class ConditionForm(EventForm):
    """Base of the forms that set a condition of one kind."""

    command_class = SetCondition
    below = ("tournaments/rounds/_entries.html",)
    kind: str = ""

    @cached_property
    def offered(self) -> list[tuple[int, str]]:
        """The entries that the browser offers: number and name."""
        rows = self.where.the_division.entries.order_by("number")
        return [(number, shown_name(name)) for number, name in rows.values_list("number", "name")]

    def prepare(self) -> None:
        division = self.where.the_division
        rounds = range(self.where.published + 1, division.planned_rounds + 1)
        if "last" in self.fields:
            empty = (
                phrase("Choose a round") if self.fields["last"].required else phrase("to the end")
            )
            self.offer(
                "last", [("", empty), *((n, phrase("round {round}", round=n)) for n in rounds)]
            )

    def payload(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.cleaned_data}


class InOneRoundForm(ConditionForm):
    """Base of the forms about one round alone."""

    def payload(self) -> dict[str, Any]:
        return {**super().payload(), "first": self.cleaned_data["last"]}


class KeepApartForm(ConditionForm):
    """Two who never meet, or only where it cannot be helped."""

    unmarked = ("last",)
    one = chosen_entry(phrase("Player"))
    two = chosen_entry(phrase("Other player"))
    how = forms.ChoiceField(
        choices=(
            ("apart", phrase("never meet")),
            ("avoid", phrase("meet only if it cannot be avoided")),
        ),
        label=phrase("They"),
    )
    last = chosen_round(phrase("Through"), required=False)
    note = forms.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        label=phrase("Why"),
        help_text=phrase("for example family"),
    )

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {"kind": given.pop("how"), **given}


class MustMeetForm(InOneRoundForm):
    """Two who must meet in a round."""

    kind = "together"
    one = chosen_entry(phrase("Player"))
    two = chosen_entry(phrase("Other player"))
    last = chosen_round(phrase("Round"))


class GiveByeForm(InOneRoundForm):
    """An entry with a bye in a round."""

    kind = "bye"
    one = chosen_entry(phrase("Player"))
    last = chosen_round(phrase("Round"))


class NoByeForm(ConditionForm):
    """Somebody who never gets the odd bye."""

    kind = "no_bye"
    one = chosen_entry(phrase("Player"))


class FixBoardForm(ConditionForm):
    """Somebody who always plays on one board."""

    kind = "board"
    unmarked = ("seat",)
    one = chosen_entry(phrase("Player"))
    place = forms.IntegerField(min_value=1, max_value=HIGHEST_BOARD, label=phrase("Board"))
    seat = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        label=phrase("Chair"),
        choices=(
            ("", phrase("either")),
            ("1", phrase("chair {number}", number=1)),
            ("2", phrase("chair {number}", number=2)),
        ),
        help_text=phrase("Chair 1 is for the player named on the left in the pairings."),
    )


class HousePlayerForm(ConditionForm):
    """Somebody who plays only where somebody would sit out otherwise."""

    kind = "house"
    one = chosen_entry(phrase("Player"))
    first = forms.TypedChoiceField(
        coerce=int,
        label=phrase("From"),
        help_text=phrase("Earlier games count like everybody else's."),
    )

    def prepare(self) -> None:
        super().prepare()
        rounds = range(1, self.where.the_division.planned_rounds + 1)
        self.offer("first", [(number, phrase("round {round}", round=number)) for number in rounds])

    def prefilled(self) -> dict[str, Any]:
        division = self.where.the_division
        return {"first": min(self.where.published + 1, division.planned_rounds)}


class LiftConditionForm(EventForm):
    """Lifts one of the conditions that hold."""

    command_class = LiftCondition
    which = forms.ChoiceField(label=phrase("Condition"))

    def prepare(self) -> None:
        division = self.where.the_division
        names = called_by_key(division)
        conditions = conditions_from_values(division.conditions)
        told = [(mark_of(one), condition_sentence(one, names)) for one in conditions]
        self.offer("which", [("", phrase("Choose a condition")), *told])

    def payload(self) -> dict[str, Any]:
        kind, *numbers = self.cleaned_data["which"].split("-")
        key, other, first = (int(number) for number in numbers)
        return {"kind": kind, "key": key, "other_key": other or None, "first": first}

    def obstacle(self) -> str:
        none = (
            "" if self.where.the_division.conditions else phrase("There is no condition to lift.")
        )
        return super().obstacle() or none


def mark_of(condition: Condition) -> str:
    """Returns a condition's mark in a form: kind, keys of the entries (0 for none), first round."""
    return f"{condition.kind}-{condition.one}-{condition.two or 0}-{condition.first}"
