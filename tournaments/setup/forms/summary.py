"""The page on which all choices of a set-up are seen at once, each of them to be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms

from core.errors import UserError
from core.money import amount_figures, read_amount
from core.phrases import phrase
from desk.forms import tell_browser
from lexicon.selectors.installed import installed_lexica
from tournaments.cut_offs import MOST_PARTS
from tournaments.event.commands.event import DIVISION_NAME, MOST_ROUNDS
from tournaments.kernel.wording.rule_presets import preset_choices
from tournaments.pairing.plans.presets import presets
from tournaments.prizes.wording.titles import title_of
from tournaments.prizing.records import Prize
from tournaments.setup.forms.naming import name_of_event
from tournaments.setup.queries.drafts import Answers
from tournaments.setup.queries.layout import (
    AS_BEFORE,
    MOST_CLASSES,
    DivisionLayout,
    Layout,
    PrizeLayout,
    class_names,
)

OF_DIVISION = ("name", "cut_off", "rounds", "ruleset", "plan", "lexicon", "classes", "class_cuts")
HEADING = ("name", "event", "dates", "starts_on", "place")
_RATING = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class DivisionFields:
    """A division on the page: its fields, those for its classes apart."""

    at: int
    fields: tuple[forms.BoundField, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether a field of it needs correcting."""
        return any(field.errors for field in self.fields)


class SummaryForm(forms.Form):
    """Every choice of a set-up, filled from its answers.

    What is wrong is said at its field, and everything else is kept all the same (`changed`).
    """

    unmarked: tuple[str, ...] = (
        "event",
        "dates",
        "starts_on",
        "place",
        "unrated",
        "currency",
        "entry_fee",
    )

    name = name_of_event()
    event = forms.CharField(
        max_length=60,
        required=False,
        label=phrase("Short name in addresses"),
        help_text=phrase("If you leave it empty, it is made from the name."),
    )
    dates = forms.CharField(max_length=80, required=False, label=phrase("Dates as printed"))
    starts_on = forms.DateField(
        required=False,
        label=phrase("First day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(max_length=120, required=False, label=phrase("Place"))
    parts = forms.IntegerField(
        min_value=1,
        max_value=MOST_PARTS,
        label=phrase("Number of divisions"),
        error_messages={"required": phrase("Say how many divisions the event has.")},
    )
    unrated = forms.ChoiceField(
        required=False, label=phrase("Players without a rating are in division")
    )
    currency = forms.CharField(
        max_length=3, required=False, label=phrase("Currency"), help_text=phrase("such as EUR")
    )
    entry_fee = forms.CharField(max_length=20, required=False, label=phrase("Entry fee"))

    def __init__(self, answers: Answers, data: Any = None) -> None:
        super().__init__(data, label_suffix="", use_required_attribute=False)
        self.answers, self.layout = answers, answers.layout
        for name in HEADING:
            self.fields[name].initial = getattr(answers, name)
        self.fields["parts"].initial = len(self.layout.divisions)
        self.fields["currency"].initial = self.layout.currency
        self.fields["entry_fee"].initial = _fee(self.layout)
        self._choose_unrated()
        lists = [(one.code, one.label) for one in installed_lexica()]
        for at, division in enumerate(self.layout.divisions):
            self.fields |= _division_fields(at, division, self.layout)
            lexicon: Any = self.fields[f"d{at}_lexicon"]
            lexicon.choices = _lexica(division, lists)
        for at, prize in enumerate(self.layout.prizes):
            self.fields[f"p{at}"] = forms.CharField(
                required=False, max_length=160, initial=prize.worth, label=title(prize, self.layout)
            )
        self.unmarked = tuple(self.fields)
        tell_browser(self)

    def _choose_unrated(self) -> None:
        field: Any = self.fields["unrated"]
        field.choices = [(str(at), name) for at, name in enumerate(self.layout.names)]
        last = len(self.layout.divisions) - 1
        field.initial = str(last if self.layout.unrated is None else self.layout.unrated)

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).strip().upper()

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        names = [str(given.get(f"d{at}_name", "")) for at in range(len(self.layout.divisions))]
        for at, name in enumerate(names):
            if name and name.casefold() in {one.casefold() for one in names[:at]}:
                self.add_error(
                    f"d{at}_name", phrase("There is a division {name} already.", name=name)
                )
        return given

    def divisions(self) -> Iterator[DivisionFields]:
        """Yields the divisions with their fields."""
        for at in range(len(self.layout.divisions)):
            names = (f"d{at}_{name}" for name in OF_DIVISION)
            yield DivisionFields(at, tuple(self[n] for n in names if n in self.fields))

    def prizes(self) -> list[forms.BoundField]:
        """Returns the fields of the prizes."""
        return [self[f"p{at}"] for at in range(len(self.layout.prizes))]

    def headings(self) -> list[forms.BoundField]:
        """Returns the fields about the event itself."""
        return [self[name] for name in HEADING]

    def changed(self) -> Answers:
        """Returns the answers with everything that is right in what was sent."""
        given, layout = self.cleaned_data, self.layout
        heading = {name: given[name] for name in HEADING if name in given}
        divisions = tuple(
            self._division(at, division) for at, division in enumerate(layout.divisions)
        )
        prizes = tuple(
            msgspec.structs.replace(one, worth=given.get(f"p{at}", one.worth))
            for at, one in enumerate(layout.prizes)
        )
        unrated = int(given.get("unrated") or len(divisions) - 1)
        new = Layout(
            divisions=divisions,
            prizes=prizes,
            terms=self._terms(),
            unrated=None if unrated == len(divisions) - 1 else unrated,
        )
        return msgspec.structs.replace(self.answers, **heading, layout=new)

    def _division(self, at: int, before: DivisionLayout) -> DivisionLayout:
        given = self.cleaned_data
        changes = {
            name: given[f"d{at}_{name}"] for name in OF_DIVISION[:-2] if f"d{at}_{name}" in given
        }
        changes["rounds"] = changes.get("rounds", before.rounds) or 0
        if changes.get("ruleset", before.ruleset) != before.ruleset:
            # Another rule set brings its own ratings, and nothing is changed in it yet.
            changes |= {"overrides": {}, "rating_system": None, "pairing_rules": None}
        count = given.get(f"d{at}_classes")
        if count is not None and count != len(before.classes):
            changes |= {"classes": class_names(count), "class_cut_offs": ()}
        elif f"d{at}_class_cuts" in given:
            changes["class_cut_offs"] = given[f"d{at}_class_cuts"]
        return msgspec.structs.replace(before, **changes)

    def _terms(self) -> dict[str, Any]:
        given, terms = self.cleaned_data, dict(self.layout.terms)
        currency = given.get("currency", self.layout.currency)
        if not currency:
            return {}
        try:
            fee = given.get("entry_fee", "")
            terms["entry_fee"] = read_amount(fee, currency, field="entry_fee") if fee else 0
        except UserError as wrong:
            self.add_error("currency" if wrong.field == "currency" else "entry_fee", wrong.message)
            return dict(self.layout.terms)
        return {**terms, "currency": currency}


class ClassCuts(forms.CharField):
    """The cut-offs of classes, from the strongest: whole numbers with commas between."""

    def clean(self, value: Any) -> Any:
        """Returns the numbers; none are proposed from the ratings."""
        words = super().clean(value).replace(",", " ").replace(";", " ").split()
        if not all(_RATING.fullmatch(word) for word in words):
            raise forms.ValidationError(phrase("Give ratings, such as 1600, 1400."))
        return tuple(map(int, words))


def title(prize: PrizeLayout, layout: Layout) -> str:
    """Returns what a prize is called."""
    division = "" if prize.division is None else layout.names[prize.division]
    return title_of(
        Prize(
            number=1,
            kind=prize.kind,
            division=division if len(layout.divisions) > 1 else "",
            prize_class=prize.prize_class,
            place=prize.place,
            first_round=prize.first_round,
            last_round=prize.last_round,
        )
    )


def _division_fields(at: int, division: DivisionLayout, layout: Layout) -> dict[str, Any]:
    """Returns the fields of a division; the last one has no cut-off."""
    made = {**_names_and_rounds(), **_rules(division), **_classes(division)}
    if at < len(layout.divisions) - 1:
        made["cut_off"] = forms.IntegerField(
            required=False, min_value=1, max_value=9999, label=phrase("Lowest rating")
        )
    for name, field in made.items():
        field.initial = _initial(division, name)
    return {f"d{at}_{name}": made[name] for name in OF_DIVISION if name in made}


def _names_and_rounds() -> dict[str, Any]:
    return {
        "name": forms.RegexField(
            DIVISION_NAME,
            label=phrase("Name of the division"),
            error_messages={
                "required": phrase("Give the division a name."),
                "invalid": phrase("This cannot be the name of a division."),
            },
        ),
        "rounds": forms.IntegerField(
            required=False,
            min_value=1,
            max_value=MOST_ROUNDS,
            label=phrase("Rounds"),
            help_text=phrase("If you leave it empty, everybody meets everybody."),
        ),
    }


def _rules(division: DivisionLayout) -> dict[str, Any]:
    return {
        "ruleset": forms.ChoiceField(
            choices=[(key, name) for key, name, _ in preset_choices()], label=phrase("Rule set")
        ),
        "plan": forms.ChoiceField(
            required=False, choices=_plans(division), label=phrase("Round plan")
        ),
        "lexicon": forms.ChoiceField(required=False, label=phrase("Lexicon")),
    }


def _classes(division: DivisionLayout) -> dict[str, Any]:
    made: dict[str, Any] = {
        "classes": forms.IntegerField(
            required=False,
            min_value=0,
            max_value=MOST_CLASSES,
            label=phrase("Prize classes"),
            help_text=phrase("They are parted by rating; 0 for none."),
        )
    }
    if len(division.classes) > 1:
        made["class_cuts"] = ClassCuts(
            required=False,
            max_length=60,
            label=phrase("Lowest ratings of the classes"),
            help_text=phrase(
                "From class {first}; if you leave it empty, proposed.", first=division.classes[0]
            ),
        )
    return made


def _initial(division: DivisionLayout, name: str) -> Any:
    if name == "classes":
        return len(division.classes)
    if name == "class_cuts":
        return ", ".join(map(str, division.class_cut_offs))
    return getattr(division, name) or None


def _plans(division: DivisionLayout) -> Sequence[tuple[str, str]]:
    kept = [(AS_BEFORE, phrase("As before"))] if division.rows else []
    ready = [(one.key, str(one.name)) for one in presets()]
    return [*kept, *ready, ("", phrase("None: by hand"))]


def _lexica(
    division: DivisionLayout, lists: Sequence[tuple[str, str]]
) -> Sequence[tuple[str, str]]:
    """Returns the lists that are here, and one that was chosen before wherever it is."""
    gone = division.lexicon and division.lexicon not in dict(lists)
    put_away = [(division.lexicon, division.lexicon)] if gone else []
    return [("", phrase("None")), *lists, *put_away]


def _fee(layout: Layout) -> str:
    fee = layout.terms.get("entry_fee", 0)
    return amount_figures(fee, layout.currency) if fee and layout.currency else ""
