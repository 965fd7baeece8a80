"""Forms of what holds for every pairing: team-mates, byes, prizes and clinched places."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from core.phrases import phrase
from desk.fields import YesNo
from tournaments.event.forms.rule_fields import ALL, RuleGroup, RuleLine
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.wording.pairing_rules import (
    BYE_POLICIES,
    TEAM_MATES,
    byes_line,
    contention_line,
    gibsons_line,
    listed_classes,
    listed_ranges,
    prizes_line,
    rule_in_words,
    rule_kept,
)
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import PairingRules, rules_from_values
from tournaments.rounds.commands.pairing_rules import ChangePairingRules

_GROUPS: tuple[tuple[str, tuple[str, ...], Callable[[PairingRules], str]], ...] = (
    (phrase("Prizes"), ("places", "places_assumed", "classes", "class_prizes"), prizes_line),
    (
        phrase("Gibsons"),
        (
            "gibson_pairs_out",
            "gibson_spread",
            "gibson_equality",
            "gibson_equivalent",
            "gibson_victims",
        ),
        gibsons_line,
    ),
    (phrase("The odd bye"), ("bye_policy", "bye_spares_newcomers", "bye_spares_first"), byes_line),
    (phrase("Who can still win"), ("contention_is_public",), contention_line),
)
_CLASS = re.compile(r"(?P<name>\S(?:.*\S)?)\s+(?P<count>[0-9]{1,4})")
_RANGE = re.compile(r"([0-9]{1,4})\s*[-–]\s*([0-9]{1,4})")
TO_THE_END = 0


def parts_of(text: str) -> list[str]:
    """Returns the parts of a text between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


class ClassesField(forms.CharField):
    """Class prizes such as "B 2, C 1": the name of a class, and how many prizes it has."""

    def clean(self, value: Any) -> Any:
        """Returns the classes with their counts."""
        classes = []
        for part in parts_of(super().clean(value)):
            match = _CLASS.fullmatch(part)
            if match is None:
                raise ValidationError(
                    phrase("{part!r} is not a class with a number, such as B 2.", part=part[:30])
                )
            classes.append((match["name"], int(match["count"])))
        return tuple(classes)


class SpreadsField(forms.CharField):
    """Whole numbers with commas between."""

    def clean(self, value: Any) -> Any:
        """Returns the numbers."""
        parts = parts_of(super().clean(value))
        wrong = next((part for part in parts if not re.fullmatch(r"[0-9]{1,5}", part)), None)
        if wrong is not None:
            raise ValidationError(phrase("{wrong!r} is not a whole number.", wrong=wrong[:30]))
        return tuple(int(part) for part in parts)


class RangesField(forms.CharField):
    """Runs of places such as "1-2, 3-4"."""

    def clean(self, value: Any) -> Any:
        """Returns the runs, each as its first and last place."""
        ranges = []
        for part in parts_of(super().clean(value)):
            match = _RANGE.fullmatch(part)
            if match is None:
                raise ValidationError(
                    phrase("{part!r} is not a range of places, such as 1-2.", part=part[:30])
                )
            ranges.append((int(match[1]), int(match[2])))
        return tuple(ranges)


class RulesForm(EventForm):
    """Base of the forms that change rules of pairing: only what differs is sent."""

    command_class = ChangePairingRules

    @property
    def rules_now(self) -> PairingRules:
        """The rules of the division as they are."""
        return rules_from_values(self.where.the_division.pairing_rules)

    def wanted(self) -> Mapping[str, Any]:
        """Returns the rules as they were given."""
        return {
            name: value == "yes" if isinstance(self.fields[name], YesNo) else value
            for name, value in self.cleaned_data.items()
        }

    def payload(self) -> dict[str, Any]:
        before = self.rules_now
        return {n: value for n, value in self.wanted().items() if value != getattr(before, n)}


class TeamMatesForm(RulesForm):
    """The form of the rule for entries of one team."""

    unmarked = ("team_mates_until",)
    team_mates = forms.ChoiceField(
        choices=tuple(TEAM_MATES.items()), label=phrase("Entries of one team")
    )
    team_mates_until = forms.TypedChoiceField(
        coerce=int, required=False, empty_value=None, label=phrase("Through")
    )

    def prepare(self) -> None:
        rounds = range(1, self.where.the_division.planned_rounds + 1)
        told = [(number, phrase("round {round}", round=number)) for number in rounds]
        self.offer("team_mates_until", [("", phrase("to the end")), *told])

    def prefilled(self) -> dict[str, Any]:
        return {
            "team_mates": self.rules_now.team_mates,
            "team_mates_until": self.rules_now.team_mates_until or "",
        }

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        if given.get("team_mates_until", 1) is None:
            given["team_mates_until"] = TO_THE_END
        return given


class PairingRulesForm(RulesForm):
    """The form of the odd bye, the prizes, and when a place is clinched.

    The fields stand in groups, and those that `back` names go back to the rule set's.
    """

    folds = "tournaments/event/_rule_groups.html"
    unmarked = ("classes", "gibson_equivalent", "gibson_victims")
    bye_policy = forms.ChoiceField(
        choices=tuple(BYE_POLICIES.items()), label=phrase("The odd bye goes to")
    )
    bye_spares_newcomers = YesNo(label=phrase("No odd bye for newcomers"))
    bye_spares_first = YesNo(label=phrase("No odd bye for the lowest seed in round 1"))
    places = forms.IntegerField(
        min_value=0,
        max_value=9999,
        label=phrase("Places with a prize"),
        help_text=phrase("0: as many as the prizes of the event are for."),
    )
    places_assumed = YesNo(label=phrase("If not set, a quarter of the field wins one"))
    classes = ClassesField(
        required=False,
        label=phrase("Class prizes"),
        help_text=phrase("A class and how many prizes: B 2, C 1"),
    )
    class_prizes = forms.IntegerField(
        min_value=0,
        max_value=9999,
        label=phrase("Prizes in every other class"),
        help_text=phrase("Except the top seed's class, which plays for the places. 0: none."),
    )
    gibson_pairs_out = YesNo(label=phrase("Pair Gibsons out of the others' way"))
    gibson_spread = SpreadsField(
        label=phrase("Most spread that one game can gain"),
        help_text=phrase(
            "With one round left, with two, and so on; the last one repeats. Two players can"
            " close twice as much."
        ),
    )
    gibson_equality = YesNo(label=phrase("A lead of exactly this much is enough"))
    gibson_equivalent = RangesField(
        required=False,
        label=phrase("Places worth the same"),
        help_text=phrase("For example 1-2, if two players go to the final"),
    )
    gibson_victims = forms.CharField(
        required=False,
        max_length=20,
        label=phrase("An odd Gibson meets a player of class"),
        help_text=phrase("Empty: any class."),
    )
    contention_is_public = YesNo(label=phrase("Show everybody who can still win"))

    def prepare(self) -> None:
        self.folded = tuple(self.fields)

    @property
    def all_back(self) -> bool | None:
        """Whether every rule is reset to the rule set's; None if none differs."""
        differs = any(line.usual for group in self.rule_groups() for line in group.lines)
        return ALL in self.back if differs else None

    @property
    def preset(self) -> PairingRules:
        """The rules that the rule set of the division has."""
        return preset_rules(self.where.the_division.ruleset)

    def wanted(self) -> Mapping[str, Any]:
        given = dict(super().wanted())
        back = set(given) if ALL in self.back else set(given) & self.back
        return given | {name: getattr(self.preset, name) for name in back}

    def rule_groups(self) -> list[RuleGroup]:
        """Returns the rules in groups, each with what holds in a sentence."""
        return [
            RuleGroup(title, says(self.rules_now), tuple(map(self._rule_line, names)))
            for title, names, says in _GROUPS
        ]

    def _rule_line(self, name: str) -> RuleLine:
        usual, chosen = getattr(self.preset, name), getattr(self.rules_now, name)
        if usual == chosen:
            return RuleLine(self[name], name)
        return RuleLine(
            self[name], name, rule_kept(name, rule_in_words(name, usual)), name in self.back
        )

    def prefilled(self) -> dict[str, Any]:
        rules = self.rules_now
        plain = {
            name: "yes" if getattr(rules, name) else "no"
            for name, field in self.fields.items()
            if isinstance(field, YesNo)
        }
        return {
            **plain,
            "bye_policy": rules.bye_policy,
            "places": rules.places,
            "classes": listed_classes(rules.classes),
            "class_prizes": rules.class_prizes,
            "gibson_spread": ", ".join(str(points) for points in rules.gibson_spread),
            "gibson_equivalent": listed_ranges(rules.gibson_equivalent),
            "gibson_victims": rules.gibson_victims,
        }
