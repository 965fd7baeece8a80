"""The line of the entry page: what is typed, and the one command that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.journal.command import Command
from core.journal.errors import Refused
from core.journal.execute import REASON_LIMIT
from core.journal.undo import UndoEntry
from core.phrases import phrase
from desk.forms import key_of, sent_token
from tournaments.entry_line.grammar import LONGEST, parted_slip, read_line
from tournaments.entry_line.intents import (
    EntryLineError,
    GameIntent,
    NoShow,
    PenaltyIntent,
    Record,
    SitOut,
    WentFirst,
    Whom,
)
from tournaments.entry_line.slip_checks import LOW
from tournaments.kernel.commands.base import RoundCommand, find_entry
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST, OutcomeCommand
from tournaments.models import Division
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)
from tournaments.results.queries import BoardNow, board_named, last_by, last_slip_of
from tournaments.results.wording import fault_sentence
from tournaments.rounds.commands.rounds import RecordStart

GIVEN_HERE: tuple[type[RoundCommand], ...] = (
    EnterResult,
    CorrectResult,
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
                "The pairings have changed since this was typed: board {label} is now {one} "
                "against {two}. Check the slip and type it again.",
                label=board.label,
                one=one,
                two=two,
            ),
            code=OTHER_GAME,
            field="line",
        )

    def key(self, where: LineContext) -> str:
        """Returns the idempotency key of what was sent for a round."""
        return key_of(self.token, self._typed, [where.division.name, where.round])


@dataclass(frozen=True, slots=True)
class LineContext:
    """The round that a line is typed for."""

    division: Division
    round: int
    actor: str

    @property
    def scope(self) -> dict[str, Any]:
        """The fields of a command that the page gives."""
        slug = self.division.tournament.slug
        return {"event": slug, "division": self.division.name, "round": self.round}

    @property
    def stream(self) -> str:
        """The key of the event's journal."""
        return f"event:{self.division.tournament.slug}"


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """The command that a line asks for; `why` is the reason in the line, `board` the one it is of.

    `same` where what it says is in already; `tie_said` where the line says itself that it ties.
    """

    command: Command
    board: BoardNow | None = None
    why: str = ""
    same: bool = False
    tie_said: bool = False

    @property
    def scores(self) -> tuple[int, int] | None:
        """The two scores that were typed, None where there are none."""
        command = self.command
        if not isinstance(command, OutcomeCommand) or command.score is None:
            return None
        return command.score, command.opponent_score or 0


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
        phrase("no. {number} is {full}", number=number, full=full)
        for number, full in entries
        if all(any(part.startswith(word) for part in full.casefold().split()) for word in name)
    ]
    if len(meant) > NAMESAKES:
        return phrase("Type the number: {count} entries here have that name.", count=len(meant))
    return phrase("Type the number: {meant}.", meant=", ".join(meant)) if meant else ""


def asked_by(intent: Record, where: LineContext) -> ParsedCommand:
    """Returns the command that a line asks for now.

    Raises Refused for a board that is not there and for entries that are not paired; what else
    cannot be is refused by the command itself.
    """
    return _ASKED[type(intent)](intent, where)


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


def _game(intent: GameIntent, where: LineContext) -> ParsedCommand:
    board = board_named(where.division, where.round, intent.whom, intent.opponent)
    entry = _entry_of(intent.whom, board, where)
    if board is None or not board.is_game:
        # The player meant comes before everything that may be wrong with a score.
        find_entry(where.division, entry)
        EnterResult(**where.scope, entry=entry).find_game()
    other = _across(board, entry)
    if intent.opponent is not None and intent.opponent != other:
        _check_opponent(intent, entry, intent.opponent, where.division)
        raise Refused(
            phrase(
                "No. {entry} and no. {opponent} are not paired in round {round}:"
                " {meets}, {meets_2}.",
                entry=entry,
                opponent=intent.opponent,
                round=where.round,
                meets=_meets(entry, where),
                meets_2=_meets(intent.opponent, where),
            ),
            code="result.not_paired",
            field="line",
        )
    fields = {
        **where.scope,
        "entry": entry,
        "score": intent.score,
        "opponent_score": intent.opponent_score,
        "opponent": other,
        "reason": intent.ending,
        "winner": {"left": other, "time": other, "void": "nobody"}.get(intent.ending),
        "award": _award(intent, where.division),
        "seen": board.version if board else None,
    }
    _check_range(intent)
    is_in = board is not None and board.is_game and board.reason is not None
    command = CorrectResult(**fields) if is_in else EnterResult(**fields)
    same = is_in and _is_in(command, board)
    return ParsedCommand(command, board, intent.reason or "", same, intent.tie)


def _check_range(intent: GameIntent) -> None:
    for score in (intent.score, intent.opponent_score):
        if score is not None and not LOWEST <= score <= HIGHEST:
            raise Refused(
                phrase(
                    "A score must be between {lowest} and {highest}; {score} is not.",
                    lowest=LOWEST,
                    highest=HIGHEST,
                    score=score,
                ),
                code="score.range",
                field="line",
            )


def _check_opponent(intent: GameIntent, entry: int, opponent: int, division: Division) -> None:
    """Raises Refused for a third number that is nobody's: a score too many, if high enough."""
    if opponent < LOW:
        find_entry(division, opponent)
    elif not division.entries.filter(number=opponent).exists():
        line = f"{entry} {intent.score}"
        raise Refused(
            phrase(
                "Too many numbers: {line} {opponent}, or"
                " {line} <opponent’s number> {opponent_score}.",
                line=line,
                opponent=opponent,
                opponent_score=intent.opponent_score,
            ),
            code="line.too_much",
            field="line",
        )


def _award(intent: GameIntent, division: Division) -> int | None:
    """Returns the spread of the winner on time: the scores', but at least what the rules give."""
    if intent.ending != "time" or intent.score is None or intent.opponent_score is None:
        return None
    return max(intent.opponent_score - intent.score, division.rules.overtime_limit_margin)


def _entry_of(whom: Whom, board: BoardNow | None, where: LineContext) -> int:
    if whom.kind == "entry":
        return whom.number
    if board is None:
        raise Refused(
            phrase("Round {round} has no board {number}.", round=where.round, number=whom.number),
            code="board.unknown",
            field="line",
        )
    return board.seats[0].number


def _across(board: BoardNow | None, entry: int) -> int | None:
    return board.of(entry)[1].number if board is not None and board.is_game else None


def _meets(entry: int, where: LineContext) -> str:
    board = board_named(where.division, where.round, Whom("entry", entry))
    if board is None or not board.is_game:
        return phrase("no. {entry} meets nobody", entry=entry)
    other = board.of(entry)[1]
    return phrase(
        "no. {entry} meets no. {number} ({name})", entry=entry, number=other.number, name=other.name
    )


def _is_in(command: OutcomeCommand, board: BoardNow | None) -> bool:
    """Returns whether a board already holds what a command says."""
    if board is None or board.reason != command.reason:
        return False
    own, other = board.of(command.entry)
    if (own.score, other.score) != (command.score, command.opponent_score):
        return False
    return command.winner != other.number or other.won > own.won


def _sit_out(intent: SitOut, where: LineContext) -> ParsedCommand:
    board = board_named(where.division, where.round, Whom("entry", intent.entry))
    command = RecordSitOut(**where.scope, entry=intent.entry, outcome=intent.outcome)
    alone = board is not None and not board.is_game
    return ParsedCommand(
        command, board, same=alone and board is not None and board.reason == intent.outcome
    )


def _no_show(intent: NoShow, where: LineContext) -> ParsedCommand:
    """Returns a forfeit; of an entry that meets nobody, the forfeit that sitting out can be."""
    board = board_named(where.division, where.round, Whom("entry", intent.absent[0]))
    if board is not None and not board.is_game and len(intent.absent) == 1:
        alone = RecordSitOut(**where.scope, entry=intent.absent[0], outcome="forfeit")
        return ParsedCommand(alone, board, same=board.reason == "forfeit")
    command = EnterForfeit(**where.scope, absent=intent.absent)
    return ParsedCommand(command, board, same=board is not None and _did_not_come(intent, board))


def _did_not_come(intent: NoShow, board: BoardNow) -> bool:
    if not board.is_game or board.reason not in ("forfeit", "both_absent"):
        return False
    return {seat.number for seat in board.seats if seat.lost} == set(intent.absent)


def _penalty(intent: PenaltyIntent, where: LineContext) -> ParsedCommand:
    find_entry(where.division, intent.entry)
    command = SetPenalty(**where.scope, entry=intent.entry, points=intent.points)
    board = board_named(where.division, where.round, Whom("entry", intent.entry))
    return ParsedCommand(command, board, intent.reason)


def _went_first(intent: WentFirst, where: LineContext) -> ParsedCommand:
    board = board_named(where.division, where.round, Whom("entry", intent.entry))
    is_game = board is not None and board.is_game
    same = is_game and board is not None and board.of(intent.entry)[0].side == "first"
    return ParsedCommand(RecordStart(**where.scope, entry=intent.entry), board, same=same)


_ASKED: Mapping[type, Callable[[Any, LineContext], ParsedCommand]] = {
    GameIntent: _game,
    SitOut: _sit_out,
    NoShow: _no_show,
    PenaltyIntent: _penalty,
    WentFirst: _went_first,
}
