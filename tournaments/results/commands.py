"""Enter and correct results, forfeits, and the outcome of sitting out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.journal.command import Row, Work, register
from core.journal.errors import Conflict, NeedsConfirmation, Refused
from core.journal.ledger import Ledger
from games.engine.rulesets import RuleSet
from tournaments.kernel.commands.awards import (
    SitOut,
    change_sit_out,
    check_rest,
    seat_alone,
    sit_out_result,
)
from tournaments.kernel.commands.base import RoundCommand, find_entry
from tournaments.kernel.commands.seating import remove_board
from tournaments.kernel.queries.play import Place, last_published
from tournaments.kernel.wording.changes import called
from tournaments.models import Division, Entry, Result, Round, Seat

LOWEST, HIGHEST = -149, 1499
_SITS_OUT = {
    "bye": "has a bye",
    "forfeit": "forfeits the round",
    "absent": "is absent",
    "rest": "rests",
}
_ENDED = {"left": "left", "time": "lost on time"}
"""How a game ended that one of the two gave away."""
Winner = int | Literal["nobody", "tie"] | None


@dataclass(frozen=True, kw_only=True)
class OutcomeCommand(RoundCommand):
    """Base of the commands that say what came of a game.

    `winner` is only needed where the scores do not say it (lost on time, adjudicated,
    disqualified, left, void); `award` is then the winner's spread, None for the scores'.
    `seen` is the board's version that the person saw, None when it does not matter.
    """

    entry: int
    score: int | None = None
    opponent_score: int | None = None
    opponent: int | None = None
    reason: Literal["played", "left", "time", "adjudicated", "disqualified", "void"] = "played"
    winner: Winner = None
    award: int | None = None
    seen: int | None = None

    def find_game(self, *, replayed: bool = False) -> tuple[Place, Entry]:
        """Returns the entry's place and its opponent, once the request fits the pairing.

        Versions of boards are counted live, so a replay has nothing to compare them with.
        """
        place, other = self.find_pair(self.entry, self.opponent)
        if not replayed and self.seen is not None and self.seen != place.seat.board.version:
            raise Conflict(
                "Somebody else has changed this board in the meantime; look at it again.",
                code="board.changed",
                field="seen",
            )
        return place, other

    def outcome(self, seat: Seat, other: Entry, rules: RuleSet) -> dict[str, Any]:
        """Returns the fields of the result, the seats in the order of the board."""
        self._check_scores()
        mine, theirs = self._credits(other)
        awards = self._awards(mine, theirs, rules)
        pairs = {
            "score": (self.score, self.opponent_score),
            "won": (mine[0], theirs[0]),
            "lost": (mine[1], theirs[1]),
            "spread": awards,
        }
        order = ("one", "two") if seat.position == 0 else ("two", "one")
        fields: dict[str, Any] = {
            f"{name}_{place}": value
            for name, values in pairs.items()
            for place, value in zip(order, values, strict=True)
        }
        rated = rules.left_game_rated if self.reason == "left" else True
        # A game that both lose has no winner to rate.
        ruled_out = self.reason in ("void", "disqualified") or self.winner == "nobody"
        unrated = ruled_out or self.score is None
        return {**fields, "reason": self.reason, "begun": True, "rated": rated and not unrated}

    def _check_scores(self) -> None:
        if (self.score is None) != (self.opponent_score is None):
            raise Refused("Enter both scores.", code="score.one", field="opponent_score")
        if self.reason == "played" and self.winner is not None:
            raise Refused(
                "If a game was played to the end, its scores decide who won; otherwise "
                "choose how it ended.",
                code="winner.played",
                field="winner",
            )
        if self.score is None and (self.reason == "played" or self.winner is None):
            raise Refused("Enter the scores.", code="score.missing", field="score")
        for field, score in (("score", self.score), ("opponent_score", self.opponent_score)):
            if score is not None and not LOWEST <= score <= HIGHEST:
                raise Refused(
                    f"A score is between {LOWEST} and {HIGHEST}.", code="score.range", field=field
                )
        if self.award is not None and not 0 <= self.award <= 10_000:
            raise Refused("An award is between 0 and 10000.", code="award.range", field="award")

    def _credits(self, other: Entry) -> tuple[tuple[int, int], tuple[int, int]]:
        """Returns half points (won, lost) of this entry and of the opponent."""
        win, loss, tie, none = (2, 0), (0, 2), (1, 1), (0, 0)
        if self.reason == "void":
            return none, none
        if self.winner == "nobody":
            return loss, loss
        if self.winner == "tie":
            return tie, tie
        if isinstance(self.winner, int):
            if self.winner not in (self.entry, other.number):
                raise Refused(
                    f"No. {self.winner} does not play on this board.",
                    code="result.winner",
                    field="winner",
                )
            return (win, loss) if self.winner == self.entry else (loss, win)
        score, opponent_score = self.score or 0, self.opponent_score or 0
        if score == opponent_score:
            return tie, tie
        return (win, loss) if score > opponent_score else (loss, win)

    def _awards(
        self, mine: tuple[int, int], theirs: tuple[int, int], rules: RuleSet
    ) -> tuple[int | None, int | None]:
        """Returns the spreads awarded; (None, None) lets the scores speak."""
        if self.reason == "void":
            return 0, 0
        if self.reason == "left" and self.award is None and mine[0] != theirs[0]:
            return self._left(mine[0] > theirs[0], rules)
        if self.award is None and self.score is not None:
            return None, None
        award = self.award or 0
        if mine == theirs:
            return (-award, -award) if mine == (0, 2) else (0, 0)
        return (award, -award) if mine[0] > theirs[0] else (-award, award)

    def _left(self, stayed: bool, rules: RuleSet) -> tuple[int, int]:
        """Returns the spreads after one left: the leaver's, and what he was behind on top."""
        lead = (self.score or 0) - (self.opponent_score or 0)
        margin = max(lead if stayed else -lead, 0) - rules.left_game_spread
        return (margin, -margin) if stayed else (-margin, margin)

    def words(self, other: int, names: Sequence[str] = ("", "")) -> str:
        """Returns the game as words: who, against whom, with which scores.

        `names` are those of this entry and of the opponent; journals from before they were kept
        have none.
        """
        scores = "" if self.score is None else f"{self.score}-{self.opponent_score}"
        ended = _ENDED.get(self.reason)
        own, across = (
            called(number, name) for number, name in zip((self.entry, other), names, strict=True)
        )
        if ended and self.winner == other:
            return f"{own} {ended}{scores and f' at {scores}'}; {across} wins"
        why = "" if self.reason == "played" else f" ({self.reason})"
        victor = own if self.winner == self.entry else across
        won = f"; {victor} wins" if isinstance(self.winner, int) else ""
        won = {"nobody": "; nobody wins", "tie": "; a tie"}.get(str(self.winner), won)
        return f"{own} {scores or 'without scores'} {across}{why}{won}"


@register
@dataclass(frozen=True, kw_only=True)
class EnterResult(OutcomeCommand):
    """Enters what came of a game that had no result yet."""

    code = "result.entered"

    def apply(self, work: Work) -> Row:
        place, other = self.find_game(replayed=work.facts.are_recorded)
        if place.result is not None:
            raise Refused(
                f"No. {self.entry} against no. {other.number} has a result; correct it instead.",
                code="result.there",
            )
        board = place.seat.board
        fields = self.outcome(place.seat, other, place.division.rules)
        work.ledger.create(Result(board=board, **fields))
        names = [place.seat.entry.shown_name, other.shown_name]
        return {"opponent": other.number, "board": board.number, "names": names}

    def sentence(self, answer: Row) -> str:
        game = self.words(answer["opponent"], answer.get("names", ("", "")))
        return f"Round {self.round} of {self.division}: {game}"


@register
@dataclass(frozen=True, kw_only=True)
class CorrectResult(OutcomeCommand):
    """Corrects a result that is in; says why, and accepts what follows from it."""

    code = "result.corrected"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        place, other = self.find_game(replayed=work.facts.are_recorded)
        held = place.result
        if held is None:
            raise Refused("This game has no result to correct yet.", code="result.missing")
        fields = self.outcome(place.seat, other, place.division.rules)
        self._confirm(place.division, held, fields)
        before, was = [held.score_one, held.score_two], str(held.get_reason_display())
        if not work.ledger.update(held, **fields):
            raise Refused("This would change nothing.", code="nothing_changed")
        if place.seat.position == 1:
            before.reverse()
        names = [place.seat.entry.shown_name, other.shown_name]
        return {"opponent": other.number, "before": before, "was": was, "names": names}

    def _confirm(self, division: Division, held: Result, fields: dict[str, Any]) -> None:
        published = last_published(division)
        turned = (held.won_one, held.won_two) != (fields["won_one"], fields["won_two"])
        if published > self.round and turned and not self.confirmed:
            raise NeedsConfirmation(
                f"This changes who won, and round {published} is already published: its "
                "pairings stay, but standings and ratings change.",
                code="confirm",
                field="confirmed",
            )

    def sentence(self, answer: Row) -> str:
        # Without scores, what was in stands there as a word: a forfeit, a void game.
        scores = [str(score) for score in answer["before"] if score is not None]
        before = "-".join(scores) or answer.get("was", "no scores")
        game = self.words(answer["opponent"], answer.get("names", ("", "")))
        return f"Round {self.round} of {self.division} corrected: {game}, before: {before}"


@register
@dataclass(frozen=True, kw_only=True)
class EnterForfeit(RoundCommand):
    """Enters a game that was never begun: one did not come, or neither did."""

    code = "forfeit.entered"
    absent: tuple[int, ...]

    def apply(self, work: Work) -> Row:
        if not 1 <= len(set(self.absent)) == len(self.absent) <= 2:
            raise Refused(
                "Give one or two players who did not come.", code="forfeit.who", field="absent"
            )
        place = self.find_place(self.absent[0], "absent")
        if place is None or place.across is None:
            raise Refused(
                f"No. {self.absent[0]} meets nobody in round {self.round}.", code="forfeit.no_game"
            )
        other = place.across.entry
        if len(self.absent) == 2 and self.absent[1] != other.number:
            raise Refused(
                f"No. {self.absent[0]} and no. {self.absent[1]} are not paired.",
                code="result.not_paired",
                field="absent",
            )
        if place.result is not None:
            raise Refused(
                "This game has a result; undo it first, then enter the forfeit.",
                code="result.there",
            )
        work.ledger.create(self._result(place.seat, place.division.rules))
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
        both = len(self.absent) == 2
        who = f"neither {gone} nor {other} came" if both else f"{gone} forfeited to {other}"
        return f"Round {self.round} of {self.division}: {who}"


@register
@dataclass(frozen=True, kw_only=True)
class RecordSitOut(RoundCommand):
    """Records a bye, a forfeit, an absence or a rest of an entry that meets nobody in a round.

    In a draft it takes one who is paired from his board: whoever he was to meet waits.
    """

    code = "sit_out.recorded"
    entry: int
    outcome: SitOut
    spread: int | None = None

    def apply(self, work: Work) -> Row:
        if self.spread is not None and not -10_000 <= self.spread <= 10_000:
            raise Refused(
                "An award is between -10000 and 10000.", code="award.range", field="spread"
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

    def _leave(self, ledger: Ledger, place: Place, other: Entry) -> Row:
        if place.seat.round.stage == Round.Stage.PUBLISHED:
            raise Refused(
                f"No. {self.entry} has an opponent in round {self.round}; enter a result or a"
                " forfeit.",
                code="sit_out.paired",
                field="entry",
            )
        board = place.seat.board
        board.round = place.seat.round
        remove_board(ledger, board)
        return {**self._seat(ledger), "waiting": [other.number, other.shown_name]}

    def _change(self, ledger: Ledger, place: Place) -> Result:
        place.seat.entry.division = place.division
        self._check_rest(place.seat.entry)
        board, held = place.seat.board, place.result
        rules = place.division.rules
        if held is not None:
            return change_sit_out(ledger, held, self.outcome, rules, self.spread)
        wanted = sit_out_result(board, self.outcome, rules, self.spread)
        ledger.create(wanted)
        return wanted

    def _check_rest(self, entry: Entry) -> None:
        check_rest(entry, self.outcome, self.round)
        if self.outcome == "rest" and self.spread:
            raise Refused(
                "A resting house player gets no spread.", code="award.rest", field="spread"
            )

    def sentence(self, answer: Row) -> str:
        waits = "; no. {} {} waits".format(*answer["waiting"]) if "waiting" in answer else ""
        return (
            f"Round {self.round} of {self.division}: no. {self.entry} {answer['name']}"
            f" {_SITS_OUT[self.outcome]}, spread {answer['spread']:+d}{waits}"
        )
