"""Forms about a list computed anew: from when on, and what becomes of what it found."""

from __future__ import annotations

from typing import Any

from django import forms

from core.journal.execute import REASON_LIMIT
from core.phrases import phrase
from desk.forms import WHY, CommandForm
from ratings.commands.applying import ApplyRatings, DiscardRatings
from ratings.desk.context import ListContext
from ratings.models import RatingList

IMPORTED = phrase("This list is imported; it is computed elsewhere.")


class ProposalForm(CommandForm[ListContext]):
    """Base of the two answers to new ratings; the list is that of the address."""

    recompute = forms.IntegerField(
        min_value=1,
        max_value=10**8,
        label=phrase("Number of the computation"),
        widget=forms.HiddenInput,
    )

    def prepare(self) -> None:
        self.fields[WHY] = forms.CharField(
            required=False,
            max_length=REASON_LIMIT,
            label=phrase("Reason"),
            help_text=phrase("It is kept in the log."),
        )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        # Nobody shall put ratings in force by an Enter that was meant for something else.
        self.fields[WHY].widget.attrs.pop("autofocus", None)

    def payload(self) -> dict[str, Any]:
        return {"recompute": self.cleaned_data["recompute"]}


class ApplyRatingsForm(ProposalForm):
    """Puts ratings that were computed again in force."""

    command_class = ApplyRatings


class DiscardRatingsForm(ProposalForm):
    """Lets them go."""

    command_class = DiscardRatings


class RecomputeForm(forms.Form):
    """Asks for a list to be computed again; without a day, from what waits to be computed."""

    from_on = forms.DateField(
        required=False,
        label=phrase("Everything from this day on"),
        help_text=(
            phrase(
                "If you leave it empty: what changed since the list was last rated, and what "
                "follows from that."
            )
        ),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, rating_list: RatingList, data: Any = None) -> None:
        super().__init__(data, label_suffix="", use_required_attribute=False)
        self.obstacle = IMPORTED if rating_list.is_imported else ""

    def clean(self) -> dict[str, Any]:
        if self.obstacle:
            raise forms.ValidationError(self.obstacle)
        return super().clean() or {}
