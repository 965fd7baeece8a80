"""A ladder: everybody has a rung, and takes that of somebody above by challenging and winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubs.seasons.tables.games import SeasonGame, SeasonNight
from core.errors import UserError
from core.phrases import phrase, phrase_count


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The rules of a ladder; raises UserError `ladder.rules` (field).

    `start` is the ladder before the first night, from the top. A challenge goes at most `reach`
    rungs up. Who has missed `inactive_after` nights in a row falls `drops` rungs, and again after
    as many more; with 0 nobody ever does.
    """

    start: tuple[str, ...] = ()
    reach: int = 3
    inactive_after: int = 0
    drops: int = 1

    def __post_init__(self) -> None:
        if len(set(self.start)) != len(self.start):
            sentence = phrase("A player has two rungs of the ladder.")
            raise UserError(sentence, code="ladder.rules", field="start")
        if self.reach < 1:
            sentence = phrase("A challenge goes up at least one rung.")
            raise UserError(sentence, code="ladder.rules", field="reach")
        if self.inactive_after < 0:
            sentence = phrase("Nobody can miss fewer than 0 nights.")
            raise UserError(sentence, code="ladder.rules", field="inactive_after")
        if self.drops < 1:
            sentence = phrase("Who falls, falls at least one rung.")
            raise UserError(sentence, code="ladder.rules", field="drops")


USUAL_LADDER = LadderRules()


def ladder_after(nights: Iterable[SeasonNight], rules: LadderRules) -> tuple[str, ...]:
    """Returns the ladder after these nights, from the top.

    Who comes for the first time gets the lowest rung, several in the order of their keys. Then the
    challenges of the night are done in their order: a challenger who wins changes rungs with the
    challenged. A tie changes nothing, and no more does a game that was no right challenge when it
    was played. After the night the inactive fall, the lowest of them first.
    """
    ladder, missed = list(rules.start), Counter[str]()
    for night in sorted(nights, key=lambda night: night.moment):
        ladder += sorted(night.here.difference(ladder))
        for game in night.in_order:
            if game.challenger:
                _challenged(ladder, game, rules)
        missed.update(ladder)
        for player in night.here:
            missed[player] = 0
        if rules.inactive_after:
            _drop_inactive(ladder, missed, rules)
    return tuple(ladder)


def check_challenge(
    ladder: Sequence[str], challenger: str, challenged: str, rules: LadderRules
) -> None:
    """Raises UserError where this challenge is not a right one.

    Codes: `ladder.unknown` for who is not on the ladder, `ladder.upwards` for a challenge of
    oneself or of somebody below, `ladder.reach` for one too far up.
    """
    for field, player in (("challenger", challenger), ("challenged", challenged)):
        if player not in ladder:
            sentence = phrase("{player} has no rung of the ladder.", player=player)
            raise UserError(sentence, code="ladder.unknown", field=field)
    apart = ladder.index(challenger) - ladder.index(challenged)
    if apart < 1:
        sentence = phrase("A challenge goes to somebody who stands higher.")
        raise UserError(sentence, code="ladder.upwards", field="challenged")
    if apart > rules.reach:
        sentence = phrase_count(
            "A challenge goes up one rung at most.",
            "A challenge goes up {count} rungs at most.",
            count=rules.reach,
        )
        raise UserError(sentence, code="ladder.reach", field="challenged")


def _challenged(ladder: list[str], game: SeasonGame, rules: LadderRules) -> None:
    one, two = (side.player for side in game.sides)
    challenged = two if game.challenger == one else one
    try:
        check_challenge(ladder, game.challenger, challenged, rules)
    except UserError:
        return  # somebody else's challenge has moved them since: the game counts, the rungs stay
    won = game.credits[0 if game.challenger == one else 1] == 2
    if won:
        low, high = ladder.index(game.challenger), ladder.index(challenged)
        ladder[low], ladder[high] = ladder[high], ladder[low]


def _drop_inactive(ladder: list[str], missed: Counter[str], rules: LadderRules) -> None:
    for player in reversed(tuple(ladder)):
        if missed[player] and missed[player] % rules.inactive_after == 0:
            rung = ladder.index(player)
            ladder.remove(player)
            ladder.insert(rung + rules.drops, player)
