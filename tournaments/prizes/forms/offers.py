"""The forms that offer prizes, change them and order their list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.errors import UserError
from core.money import MoneyError
from core.phrases import phrase
from tournaments.models import Entry
from tournaments.prizes.commands.offers import (
    MOST_GAMES,
    MOST_PLACES,
    AddPrizes,
    ChangePrize,
    MovePrize,
    PrizeLine,
    RemovePrize,
)
from tournaments.prizes.forms.typed import (
    OfPrizesForm,
    Worth,
    entry_choices,
    read_worth,
    worth_text,
)
from tournaments.prizes.wording.titles import KINDS
from tournaments.prizing.records import BY_HAND, PrizeKind

_KINDS = [(kind.value, words) for kind, words in KINDS.items()]


class _WhatFor(OfPrizesForm):
    """What a prize is for."""

    above = "tournaments/prizes/_no_currency.html"
    fold_title = phrase("Which best one, rounds and games that count, bounty")
    folded = ("place", "first_round", "last_round", "games", "exclusive", "target")

    kind = forms.ChoiceField(choices=_KINDS, label=phrase("For what"))
    division = forms.ChoiceField(required=False, label=phrase("Division"))
    prize_class = forms.ChoiceField(required=False, label=phrase("Class"))
    place = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        label=phrase("Place"),
        help_text=phrase("2 is the second place, or the second highest win."),
    )
    first_round = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        label=phrase("From round"),
        help_text=phrase("For a prize of some rounds alone, such as a session."),
    )
    last_round = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_PLACES, label=phrase("To round")
    )
    games = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_GAMES,
        label=phrase("Closest losses that count"),
        help_text=phrase("For tuff luck: 6 unless you say another number."),
    )
    exclusive = forms.CharField(
        required=False,
        max_length=20,
        label=phrase("Nobody wins two of"),
        help_text=phrase("A name that these prizes share: whoever has one is passed over."),
    )
    target = forms.TypedChoiceField(
        required=False, coerce=int, label=phrase("Whose defeat is paid")
    )

    def prepare(self) -> None:
        event = self.where.the_event
        names = list(event.divisions.values_list("name", flat=True))
        self.offer("division", [("", phrase("Over all")), *((name, name) for name in names)])
        entries = Entry.objects.filter(tournament=event).exclude(prize_class="")
        classes = entries.order_by("prize_class").values_list("prize_class", flat=True).distinct()
        held = self.where.prize.prize_class if self.where.prize else ""
        known = sorted({*classes, *filter(None, [held])})
        self.offer("prize_class", [("", phrase("All")), *((name, name) for name in known)])
        self.offer("target", [("", phrase("Nobody's")), *entry_choices(event)])

    def is_unfolded(self) -> bool:
        """Returns whether something other than the first place is chosen."""
        filled = [one for one in self.folded_fields() if one.errors or one.value()]
        return any(one.name != "place" or one.errors or one.value() != 1 for one in filled)

    def what_for(self) -> dict[str, Any]:
        """Returns the fields of a prize that say what it is for."""
        given = self.cleaned_data
        kind = PrizeKind(given["kind"])
        return {
            "kind": kind,
            "division": given["division"],
            "prize_class": given["prize_class"],
            "first_round": given["first_round"] or 0,
            "last_round": given["last_round"] or 0,
            "exclusive": given["exclusive"],
            "games": (given["games"] or 0) if kind is PrizeKind.TUFF_LUCK else 0,
            "target": (given["target"] or 0) if kind is PrizeKind.BOUNTY else 0,
        }

    def worth(self, name: str, text: str) -> Worth | None:
        """Returns what a prize is by what was typed, None where it is wrong."""
        try:
            return read_worth(text, self.counted_in)
        except MoneyError as wrong:
            self.add_error(name, wrong.message)
            return None


class AddPrizesForm(_WhatFor):
    """Offers one prize, or the prizes of several places in a row, a line each."""

    command_class = AddPrizes
    submit = phrase("Add to the list")

    prizes = forms.CharField(
        max_length=4000,
        label=phrase("Prizes, one line for each place"),
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=phrase(
            "An amount (500), a part of the fund (12.5 %), or a thing (Trophy). After a semicolon "
            "a note: 500; given by the mayor."
        ),
    )
    field_order = ("kind", "division", "prize_class", "prizes")

    def prefilled(self) -> Mapping[str, Any]:
        divisions = self.where.the_event.divisions.values_list("name", flat=True)[:2]
        return {"place": 1, "division": divisions[0] if len(divisions) == 1 else ""}

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        lines = [line for line in given.get("prizes", "").splitlines() if line.strip()]
        given["worths"] = [self.worth("prizes", line) for line in lines]
        return given

    def payload(self) -> dict[str, Any]:
        first, said = self.cleaned_data["place"] or 1, self.what_for()
        step = 0 if said["kind"] in BY_HAND else 1
        return {
            "prizes": tuple(
                PrizeLine(
                    **said,
                    place=first + step * at,
                    amount=worth.amount,
                    part=worth.part,
                    text=worth.text,
                )
                for at, worth in enumerate(self.cleaned_data["worths"])
            )
        }


class ChangePrizeForm(_WhatFor):
    """Changes a prize."""

    command_class = ChangePrize
    submit = phrase("Save the prize")

    worth_words = forms.CharField(
        max_length=160,
        label=phrase("Prize"),
        help_text=phrase("An amount (500), a part of the fund (12.5 %), or a thing (Trophy)."),
    )
    field_order = ("kind", "division", "prize_class", "worth_words")

    def prefilled(self) -> Mapping[str, Any]:
        row = self.the_prize
        return {
            "kind": row.kind,
            "division": row.division.name if row.division else "",
            "prize_class": row.prize_class,
            "place": row.place,
            "first_round": row.first_round or None,
            "last_round": row.last_round or None,
            "exclusive": row.exclusive,
            "games": row.games or None,
            "target": row.target.key if row.target else "",
            "worth_words": worth_text(row, self.counted_in),
        }

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if "worth_words" in given:
            given["worth"] = self.worth("worth_words", given["worth_words"])
        return given

    def payload(self) -> dict[str, Any]:
        place, worth = self.cleaned_data["place"] or 1, self.cleaned_data["worth"]
        line = PrizeLine(
            **self.what_for(), place=place, amount=worth.amount, part=worth.part, text=worth.text
        )
        return {"number": self.the_prize.number, "prize": line}

    def refuse(self, refused: UserError) -> None:
        if refused.field in ("amount", "part", "text"):
            self.add_error("worth_words", refused.message)
        else:
            super().refuse(refused)


class RemovePrizeForm(OfPrizesForm):
    """Takes a prize off the list."""

    command_class = RemovePrize

    def payload(self) -> dict[str, Any]:
        return {"number": self.the_prize.number}


class MovePrizeForm(OfPrizesForm):
    """Moves a prize to another line of the list."""

    command_class = MovePrize
    line = forms.IntegerField(
        min_value=1,
        label=phrase("To line"),
        help_text=phrase("Of equally valuable prizes the one listed first is awarded first."),
    )

    def payload(self) -> dict[str, Any]:
        return {"number": self.the_prize.number, "line": self.cleaned_data["line"]}
