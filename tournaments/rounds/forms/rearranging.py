"""Forms that rearrange a round, board by board, and the one that moves an entry away."""

from __future__ import annotations

from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.entries.commands.moving import MoveEntry
from tournaments.entries.forms.entries import entry_choices, entry_prefilled
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST
from tournaments.kernel.desk.context import EventForm
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import (
    PairWaiting,
    SwapSeats,
    TakeBoardApart,
    UnpublishRound,
)
from tournaments.rounds.forms.rounds import RoundForm

ALONE = (
    ("", phrase("what it was before")),
    ("bye", phrase("a bye")),
    ("forfeit", phrase("a forfeit: did not come")),
    ("absent", phrase("an absence")),
)


PAIRED = {"invalid_choice": phrase("No. %(value)s is not waiting; split that pair first.")}
WAITS = {"invalid_choice": phrase("No. %(value)s is not at a board.")}


class SwapSeatsForm(RoundForm):
    """Puts each of two entries in the other's place."""

    command_class = SwapSeats
    beside = "tournaments/rounds/_seating.html"
    marks = ("one", "two")
    unmarked = ("alone",)
    one = forms.TypedChoiceField(coerce=int, label=phrase("Player"))
    two = forms.TypedChoiceField(coerce=int, label=phrase("Other player"))
    alone = forms.ChoiceField(
        choices=ALONE, required=False, label=phrase("For the player left alone, the round is")
    )

    def prepare(self) -> None:
        for name in ("one", "two"):
            self.offer(name, self.seat_choices())

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {**given, "alone": given["alone"] or None}


class PairWaitingForm(RoundForm):
    """Pairs two who wait or sit alone."""

    command_class = PairWaiting
    beside = "tournaments/rounds/_seating.html"
    marks = ("one", "two")
    one = forms.TypedChoiceField(coerce=int, label=phrase("Player"), error_messages=PAIRED)
    two = forms.TypedChoiceField(coerce=int, label=phrase("Other player"), error_messages=PAIRED)
    board = forms.IntegerField(
        min_value=1,
        max_value=9999,
        required=False,
        label=phrase("Board"),
        help_text=phrase("Empty: a free board."),
    )

    def prepare(self) -> None:
        for name in ("one", "two"):
            self.offer(name, self.seat_choices(paired=False))


class TakeBoardApartForm(RoundForm):
    """Takes a board apart: both wait for another place."""

    command_class = TakeBoardApart
    beside = "tournaments/rounds/_seating.html"
    marks = ("entry",)
    entry = forms.TypedChoiceField(coerce=int, label=phrase("The board of"), error_messages=WAITS)

    def prepare(self) -> None:
        self.offer("entry", self.seat_choices(waiting=False))

    def prefilled(self) -> dict[str, Any]:
        return dict(entry_prefilled(self.where))


class UnpublishRoundForm(RoundForm):
    """Takes a published round back to a draft."""

    command_class = UnpublishRound
    beside = "tournaments/rounds/_seating.html"


class RecordPlayedForm(RoundForm):
    """Records a game between two who were not paired, with its result."""

    command_class = RecordPlayed
    beside = "tournaments/rounds/_seating.html"
    field_order = ("entry", "score", "opponent", "opponent_score", "first")
    entry = forms.TypedChoiceField(coerce=int, label=phrase("Player"))
    score = forms.IntegerField(min_value=LOWEST, max_value=HIGHEST, label=phrase("Their score"))
    opponent = forms.TypedChoiceField(coerce=int, label=phrase("Opponent"))
    opponent_score = forms.IntegerField(
        min_value=LOWEST, max_value=HIGHEST, label=phrase("Score of the opponent")
    )
    first = forms.ChoiceField(
        required=False,
        label=phrase("Who went first"),
        choices=(
            ("", phrase("by the rule")),
            ("entry", phrase("who is named first")),
            ("opponent", phrase("the opponent")),
        ),
    )
    alone = forms.ChoiceField(
        required=False,
        label=phrase("Who is left without an opponent"),
        choices=(
            ("bye", phrase("has a bye")),
            ("absent", phrase("is absent")),
            ("forfeit", phrase("forfeits")),
        ),
    )

    def prepare(self) -> None:
        choices = self.seat_choices(waiting=False)
        for name in ("entry", "opponent"):
            self.offer(name, choices)
        for name in ("score", "opponent_score"):
            self.fields[name].widget.attrs["class"] = "score"

    def prefilled(self) -> dict[str, Any]:
        return dict(entry_prefilled(self.where))

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        first = given[given["first"]] if given["first"] else None
        return {**given, "first": first, "alone": given["alone"] or "bye"}


class MoveEntryForm(EventForm):
    """Moves an entry to another division."""

    command_class = MoveEntry
    entry = forms.TypedChoiceField(coerce=int, label=phrase("Entry"))
    to = forms.ChoiceField(label=phrase("To division"))

    def prepare(self) -> None:
        division = self.where.the_division
        self.offer("entry", entry_choices(division.entries.all()))
        others = self.where.the_event.divisions.exclude(pk=division.pk)
        choices = [
            (name, phrase("Division {name}", name=name))
            for name in others.values_list("name", flat=True)
        ]
        self.offer("to", choices)

    def prefilled(self) -> dict[str, Any]:
        return dict(entry_prefilled(self.where))

    def obstacle(self) -> str:
        alone = not self.where.the_event.divisions.exclude(pk=self.where.the_division.pk).exists()
        return super().obstacle() or (phrase("There is no other division.") if alone else "")
