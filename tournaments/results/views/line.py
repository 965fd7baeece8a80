"""A line given at the desk: done and echoed, refused in a sentence, or asked about once more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from django.http import Http404, HttpRequest

from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NeedsConfirmation, Refused
from core.journal.execute import execute, withhold
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from core.phrases import phrase
from core.wording import record, signed
from desk.access import actor_of
from desk.forms import acceptance_of
from tournaments.entry_line.grammar import says_why
from tournaments.entry_line.intents import Record, Whom
from tournaments.entry_line.slip_checks import EchoSide
from tournaments.results.commands.checking import ReadAgain
from tournaments.results.commands.results import (
    CorrectResult,
    EnterResult,
)
from tournaments.results.forms.entry_line import (
    OTHER_GAME,
    EntryLineForm,
    undo_of_last,
)
from tournaments.results.forms.line_commands import LineContext, ParsedCommand
from tournaments.results.forms.result_doubts import (
    already_there,
    both_results,
    consequences_of,
    follows_entering_again,
    follows_undoing,
    odd_in,
)
from tournaments.results.queries import BoardNow, board_named, sides_of
from tournaments.results.wording import ALL_THE_SAME
from tournaments.standings.records import StandingsRow

OVERTAKEN = ("result.there", "board.changed", "result.missing")
"""Refusals that only mean that somebody else was faster since the board was read."""


@dataclass(frozen=True, slots=True)
class LineResponse:
    """The answer to a line.

    A line for a board that has another result is only told so (`taken`): correcting it is a step of
    its own, which the same answer offers. `points` are what speaks against a line or follows from
    it; `acceptance` is what accepts them, by the button that says `button`; `wants_why` asks for a
    reason, `lacks_why` says that all was accepted without one. `seq` is the journal's entry once it
    is done, `did` its sentence, and `board` the one it is about, where known; `mark` tells the
    result that was asked for. `is_stale` where the page shows earlier pairings.
    """

    kind: Literal["done", "same", "ask", "taken", "wrong"]
    sentence: str = ""
    points: tuple[str, ...] = ()
    grave: bool = False
    acceptance: str = ""
    seen: int | None = None
    button: str = ""
    wants_why: bool = False
    lacks_why: bool = False
    seq: int | None = None
    did: str = ""
    board: BoardNow | None = None
    mark: str = ""
    repeated: bool = False
    is_stale: bool = False


def give_record(
    request: HttpRequest, intent: Record, form: EntryLineForm, where: LineContext
) -> LineResponse:
    """Does what a line asks for, or says why not yet; looks again where somebody was faster."""
    try:
        return _give(request, form.meant_by(intent, where), form, where)
    except UserError as refused:
        if refused.code not in OVERTAKEN:
            return LineResponse("wrong", refused.message, is_stale=refused.code == OTHER_GAME)
    try:
        return _give(request, form.meant_by(intent, where), form, where)
    except UserError as refused:
        return LineResponse("wrong", refused.message, is_stale=refused.code == OTHER_GAME)


def give_undo(request: HttpRequest, form: EntryLineForm, where: LineContext) -> LineResponse:
    """Takes back what this person did last in the round."""
    try:
        # Sent twice, it would otherwise take back one more.
        stored = stored_before(form, where)
        return stored or _undo(request, undo_of_last(where), form, where)
    except UserError as refused:
        return LineResponse("wrong", refused.message)


def _undo(
    request: HttpRequest, command: UndoEntry, form: EntryLineForm, where: LineContext
) -> LineResponse:
    entry = JournalEntry.objects.select_related("stream").get(
        stream__key=where.stream, seq=command.seq
    )
    follows, unstored, accepted = follows_undoing(entry), form.text("unstored"), form.accepted
    is_another = form.undoes_another(entry.seq)
    if acceptance_of(command) in (accepted, form.text("asked")):
        return _do(request, command, form, where)
    if not (follows or unstored or is_another or accepted):
        return _do(request, command, form, where)
    first = phrase("This is not the last line that this page entered.") if is_another else ""
    if unstored:
        first = phrase(
            "Your last line, {unstored}, was not entered, so there is nothing to undo.",
            unstored=unstored,
        )
    points = tuple(point for point in (first, says(entry), follows) if point)
    sentence = phrase("This undoes log {seq}", seq=entry.seq)
    said = _ask(ParsedCommand(command), form, sentence, points)
    return replace(said, grave=bool(follows))


def stored_before(form: EntryLineForm, where: LineContext) -> LineResponse | None:
    """Returns the answer for a line that was sent and done before, None for one that was not."""
    entries = JournalEntry.objects.filter(stream__key=where.stream, idempotency_key=form.key(where))
    seq = entries.values_list("seq", flat=True).first()
    return None if seq is None else LineResponse("done", seq=seq, repeated=True)


def withheld(form: EntryLineForm, where: LineContext) -> LineResponse | None:
    """Has nothing done for this very line, however late a copy of it comes.

    Returns what was done when it was sent before, None when it was not.
    """
    done = withhold(where.stream, form.key(where))
    return None if done is None else LineResponse("done", seq=done.seq, repeated=True)


def _give(
    request: HttpRequest, parsed: ParsedCommand, form: EntryLineForm, where: LineContext
) -> LineResponse:
    command, why = parsed.command, form.reason() or parsed.why
    if parsed.same:
        return LineResponse("same", already_there(parsed, where), board=parsed.board)
    if command.needs_reason and why.strip() and not says_why(why):
        why = ""
    accepted = form.accepted == acceptance_of(command)
    if isinstance(command, CorrectResult) and not (accepted and why.strip()):
        return _ask_correction(parsed, form, where, why=why)
    lacks_why = command.needs_reason and not why.strip()
    doubted = None if accepted else _doubted(parsed, form, where)
    if doubted is not None:
        return replace(doubted, wants_why=lacks_why)
    if lacks_why:
        points = (phrase("The reason is kept in the log."),)
        said = _ask(parsed, form, phrase("Give a reason"), points)
        return replace(said, wants_why=True, lacks_why=accepted)
    try:
        given = _confirmed(command) if accepted else command
        return replace(_do(request, given, form, where, why), board=parsed.board)
    except NeedsConfirmation as asks:
        return _ask(parsed, form, phrase("Before you confirm"), (asks.message,))


def _confirmed(command: Command) -> Command:
    """Returns a command as it is given once its consequences were accepted."""
    confirmed: dict[str, Any] = {"confirmed": True}
    return replace(command, **confirmed) if "confirmed" in command.__dataclass_fields__ else command


def _doubted(parsed: ParsedCommand, form: EntryLineForm, where: LineContext) -> LineResponse | None:
    """Returns the question before a line that nobody accepted yet is done, None for none."""
    turned = follows_entering_again(parsed.command, parsed.board, where)
    points = [point for point in (turned, *odd_in(parsed, where)) if point]
    if form.accepted:
        points.append(phrase("This has changed since you were asked."))
    if not points:
        return None
    return replace(_ask(parsed, form, _look_at(parsed.command), tuple(points)), grave=bool(turned))


def _do(
    request: HttpRequest, command: Command, form: EntryLineForm, where: LineContext, why: str = ""
) -> LineResponse:
    done = execute(command, actor=actor_of(request), reason=why, key=form.key(where))
    did = command.sentence(done.answer)
    return LineResponse("done", seq=done.seq, did=did, repeated=done.repeated)


def _look_at(command: Command) -> str:
    return (
        phrase("Look at the slip again")
        if isinstance(command, EnterResult | ReadAgain)
        else phrase("Look again")
    )


def _ask(
    parsed: ParsedCommand, form: EntryLineForm, sentence: str, points: tuple[str, ...]
) -> LineResponse:
    board = parsed.board
    seen = board.version if board is not None else None
    before = form.text("seen")
    if board is not None and before and before != str(seen):
        points = (
            phrase("Somebody else has changed board {board} in the meantime.", board=board.label),
            *points,
        )
    return LineResponse(
        "ask",
        f"{sentence}:",
        points,
        acceptance=acceptance_of(parsed.command),
        button=ALL_THE_SAME.get(parsed.command.code, phrase("Do it anyway")),
        seen=seen,
        board=board,
        mark=parsed.mark,
    )


def _ask_correction(
    parsed: ParsedCommand, form: EntryLineForm, where: LineContext, *, why: str
) -> LineResponse:
    """Shows both values, who entered the first, and what follows.

    Where the line itself says why, accepting it corrects; otherwise that is a step of its own.
    """
    command, board = parsed.command, parsed.board
    if not isinstance(command, CorrectResult) or board is None:
        raise Refused(phrase("This game has no result to correct yet."), code="result.missing")
    follows = consequences_of(command, where)
    points = (both_results(command, board, where), *odd_in(parsed, where), *follows.sentences)
    said = _ask(parsed, form, phrase("Board {board} has a result", board=board.label), points)
    return replace(
        said,
        kind="ask" if why else "taken",
        grave=follows.grave,
        wants_why=not why,
        lacks_why=not why and form.accepted == said.acceptance,
    )


@dataclass(frozen=True, slots=True)
class Echo:
    """A journal entry in large type: a sentence, and the sides of its board.

    `undone` is the number of the entry that it took back, 0 where it took none back. Each side has
    its spread of the game, its total after `round`, and its total now, empty where that is the
    same.
    """

    sentence: str
    undone: int
    round: int
    board: BoardNow | None
    sides: tuple[tuple[EchoSide, str, str, str], ...]


def echo_of(where: LineContext, seq: int) -> Echo:
    """Returns the echo of a journal entry in this round; Http404 where it changed nothing in it."""
    entries = JournalEntry.objects.filter(stream__key=where.stream)
    entry = entries.filter(seq=seq).first()
    if entry is None:
        raise Http404(phrase("There is no such entry of the log."))
    undone = entry.payload["seq"] if entry.command == UndoEntry.code else 0
    about = entries.filter(seq=undone).first() if undone else entry
    payload = about.payload if about is not None else {}
    named = payload.get("entry") or next(iter(payload.get("absent") or ()), None)
    here = (payload.get("division"), payload.get("round")) == (where.division.name, where.round)
    board = None
    if here and named is not None:
        opponent = payload.get("opponent")
        board = board_named(where.division, where.round, Whom("entry", named), opponent)
    return echo_now(where, says(entry), board, undone=undone)


def echo_now(where: LineContext, sentence: str, board: BoardNow | None, *, undone: int = 0) -> Echo:
    """Returns a sentence as an echo, with the sides of the board that it is about as they are."""
    if board is None:
        return Echo(sentence, undone, where.round, None, ())
    now, sides = sides_of(where.division, where.round, board)
    return Echo(sentence, undone, where.round, now, tuple(_worded(side) for side in sides))


def _worded(side: EchoSide) -> tuple[EchoSide, str, str, str]:
    spread = "" if side.spread is None else signed(side.spread)
    return side, spread, _total(side.total), _total(side.total_now) if side.total_now else ""


def _total(row: StandingsRow) -> str:
    return f"{record(row.half_wins, row.half_losses)} {signed(row.spread)}"
