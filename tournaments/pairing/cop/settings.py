"""The settings of COP: the numbers of a request, and the defaults."""

from __future__ import annotations

from dataclasses import dataclass

from core.phrases import phrase
from tournaments.pairing.answer import Option, PairingWarning, Request
from tournaments.pairing.errors import PairingError
from tournaments.pairing.position import PairingPosition
from tournaments.pairing.terms.prizes import quarter_of

MANY_ROUNDS = 5
HOPE_EARLY, HOPE_LATE = 10, 100
"""Thousandths: how likely a place must be, with `MANY_ROUNDS` or more left, and with fewer."""
USUAL_SIMULATIONS = 10_000
USUAL_CONTROL_SIMULATIONS = 1_000
USUAL_THRESHOLD = 25
MOST_SIMULATIONS = 100_000

OPTIONS = (
    Option("simulations", phrase("Simulations"), USUAL_SIMULATIONS, 1, MOST_SIMULATIONS),
    Option(
        "control_simulations",
        phrase("Simulations in which a player wins everything"),
        USUAL_CONTROL_SIMULATIONS,
        1,
        MOST_SIMULATIONS,
    ),
    Option(
        "hopefulness",
        phrase("Hope, in thousandths"),
        None,
        1,
        1000,
        (
            phrase(
                "How likely a place must be for a player to have hope of it; 100, or "
                "10 with five or "
                "more rounds left."
            )
        ),
    ),
    Option(
        "control_threshold",
        phrase("Loss of control, in percent"),
        USUAL_THRESHOLD,
        1,
        100,
        (
            phrase(
                "How much less often a player who wins everything must come first "
                "without meeting the "
                "leader, before the leader has to meet them."
            )
        ),
    ),
    Option(
        "control_from",
        phrase("Loss of control counts from round"),
        None,
        1,
        500,
        phrase(
            "The first round that considers loss of control; usually the last "
            "quarter of the rounds."
        ),
    ),
    Option(
        "repeat_byes",
        phrase("A second bye may be given (1) or not (0)"),
        0,
        0,
        1,
        phrase("With 0, a second bye costs as much as a pairing that is of no use."),
    ),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers in force. `hopefulness` is in thousandths, `threshold` in percent."""

    simulations: int
    control_simulations: int
    hopefulness: int
    threshold: int
    control_from: int
    repeat_byes: bool
    prizes: int

    @classmethod
    def of(cls, position: PairingPosition, request: Request) -> Settings:
        """Returns the settings of a request, with the usual numbers where it names none.

        Raises PairingError `cop.total_rounds` where nobody knows how many rounds there are and
        `cop.no_rounds_left` (round, total) after the last.
        """
        total = position.total_rounds
        if not total:
            raise PairingError("cop.total_rounds")
        if position.round_number > total:
            raise PairingError("cop.no_rounds_left", round=position.round_number, total=total)
        given = {o.key: o.usual for o in OPTIONS} | dict(request.options)
        late = position.rounds_left < MANY_ROUNDS
        players = len(position.players)
        return cls(
            simulations=given["simulations"] or USUAL_SIMULATIONS,
            control_simulations=given["control_simulations"] or USUAL_CONTROL_SIMULATIONS,
            hopefulness=given["hopefulness"] or (HOPE_LATE if late else HOPE_EARLY),
            threshold=given["control_threshold"] or USUAL_THRESHOLD,
            control_from=given["control_from"] or total - total // 4 + 1,
            repeat_byes=bool(given["repeat_byes"]),
            prizes=min(position.prizes.places or quarter_of(players), players),
        )


def assumed_prizes(position: PairingPosition) -> tuple[PairingWarning, ...]:
    """Returns the warning that a number of place prizes had to be assumed, if it had."""
    if position.prizes.places:
        return ()
    return (PairingWarning("cop.prizes_assumed", {"places": quarter_of(len(position.players))}),)
