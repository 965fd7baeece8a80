"""Forms of what holds for every pairing: team-mates, byes, prizes and clinched places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournaments.commands.pairing_rules import ChangePairingRules
from tournaments.forms.base import CommandForm
from tournaments.pairing.terms.rules import PairingRules, rules_from_values
from tournaments.rules.condition_wording import (
    BYE_POLICIES,
    TEAM_MATES,
    listed_classes,
    listed_ranges,
)

_CLASS = re.compile(r"(?P<name>\S(?:.*\S)?)\s+(?P<count>[0-9]{1,4})")
_RANGE = re.compile(r"([0-9]{1,4})\s*[-–]\s*([0-9]{1,4})")
TO_THE_END = 0
YES_NO = (("yes", "yes"), ("no", "no"))


def parts_of(text: str) -> list[str]:
    """Returns what stands between the commas of a text."""
    return [part.strip() for part in text.split(",") if part.strip()]


class ClassesField(forms.CharField):
    """Class prizes such as "B 2, C 1": the name of a class, and how many prizes it has."""

    def clean(self, value: Any) -> Any:
        """Returns the classes with their counts."""
        found = []
        for part in parts_of(super().clean(value)):
            match = _CLASS.fullmatch(part)
            if match is None:
                raise ValidationError(f"{part[:30]!r} is no class with a number, such as B 2.")
            found.append((match["name"], int(match["count"])))
        return tuple(found)


class SpreadsField(forms.CharField):
    """Whole numbers with commas between."""

    def clean(self, value: Any) -> Any:
        """Returns the numbers."""
        parts = parts_of(super().clean(value))
        wrong = next((part for part in parts if not re.fullmatch(r"[0-9]{1,5}", part)), None)
        if wrong is not None:
            raise ValidationError(f"{wrong[:30]!r} is not a whole number.")
        return tuple(int(part) for part in parts)


class RangesField(forms.CharField):
    """Runs of places such as "1-2, 3-4"."""

    def clean(self, value: Any) -> Any:
        """Returns the runs, each as its first and last place."""
        found = []
        for part in parts_of(super().clean(value)):
            match = _RANGE.fullmatch(part)
            if match is None:
                raise ValidationError(f"{part[:30]!r} is no run of places, such as 1-2.")
            found.append((int(match[1]), int(match[2])))
        return tuple(found)


class RulesForm(CommandForm):
    """Base of the forms that change rules of pairing: only what differs is sent."""

    command_class = ChangePairingRules

    @property
    def held(self) -> PairingRules:
        """The rules of the division as they are."""
        return rules_from_values(self.where.the_division.pairing_rules)

    def wanted(self) -> Mapping[str, Any]:
        """Returns the rules as they were given."""
        return {
            name: value == "yes" if isinstance(self.fields[name], YesNo) else value
            for name, value in self.cleaned_data.items()
        }

    def payload(self) -> dict[str, Any]:
        held = self.held
        return {n: value for n, value in self.wanted().items() if value != getattr(held, n)}


class YesNo(forms.ChoiceField):
    """A question that is answered by yes or no."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=YES_NO, **kwargs)


class TeamMatesForm(RulesForm):
    """Whether entries of one team meet."""

    unmarked = ("team_mates_until",)
    team_mates = forms.ChoiceField(choices=tuple(TEAM_MATES.items()), label="Entries of one team")
    team_mates_until = forms.TypedChoiceField(
        coerce=int, required=False, empty_value=None, label="Through"
    )

    def prepare(self) -> None:
        rounds = range(1, self.where.the_division.planned_rounds + 1)
        told = [(number, f"round {number}") for number in rounds]
        self.offer("team_mates_until", [("", "to the end"), *told])

    def prefilled(self) -> dict[str, Any]:
        return {
            "team_mates": self.held.team_mates,
            "team_mates_until": self.held.team_mates_until or "",
        }

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        if given.get("team_mates_until", 1) is None:
            given["team_mates_until"] = TO_THE_END
        return given


class PairingRulesForm(RulesForm):
    """Who gets the odd bye, what is played for, and when a place is clinched."""

    bye_policy = forms.ChoiceField(choices=tuple(BYE_POLICIES.items()), label="The odd bye goes to")
    bye_spares_newcomers = YesNo(label="Spare who has no rating the bye")
    bye_spares_first = YesNo(label="Spare the lowest seed the bye in round 1")
    places = forms.IntegerField(
        min_value=0, max_value=9999, label="Places with a prize", help_text="0: none."
    )
    classes = ClassesField(
        required=False, label="Class prizes", help_text="A class and how many, for example B 2, C 1"
    )
    gibson_pairs_out = YesNo(label="Pair who has clinched a place out of the others' way")
    gibson_spread = SpreadsField(
        label="Spread that one game can turn",
        help_text="With one round left, with two, and so on; the last holds for all before.",
    )
    gibson_equality = YesNo(label="A lead of just that spread is enough")
    gibson_equivalent = RangesField(
        required=False,
        label="Places worth the same",
        help_text="For example 1-2, where two go to the final.",
    )
    gibson_victims = forms.CharField(
        required=False,
        max_length=20,
        label="The odd one who has clinched meets somebody of class",
        help_text="Only where they are paired out of the way; empty: of any class.",
    )
    contention_is_public = YesNo(label="Show everybody who can still win")

    def prefilled(self) -> dict[str, Any]:
        held = self.held
        plain = {
            name: "yes" if getattr(held, name) else "no"
            for name, field in self.fields.items()
            if isinstance(field, YesNo)
        }
        return {
            **plain,
            "bye_policy": held.bye_policy,
            "places": held.places,
            "classes": listed_classes(held.classes),
            "gibson_spread": ", ".join(str(points) for points in held.gibson_spread),
            "gibson_equivalent": listed_ranges(held.gibson_equivalent),
            "gibson_victims": held.gibson_victims,
        }
