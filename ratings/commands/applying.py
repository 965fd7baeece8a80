"""The decision about ratings that were computed anew: they are put in force, or let go."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from ratings.applying import Outdated, apply_recompute, close
from ratings.commands.base import ListCommand
from ratings.models import Recompute
from ratings.selectors.differences import difference_of
from ratings.wording import Effect, difference_in_words


@dataclass(frozen=True, kw_only=True)
class ProposalCommand(ListCommand):
    """Base of the two answers; `recompute` is the number of the computation in its list."""

    recompute: int

    def find_proposal(self) -> Recompute:
        """Returns the computation that waits for an answer; Refused when it does not."""
        rows = Recompute.objects.select_for_update(of=("self",)).select_related("rating_list")
        proposal = rows.filter(rating_list=self.find_list(), number=self.recompute).first()
        if proposal is None:
            raise Refused(
                phrase("The list has no computation number {number}.", number=self.recompute),
                code="recompute.unknown",
            )
        if proposal.stage != Recompute.Stage.READY:
            raise Refused(
                phrase(
                    "These ratings are no longer waiting for a decision: they are {stage}.",
                    stage=proposal.get_stage_display(),
                ),
                code="recompute.stage",
            )
        return proposal


@register
@dataclass(frozen=True, kw_only=True)
class ApplyRatings(ProposalCommand):
    """Puts the ratings that were computed again in force."""

    code = "ratings.applied"

    def apply(self, work: Work) -> Row:
        def put_in_force() -> Row:
            proposal = self.find_proposal()
            counted = difference_of(proposal).as_row()
            try:
                apply_recompute(proposal)
            except Outdated as changed:
                raise Refused(
                    phrase(
                        "Events have changed since these ratings were computed; compute them again."
                    ),
                    code="recompute.outdated",
                ) from changed
            return {"rows": proposal.rows, **counted}

        return work.facts.decide("applied", put_in_force)

    def sentence(self, answer: Row) -> str:
        return _said(answer, "put in force")

    def check_undo(self, entry: JournalEntry) -> None:
        raise Refused(
            phrase(
                "Ratings follow from results. To change them, correct the result or what the list "
                "counts."
            ),
            code="ratings.derived",
        )


@register
@dataclass(frozen=True, kw_only=True)
class DiscardRatings(ProposalCommand):
    """Lets go of ratings that were computed again; what they came from stays to be computed."""

    code = "ratings.discarded"

    def apply(self, work: Work) -> Row:
        def let_go() -> Row:
            proposal = self.find_proposal()
            counted = difference_of(proposal).as_row()
            close(proposal, Recompute.Stage.DISCARDED)
            return {"rows": proposal.rows, **counted}

        return work.facts.decide("discarded", let_go)

    def sentence(self, answer: Row) -> str:
        return _said(answer, "let go")

    def check_undo(self, entry: JournalEntry) -> None:
        raise Refused(
            phrase("This cannot be undone; compute the list again instead."), code="ratings.derived"
        )


def _said(answer: Row, effect: Effect) -> str:
    # An answer from before these were told apart has its rows alone, and seldom its players.
    changed = answer["changed"] if "changed" in answer else answer["rows"]
    return difference_in_words(changed, answer.get("players"), answer.get("kept", 0), effect)
