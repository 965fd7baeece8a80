"""Forms of a round: set up, publish, and who really went first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from tournaments.commands.rounds import PublishRound, RecordStart, SetUpRound
from tournaments.forms.base import CommandForm
from tournaments.forms.entries import asked_entry
from tournaments.forms.pairing_lines import Pairings, read_pairings, written_pairings
from tournaments.models import Round
from tournaments.selectors.play import waiting
from tournaments.selectors.sheet import BoardLine, EntryLine, Sheet, load_sheet
from tournaments.standings.attendance import takes_part

SIDES = {"first": "first", "second": "second", "draw": "to be drawn", "": ""}


class RoundForm(CommandForm):
    """Base of the forms that look at a whole round."""

    @cached_property
    def sheet(self) -> Sheet:
        """The division with its drafts."""
        return load_sheet(self.where.the_division, drafts=True)

    @cached_property
    def board_lines(self) -> list[BoardLine]:
        """The boards of the round, empty while it is only planned."""
        return self.sheet.by_round.get(self.where.the_round, [])

    @cached_property
    def unseated(self) -> list[EntryLine]:
        """The entries active in the round that no board seats."""
        row = self.where.round_row
        if row is not None:
            return [self.sheet.entries[n] for n in waiting(self.where.the_division, row)]
        return self.active()

    def active(self) -> list[EntryLine]:
        """Returns the entries that take part in the round."""
        entries = self.sheet.entries.values()
        return [entry for entry in entries if takes_part(entry.away, self.where.the_round)]

    def shown_boards(self) -> list[dict[str, Any]]:
        """Returns the boards with names, as the page lists them."""
        return [
            {
                "number": board.number,
                "seats": [
                    {"entry": self.sheet.entries[seat.entry], "side": SIDES[seat.side]}
                    for seat in board.seats
                ],
                "reason": (board.reason or "").replace("_", " "),
            }
            for board in self.board_lines
        ]


class SetUpRoundForm(RoundForm):
    """Writes the draft of a round as lines of text."""

    command_class = SetUpRound
    beside = "desk/_active.html"
    unmarked = ("boards",)
    boards = forms.CharField(
        required=False,
        label="Pairings",
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "lines"}),
        help_text="One a line: 1 4, or 3: 1 4 for board 3, or 1 4 first 4; bye 5; absent 7.",
    )

    def clean_boards(self) -> Pairings:
        """Returns what the lines say."""
        return read_pairings(self.cleaned_data["boards"])

    def prefilled(self) -> Mapping[str, Any]:
        row = self.where.round_row
        draft = row is not None and row.stage == Round.Stage.DRAFT
        return {"boards": written_pairings(self.board_lines) if draft else ""}

    def payload(self) -> dict[str, Any]:
        read: Pairings = self.cleaned_data["boards"]
        return {"boards": read.boards, "byes": read.byes, "absent": read.absent}


class PublishRoundForm(RoundForm):
    """Publishes a draft, which is shown beside."""

    command_class = PublishRound
    beside = "desk/_draft.html"

    def obstacle(self) -> str:
        missing = ", ".join(f"#{entry.number} {entry.entered_name}" for entry in self.unseated)
        return super().obstacle() or (f"No seat yet: {missing}." if missing else "")


class RecordStartForm(RoundForm):
    """Records who really went first."""

    command_class = RecordStart
    entry = forms.TypedChoiceField(coerce=int, label="Who went first")

    def prepare(self) -> None:
        choices: list[tuple[int | str, str]] = [("", "Choose who went first")]
        for board in self.board_lines:
            for seat in board.seats if board.two else ():
                entry = self.sheet.entries[seat.entry]
                side = f", {SIDES[seat.side]} on the sheet" if seat.side else ""
                choices.append(
                    (
                        entry.number,
                        f"#{entry.number} {entry.entered_name} (board {board.number}{side})",
                    )
                )
        self.fields["entry"].choices = choices  # type: ignore[attr-defined]

    def prefilled(self) -> Mapping[str, Any]:
        return asked_entry(self.where)
