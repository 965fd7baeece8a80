"""Forms of an event and its divisions: make, change the rules, close."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import slugify

from games.engine.rulesets import RULESETS, ruleset
from ratings.systems.registry import SYSTEMS
from tournaments.commands.event import (
    ChangeRules,
    CloseEvent,
    CreateDivision,
    CreateEvent,
    DateEvent,
    ReopenEvent,
)
from tournaments.forms.base import CommandForm
from tournaments.forms.rule_fields import add_rule_fields, overrides_from, rule_field_names
from tournaments.models import Division
from tournaments.rules.open_ends import OpenEnd, open_ends
from tournaments.rules.round_states import CLOSED
from tournaments.selectors.linking import Unlinked, unlinked

USUAL, UNRATED = "usual", "unrated"
SYSTEM_CHOICES = (*((key, system.name) for key, system in SYSTEMS.items()), (UNRATED, "not rated"))


class CreateEventForm(CommandForm):
    """Makes an event of one's own."""

    command_class = CreateEvent
    name = forms.CharField(max_length=160, label="Name of the event")
    event = forms.CharField(
        max_length=60,
        required=False,
        label="Short name in addresses",
        help_text="Small letters, digits and hyphens; left empty, it is made from the name.",
    )
    dates = forms.CharField(
        max_length=80,
        required=False,
        label="Dates as printed",
        help_text="for example 8 to 10 May 2026",
    )
    starts_on = forms.DateField(
        required=False, label="First day", widget=forms.DateInput(attrs={"type": "date"})
    )
    place = forms.CharField(max_length=120, required=False, label="Place")

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        slug = given["event"] or slugify(given["name"])[:60].strip("-")
        return {**given, "event": slug, "director": self.where.user_name}


class DateEventForm(CommandForm):
    """Says on which day the event begins."""

    command_class = DateEvent
    starts_on = forms.DateField(
        label="First day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def prefilled(self) -> Mapping[str, Any]:
        return {"starts_on": self.where.the_event.starts_on}


class CreateDivisionForm(CommandForm):
    """Makes a division under a rule set, with its own values for single rules."""

    command_class = CreateDivision
    fold_title = "Rules of this division that differ from the rule set"
    name = forms.CharField(max_length=30, label="Name of the division", help_text="for example A")
    planned_rounds = forms.IntegerField(min_value=1, max_value=200, label="Rounds")
    ruleset = forms.ChoiceField(label="Rule set")
    rating_system = forms.ChoiceField(required=False, label="Ratings")

    def prepare(self) -> None:
        self.folded = rule_field_names()
        self.fields["ruleset"].choices = [  # type: ignore[attr-defined]
            (key, f"{rules.edition} (bye {rules.bye_spread:+d})") for key, rules in RULESETS.items()
        ]
        self.fields["rating_system"].choices = [  # type: ignore[attr-defined]
            (USUAL, "as the rule set says, where that system is installed"),
            *SYSTEM_CHOICES,
        ]
        add_rule_fields(self, None, {})

    def prefilled(self) -> Mapping[str, Any]:
        return {"rating_system": USUAL}

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        system = given["rating_system"]
        return {
            "name": given["name"],
            "planned_rounds": given["planned_rounds"],
            "ruleset": given["ruleset"],
            "rating_system": None if system in ("", USUAL) else _chosen(system),
            "overrides": overrides_from(given, ruleset(given["ruleset"])),
        }


class ChangeRulesForm(CommandForm):
    """Changes the number of rounds, or single rules of a division."""

    command_class = ChangeRules
    fold_title = "Rules of this division that differ from the rule set"
    planned_rounds = forms.IntegerField(min_value=1, max_value=200, label="Rounds")
    rating_system = forms.ChoiceField(required=False, label="Ratings")

    def prepare(self) -> None:
        division = self.where.the_division
        held = division.rating_system
        other = [] if held in ("", *SYSTEMS) else [(held, f"{held} (not installed here)")]
        systems: Any = self.fields["rating_system"]
        systems.choices = [*SYSTEM_CHOICES, *other]
        self.folded = rule_field_names()
        add_rule_fields(self, ruleset(division.ruleset), division.overrides)

    def prefilled(self) -> Mapping[str, Any]:
        division = self.where.the_division
        return {
            "planned_rounds": division.planned_rounds,
            "rating_system": division.rating_system or UNRATED,
        }

    def payload(self) -> dict[str, Any]:
        division, given = self.where.the_division, self.cleaned_data
        overrides = overrides_from(given, ruleset(division.ruleset))
        rounds = given["planned_rounds"]
        system = _chosen(given["rating_system"]) if given["rating_system"] else None
        return {
            "rating_system": system if system != division.rating_system else None,
            "planned_rounds": rounds if rounds != division.planned_rounds else None,
            "overrides": overrides if overrides != division.overrides else None,
        }


def _chosen(system: str) -> str:
    return "" if system == UNRATED else system


class CloseEventForm(CommandForm):
    """Closes the event; says before it what is open, and what the rating lists would not know."""

    command_class = CloseEvent
    beside = "desk/_closing.html"

    def unlinked(self) -> list[Unlinked]:
        """Returns the divisions of which somebody is not in the register."""
        event = self.where.the_event
        return [] if event.closed else unlinked(event)

    def is_undated(self) -> bool:
        """Returns whether the lists would have to take the day of the closing for the event's."""
        event = self.where.the_event
        return event.starts_on is None and not event.closed and not event.rehearsal

    @cached_property
    def ends(self) -> list[OpenEnd]:
        """What is still open, each with where it is mended."""
        event = self.where.the_event
        return [] if event.closed else open_ends(event)

    def unrated(self) -> list[str]:
        """Returns the divisions that no system rates."""
        return [one.name for one in self._divisions if one.rating_system not in SYSTEMS]

    def is_rated(self) -> bool:
        """Returns whether some division is rated."""
        return len(self.unrated()) < len(self._divisions)

    @cached_property
    def _divisions(self) -> list[Division]:
        return list(self.where.the_event.divisions.order_by("position", "name"))

    def obstacle(self) -> str:
        return CLOSED if self.where.the_event.closed else ""


class ReopenEventForm(CommandForm):
    """Opens a closed event again."""

    command_class = ReopenEvent

    def obstacle(self) -> str:
        return "" if self.where.the_event.closed else "The event is open."
