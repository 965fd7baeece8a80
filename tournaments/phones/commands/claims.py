"""What players report: the score of their game, that the opponent's is right, or that it is not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.journal.command import Row, Work, register
from core.journal.errors import Conflict, Refused
from core.phrases import phrase
from tournaments.claiming import ClaimStanding, Mode, Scores
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST
from tournaments.phones.commands.base import ReportCommand, Table, changed_meanwhile

NOTHING = "-"
"""What a page saw that showed nothing said."""
OWN_COUNTS = phrase("Your own score counts; wait for the director.")


def seen_mark(scores: Scores | None) -> str:
    """Returns the mark by which a page says what the player had said when it was shown."""
    return NOTHING if scores is None else f"{scores[0]}-{scores[1]}"


def must_be_scores(score: int, opponent_score: int) -> None:
    """Raises Refused for what no game can end with."""
    for field, one in (("score", score), ("opponent_score", opponent_score)):
        if not LOWEST <= one <= HIGHEST:
            raise Refused(
                phrase(
                    "A score must be between {lowest} and {highest}.",
                    lowest=LOWEST,
                    highest=HIGHEST,
                ),
                code="score.range",
                field=field,
            )


@register
@dataclass(frozen=True, kw_only=True)
class ClaimResult(ReportCommand):
    """Says what the scores of a game are.

    `seen` is the mark of what this entry had said when the page was shown, None where nobody looked
    at a page. Where another phone with the same link has said something since, nothing is done.
    """

    code = "result.claimed"
    score: int
    opponent_score: int
    seen: str | None = None

    def apply(self, work: Work) -> Row:
        table = self.find_table()
        must_be_scores(self.score, self.opponent_score)
        self._check_seen(work, table)
        self.check_open(work, table)
        scores = table.ordered(self.score, self.opponent_score)
        self._check_answered(table, scores)
        return self.write(work, self._asked_anew(work, table, scores), scores)

    def _check_seen(self, work: Work, table: Table) -> None:
        """Raises Refused where the same was said before, Conflict where another phone said more."""
        before = None if table.mine is None else table.mine.scores
        if before == table.ordered(self.score, self.opponent_score):
            raise Refused(
                phrase("{own}–{other} is in already.", own=self.score, other=self.opponent_score),
                code="nothing_changed",
            )
        mine = None if before is None else table.from_my_side(before)
        if work.facts.are_recorded or self.seen is None or self.seen == seen_mark(mine):
            return
        if mine is None:
            raise Conflict(
                phrase("What you sent before was taken back; look at it again."),
                code="claim.changed",
                field="seen",
            )
        raise Conflict(
            phrase(
                "Another phone with your link has sent {own}–{other} since this page was loaded; "
                "look at it again.",
                own=mine[0],
                other=mine[1],
            ),
            code="claim.changed",
            field="seen",
        )

    def _check_answered(self, table: Table, scores: Scores) -> None:
        """Raises Refused where the opponent has objected with other scores to what counts."""
        theirs = None if table.theirs is None else table.theirs.scores
        is_counting = table.mine is not None and table.mine.counts
        if not is_counting or theirs in (None, scores):
            return
        if table.mode is Mode.STRICT:
            raise Refused(OWN_COUNTS, code="claim.answered")
        own, other = table.from_my_side(theirs)
        raise Refused(
            phrase(
                "Your opponent says {own}–{other}. Agree to that, or wait for the director.",
                own=own,
                other=other,
            ),
            code="claim.answered",
        )

    def _asked_anew(self, work: Work, table: Table, scores: Scores) -> Table:
        """Returns the board without an answer of the opponent that was to another score.

        An objection without scores, and all that was said at a tablet, is asked again; what counts
        already, because it was said before there were tablets, is not.
        """
        row = table.theirs
        if row is None or row.scores == scores or row.counts:
            return table
        if table.mode is not Mode.KIOSK and row.scores is not None:
            return table
        work.ledger.delete(row)
        return replace(table, rows={k: r for k, r in table.rows.items() if r is not row})

    def sentence(self, answer: Row) -> str:
        told = {**self.told(answer), "score": self.score, "other_score": self.opponent_score}
        if answer["standing"] == ClaimStanding.DISPUTED:
            return phrase(
                "Round {round} of {division}: no. {entry} {name} says {score}-{other_score} "
                "against no. {opponent} {opponent_name}, who says otherwise",
                **told,
            )
        if answer["standing"] == ClaimStanding.AGREED:
            return phrase(
                "Round {round} of {division}: no. {entry} {name} says {score}-{other_score}, as "
                "no. {opponent} {opponent_name} does",
                **told,
            )
        return phrase(
            "Round {round} of {division}: no. {entry} {name} claims {score}-{other_score} against "
            "no. {opponent} {opponent_name}",
            **told,
        )


@dataclass(frozen=True, kw_only=True)
class AnswerCommand(ReportCommand):
    """Base of the answers to what the opponent says."""

    def find_claimed(self) -> Table:
        """Returns the board; Refused where the opponent said nothing that could be answered."""
        table = self.find_table()
        if table.mode is Mode.STRICT:
            raise Refused(
                phrase("In this division both enter the score themselves; enter yours."),
                code="claim.blind",
            )
        return table


@register
@dataclass(frozen=True, kw_only=True)
class ConfirmClaim(AnswerCommand):
    """Says that the opponent's scores are right: these ones, from the own side."""

    code = "claim.confirmed"
    score: int
    opponent_score: int

    def apply(self, work: Work) -> Row:
        table = self.find_claimed()
        scores = table.ordered(self.score, self.opponent_score)
        if table.mine is not None and table.mine.scores == scores:
            raise Refused(
                phrase("{own}–{other} is in already.", own=self.score, other=self.opponent_score),
                code="nothing_changed",
            )
        self.check_open(work, table)
        if table.theirs is None or table.theirs.scores != scores:
            raise changed_meanwhile(table)
        return self.write(work, table, scores)

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division}: no. {entry} {name} confirms {score}-{other_score} "
            "against no. {opponent} {opponent_name}",
            **self.told(answer),
            score=self.score,
            other_score=self.opponent_score,
        )


@register
@dataclass(frozen=True, kw_only=True)
class ObjectToClaim(AnswerCommand):
    """Says that the opponent's scores are not right, and what they are where both are given.

    `seen` is the mark of the opponent's scores on the page, from the own side. The result stays as
    it is: the two agree, or the director decides.
    """

    code = "claim.objected"
    score: int | None = None
    opponent_score: int | None = None
    seen: str | None = None

    def apply(self, work: Work) -> Row:
        table = self.find_claimed()
        self.check_open(work, table)
        row = table.theirs
        if row is None or row.scores is None:
            raise changed_meanwhile(table)
        seen = seen_mark(table.from_my_side(row.scores))
        if not work.facts.are_recorded and self.seen not in (None, seen):
            raise changed_meanwhile(table)
        scores = self._scores(table)
        if scores == row.scores:
            raise Refused(
                phrase("Your opponent says the same; confirm it."),
                code="claim.same",
                field="score",
            )
        if table.mine is not None and table.mine.scores == scores:
            raise Refused(
                phrase("You have objected already; the director knows."), code="nothing_changed"
            )
        if table.mine is not None and table.mine.counts:
            raise Refused(OWN_COUNTS, code="claim.answered")
        return self.write(work, table, scores)

    def _scores(self, table: Table) -> Scores | None:
        """Returns the scores as they should be, None where the entry does not say."""
        if self.score is None and self.opponent_score is None:
            return None
        if self.score is None or self.opponent_score is None:
            raise Refused(phrase("Enter both scores."), code="score.one", field="opponent_score")
        must_be_scores(self.score, self.opponent_score)
        return table.ordered(self.score, self.opponent_score)

    def sentence(self, answer: Row) -> str:
        told = self.told(answer)
        if self.score is None:
            return phrase(
                "Round {round} of {division}: no. {entry} {name} objects to what no. {opponent} "
                "{opponent_name} says",
                **told,
            )
        return phrase(
            "Round {round} of {division}: no. {entry} {name} objects to what no. {opponent} "
            "{opponent_name} says: it was {score}-{other_score}",
            **told,
            score=self.score,
            other_score=self.opponent_score,
        )
