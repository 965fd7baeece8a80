"""Figures and outcomes as pages word them."""

from __future__ import annotations

from collections.abc import Sequence

from core.phrases import phrase
from core.wording import DASH, signed
from games.engine.rulesets import RuleSet
from ratings.systems.registry import SYSTEMS
from ratings.wording import system_name
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Result
from tournaments.standings.records import StandingsRow

_LOST_BY = {
    "left": phrase("{name} left the game"),
    "time": phrase("{name} lost on time"),
    "disqualified": phrase("{name} was disqualified"),
    "forfeit": phrase("{name} did not come"),
}
_ALONE = {
    "bye": phrase("bye"),
    "forfeit": phrase("forfeit"),
    "absent": phrase("absent"),
    "rest": phrase("rests"),
}
_SIDES = {"first": phrase("1st"), "second": phrase("2nd"), "draw": phrase("draw")}
LETTERS = {"win": phrase("W"), "loss": phrase("L"), "tie": phrase("T"), "": DASH}


def unranked_word(row: StandingsRow, entry: EntryLine) -> str:
    """Returns a word on why an entry's line of the standings has no place, else empty."""
    if row.rank is not None:
        return ""
    return phrase("house player") if row.house else entry.left_word or phrase("withdrawn")


def score_line(seat: SeatLine, other: SeatLine | None) -> str:
    """Returns the scores of a game from one side, empty where there are none."""
    if other is None or seat.score is None:
        return ""
    return f"{seat.score}{DASH}{other.score}"


def kind_of(seat: SeatLine) -> str:
    """Returns `win`, `loss` or `tie` as credited, or nothing."""
    return "win" if seat.won == 2 else "tie" if seat.won == 1 else "loss" if seat.lost == 2 else ""


def letter_of(seat: SeatLine) -> str:
    """Returns W, L or T as credited, or a dash."""
    return LETTERS[kind_of(seat)]


def outcome_of(board: BoardLine, seat: SeatLine, other: SeatLine | None) -> str:
    """Returns an outcome from one side: the scores, or what there was in their place."""
    if board.reason is None:
        return phrase("not in yet") if other else phrase("no outcome yet")
    if scores := score_line(seat, other):
        return scores
    if other is None:
        return _ALONE.get(board.reason) or outcome_word(board.reason)
    if board.reason == "forfeit":
        return phrase("win by forfeit") if seat.won else phrase("forfeit")
    return str(Result.Reason(board.reason).label)


def note_of(board: BoardLine, sheet: Sheet) -> str:
    """Returns in words why a board was not simply played, empty where it was."""
    reason = board.reason
    if reason in (None, "played") or board.two is None:
        return ""
    if reason == "both_absent":
        return phrase("neither came")
    losers = [seat for seat in board.seats if seat.lost == 2]
    if reason in _LOST_BY and len(losers) == 1:
        return _LOST_BY[str(reason)].format(name=sheet.entries[losers[0].entry].name)
    return str(Result.Reason(reason).label)


def side_word(seat: SeatLine, board: BoardLine | None = None) -> str:
    """Returns 1st, 2nd or draw; empty where nothing was recorded, or the board was never begun.

    Without a board it is the side on the sheet, whatever became of the game.
    """
    if board is not None and board.reason is not None and not board.begun:
        return ""
    return _SIDES.get(seat.side, "")


def is_first(seat: SeatLine, board: BoardLine | None = None) -> bool:
    """Returns whether the side that `side_word` words is that of who goes first."""
    return seat.side == "first" and (board is None or board.reason is None or board.begun)


def rules_in_force(rules: RuleSet, rating_system: str, lexicon: str = "") -> list[tuple[str, str]]:
    """Returns the rules of a division, as pairs of term and words.

    `lexicon` are the words for its list; there is no line of it where none was chosen.
    """
    system = system_name(rating_system) if rating_system else phrase("not rated")
    if rating_system and rating_system not in SYSTEMS:
        system = phrase("{system}, which is not installed here", system=rating_system)
    forfeit = phrase(
        "{win_spread} and {loss_spread}",
        win_spread=signed(rules.forfeit_win_spread),
        loss_spread=signed(rules.forfeit_loss_spread),
    )
    bye = phrase("a tie") if rules.bye_credit == "tie" else phrase("a win")
    stated = [
        (phrase("Rules"), rules.edition),
        (phrase("Bye"), f"{bye}, {signed(rules.bye_spread)}"),
        (phrase("Forfeit"), forfeit),
        (phrase("Spread cap"), _caps(rules.spread_cap)),
        (phrase("First and second"), _starts(rules)),
        (phrase("Ratings"), system),
    ]
    if rules.standings_spread_cap:
        stated.insert(4, (phrase("Capped column"), _caps(rules.standings_spread_cap)))
    if lexicon:
        stated.insert(1, (phrase("Lexicon"), lexicon))
    return stated


def _caps(caps: Sequence[int]) -> str:
    if not caps:
        return phrase("none")
    if len(set(caps)) == 1:
        return phrase("{points} a game", points=caps[0])
    return phrase(
        "{caps}, the last one from round {round} on",
        caps=", ".join(map(str, caps)),
        round=len(caps),
    )


def _starts(rules: RuleSet) -> str:
    if rules.start_mode == "draw":
        return phrase("drawn at every board")
    if rules.start_mode == "balance":
        if rules.start_tie == "draw":
            return phrase("lower balance; if equal, drawn at the board")
        return phrase("lower balance; if equal, decided by the earlier rounds")
    if rules.start_tie == "draw":
        return phrase("fewest firsts, then most seconds; if equal, drawn at the board")
    return phrase("fewest firsts, then most seconds; if equal, decided by the earlier rounds")
