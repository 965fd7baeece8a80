"""The form that lists a division in another place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.division_order.commands import ListDivision
from tournaments.kernel.desk.context import EventForm


class ListDivisionForm(EventForm):
    """Asks for the place of a division, beside the divisions as they are listed now."""

    command_class = ListDivision
    beside = "tournaments/division_order/_order.html"
    place = forms.IntegerField(
        min_value=1, label=phrase("Place"), help_text=phrase("1 is the first.")
    )

    @cached_property
    def listed(self) -> list[str]:
        """The names of the event's divisions, in their order."""
        return list(self.where.the_event.divisions.values_list("name", flat=True))

    def prefilled(self) -> Mapping[str, Any]:
        return {"place": self.listed.index(self.where.the_division.name) + 1}
