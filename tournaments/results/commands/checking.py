"""Reading a slip a second time, and choosing where two readings differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.journal.command import Row, Work, register
from core.journal.errors import Conflict, Refused
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.commands.exceptions import record_exception, settle_exception
from tournaments.kernel.commands.outcome import OutcomeCommand
from tournaments.kernel.queries.exceptions import OUTCOME, BoardClaim, claims_of
from tournaments.kernel.queries.play import SeatInRound, called
from tournaments.models import BoardException, Result
from tournaments.results.commands.turning import ask_about_turning
from tournaments.results.queries import entered_by


@register
@dataclass(frozen=True, kw_only=True)
class ReadAgain(OutcomeCommand):
    """Says what somebody read off the slip of a game that has a result.

    The same verifies the result. Anything else changes nothing of it, and makes the board an
    exception until somebody chooses. `how` is "checked" where a checker types the slips once more,
    without seeing what was entered, and "typed" where a second operator had the same slip.
    """

    code = "result.read_again"
    permission = Permission.ENTER
    how: Literal["typed", "checked"] = "typed"

    def apply(self, work: Work) -> Row:
        place, other = self.find_game(replayed=work.facts.are_recorded)
        result = place.result
        if result is None:
            raise Refused(
                phrase("This game has no result to compare with yet; enter it."),
                code="result.missing",
            )
        mine = BoardClaim(work.by, self.outcome(place.seat, other, place.division.rules))
        first = work.facts.decide("first", lambda: self._first(place))
        claims = _with(mine, place, BoardClaim(first, _outcome_of(result)))
        agree = all(claim.agrees_with(claims[0]) for claim in claims)
        if agree:
            settled = settle_exception(work.ledger, place.exception)
            if not work.ledger.update(result, verified_by=work.by) and not settled:
                raise Refused(phrase("You have verified this result."), code="nothing_changed")
        elif record_exception(work.ledger, place.seat.board, self.how, claims):
            work.ledger.update(result, verified_by="")
        else:
            raise Refused(
                phrase("You have said this already; the board waits until somebody chooses."),
                code="nothing_changed",
            )
        names = [place.seat.entry.shown_name, other.shown_name]
        return {
            "opponent": other.number,
            "names": names,
            "agrees": agree,
            "in": _scores_of(result, place.seat.position),
            **self.overtime_told(other.number, place.division.rules),
        }

    def _first(self, place: SeatInRound) -> str:
        found = entered_by(place.division, self.round, place.seat.board.slot)
        return found[0] if found else ""

    def sentence(self, answer: Row) -> str:
        said = {
            "round": self.round,
            "division": self.division,
            "game": self.words(answer["opponent"], answer["names"]) + self.overtime_words(answer),
        }
        if answer["agrees"]:
            return phrase("Round {round} of {division} verified: {game}", **said)
        return phrase(
            "Round {round} of {division} read again: {game}; {before} is in, so the board is an"
            " exception",
            before=answer["in"],
            **said,
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChooseResult(RoundCommand):
    """Chooses one of the claims about a board that is an exception: that is its result.

    `claim` is its place among them, from 1; the scores say which was meant, from the side of
    `entry`. `seen` is the board's version that the person saw.
    """

    code = "result.chosen"
    permission = Permission.CORRECT
    entry: int
    claim: int
    score: int | None = None
    opponent_score: int | None = None
    seen: int | None = None

    def apply(self, work: Work) -> Row:
        place, other = self.find_pair(self.entry)
        exception, board = place.exception, place.seat.board
        if exception is None:
            raise Refused(
                phrase("Board {board} is no exception any more.", board=board.number or board.slot),
                code="exception.none",
            )
        chosen = self._chosen(claims_of(exception), place, replayed=work.facts.are_recorded)
        fields = {"overtime": None, **chosen.kept, "verified_by": work.by}
        result = place.result
        ask_about_turning(self, place.division, result, fields)
        before = "" if result is None else _scores_of(result, place.seat.position)
        if result is None:
            result = Result(board=board, **fields)
            work.ledger.create(result)
        else:
            work.ledger.update(result, **fields)
        settle_exception(work.ledger, exception)
        names = [place.seat.entry.shown_name, other.shown_name]
        now = _scores_of(result, place.seat.position)
        return {
            "opponent": other.number,
            "names": names,
            "by": chosen.by,
            "before": before,
            "result": now,
        }

    def _chosen(
        self, claims: Sequence[BoardClaim], place: SeatInRound, *, replayed: bool
    ) -> BoardClaim:
        """Returns the claim that is meant; raises Conflict where it is another one by now."""
        found = claims[self.claim - 1] if 0 < self.claim <= len(claims) else None
        scores = _seen_from(place.seat.position, found) if found else None
        is_seen = replayed or self.seen in (None, place.seat.board.version)
        if found is None or scores != (self.score, self.opponent_score) or not is_seen:
            raise Conflict(
                phrase("What is said of this board has changed in the meantime; look at it again."),
                code="board.changed",
                field="claim",
            )
        return found

    def sentence(self, answer: Row) -> str:
        said = {
            "round": self.round,
            "division": self.division,
            "one": called(self.entry, answer["names"][0]),
            "result": answer["result"],
            "two": called(answer["opponent"], answer["names"][1]),
        }
        if not answer["by"]:
            return phrase("Round {round} of {division} chosen: {one} {result} {two}", **said)
        return phrase(
            "Round {round} of {division} chosen: {one} {result} {two}, as {by} said",
            by=answer["by"],
            **said,
        )


def _with(mine: BoardClaim, place: SeatInRound, stands: BoardClaim) -> list[BoardClaim]:
    """Returns the claims with one more, the result that is in first; a person has one at a time."""
    exception = place.exception
    others = [] if exception is None else list(claims_of(exception)[1:])
    if exception is not None and exception.kind == BoardException.Kind.PHONES:
        others = list(claims_of(exception))
    return [stands, *(claim for claim in others if claim.by != mine.by), mine]


def _outcome_of(result: Result) -> Row:
    return {name: getattr(result, name) for name in (*OUTCOME, "overtime")}


def _seen_from(position: int, claim: BoardClaim) -> tuple[int | None, int | None]:
    scores = claim.fields["score_one"], claim.fields["score_two"]
    return scores if position == 0 else scores[::-1]


def _scores_of(result: Result, position: int) -> str:
    """Returns the scores from one side, or how the game ended where there are none."""
    if result.score_one is None:
        return str(result.get_reason_display())
    scores = [result.score_one, result.score_two]
    return "-".join(str(score) for score in (scores if position == 0 else scores[::-1]))
