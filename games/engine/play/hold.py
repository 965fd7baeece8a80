"""The right to challenge a play, and the hold that keeps it.

none -> held -> challenged or released; without a hold the right is gone once the player has drawn
(expired). Writing its score down does not end it. Times are seconds on any one clock, and
arguments. Source: rules.md section 4.3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.play.errors import MoveError
from games.engine.rulesets import RuleSet


class Stage(StrEnum):
    """The state of the right to challenge a play."""

    NONE = "none"
    HELD = "held"
    CHALLENGED = "challenged"
    RELEASED = "released"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Right:
    """The right to challenge one play. `apart` says that its player has drawn tiles during a hold,
    which are kept apart, and shown if the challenge succeeds."""

    stage: Stage = Stage.NONE
    held_at: float = 0.0
    apart: bool = False

    def held_for(self, at: float) -> float:
        """The time for which the play has been held; 0 if it is not."""
        return max(0.0, at - self.held_at) if self.stage is Stage.HELD else 0.0


def lapsed(rules: RuleSet, right: Right, at: float) -> bool:
    """Whether a hold has lasted longer than it may: from then on it protects nothing."""
    limit = rules.hold_limit_s
    return limit is not None and right.held_for(at) > limit


def may_challenge(rules: RuleSet, right: Right, at: float) -> bool:
    """Whether the play can still be challenged.

    It can until its player has drawn. Tiles drawn during a hold do not end the right while the
    hold lasts; with an empty bag nobody draws, and the right lasts until the play is accepted.
    """
    if right.stage is Stage.HELD:
        return not (right.apart and lapsed(rules, right, at))
    return right.stage is Stage.NONE


def hold(rules: RuleSet, right: Right, at: float) -> Right:
    """Returns the right held from `at`.

    Raises MoveError `hold.none` where the rule set knows no hold, `hold.not_now` (stage).
    """
    if rules.hold_limit_s == 0:
        raise MoveError("hold.none")
    if right.stage is not Stage.NONE:
        raise MoveError("hold.not_now", stage=right.stage.value)
    return Right(Stage.HELD, held_at=at)


def release(right: Right) -> Right:
    """Returns the right given up. Raises MoveError `hold.not_held` (stage)."""
    if right.stage is not Stage.HELD:
        raise MoveError("hold.not_held", stage=right.stage.value)
    return replace(right, stage=Stage.RELEASED, apart=False)


def challenged(rules: RuleSet, right: Right, at: float) -> Right:
    """Returns the right used. Raises MoveError `challenge.too_late` (stage)."""
    if not may_challenge(rules, right, at):
        raise MoveError("challenge.too_late", stage=right.stage.value)
    return replace(right, stage=Stage.CHALLENGED)


def draw_wait(rules: RuleSet, right: Right, at: float) -> float | None:
    """Returns how many seconds the player has to wait before drawing; None for as long as the
    play is held."""
    if right.stage is not Stage.HELD or lapsed(rules, right, at):
        return 0.0
    if rules.courtesy_draw_s is None:
        return None
    return max(0.0, rules.courtesy_draw_s - right.held_for(at))


def drawn(rules: RuleSet, right: Right, at: float) -> Right:
    """Returns the right once the player has drawn: kept with the tiles apart, or expired.

    Raises MoveError `draw.held` (wait_s: seconds to wait, None until the hold ends).
    """
    wait = draw_wait(rules, right, at)
    if wait is None or wait > 0:
        raise MoveError("draw.held", wait_s=wait)
    if right.stage is Stage.HELD and not lapsed(rules, right, at):
        return replace(right, apart=True)
    open_still = right.stage in (Stage.NONE, Stage.HELD)
    return replace(right, stage=Stage.EXPIRED) if open_still else right
