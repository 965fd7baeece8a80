"""Enter and correct results, forfeits, and the outcome of sitting out."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.journal.ledger import Ledger
from core.phrases import english, phrase
from core.roles.table import Permission
from games.engine.rulesets import RuleSet
from tournaments.kernel.commands.awards import (
    SitOut,
    change_sit_out,
    check_rest,
    seat_alone,
    sit_out_result,
)
from tournaments.kernel.commands.base import RoundCommand, find_entry
from tournaments.kernel.commands.exceptions import settle_exception
from tournaments.kernel.commands.outcome import OutcomeCommand
from tournaments.kernel.commands.seating import remove_board
from tournaments.kernel.queries.play import SeatInRound, called
from tournaments.models import Entry, Result, Round, Seat
from tournaments.results.commands.claims import settle_claims
from tournaments.results.commands.turning import ask_about_turning

_SITS_OUT = {
    "bye": phrase("Round {round} of {division}: no. {number} {name} has a bye, spread {spread:+d}"),
    "forfeit": phrase(
        "Round {round} of {division}: no. {number} {name} forfeits the round, spread {spread:+d}"
    ),
    "absent": phrase(
        "Round {round} of {division}: no. {number} {name} is absent, spread {spread:+d}"
    ),
    "rest": phrase("Round {round} of {division}: no. {number} {name} rests, spread {spread:+d}"),
}


@register
@dataclass(frozen=True, kw_only=True)
class EnterResult(OutcomeCommand):
    """Enters what came of a game that had no result yet."""

    code = "result.entered"
    permission = Permission.ENTER

    def apply(self, work: Work) -> Row:
        place, other = self.find_game(replayed=work.facts.are_recorded)
        if place.result is not None:
            raise Refused(
                phrase(
                    "No. {entry} against no. {number} has a result; correct it instead.",
                    entry=self.entry,
                    number=other.number,
                ),
                code="result.there",
            )
        board = place.seat.board
        fields = self.outcome(place.seat, other, place.division.rules)
        work.ledger.create(Result(board=board, **fields))
        if place.exception is not None:
            settle_exception(work.ledger, place.exception)
        names = [place.seat.entry.shown_name, other.shown_name]
        over = self.overtime_told(other.number, place.division.rules)
        return {"opponent": other.number, "board": board.number, "names": names, **over}

    def sentence(self, answer: Row) -> str:
        game = self.words(answer["opponent"], answer.get("names", ("", "")))
        game += self.overtime_words(answer)
        return phrase(
            "Round {round} of {division}: {game}",
            round=self.round,
            division=self.division,
            game=game,
        )


@register
@dataclass(frozen=True, kw_only=True)
class CorrectResult(OutcomeCommand):
    """Corrects a result that is in; says why, and accepts what follows from it."""

    code = "result.corrected"
    permission = Permission.CORRECT
    needs_reason = True

    def apply(self, work: Work) -> Row:
        place, other = self.find_game(replayed=work.facts.are_recorded)
        result = place.result
        if result is None:
            raise Refused(phrase("This game has no result to correct yet."), code="result.missing")
        fields = self.outcome(place.seat, other, place.division.rules)
        ask_about_turning(self, place.division, result, fields)
        before, was = [result.score_one, result.score_two], english(result.get_reason_display())
        # Only the same that was read a second time stays verified.
        if any(getattr(result, name) != value for name, value in fields.items()):
            fields["verified_by"] = ""
        settled = settle_exception(work.ledger, place.exception)
        if not work.ledger.update(result, **fields) and not settled:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        settle_claims(work.ledger, place.seat.board)
        if place.seat.position == 1:
            before.reverse()
        names = [place.seat.entry.shown_name, other.shown_name]
        over = self.overtime_told(other.number, place.division.rules)
        return {"opponent": other.number, "before": before, "was": was, "names": names, **over}

    def sentence(self, answer: Row) -> str:
        # Without scores, what was in stands there as a word: a forfeit, a void game.
        scores = [str(score) for score in answer["before"] if score is not None]
        before = "-".join(scores) or _was(answer)
        game = self.words(answer["opponent"], answer.get("names", ("", "")))
        game += self.overtime_words(answer)
        return phrase(
            "Round {round} of {division} corrected: {game}, before: {before}",
            round=self.round,
            division=self.division,
            game=game,
            before=before,
        )


def _was(answer: Row) -> str:
    """Returns how the game had ended, which journals keep in English."""
    if "was" not in answer:
        return phrase("no scores")
    kept: str = answer["was"]
    return next((label for label in Result.Reason.labels if english(label) == kept), kept)


@register
@dataclass(frozen=True, kw_only=True)
class EnterForfeit(RoundCommand):
    """Enters a game that was never begun: one did not come, or neither did."""

    code = "forfeit.entered"
    permission = Permission.ENTER
    absent: tuple[int, ...]

    def apply(self, work: Work) -> Row:
        if not 1 <= len(set(self.absent)) == len(self.absent) <= 2:
            raise Refused(
                phrase("Give one or two players who did not come."),
                code="forfeit.who",
                field="absent",
            )
        place = self.find_place(self.absent[0], "absent")
        if place is None or place.across is None:
            raise Refused(
                phrase(
                    "No. {number} meets nobody in round {round}.",
                    number=self.absent[0],
                    round=self.round,
                ),
                code="forfeit.no_game",
            )
        other = place.across.entry
        if len(self.absent) == 2 and self.absent[1] != other.number:
            raise Refused(
                phrase(
                    "No. {one} and no. {two} are not paired.",
                    one=self.absent[0],
                    two=self.absent[1],
                ),
                code="result.not_paired",
                field="absent",
            )
        if place.result is not None:
            raise Refused(
                phrase("This game has a result; undo it first, then enter the forfeit."),
                code="result.there",
            )
        work.ledger.create(self._result(place.seat, place.division.rules))
        settle_exception(work.ledger, place.exception)
        names = [place.seat.entry.shown_name, other.shown_name]
        return {"opponent": other.number, "names": names}

    def _result(self, seat: Seat, rules: RuleSet) -> Result:
        both = len(self.absent) == 2
        absent_first = seat.position == 0
        loss = {"won": 0, "lost": 2, "spread": rules.forfeit_loss_spread}
        win = {"won": 2, "lost": 0, "spread": rules.forfeit_win_spread}
        other = loss if both else win
        places = ("one", "two") if absent_first else ("two", "one")
        fields = {
            f"{name}_{place}": value
            for place, credit in zip(places, (loss, other), strict=True)
            for name, value in credit.items()
        }
        reason = Result.Reason.BOTH_ABSENT if both else Result.Reason.FORFEIT
        return Result(
            board=seat.board, reason=reason, begun=False, rated=rules.forfeit_rated, **fields
        )

    def sentence(self, answer: Row) -> str:
        numbers = (self.absent[0], answer["opponent"])
        gone, other = map(called, numbers, answer.get("names", ("", "")))
        words = {"round": self.round, "division": self.division, "one": gone, "two": other}
        if len(self.absent) == 2:
            return phrase("Round {round} of {division}: neither {one} nor {two} came", **words)
        return phrase("Round {round} of {division}: {one} forfeited to {two}", **words)


@register
@dataclass(frozen=True, kw_only=True)
class RecordSitOut(RoundCommand):
    """Records a bye, a forfeit, an absence or a rest of an entry that meets nobody in a round.

    In a draft it takes one who is paired from their board: whoever they were to meet waits.
    """

    code = "sit_out.recorded"
    permission = Permission.ENTER
    entry: int
    outcome: SitOut
    spread: int | None = None

    def apply(self, work: Work) -> Row:
        if self.spread is not None and not -10_000 <= self.spread <= 10_000:
            raise Refused(
                phrase("An award must be between -10000 and 10000."),
                code="award.range",
                field="spread",
            )
        place = self.find_place(self.entry)
        if place is None:
            return self._seat(work.ledger)
        if place.across is not None:
            return self._leave(work.ledger, place, place.across.entry)
        result = self._change(work.ledger, place)
        return {"name": place.seat.entry.shown_name, "spread": result.spread_one}

    def _seat(self, ledger: Ledger) -> Row:
        division = self.find_division()
        entry = find_entry(division, self.entry)
        round_row = self.find_published(division)
        self._check_rest(entry)
        result = seat_alone(ledger, round_row, entry, self.outcome, self.spread)
        return {"name": entry.shown_name, "spread": result.spread_one}

    def _leave(self, ledger: Ledger, place: SeatInRound, other: Entry) -> Row:
        if place.seat.round.stage == Round.Stage.PUBLISHED:
            raise Refused(
                phrase(
                    "No. {entry} has an opponent in round {round}; enter a result or a forfeit.",
                    entry=self.entry,
                    round=self.round,
                ),
                code="sit_out.paired",
                field="entry",
            )
        board = place.seat.board
        board.round = place.seat.round
        remove_board(ledger, board)
        return {**self._seat(ledger), "waiting": [other.number, other.shown_name]}

    def _change(self, ledger: Ledger, place: SeatInRound) -> Result:
        place.seat.entry.division = place.division
        self._check_rest(place.seat.entry)
        board, result = place.seat.board, place.result
        rules = place.division.rules
        if result is not None:
            return change_sit_out(ledger, result, self.outcome, rules, self.spread)
        wanted = sit_out_result(board, self.outcome, rules, self.spread)
        ledger.create(wanted)
        return wanted

    def _check_rest(self, entry: Entry) -> None:
        check_rest(entry, self.outcome, self.round)
        if self.outcome == "rest" and self.spread:
            raise Refused(
                phrase("A resting house player gets no spread."), code="award.rest", field="spread"
            )

    def sentence(self, answer: Row) -> str:
        said = _SITS_OUT[self.outcome].format(
            round=self.round,
            division=self.division,
            number=self.entry,
            name=answer["name"],
            spread=answer["spread"],
        )
        if "waiting" not in answer:
            return said
        number, name = answer["waiting"]
        return f"{said}; {phrase('no. {number} {name} waits', number=number, name=name)}"
