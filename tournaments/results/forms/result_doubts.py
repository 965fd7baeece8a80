"""What is asked about before a result is given: odd scores, and what else a correction changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from django.utils import timezone
from django.utils.formats import date_format

from core.journal.command import Command, decode
from core.journal.undo import UndoEntry
from core.memo import memo_of
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from tournaments.entry_line.slip_checks import ScoreSums, doubts, penalty_doubts, usual_scores
from tournaments.kernel.commands.outcome import OutcomeCommand, Winner
from tournaments.kernel.queries.play import last_published
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.models import Division, Result
from tournaments.results.commands.checking import ReadAgain
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)
from tournaments.results.forms.entry_line import GIVEN_HERE, last_slip
from tournaments.results.forms.line_commands import LineContext, ParsedCommand
from tournaments.results.queries import BoardNow, entered_by, score_sums, undone_result, with_result
from tournaments.results.wording import doubt_sentence
from tournaments.rounds.commands.rounds import RecordStart

Scores = tuple[int, int]

SETTLED = 2_000
"""From this many scores on, another one hardly changes what is usual."""

AS_THEY_WERE_S = 60.0
"""How long such sums are kept: adding up thousands of games for each slip is slow."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """Sentences; `grave` where another one wins although a later round is published."""

    sentences: tuple[str, ...]
    grave: bool


def consequences_of(command: CorrectResult, where: LineContext) -> Consequences:
    """Returns the consequences of a correction besides the result: pairings, standings, ratings.

    Raises Refused or Conflict where the command could not be given at all.
    """
    place, _ = command.find_game()
    result = place.result
    other = place.across.entry if place.across else place.seat.entry
    fields = command.outcome(place.seat, other, place.division.rules)
    turned = result is not None and (result.won_one, result.won_two) != (
        fields["won_one"],
        fields["won_two"],
    )
    published = last_published(where.division)
    sentences = []
    if turned:
        sentences.append(phrase("It changes who won."))
    if published > where.round:
        sentences.append(_pairings(where.round + 1, published))
    sheet = load_sheet(where.division)
    after = with_result(sheet, where.round, place.seat.board.slot, fields)
    sentences.append(_standings(sheet, after, published, (command.entry, other.number)))
    if where.division.rating_system:
        sentences.append(phrase("Ratings change when the division is next rated."))
    return Consequences(tuple(sentences), grave=turned and published > where.round)


def follows_undoing(entry: JournalEntry) -> str:
    """Returns a sentence on later rounds when an entry is undone, empty where none is published.

    Of the entries that a line gives; of an undo that did one of them again, the same.
    """
    entry, taken_back = _origin(entry)
    codes = {command.code for command in GIVEN_HERE}
    if not taken_back or entry.command not in codes or entry.command == ReadAgain.code:
        return ""
    slug, name = entry.stream.key.partition(":")[2], entry.payload["division"]
    number: int = entry.payload["round"]
    division = Division.objects.filter(tournament__slug=slug, name=name).first()
    last = last_published(division) if division else 0
    if last <= number:
        return ""
    return f"{_pairings(number + 1, last)} {_without(entry)}"


def follows_entering_again(command: Command, board: BoardNow | None, where: LineContext) -> str:
    """Returns that another one wins than by the result of the board that was undone.

    Empty where nothing was undone, where the same wins, and while no later round is published.
    """
    if not isinstance(command, EnterResult) or board is None or not board.is_game:
        return ""
    last = last_published(where.division)
    entry = undone_result(where.division, where.round, board) if last > where.round else None
    if entry is None:
        return ""
    before = decode(entry.command, entry.payload, entry.schema)
    if not isinstance(before, CorrectResult | EnterResult):
        return ""
    if _winner(before, board) == _winner(command, board):
        return ""
    across = board.of(before.entry)[1].number
    said = phrase(
        "This board had {result} before it was undone; now a different player wins.",
        result=before.words(across),
    )
    return f"{said} {_pairings(where.round + 1, last)}"


def _winner(command: OutcomeCommand, board: BoardNow) -> Winner:
    """Returns who wins by a command that says what came of a game."""
    if command.winner is not None:
        return command.winner
    lead = (command.score or 0) - (command.opponent_score or 0)
    if not lead:
        return "tie"
    return command.entry if lead > 0 else board.of(command.entry)[1].number


def _origin(entry: JournalEntry) -> tuple[JournalEntry, bool]:
    """Returns the entry that an undo of an undo of ... is about, and if it is undone by that."""
    taken_back = True
    while entry.command == UndoEntry.code:
        entry = JournalEntry.objects.select_related("stream").get(
            stream=entry.stream, seq=entry.payload["seq"]
        )
        taken_back = not taken_back
    return entry, taken_back


def _without(entry: JournalEntry) -> str:
    if entry.command == RecordStart.code:
        return phrase("Who goes first in them is already decided.")
    if entry.command == SetPenalty.code:
        return phrase("The standings change.")
    number: int = entry.payload["round"]
    removed = any(c["row"][0] == "result" and c["before"] is None for c in entry.changes)
    if removed:
        return phrase(
            "The standings stay at round {round} until it is entered again.", round=number
        )
    return phrase("The earlier result counts again, and the standings change.")


def _pairings(first: int, last: int) -> str:
    if first == last:
        return phrase("Round {round} is published and keeps its pairings.", round=first)
    return phrase(
        "Rounds {first} to {last} are published and keep their pairings.", first=first, last=last
    )


def _standings(before: Sheet, after: Sheet, last: int, players: tuple[int, int]) -> str:
    """Returns how the ranks after the last published round move."""
    old = {row.number: row.rank for row in standings_after(before, last)}
    new = {row.number: row.rank for row in standings_after(after, last)}
    moves = [
        phrase(
            "no. {number} from {old} to {new}",
            number=number,
            old=old[number] or phrase("unranked"),
            new=new[number] or phrase("unranked"),
        )
        for number in players
        if old[number] != new[number]
    ]
    others = sum(old[n] != new[n] for n in old if n not in players)
    if others:
        moves.append(phrase_count("{count} other entry", "{count} other entries", count=others))
    if not moves:
        return phrase("No rank changes.")
    return phrase("Ranks change: {moves}.", moves=", ".join(moves))


def score_doubts(
    scores: Scores, division: Division, *, last: Scores | None = None, tie_said: bool = False
) -> tuple[str, ...]:
    """Returns a sentence for each doubt about two scores, the gravest first.

    New results and corrections are asked about alike. `last` are the scores of the slip before,
    `tie_said` tells that it was said to be a tie.

    From 2,000 scores on each process uses its own sums for up to a minute, so that a slip at the
    edge of what is usual may be asked about in one process and not in another. Nobody is asked
    twice for that: what was asked is accepted with the command that is sent again.
    """
    limits = usual_scores(_sums(division))
    return tuple(
        doubt_sentence(one) for one in doubts(scores, limits=limits, last=last, tie_said=tie_said)
    )


def _sums(division: Division) -> ScoreSums:
    """Returns the scores of a division as sums; of a long event they may be a minute old."""
    memo, now = memo_of(("division", division.pk)), monotonic()
    kept: tuple[float, ScoreSums] | None = memo.last("scores")
    if kept is not None and kept[1].count >= SETTLED and now - kept[0] < AS_THEY_WERE_S:
        return kept[1]
    sums = score_sums(division)
    memo.keep("scores", (now, sums))
    return sums


def odd_in(parsed: ParsedCommand, where: LineContext) -> tuple[str, ...]:
    """Returns sentences on what is odd about a slip or a penalty, or on a forfeit's awards."""
    absence = _absence(parsed)
    if absence:
        return (absence,)
    if isinstance(parsed.command, SetPenalty):
        return tuple(doubt_sentence(doubt) for doubt in penalty_doubts(parsed.command.points))
    if parsed.scores is None:
        return ()
    # A correction mostly comes after other slips: only a new one can be the last typed twice.
    last = last_slip(where) if isinstance(parsed.command, EnterResult) else None
    return score_doubts(parsed.scores, where.division, last=last, tie_said=parsed.tie_said)


def _absence(parsed: ParsedCommand) -> str:
    """Returns who loses by a forfeit that can be entered, empty where it is none."""
    command, board = parsed.command, parsed.board
    if board is None:
        return ""
    if isinstance(command, RecordSitOut) and command.outcome == "forfeit" and not board.is_game:
        seat = board.seats[0]
        return phrase(
            "No. {number} {name} did not come and loses the round.",
            number=seat.number,
            name=seat.name,
        )
    if not isinstance(command, EnterForfeit) or not board.is_game or board.reason is not None:
        return ""
    gone, other = board.of(command.absent[0])
    if command.absent == (gone.number,):
        return phrase(
            "No. {number} {name} did not come; no. {other_number} {other_name} wins by forfeit.",
            number=gone.number,
            name=gone.name,
            other_number=other.number,
            other_name=other.name,
        )
    if set(command.absent) != {gone.number, other.number}:
        return ""
    return phrase(
        "Neither no. {number} {name} nor no. {other_number} {other_name} came.",
        number=gone.number,
        name=gone.name,
        other_number=other.number,
        other_name=other.name,
    )


def both_results(command: OutcomeCommand, board: BoardNow, where: LineContext) -> str:
    """Returns the result of a board, who entered it, and the other one that was typed."""
    typed = (
        f"{command.score}-{command.opponent_score}"
        if command.score is not None
        else phrase("no scores")
    )
    word = ended_word(command.reason)
    said = phrase("You typed {result}.", result=f"{typed} ({word})" if word else typed)
    return f"{_result_now(command.entry, board, where)} {said}"


def _result_now(entry: int, board: BoardNow, where: LineContext) -> str:
    own, other = board.of(entry)
    result = {
        "number": own.number,
        "name": own.name,
        "result": _result(board, entry),
        "opponent": other.name,
    }
    found = entered_by(where.division, where.round, board.slot)
    if found is None:
        return phrase("The result now: no. {number} {name} {result} {opponent}.", **result)
    return phrase(
        "The result now: no. {number} {name} {result} {opponent}, entered by {person} at {time}.",
        person=found[0],
        time=_time(found[1]),
        **result,
    )


def _result(board: BoardNow, entry: int) -> str:
    own, other = board.of(entry)
    scores = "" if own.score is None else f"{own.score}-{other.score}"
    word = ended_word(board.reason)
    return f"{scores} ({word})".strip() if word else scores


def ended_word(reason: str | None) -> str:
    """Returns a word on how a game ended, empty where it was simply played or has no result."""
    return "" if reason in (None, "played") else str(Result.Reason(str(reason)).label)


def _time(at: datetime) -> str:
    return date_format(timezone.localtime(at), "H:i")


def already_there(parsed: ParsedCommand, where: LineContext) -> str:
    """Returns that a board has the very result that was typed, and who entered it."""
    board = parsed.board
    found = entered_by(where.division, where.round, board.slot) if board is not None else None
    if found is None:
        return phrase("This result is already in.")
    person, at = found
    return phrase(
        "This result is already in, entered by {person} at {time}.", person=person, time=_time(at)
    )
