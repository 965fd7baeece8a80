"""The one command that a line of the entry page asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.journal.command import Command
from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.claiming import ClaimStanding
from tournaments.entry_line.intents import (
    ClaimOf,
    GameIntent,
    NoShow,
    PenaltyIntent,
    Record,
    SitOut,
    WentFirst,
    Whom,
)
from tournaments.entry_line.slip_checks import LOW
from tournaments.kernel.commands.base import find_entry
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST, OutcomeCommand
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
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
from tournaments.results.queries import BoardNow, board_named, entered_by
from tournaments.rounds.commands.rounds import RecordStart


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

    @property
    def mark(self) -> str:
        """The mark of the result that it asks for (`mark_of`), empty where it is none."""
        command, board, scores = self.command, self.board, self.scores
        if board is None or scores is None or not isinstance(command, OutcomeCommand):
            return ""
        over = command.overtime_s, command.opponent_overtime_s
        is_first = board.seats[0].number == command.entry
        if not is_first:
            scores, over = scores[::-1], over[::-1]
        return _result_mark(command.reason, scores, over)


def mark_of(board: BoardNow) -> str:
    """Returns the mark of the result that a board has, empty where it has none with scores."""
    seats = board.seats
    slip = [seat.score + seat.off for seat in seats if seat.score is not None]
    reason = "played" if board.reason == "time" and any(s.over_s for s in seats) else board.reason
    return _result_mark(reason, slip, [seat.over_s for seat in seats])


def _result_mark(reason: str | None, scores: Sequence[int], over: Sequence[int]) -> str:
    """Returns what tells a game played to the end by its slip: scores, and seconds over time.

    Both are in the order of the slip. Empty for a game without scores, or that ended otherwise.
    """
    if reason != "played" or not scores:
        return ""
    return " ".join("-".join(map(str, pair)) for pair in (scores, over))


def asked_by(intent: Record, where: LineContext) -> ParsedCommand:
    """Returns the command that a line asks for now.

    Raises Refused for a board that is not there and for entries that are not paired; what else
    cannot be is refused by the command itself.
    """
    return _ASKED[type(intent)](intent, where)


def checked_by(intent: GameIntent, where: LineContext) -> ParsedCommand:
    """Returns the reading of a checker that a line says, and whether the result says the same.

    Raises Refused as `asked_by` does, and for a game that has no result yet.
    """
    fields, board = _fields_of(intent, where)
    command = ReadAgain(**fields, how="checked")
    if board.reason is None:
        raise Refused(
            phrase("Board {board} has no result yet.", board=board.label),
            code="result.missing",
            field="line",
        )
    same = _is_in(_settled(command, where), board)
    return ParsedCommand(command, board, same=same, tie_said=intent.tie)


def _game(intent: GameIntent, where: LineContext) -> ParsedCommand:
    """Returns what a slip asks for: another's result is only read again, unless the line says why.

    So two who typed the same slip verify it, and where they differ neither overwrites the other.
    """
    fields, board = _fields_of(intent, where)
    if board.reason is None:
        return ParsedCommand(EnterResult(**fields), board, intent.reason or "", tie_said=intent.tie)
    command = CorrectResult(**fields)
    same = _is_in(_settled(command, where), board)
    if intent.reason is None and not (same and board.verified_by and not board.exception):
        found = entered_by(where.division, where.round, board.slot)
        if found is not None and found[0] != where.actor:
            return ParsedCommand(ReadAgain(**fields), board, tie_said=intent.tie)
    return ParsedCommand(command, board, intent.reason or "", same, intent.tie)


def _fields_of(intent: GameIntent, where: LineContext) -> tuple[dict[str, Any], BoardNow]:
    """Returns the fields of the command about a game that a line names, and its board."""
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
                "No. {number} and no. {opponent} are not paired in round {round}:"
                " {meets}, {opponent_meets}.",
                number=entry,
                opponent=intent.opponent,
                round=where.round,
                meets=_meets(entry, where),
                opponent_meets=_meets(intent.opponent, where),
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
        "overtime_s": intent.over[0],
        "opponent_overtime_s": intent.over[1],
        "seen": board.version if board else None,
    }
    _check_range(intent)
    assert board is not None, "Without a board the command was refused above."
    return fields, board


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
                "Too many numbers: {line} {score}, or {line} <opponent’s number> {other_score}.",
                line=line,
                score=opponent,
                other_score=intent.opponent_score,
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
        return phrase("no. {number} meets nobody", number=entry)
    other = board.of(entry)[1]
    return phrase(
        "no. {number} meets no. {opponent} ({name})",
        number=entry,
        opponent=other.number,
        name=other.name,
    )


def _settled(command: OutcomeCommand, where: LineContext) -> OutcomeCommand:
    """Returns the command as it is once overtime is taken off."""
    return command.settled(command.opponent or 0, where.division.rules)


def _is_in(command: OutcomeCommand, board: BoardNow | None) -> bool:
    """Returns whether a board already holds what a command says."""
    if board is None or board.reason != command.reason:
        return False
    own, other = board.of(command.entry)
    if (own.score, other.score) != (command.score, command.opponent_score):
        return False
    return command.winner != other.number or other.won > own.won


def claimed_at(whom: Whom, where: LineContext) -> tuple[BoardNow, ClaimedBoard | None]:
    """Returns the board that a line names, and what its players say of it, None where nothing.

    Raises Refused for a board that is not there, and where nobody meets anybody.
    """
    board = board_named(where.division, where.round, whom)
    entry = _entry_of(whom, board, where)
    if board is None or not board.is_game:
        find_entry(where.division, entry)
        EnterResult(**where.scope, entry=entry).find_game()
    assert board is not None, "Without a board the command was refused above."
    found = claimed_boards(
        round__division=where.division, round__number=where.round, slot=board.slot
    )
    return board, next((one for one in found if one.claims), None)


def _claim(intent: ClaimOf, where: LineContext) -> ParsedCommand:
    """Returns the acceptance of what one of the two claims, as it is now."""
    board, claimed = claimed_at(intent.whom, where)
    if claimed is None:
        raise Refused(
            phrase("Nobody has claimed a result for board {board}.", board=board.label),
            code="claim.missing",
            field="line",
        )
    if claimed.standing is ClaimStanding.DISPUTED:
        raise Refused(
            phrase("Board {board} is disputed: b{board} ? shows what both say.", board=board.label),
            code="claim.disputed",
            field="line",
        )
    scores = next((one.scores for one in claimed.claims if one.scores is not None), None)
    command = AcceptClaim(
        **where.scope,
        entry=claimed.entries[0],
        opponent=claimed.entries[1],
        score=scores[0] if scores else None,
        opponent_score=scores[1] if scores else None,
        seen=board.version,
    )
    same = claimed.standing is not ClaimStanding.CLAIMED and _is_in(command, board)
    return ParsedCommand(command, board, same=same, tie_said=True)


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
    ClaimOf: _claim,
    SitOut: _sit_out,
    NoShow: _no_show,
    PenaltyIntent: _penalty,
    WentFirst: _went_first,
}
