"""The line of the entry page: what is typed, and the one command that it asks for."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.journal.errors import Refused
from core.journal.execute import REASON_LIMIT
from core.journal.undo import UndoEntry
from core.phrases import phrase
from desk.forms import key_of, sent_token
from tournaments.entry_line.grammar import LONGEST, parted_slip, read_line
from tournaments.entry_line.intents import (
    EntryLineError,
    GameIntent,
    Record,
    Whom,
)
from tournaments.kernel.commands.base import RoundCommand
from tournaments.models import Division
from tournaments.results.commands.checking import ReadAgain
from tournaments.results.commands.claims import AcceptClaim
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)
from tournaments.results.forms.line_commands import LineContext, ParsedCommand, asked_by
from tournaments.results.queries import last_by, last_slip_of
from tournaments.results.wording import fault_sentence
from tournaments.rounds.commands.rounds import RecordStart

GIVEN_HERE: tuple[type[RoundCommand], ...] = (
    EnterResult,
    CorrectResult,
    AcceptClaim,
    ReadAgain,
    EnterForfeit,
    RecordSitOut,
    SetPenalty,
    RecordStart,
)
"""The commands that a line gives, and that `u` takes back."""
MOST_BOARDS = 10_000
OTHER_GAME = "line.other_game"
NAMESAKES = 6
"""Up to how many entries of one name a sentence tells apart."""


class EntryLineForm(forms.Form):
    """The input: the line, a reason, what is accepted, and the board's version then seen.

    `at` is the slot of the board that slip order stood at when the line was typed, and `meant` the
    numbers of the two who then met on the board it names (`7 18`): a line is of that game and no
    other, however late it comes. Of `u`, `unstored` is the line before it that is not entered, and
    `undoes` the log's entry that the page made last, 0 where it made none; `asked` is what accepts
    the question that the page shows, which `u` does by being typed again. `token` is the line's own
    number, and makes sending twice harmless, as on every form of the desk.
    """

    line = forms.CharField(required=False, max_length=LONGEST, strip=False)
    at = forms.IntegerField(required=False, min_value=1, max_value=MOST_BOARDS)
    meant = forms.RegexField(r"^[0-9]{1,5} [0-9]{1,5}$", required=False)
    unstored = forms.CharField(required=False, max_length=LONGEST, strip=False)
    undoes = forms.IntegerField(required=False, min_value=0)
    because = forms.CharField(required=False, max_length=REASON_LIMIT)
    why = forms.CharField(required=False, max_length=REASON_LIMIT)
    seen = forms.IntegerField(required=False, min_value=0)
    last = forms.CharField(required=False, max_length=LONGEST, strip=False)

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.token = sent_token(data)
        self._typed: MultiValueDict[str, Any] = MultiValueDict() if data is None else data

    def text(self, name: str) -> str:
        """Returns a field as it was typed, whether or not it is valid."""
        return str(self._typed.get(name, ""))

    @property
    def accepted(self) -> str:
        """The acceptance of the question about the command, empty where nothing was asked."""
        return self.text("accepted")

    def undoes_another(self, seq: int) -> bool:
        """Returns whether `u` would take back another entry of the log than the page made last."""
        return self.cleaned_data.get("undoes") not in (None, seq)

    def is_slip(self, division: Division) -> bool:
        """Returns whether the line is a slip of slip order: only its two scores."""
        try:
            intent = intent_of(self.text("line"), division, self.cleaned_data["at"])
        except Refused:
            return False
        return isinstance(intent, GameIntent) and intent.whom.kind == "slot"

    def reason(self) -> str:
        """Returns the reason: the words typed, else the one chosen from the list."""
        return self.text("why").strip() or self.text("because").strip()

    def meant_by(self, intent: Record, where: LineContext) -> ParsedCommand:
        """Returns the command that the line asks for, if it is still of the game that was meant.

        Raises Refused where other two meet there now, and what `asked_by` raises.
        """
        parsed, meant = asked_by(intent, where), self.text("meant")
        board = parsed.board
        if not meant or board is None or not board.is_game:
            return parsed
        now = {seat.number for seat in board.seats}
        if now == {int(number) for number in meant.split()}:
            return parsed
        one, two = (
            phrase("no. {number} {name}", number=seat.number, name=seat.name)
            for seat in board.seats
        )
        raise Refused(
            phrase(
                "The pairings have changed since this was typed: board {board} is now {one} "
                "against {two}. Check the slip and type it again.",
                board=board.label,
                one=one,
                two=two,
            ),
            code=OTHER_GAME,
            field="line",
        )

    def key(self, where: LineContext) -> str:
        """Returns the idempotency key of what was sent for a round."""
        return key_of(self.token, self._typed, [where.division.name, where.round])


def intent_of(text: str, division: Division, at: int | None = None) -> Any:
    """Returns the intent of a line; raises Refused with the sentence that says what is wrong.

    `at` is the slot of the board that slip order is at. Where the line begins with a name of
    the division, that says whose number it is.
    """
    parted = parted_slip(text) if at is not None else None
    if parted is not None and not division.entries.filter(number=parted[0]).exists():
        text = parted[1]
    try:
        intent = read_line(text)
    except EntryLineError as wrong:
        named = _named(text, division) if wrong.code in ("line.unknown", "line.whom") else ""
        raise Refused(named or fault_sentence(wrong), code=wrong.code, field="line") from wrong
    if not isinstance(intent, GameIntent) or intent.whom.kind != "slot":
        return intent
    if at is None:
        raise Refused(fault_sentence(EntryLineError("line.where")), code="line.where", field="line")
    return replace(intent, whom=Whom("slot", at))


def _named(text: str, division: Division) -> str:
    """Returns which numbers have the name with which a line begins, empty where none has it."""
    name = list(takewhile(str.isalpha, text.casefold().split()))
    if not name:
        return ""
    entries = division.entries.order_by("number").values_list("number", "name")
    meant = [
        phrase("no. {number} is {name}", number=number, name=full)
        for number, full in entries
        if all(any(part.startswith(word) for part in full.casefold().split()) for word in name)
    ]
    if len(meant) > NAMESAKES:
        return phrase("Type the number: {entries} entries here have that name.", entries=len(meant))
    return phrase("Type the number: {entries}.", entries=", ".join(meant)) if meant else ""


def undo_of_last(where: LineContext) -> UndoEntry:
    """Returns the command that takes back what this person did last in the round."""
    entry = last_by(
        where.stream,
        where.actor,
        [command.code for command in GIVEN_HERE],
        division=where.division.name,
        round=where.round,
    )
    if entry is None:
        raise Refused(
            phrase("You have entered nothing in round {round} to undo.", round=where.round),
            code="undo.nothing",
        )
    return UndoEntry(journal=where.stream, seq=entry.seq)


def last_slip(where: LineContext) -> tuple[int, int] | None:
    """Returns the scores of the result that this person entered last, None where there is none."""
    slip = last_slip_of(where.stream, where.actor) or {}
    own, other = slip.get("score"), slip.get("opponent_score")
    return None if own is None or other is None else (own, other)
