"""The common part of the commands that say how a game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from core.journal.errors import Conflict, Refused
from core.phrases import listed, phrase
from games.engine.play.clock import loses_on_time, penalty
from games.engine.rulesets import RuleSet
from tournaments.board_terms import terms_of
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.queries.play import SeatInRound, called
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Entry, Seat
from tournaments.overtime import minutes_over

LOWEST, HIGHEST = -149, 1499
MOST_OVER_S = 7200
"""The most that a player can be over time: two hours."""
Winner = int | Literal["nobody", "tie"] | None


@dataclass(frozen=True, kw_only=True)
class OutcomeCommand(RoundCommand):
    """Base of the commands that say what came of a game.

    `winner` is only needed where the scores do not say it (lost on time, adjudicated,
    disqualified, left, void); `award` is then the winner's spread, None for the scores'.
    By `overtime_s` seconds the entry was over time, by `opponent_overtime_s` its opponent: what the
    rules take off for that comes off these scores, or the game is lost.
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
    overtime_s: int = 0
    opponent_overtime_s: int = 0

    def find_game(self, *, replayed: bool = False) -> tuple[SeatInRound, Entry]:
        """Returns the entry's place and its opponent, once the request fits the pairing.

        Versions of boards are counted live, so a replay has nothing to compare them with.
        """
        place, other = self.find_pair(self.entry, self.opponent)
        if not replayed and self.seen is not None and self.seen != place.seat.board.version:
            raise Conflict(
                phrase("Somebody else has changed this board in the meantime; look at it again."),
                code="board.changed",
                field="seen",
            )
        return place, other

    def outcome(self, seat: Seat, other: Entry, rules: RuleSet) -> dict[str, Any]:
        """Returns the fields of the result, the seats in the order of the board.

        `seat` has its board. Where a handicap has one of them begin with points, these decide who
        won and by how much; the scores are kept as they were played, and no rating knows of them.
        """
        settled = self.settled(other.number, rules)
        if settled is not self:
            overtime = self._overtime(seat, settled)
            return {**settled.outcome(seat, other, rules), "overtime": overtime}
        self._check_scores()
        terms = terms_of(seat.board.terms)
        starts = (terms.start_one, terms.start_two)
        lead = starts[seat.position] - starts[1 - seat.position]
        mine, theirs = self._credits(other, lead)
        awards = self._awards(mine, theirs, rules, lead)
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
        unrated = ruled_out or self.score is None or not terms.rated
        rated = rated and not unrated
        return {
            **fields,
            "reason": self.reason,
            "begun": True,
            "rated": rated,
            "overtime": None,
        }

    def _overtime(self, seat: Seat, settled: Self) -> list[list[int]]:
        """Returns what a result keeps of overtime: seconds and points off, by position."""
        kept = [
            [self.overtime_s, (self.score or 0) - (settled.score or 0)],
            [
                self.opponent_overtime_s,
                (self.opponent_score or 0) - (settled.opponent_score or 0),
            ],
        ]
        return kept if seat.position == 0 else kept[::-1]

    def settled(self, other: int, rules: RuleSet) -> Self:
        """Returns the command as it is once overtime is taken off, by the rules of the division.

        Past the limit of overtime the game is lost, by the margin of the rules at least. Raises
        Refused where there is nothing to take overtime off. The steps, the points and the limit
        are those of the rule set (`games.engine.play.clock`).
        """
        over = (self.overtime_s, self.opponent_overtime_s)
        if not any(over):
            return self
        self._check_overtime(over)
        mine, theirs = self.score or 0, self.opponent_score or 0
        without = replace(self, overtime_s=0, opponent_overtime_s=0)
        lost = [loses_on_time(rules, seconds) for seconds in over]
        if any(lost):
            behind = theirs - mine if lost[0] else mine - theirs
            return replace(
                without,
                reason="time",
                winner="nobody" if all(lost) else other if lost[0] else self.entry,
                award=rules.overtime_limit_margin
                if all(lost)
                else max(behind, rules.overtime_limit_margin),
            )
        return replace(
            without,
            score=mine - penalty(rules, over[0]),
            opponent_score=theirs - penalty(rules, over[1]),
        )

    def _check_overtime(self, over: tuple[int, int]) -> None:
        self._check_scores()
        if self.reason != "played":
            raise Refused(
                phrase("Only a game that was played to the end can be over time."),
                code="overtime.ending",
                field="overtime_s",
            )
        for field, seconds in zip(("overtime_s", "opponent_overtime_s"), over, strict=True):
            if not 0 <= seconds <= MOST_OVER_S:
                raise Refused(
                    phrase("Overtime must be between 0:00 and {most}:00.", most=MOST_OVER_S // 60),
                    code="overtime.range",
                    field=field,
                )

    def overtime_told(self, other: int, rules: RuleSet) -> dict[str, Any]:
        """Returns for an answer what overtime came to; nothing where nobody was over time."""
        settled = self.settled(other, rules)
        if settled is self:
            return {}
        scores = [settled.score, settled.opponent_score]
        is_lost = settled.reason == "time"
        return {"overtime": {"scores": scores, "winner": settled.winner if is_lost else None}}

    def overtime_words(self, answer: Mapping[str, Any]) -> str:
        """Returns what overtime came to, by an answer, empty where nobody was over time.

        It follows the game in the log: "; no. 7 was 2:05 over time: 393-389".
        """
        told = answer.get("overtime")
        if told is None:
            return ""
        sides = (self.entry, self.overtime_s), (answer["opponent"], self.opponent_overtime_s)
        said = [
            phrase("no. {entry} was {time} over time", entry=number, time=minutes_over(seconds))
            for number, seconds in sides
            if seconds
        ]
        over, winner = listed(said), told["winner"]
        if winner is None:
            one, two = told["scores"]
            return f"; {phrase('{over}: {scores}', over=over, scores=f'{one}-{two}')}"
        if winner == "nobody":
            return f"; {phrase('{over}, past the limit; nobody wins', over=over)}"
        return f"; {phrase('{over}, past the limit; no. {winner} wins', over=over, winner=winner)}"

    def _check_scores(self) -> None:
        if (self.score is None) != (self.opponent_score is None):
            raise Refused(phrase("Enter both scores."), code="score.one", field="opponent_score")
        if self.reason == "played" and self.winner is not None:
            raise Refused(
                phrase(
                    "If a game was played to the end, its scores decide who won; otherwise "
                    "choose how it ended."
                ),
                code="winner.played",
                field="winner",
            )
        if self.score is None and (self.reason == "played" or self.winner is None):
            raise Refused(phrase("Enter the scores."), code="score.missing", field="score")
        for field, score in (("score", self.score), ("opponent_score", self.opponent_score)):
            if score is not None and not LOWEST <= score <= HIGHEST:
                raise Refused(
                    phrase(
                        "A score must be between {lowest} and {highest}.",
                        lowest=LOWEST,
                        highest=HIGHEST,
                    ),
                    code="score.range",
                    field=field,
                )
        if self.award is not None and not 0 <= self.award <= 10_000:
            raise Refused(
                phrase("An award must be between 0 and 10000."), code="award.range", field="award"
            )

    def _credits(self, other: Entry, lead: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Returns half points (won, lost) of this entry, who began with `lead`, and the other."""
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
                    phrase("No. {winner} does not play on this board.", winner=self.winner),
                    code="result.winner",
                    field="winner",
                )
            return (win, loss) if self.winner == self.entry else (loss, win)
        margin = (self.score or 0) - (self.opponent_score or 0) + lead
        if margin == 0:
            return tie, tie
        return (win, loss) if margin > 0 else (loss, win)

    def _awards(
        self, mine: tuple[int, int], theirs: tuple[int, int], rules: RuleSet, lead: int
    ) -> tuple[int | None, int | None]:
        """Returns the spreads awarded; (None, None) lets the scores speak."""
        if self.reason == "void":
            return 0, 0
        if self.reason == "left" and self.award is None and mine[0] != theirs[0]:
            return self._left(mine[0] > theirs[0], rules)
        if self.award is None and self.score is not None:
            return _net(self.score - (self.opponent_score or 0), lead)
        award = self.award or 0
        if mine == theirs:
            return (-award, -award) if mine == (0, 2) else (0, 0)
        return (award, -award) if mine[0] > theirs[0] else (-award, award)

    def _left(self, stayed: bool, rules: RuleSet) -> tuple[int, int]:
        """Returns the spreads after one left: the leaver's, and what they were behind on top."""
        lead = (self.score or 0) - (self.opponent_score or 0)
        margin = max(lead if stayed else -lead, 0) - rules.left_game_spread
        return (margin, -margin) if stayed else (-margin, margin)

    def words(self, other: int, names: Sequence[str] = ("", "")) -> str:
        """Returns the game as words: who, against whom, with which scores.

        `names` are those of this entry and of the opponent; journals from before they were kept
        have none.
        """
        own, across = (
            called(number, name) for number, name in zip((self.entry, other), names, strict=True)
        )
        scores = "" if self.score is None else f"{self.score}-{self.opponent_score}"
        if self.reason in ("left", "time") and self.winner == other:
            return _given_away(self.reason, own, scores, across)
        game = (
            f"{own} {scores} {across}"
            if scores
            else phrase("{own} without scores {across}", own=own, across=across)
        )
        if self.reason != "played":
            game = f"{game} ({outcome_word(self.reason)})"
        if self.winner == "nobody":
            return phrase("{game}; nobody wins", game=game)
        if self.winner == "tie":
            return phrase("{game}; a tie", game=game)
        if self.winner is None:
            return game
        winner = own if self.winner == self.entry else across
        return phrase("{game}; {winner} wins", game=game, winner=winner)


def _net(margin: int, lead: int) -> tuple[int | None, int | None]:
    """Returns the spreads of a game by its scores, which need saying only after a handicap."""
    return (margin + lead, -margin - lead) if lead else (None, None)


def _given_away(reason: str, loser: str, scores: str, winner: str) -> str:
    """Returns a game in words that one of the two left, or lost on time."""
    said = {"loser": loser, "winner": winner, "scores": scores}
    if reason == "left":
        return (
            phrase("{loser} left at {scores}; {winner} wins", **said)
            if scores
            else phrase("{loser} left; {winner} wins", **said)
        )
    return (
        phrase("{loser} lost on time at {scores}; {winner} wins", **said)
        if scores
        else phrase("{loser} lost on time; {winner} wins", **said)
    )
