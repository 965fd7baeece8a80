"""Forms of a round: set up, publish, and who really went first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.phrases import phrase, phrase_count
from tournaments.entries.forms.entries import entry_prefilled
from tournaments.event.commands.event import MOST_ROUNDS, ChangeRules
from tournaments.event.queries.rounds_planned import rounds_consequences
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.kernel.queries.numbering import seating_mark
from tournaments.kernel.queries.play import last_round, waiting
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, Sheet, load_sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Round
from tournaments.rounds.commands.rounds import PublishRound, RecordStart, SetUpRound
from tournaments.rounds.forms.pairing_lines import Pairings, read_pairings, written_pairings
from tournaments.rounds.queries.drafting import Drafted, drafted_round
from tournaments.standings.attendance import takes_part

SIDES = {
    "first": phrase("first"),
    "second": phrase("second"),
    "draw": phrase("to be drawn"),
    "": "",
}


class RoundForm(EventForm):
    """Base of the forms that look at a whole round.

    `marks` are the fields that the players marked on the round's page stand for, in their order;
    on that page there is one form for all that can be done with who is marked. A guided step that
    told what follows sends the acceptance along, and as `seating` the round that it told it of.
    """

    marks: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        where: EventContext,
    ) -> None:
        self.marked = [] if data is None else data.getlist("mark")
        if data is not None and self.marks and len(self.marked) == len(self.marks):
            data = data.copy()
            for name, number in zip(self.marks, self.marked, strict=True):
                data[name] = number
            del data["mark"]
        super().__init__(data, files, where=where)
        shown = self._typed.get("seating", "")
        if shown and shown != seating_mark(self.sheet, self.where.the_round):
            # What follows was said of other boards, or of a draft: it is asked again.
            self.accepted = ""

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        is_sent_with_marks = self.marked or "on_draft" in self._typed
        if self.marks and is_sent_with_marks and len(self.marked) != len(self.marks):
            wanted = (
                phrase("Mark one player for that")
                if len(self.marks) == 1
                else phrase("Mark two players for that")
            )
            marked = (
                phrase_count("{count} is marked", "{count} are marked", count=len(self.marked))
                if self.marked
                else phrase("none are marked")
            )
            self.add_error(None, f"{wanted}; {marked}.")
        return given

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

    def seat_choices(self, *, paired: bool = True, waiting: bool = True) -> list[tuple[Any, str]]:
        """Returns the entries that take part in the round as choices, each with its place.

        Left out are those who have an opponent unless `paired`, and those without a seat unless
        `waiting`.
        """
        seated: dict[int, str] = {}
        for board in self.board_lines:
            if board.two is None:
                seated[board.one.entry] = outcome_word(board.reason) or phrase("alone")
                continue
            for seat, other in (board.seats, board.seats[::-1]):
                name = self.sheet.entries[other.entry].entered_name
                seated[seat.entry] = phrase(
                    "board {number}, meets #{entry} {name}",
                    number=board.number,
                    entry=other.entry,
                    name=name,
                )
        alone = {board.one.entry for board in self.board_lines if board.two is None}
        choices: list[tuple[Any, str]] = [("", phrase("Choose a player"))]
        for entry in self.active():
            number = entry.number
            waits = number not in seated
            if (waits and waiting) or number in alone or (not waits and paired):
                where = seated.get(number, phrase("waits"))
                choices.append((number, f"#{number} {entry.entered_name} ({where})"))
        return choices

    def shown_boards(self) -> list[dict[str, Any]]:
        """Returns the boards with names, as the page lists them."""
        return [
            {
                "number": board.number,
                "seats": [
                    {"entry": self.sheet.entries[seat.entry], "side": SIDES[seat.side]}
                    for seat in board.seats
                ],
                "reason": outcome_word(board.reason),
            }
            for board in self.board_lines
        ]


class SetUpRoundForm(RoundForm):
    """Writes the draft of a round as lines of text."""

    command_class = SetUpRound
    beside = "tournaments/rounds/_active.html"
    unmarked = ("boards",)
    boards = forms.CharField(
        required=False,
        label=phrase("Pairings"),
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "lines"}),
        help_text=phrase(
            "One on each line: 1 4, or 3: 1 4 for board 3, or 1 4 first 4; bye 5; absent 7."
        ),
    )

    def clean_boards(self) -> Pairings:
        """Returns the boards, byes and absences that the lines name."""
        return read_pairings(self.cleaned_data["boards"])

    def prefilled(self) -> Mapping[str, Any]:
        row = self.where.round_row
        draft = row is not None and row.stage == Round.Stage.DRAFT
        return {"boards": written_pairings(self.board_lines) if draft else ""}

    def payload(self) -> dict[str, Any]:
        read: Pairings = self.cleaned_data["boards"]
        return {"boards": read.boards, "byes": read.byes, "absent": read.absent}


class PublishRoundForm(RoundForm):
    """Publishes a draft; beside it is what everybody will see."""

    command_class = PublishRound
    beside = "tournaments/rounds/_draft.html"

    @cached_property
    def drafted(self) -> Drafted | None:
        """The round with the sides that the publication would decide, None while only planned."""
        row = self.where.round_row
        if row is None:
            return None
        row.division = self.where.the_division
        return drafted_round(self.sheet, row)

    def preview(self) -> list[dict[str, Any]]:
        """Returns the boards as the public will see them: who goes first is named first."""
        games = self.drafted.games if self.drafted else ()
        return [
            {
                "number": board.number,
                "seats": sorted(board.seats, key=lambda seat: seat.side == "second"),
                "is_drawn": board.seats[0].side == "draw",
                "times": len(board.met) + 1 if board.met else 0,
            }
            for board in games
        ]

    def repeats(self) -> int:
        """Returns the number of boards whose two entries have met before."""
        return sum(bool(board.met) for board in self.drafted.games) if self.drafted else 0

    def obstacle(self) -> str:
        missing = ", ".join(f"#{entry.number} {entry.entered_name}" for entry in self.unseated)
        return super().obstacle() or (
            phrase(
                "First give {missing} a place: change the draft, or pair it again.", missing=missing
            )
            if missing
            else ""
        )


class ChangeRoundsForm(EventForm):
    """Changes how many rounds are played, and nothing else."""

    command_class = ChangeRules
    beside = "tournaments/rounds/_rounds_planned.html"
    planned_rounds = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, label=phrase("Rounds"))

    def prefilled(self) -> Mapping[str, Any]:
        return {"planned_rounds": self.where.the_division.planned_rounds}

    def set_up(self) -> int:
        """Returns the last round that is set up: there cannot be fewer."""
        last = last_round(self.where.the_division)
        return last.number if last else 0

    def choices(self) -> list[tuple[int, list[str]]]:
        """Returns (rounds, consequences) for one round fewer, for one more, and for ending now."""
        division = self.where.the_division
        planned = division.planned_rounds
        numbers = sorted({max(self.set_up(), 1), planned - 1, planned + 1} - {planned})
        return [
            (number, rounds_consequences(division, number))
            for number in numbers
            if max(self.set_up(), 1) <= number <= MOST_ROUNDS
        ]


class RecordStartForm(RoundForm):
    """Records who really went first."""

    command_class = RecordStart
    entry = forms.TypedChoiceField(coerce=int, label=phrase("Who went first"))

    def prepare(self) -> None:
        choices: list[tuple[int | str, str]] = [("", phrase("Choose who went first"))]
        for board in self.board_lines:
            for seat in board.seats if board.two else ():
                entry = self.sheet.entries[seat.entry]
                place = [phrase("board {number}", number=board.number)]
                if seat.side:
                    place.append(phrase("{side} on the sheet", side=SIDES[seat.side]))
                shown = f"#{entry.number} {entry.entered_name} ({', '.join(place)})"
                choices.append((entry.number, shown))
        self.offer("entry", choices)

    def prefilled(self) -> Mapping[str, Any]:
        return entry_prefilled(self.where)
