"""Forms on which a club says of itself what people want to know."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils import timezone

from clubs.club.commands.describing import (
    CallOffMeeting,
    DescribeClub,
    HandOverClub,
    HoldMeeting,
    SetHouseRules,
)
from clubs.club.queries.meetings import coming_meetings, days_off_of
from clubs.club.wording import meeting_day_words, weekday_and_day
from clubs.kernel.desk.context import ClubForm
from clubs.models import ClubHome
from core.phrases import phrase
from desk.fields import YesNo
from games.engine.rulesets import RULESETS, ruleset
from lexicon.selectors.installed import installed_lexica
from tournaments.event.forms.event import PresetField
from tournaments.event.forms.rule_fields import (
    ALL,
    RuleGroup,
    add_rule_fields,
    overrides_from,
    rule_field_names,
    rule_groups,
)

OFFERED_DAYS = 26


class DescribeClubForm(ClubForm):
    """Says where the club meets and whom a newcomer asks; only what differs is recorded."""

    command_class = DescribeClub
    venue = forms.CharField(
        max_length=120,
        required=False,
        label=phrase("Venue"),
        help_text=phrase("for example Town library, room 2"),
    )
    address = forms.CharField(max_length=200, required=False, label=phrase("Address"))
    contact = forms.CharField(
        max_length=200,
        required=False,
        label=phrase("Contact for newcomers"),
        help_text=phrase("Everybody can read it: a name and a telephone number or an address."),
    )
    welcome = forms.CharField(
        max_length=1500,
        required=False,
        label=phrase("Welcome to newcomers"),
        help_text=phrase("What a first visitor wants to know. An empty line begins a paragraph."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    is_public = YesNo(
        label=phrase("Public page"),
        help_text=phrase("Without one, nobody finds the club among the clubs of this site."),
    )

    def prefilled(self) -> Mapping[str, Any]:
        home = self.where.the_club.home
        values = {name: getattr(home, name) for name in self.base_fields}
        return values | {"is_public": "yes" if home.is_public else "no"}

    def payload(self) -> dict[str, Any]:
        home, given = self.where.the_club.home, dict(self.cleaned_data)
        given["is_public"] = given["is_public"] == "yes"
        given["welcome"] = given["welcome"].replace("\r\n", "\n")
        return {name: value for name, value in given.items() if value != getattr(home, name)}


class HouseRulesForm(ClubForm):
    """Says by what a night begins to be played.

    `shown` is the rule set that the fields were filled from: where its value still stands, that of
    the rule set that is chosen holds. `back` names the rules that go back to the rule set's.
    """

    command_class = SetHouseRules
    folds = "tournaments/event/_rule_groups.html"
    ruleset = PresetField()
    lexicon = forms.ChoiceField(
        required=False,
        label=phrase("Usual lexicon"),
        help_text=phrase("A game of the night can be played by another one."),
    )
    others = forms.MultipleChoiceField(
        required=False,
        label=phrase("Also offered"),
        widget=forms.CheckboxSelectMultiple,
    )
    minutes = forms.IntegerField(min_value=1, max_value=120, label=phrase("Minutes for each"))
    newcomer_wins = forms.IntegerField(
        min_value=0,
        max_value=50,
        label=phrase("Helps for newcomers until so many wins"),
        help_text=phrase(
            "Until then they may look at word lists and challenge for nothing. 0: no helps."
        ),
    )
    shown = forms.ChoiceField(
        required=False, choices=[(key, key) for key in RULESETS], widget=forms.HiddenInput
    )

    def prepare(self) -> None:
        home = self._home
        lexica = [(one.code, one.label) for one in installed_lexica()]
        gone = [(code, code) for code in home.lexica if code not in dict(lexica)]
        self.offer("lexicon", [("", phrase("none")), *lexica, *gone])
        self.offer("others", [*lexica, *gone])
        self.folded = rule_field_names()
        self.unmarked = ("lexicon", "others", *self.folded)
        add_rule_fields(self, ruleset(home.ruleset), home.overrides)

    @property
    def _home(self) -> ClubHome:
        return self.where.the_club.home

    def prefilled(self) -> Mapping[str, Any]:
        home = self._home
        return {
            "ruleset": home.ruleset,
            "shown": home.ruleset,
            "lexicon": home.lexica[0] if home.lexica else "",
            "others": home.lexica[1:],
            "minutes": home.minutes,
            "newcomer_wins": home.newcomer_wins,
        }

    def rule_groups(self) -> list[RuleGroup]:
        """Returns the rules in groups."""
        home = self._home
        return list(rule_groups(self, ruleset(home.ruleset), home.overrides, self.back))

    @property
    def all_back(self) -> bool | None:
        """Whether every rule is to go back to the rule set's; None where none differs."""
        return ALL in self.back if self._home.overrides else None

    def payload(self) -> dict[str, Any]:
        home, given = self._home, self.cleaned_data
        shown = ruleset(given["shown"] or home.ruleset)
        overrides = overrides_from(given, ruleset(given["ruleset"]), shown=shown, back=self.back)
        others = [code for code in given["others"] if code != given["lexicon"]]
        lexica = [code for code in (given["lexicon"], *others) if code]
        wanted = {
            "ruleset": given["ruleset"],
            "overrides": overrides,
            "lexica": lexica,
            "minutes": given["minutes"],
            "newcomer_wins": given["newcomer_wins"],
        }
        changed = {name: value for name, value in wanted.items() if value != getattr(home, name)}
        return changed | ({"lexica": tuple(lexica)} if "lexica" in changed else {})


class CallOffMeetingForm(ClubForm):
    """Says that the club does not meet on one of the coming days."""

    command_class = CallOffMeeting
    day = forms.ChoiceField(label=phrase("Day"))
    note = forms.CharField(
        max_length=120,
        required=False,
        label=phrase("Why"),
        help_text=phrase("Everybody can read it: a holiday, the weather, where you meet instead."),
    )

    def prepare(self) -> None:
        coming = coming_meetings(self.where.the_club.home, timezone.now())[:OFFERED_DAYS]
        self.offer("day", [(one.day.isoformat(), meeting_day_words(one)) for one in coming])

    def obstacle(self) -> str:
        if not self.fields["day"].choices:  # type: ignore[attr-defined] # of a choice
            return phrase("No meeting is planned: set the meeting times first.")
        return super().obstacle()

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {**given, "day": date.fromisoformat(given["day"])}


class HoldMeetingForm(ClubForm):
    """Takes back that a day is called off."""

    command_class = HoldMeeting
    day = forms.ChoiceField(label=phrase("Day"))

    def prepare(self) -> None:
        off = days_off_of(self.where.the_club.home, timezone.localdate())
        self.offer("day", [(one.day.isoformat(), weekday_and_day(one.day)) for one in off])

    def obstacle(self) -> str:
        if not self.fields["day"].choices:  # type: ignore[attr-defined] # of a choice
            return phrase("No meeting is called off.")
        return super().obstacle()

    def payload(self) -> dict[str, Any]:
        day = date.fromisoformat(self.cleaned_data["day"])
        return {"day": day}


class HandOverClubForm(ClubForm):
    """Names the account that owns the club from now on."""

    command_class = HandOverClub
    owner = forms.CharField(max_length=150, label=phrase("Account"))

    def clean_owner(self) -> str:
        """Returns the name of an account that is here and active."""
        name: str = self.cleaned_data["owner"].strip()
        if not User.objects.filter(username=name, is_active=True).exists():
            raise forms.ValidationError(phrase("There is no account {name} here.", name=name))
        return name
