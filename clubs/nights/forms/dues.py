"""Taking the dues of somebody of a night: one tap, on the night's page."""

from __future__ import annotations

from typing import Any

from django import forms

from clubs.money.commands.payments import TakeDues
from clubs.nights.forms.tonight import PersonForm
from core.names import shown_name
from core.phrases import phrase
from tournaments.models import EntryMember, Tournament

ON_TAB = "tab"
HOW = (("cash", phrase("Cash")), ("bank", phrase("Bank")), (ON_TAB, phrase("On the tab")))


class DuesTonightForm(PersonForm):
    """Takes what is due of a person of the night, or puts it on their tab."""

    how = forms.ChoiceField(label=phrase("How"), choices=HOW, required=False)

    def command(self, night: str) -> TakeDues:
        how = self.cleaned_data["how"] or "cash"
        found = EntryMember.objects.filter(
            entry__tournament__slug=night, entry__number=self.cleaned_data["entry"], position=1
        ).select_related("entry__tournament")
        member = found.first()
        if member is None:
            # Nobody has this number: the command says whom it takes dues of.
            club = Tournament.objects.get(slug=night).night_of
            return TakeDues(club=club)
        event = member.entry.tournament
        who: dict[str, Any] = {"member": member.player}
        if not member.player:
            who = {"guest": shown_name(member.entry.name)}
        return TakeDues(
            club=event.night_of,
            day=event.starts_on,
            paid=0 if how == ON_TAB else None,
            into="bank" if how == "bank" else "cash",
            **who,
        )
