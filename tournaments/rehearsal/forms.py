"""The form that asks for a rehearsal of an event."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator

from core.phrases import phrase
from tournaments.models import Tournament
from tournaments.pairing.methods import METHODS

SEED_LIMIT, _SEEDS = 30, 10_000


class RehearsalForm(forms.Form):
    """The form for a rehearsal; sending it twice asks for the waiting job again."""

    method = forms.ChoiceField(label=phrase("Pairing"), required=False)
    complete = forms.IntegerField(
        min_value=1,
        required=False,
        label=phrase("Rounds to play"),
        help_text=phrase(
            "If you leave it empty, all rounds are played. Play fewer to continue by hand."
        ),
    )
    seed = forms.CharField(
        max_length=SEED_LIMIT,
        label=phrase("Seed"),
        help_text=phrase("Any word or number; the same seed draws the same results."),
    )
    calm = forms.BooleanField(
        required=False,
        label=phrase("Nobody comes late or leaves, and no slip is misread"),
    )

    def __init__(self, event: Tournament, data: Any = None) -> None:
        super().__init__(data, label_suffix="", use_required_attribute=False)
        method: Any = self.fields["method"]
        named = [(key, one.name) for key, one in METHODS.items()]
        method.choices = [("", phrase("As planned in each division, otherwise Swiss")), *named]
        planned = event.divisions.order_by("-planned_rounds").first()
        rounds: Any = self.fields["complete"]
        rounds.validators.append(MaxValueValidator(planned.planned_rounds if planned else 1))
        # Shown, so that the same rehearsal can be asked for again.
        self.fields["seed"].initial = randbelow(_SEEDS)
        self.fields["method"].widget.attrs["autofocus"] = True

    def wishes(self) -> dict[str, Any]:
        """Returns the arguments of the job from a valid form."""
        return dict(self.cleaned_data)
