"""The choice of what to print: which division, which round, on which paper, in which language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict

from core.phrases import phrase
from core.web.languages import offered, own_name
from desk.paper_size import SIZES
from tournaments.models import Division


class PaperForm(forms.Form):
    """The choice that an address carries; what it leaves out is everything, and the latest.

    The paper left out is the one that the device keeps.
    """

    division = forms.ChoiceField(required=False)
    round = forms.ChoiceField(required=False)
    size = forms.ChoiceField(required=False, choices=SIZES, label=phrase("Paper"))
    language = forms.ChoiceField(required=False, label=phrase("Language"))

    def __init__(
        self, asked: QueryDict, *, divisions: Sequence[Division], kept: str, **kwargs: Any
    ) -> None:
        said = asked.copy()
        said.setdefault("size", kept)
        super().__init__(said, **kwargs)
        self._kept = kept
        names = [division.name for division in divisions]
        rounds = max((division.planned_rounds for division in divisions), default=0)
        self._offer("division", phrase("All divisions"), names)
        self._offer("round", phrase("The latest round"), list(range(1, rounds + 1)))
        ours, *others = offered()
        choices = [("", own_name(ours)), *((one, own_name(one)) for one in others)]
        self.fields["language"].choices = choices  # type: ignore[attr-defined] # a choice has them
        if not others:
            del self.fields["language"]

    def _offer(self, field: str, default: str, values: list[Any]) -> None:
        choices = [("", default), *((str(value), str(value)) for value in values)]
        chosen: Any = self.fields[field]
        chosen.choices = choices

    def wants(self, division: Division) -> bool:
        """Returns whether the division should be printed."""
        return self.cleaned_data["division"] in ("", division.name)

    @property
    def number(self) -> int | None:
        """The round asked for, None for the latest of each division."""
        return int(self.cleaned_data["round"]) if self.cleaned_data["round"] else None

    @property
    def chosen_language(self) -> str:
        """The language in which it is printed, that of the installation where none is chosen."""
        return str(self.cleaned_data.get("language") or settings.LANGUAGE_CODE)

    @property
    def chosen_size(self) -> str:
        """The paper: `a4` or `letter`."""
        return str(self.cleaned_data["size"] or self._kept)
