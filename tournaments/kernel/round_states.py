"""The table of command by round state.

The same table words the refusal of a command, enables the buttons of the desk, and is walked by
the tests. A state is that of the round a command names, or of the division's latest round for
commands on entries.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.errors import NeedsConfirmation, Refused
from core.phrases import phrase
from tournaments.kernel.queries.play import RoundState


@dataclass(frozen=True, slots=True)
class StateVerdict:
    """Whether a command may run in a state; `text` gives the obstacle, or the consequence."""

    kind: str
    text: str = ""


YES = StateVerdict("allowed")
CLOSED = phrase("The event is closed; open it again first.")


def _no(text: str) -> StateVerdict:
    return StateVerdict("refused", text)


def _ask(text: str) -> StateVerdict:
    return StateVerdict("confirm", text)


_CLOSED = _no(CLOSED)
_NOT_SET_UP = _no(phrase("The round is not paired yet; pair it first."))
_NOT_PUBLISHED = _no(phrase("The round is not published yet; publish it first."))
_PUBLISHED = _no(phrase("The round is published; unpublish it first."))
_PLAYED = _no(phrase("The round has been played: every board has a result."))
_LATE = _ask(phrase("Some rounds are already published; missed ones count as the rule set says."))
_CHECKED_IN = _no(
    phrase(
        "Round 1 is published, so check-in is over; enter anybody who comes now as a late player."
    )
)
_PAIRED = _ask(
    phrase(
        "Some rounds were paired with the current ratings: published ones stay, and a draft must "
        "be paired again."
    )
)
_NEW_RULES = _ask(
    phrase("Standings and later awards will follow the new rules; awards already given stay.")
)
_BY_THE_LIST_BEFORE = _ask(
    phrase("Play has begun; rulings made with the earlier list stay as they are.")
)
_FILLED = _no(phrase("Every board of the round has a result; correct the one that is wrong."))

TABLE: dict[str, dict[RoundState, StateVerdict]] = {
    code: dict(zip(RoundState, verdicts, strict=True))
    for code, verdicts in {
        "entry.added": (YES, YES, _LATE, _LATE, _CLOSED),
        "roster.added": (YES, YES, _LATE, _LATE, _CLOSED),
        "entry.checked_in": (YES, YES, _CHECKED_IN, _CHECKED_IN, _CLOSED),
        "entry.arrived": (YES, YES, YES, YES, _CLOSED),
        "entry.changed": (YES, YES, YES, YES, _CLOSED),
        "entry.moved": (YES, YES, YES, YES, _CLOSED),
        "entry.withdrawn": (YES, YES, YES, YES, _CLOSED),
        "entry.reinstated": (YES, YES, YES, YES, _CLOSED),
        "division.rules_changed": (
            YES,
            YES,
            _NEW_RULES,
            _NEW_RULES,
            _CLOSED,
        ),
        "division.lexicon_chosen": (YES, YES, _BY_THE_LIST_BEFORE, _BY_THE_LIST_BEFORE, _CLOSED),
        "division.hand_in_changed": (YES, YES, YES, YES, _CLOSED),
        "division.players_linked": (YES, YES, YES, YES, _CLOSED),
        "division.ratings_taken": (YES, _PAIRED, _PAIRED, _PAIRED, _CLOSED),
        "division.pairing_rules_changed": (YES, YES, YES, YES, _CLOSED),
        "condition.set": (YES, YES, YES, YES, _CLOSED),
        "condition.lifted": (YES, YES, YES, YES, _CLOSED),
        "division.pairing_planned": (YES, YES, YES, YES, _CLOSED),
        "round.set_up": (YES, YES, _PUBLISHED, _PLAYED, _CLOSED),
        "round.paired": (YES, YES, _PUBLISHED, _PLAYED, _CLOSED),
        "round.published": (_NOT_SET_UP, YES, _PUBLISHED, _PLAYED, _CLOSED),
        "round.unpublished": (_NOT_SET_UP, _NOT_PUBLISHED, YES, _PLAYED, _CLOSED),
        "round.seats_swapped": (_NOT_SET_UP, YES, YES, _FILLED, _CLOSED),
        "round.waiting_paired": (_NOT_SET_UP, YES, YES, _FILLED, _CLOSED),
        "round.board_taken_apart": (_NOT_SET_UP, YES, YES, _FILLED, _CLOSED),
        "round.played_recorded": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "start.recorded": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "result.entered": (_NOT_SET_UP, _NOT_PUBLISHED, YES, _FILLED, _CLOSED),
        "division.phones_set": (YES, YES, YES, YES, _CLOSED),
        "result.claimed": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "claim.confirmed": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "claim.objected": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "slip_photo.added": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "slip_photo.removed": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "claim.accepted": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "claims.closed": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "dispute.settled": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "result.corrected": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "result.read_again": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "result.chosen": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "forfeit.entered": (_NOT_SET_UP, _NOT_PUBLISHED, YES, _FILLED, _CLOSED),
        "sit_out.recorded": (_NOT_SET_UP, YES, YES, YES, _CLOSED),
        "game.recorded": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "game.confirmed": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "game.refused": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "game.corrected": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "game.removed": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "play.ruled": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
        "clock.started": (_NOT_SET_UP, _NOT_PUBLISHED, YES, _PLAYED, _CLOSED),
        "clock.announced": (YES, YES, YES, _PLAYED, _CLOSED),
        "penalty.set": (_NOT_SET_UP, _NOT_PUBLISHED, YES, YES, _CLOSED),
    }.items()
}


def check(code: str, state: RoundState, *, confirmed: bool = False) -> None:
    """Raises Refused or NeedsConfirmation when the table says so for this command and state."""
    verdict = TABLE[code][state]
    if verdict.kind == "refused":
        raise Refused(verdict.text, code=f"round.{state}")
    if verdict.kind == "confirm" and not confirmed:
        raise NeedsConfirmation(verdict.text, code="confirm", field="confirmed")
