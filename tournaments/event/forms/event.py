"""Forms of an event and its divisions: make, change the rules, close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.text import slugify

from core.names import in_ascii
from core.phrases import phrase
from games.engine.rulesets import RULESETS, ruleset
from ratings.systems.registry import SYSTEMS
from ratings.wording import system_name
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent, DateEvent
from tournaments.event.forms.rule_fields import (
    ALL,
    RuleGroup,
    add_rule_fields,
    overrides_from,
    rule_field_names,
    rule_groups,
)
from tournaments.event.queries.rating_system import UsualSystem, usual_system
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.queries.lexicon import lexicon_words
from tournaments.kernel.wording.pairing_rules import gibsons_line, prizes_line
from tournaments.kernel.wording.rule_presets import preset_choices
from tournaments.pairing.terms.rules import rules_from_values

USUAL, UNRATED = "usual", "unrated"
SYSTEM_CHOICES = (
    *((key, system.name) for key, system in SYSTEMS.items()),
    (UNRATED, phrase("not rated")),
)


class CreateEventForm(EventForm):
    """Makes an event of one's own."""

    command_class = CreateEvent
    name = forms.CharField(max_length=160, label=phrase("Name of the event"))
    event = forms.CharField(
        max_length=60,
        required=False,
        label=phrase("Short name in addresses"),
        help_text=(
            phrase(
                "Lower-case letters, digits and hyphens. If you leave it empty, it is made "
                "from the name."
            )
        ),
    )
    dates = forms.CharField(
        max_length=80,
        required=False,
        label=phrase("Dates as printed"),
        help_text=phrase("for example 8 to 10 May 2026"),
    )
    starts_on = forms.DateField(
        required=False, label=phrase("First day"), widget=forms.DateInput(attrs={"type": "date"})
    )
    place = forms.CharField(max_length=120, required=False, label=phrase("Place"))

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        slug = given["event"] or slugify(in_ascii(given["name"]))[:60].strip("-")
        return {**given, "event": slug, "director": self.where.user_name}


class DateEventForm(EventForm):
    """Says on which day the event begins."""

    command_class = DateEvent
    starts_on = forms.DateField(
        label=phrase("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def prefilled(self) -> Mapping[str, Any]:
        return {"starts_on": self.where.the_event.starts_on}


class PresetField(forms.ChoiceField):
    """The rule set of a division: each with one line that says what it means."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=lambda: [
                (key, format_html('<span>{} <span class="hint">{}</span></span>', name, line))
                for key, name, line in preset_choices()
            ],
            label=phrase("Rule set"),
            widget=forms.RadioSelect(attrs={"class": "presets"}),
            **kwargs,
        )


class CreateDivisionForm(EventForm):
    """Makes a division under a rule set; single rules are changed once it is there."""

    command_class = CreateDivision
    unmarked = ("rating_system",)
    name = forms.CharField(
        max_length=30, label=phrase("Name of the division"), help_text=phrase("for example A")
    )
    planned_rounds = forms.IntegerField(min_value=1, max_value=200, label=phrase("Rounds"))
    ruleset = PresetField()
    rating_system = forms.ChoiceField(required=False, label=phrase("Ratings"))

    def prepare(self) -> None:
        usual = phrase("Usual for the rule set and the date of the event")
        self.offer("rating_system", [(USUAL, usual), *SYSTEM_CHOICES])

    def prefilled(self) -> Mapping[str, Any]:
        last = self.where.the_event.divisions.order_by("-position").first()
        return {"rating_system": USUAL, "ruleset": last.ruleset if last else "naspa"}

    def payload(self) -> dict[str, Any]:
        system = self.cleaned_data["rating_system"]
        return {
            **{name: self.cleaned_data[name] for name in ("name", "planned_rounds", "ruleset")},
            "rating_system": None if system in ("", USUAL) else _chosen(system),
        }


class ChangeRulesForm(EventForm):
    """Changes the rule set of a division, single rules or its ratings; rounds have their own form.

    `shown` is the rule set that the fields were filled from: where its value still stands, that of
    the rule set that is chosen holds. `back` names the rules that go back to the rule set's.
    """

    command_class = ChangeRules
    folds = "tournaments/event/_rule_groups.html"
    ruleset = PresetField(required=False)
    rating_system = forms.ChoiceField(required=False, label=phrase("Ratings"))
    shown = forms.ChoiceField(
        required=False, choices=[(key, key) for key in RULESETS], widget=forms.HiddenInput
    )

    def prepare(self) -> None:
        division = self.where.the_division
        chosen, usual = division.rating_system, self._usual(division.ruleset)
        other = (
            []
            if chosen in ("", *SYSTEMS)
            else [(chosen, phrase("{system} (not installed here)", system=chosen))]
        )
        follows = phrase("As usual: {system}", system=system_name(usual.key) or phrase("not rated"))
        self.offer("rating_system", [(USUAL, follows), *SYSTEM_CHOICES, *other])
        self.fields["rating_system"].help_text = usual.why
        self.folded = rule_field_names()
        self.unmarked = ("ruleset", "rating_system", *self.folded)
        add_rule_fields(self, ruleset(division.ruleset), division.overrides)

    def prefilled(self) -> Mapping[str, Any]:
        division = self.where.the_division
        chosen = division.rating_system
        follows = chosen == self._usual(division.ruleset).key
        return {
            "rating_system": USUAL if follows else chosen or UNRATED,
            "ruleset": division.ruleset,
            "shown": division.ruleset,
        }

    def rule_groups(self) -> list[RuleGroup]:
        """Returns the rules in groups, and where what pairings keep to and the lexicon are said."""
        division = self.where.the_division
        rules = rules_from_values(division.pairing_rules)
        slug, at = division.tournament.slug, urlencode({"division": division.name})
        return [
            *rule_groups(self, ruleset(division.ruleset), division.overrides, self.back),
            RuleGroup(
                phrase("Gibsons and prizes"),
                f"{prizes_line(rules)} {gibsons_line(rules)}",
                href=f"{reverse('desk-pairing-rules', args=(slug,))}?{at}",
                link=phrase("Change prizes, Gibsons and byes"),
            ),
            RuleGroup(
                phrase("Lexicon"),
                f"{lexicon_words(division) or phrase('None is chosen')}.",
                href=f"{reverse('desk-choose-lexicon', args=(slug,))}?{at}",
                link=phrase("Choose the lexicon"),
            ),
        ]

    @property
    def all_back(self) -> bool | None:
        """Whether every rule is to go back to the rule set's; None where none differs."""
        return ALL in self.back if self.where.the_division.overrides else None

    def payload(self) -> dict[str, Any]:
        division, given = self.where.the_division, self.cleaned_data
        key = given["ruleset"] or division.ruleset
        shown = ruleset(given["shown"] or division.ruleset)
        overrides = overrides_from(given, ruleset(key), shown=shown, back=self.back)
        system = self._system(key)
        # Another rule set brings its ratings along unless some are named.
        is_said = system != division.rating_system or key != division.ruleset
        return {
            "rating_system": system if is_said else None,
            "overrides": overrides if overrides != division.overrides else None,
            "ruleset": key if key != division.ruleset else None,
        }

    def _system(self, preset: str) -> str | None:
        chosen = self.cleaned_data["rating_system"]
        if not chosen:
            return None
        return self._usual(preset).key if chosen == USUAL else _chosen(chosen)

    def _usual(self, preset: str) -> UsualSystem:
        return usual_system(preset, self.where.the_event, self.where.the_division.lexicon)


def _chosen(system: str) -> str:
    return "" if system == UNRATED else system
