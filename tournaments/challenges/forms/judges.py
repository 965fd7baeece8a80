"""The form that opens a judge's station for a division."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from core.phrases import phrase
from lexicon.desk.judges.forms import OpenJudgeForm
from lexicon.places import Chosen
from tournaments.kernel.desk.context import EventContext
from tournaments.kernel.queries.lexicon import chosen_of, lexicon_words, second_of
from tournaments.kernel.round_states import CLOSED


class OpenDivisionJudgeForm(OpenJudgeForm[EventContext]):
    """Opens a station that judges by the lexicon of a division."""

    division = forms.ChoiceField(label=phrase("Division"))
    field_order = ("division", "name")

    def prepare(self) -> None:
        super().prepare()
        divisions = self.where.the_event.divisions.exclude(lexicon_hash="")
        offered = [(row.name, f"{row.name}: {lexicon_words(row)}") for row in divisions]
        self.offer(
            "division",
            offered if len(offered) == 1 else [("", phrase("Choose a division")), *offered],
        )

    def prefilled(self) -> Mapping[str, Any]:
        return {**super().prefilled(), "division": self.where.wanted}

    def obstacle(self) -> str:
        event = self.where.the_event
        if event.closed:
            return CLOSED
        if not event.divisions.exclude(lexicon_hash="").exists():
            return phrase("No division has a lexicon yet; choose one first.")
        return ""

    def judges_by(self) -> Iterable[Chosen]:
        division = self.where.the_event.divisions.get(name=self.cleaned_data["division"])
        return filter(None, (chosen_of(division), second_of(division)))

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        return given | {"place": f"{self.where.the_event.slug}/{given.pop('division')}"}
