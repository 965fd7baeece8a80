"""The CoCo rating system: spreads move a rating that knows how sure of itself it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from core.phrases import phrase
from ratings.systems.coco_field import RatedCard, rated_cards
from ratings.systems.coco_steps import inspection
from ratings.systems.coco_update import after_days, win_chance
from ratings.systems.field import RatedField, RatingChange
from ratings.systems.steps import Inspection


@dataclass(frozen=True, slots=True)
class Coco:
    """The spread-based system of CoCo, with deviations and career multipliers.

    A game is rated when both scores are there and neither is 0: a score of 0 is how a forfeit is
    written down, and an outcome ruled without scores shows no spread. What is not rated is still
    listed and counts for the career, as byes do.
    """

    key: str = "coco"
    name: str = phrase("CoCo, by spreads")
    proof: str = "proved"
    has_deviation: bool = True
    needs_scores: bool = True

    def rate(self, field: RatedField) -> tuple[RatingChange, ...]:
        """Return the change of every player's rating, in order of number.

        A rating below 100 is unrated (`old` 0); one without rated games stays what it is. Unknown
        life games count as none: a career is counted from the first event in the list. `games` and
        `half_wins` are those of the rated games. `expected` sums the chances of the larger score,
        which the system's own assumptions give and its ratings do not use; a newcomer's by the
        rating they end with. `performance` is the rating that the spreads show without the rating
        from before. Deviations have two places. With nothing listed a player keeps deviation
        and career games. Raises `RatingError` for a field that is not whole, for scores out of
        range or told differently by two cards, and for a deviation out of range.
        """
        return tuple([_change(card) for card in rated_cards(field)])

    def explain(self, field: RatedField) -> tuple[Inspection, ...]:
        """Return the steps that `rate` takes for every player, in order of number.

        There is one segment. The `weight` of a game is its share in the target, what is missing
        from 1 being the share of the rating from before, and `shown` the rating that it alone
        shows. The one piece has the points to the target as its `excess`. Raises what `rate`
        raises.
        """
        return tuple([inspection(card, field.scheduled_rounds) for card in rated_cards(field)])

    def idle(self, deviation: float | None, days: int) -> float | None:
        """Return the deviation after so many days without an event, to two places; at most 150."""
        return None if deviation is None else round(after_days(deviation, days), 2)


def _change(card: RatedCard) -> RatingChange:
    player, before, shown = card.player, card.before, card.update.shown
    return RatingChange(
        number=player.number,
        old=card.old,
        new=card.new,
        games=len(card.games),
        half_wins=sum([game.half_wins for game in card.games]),
        expected=fsum([win_chance(before, opponent) for opponent in card.opponents]),
        performance=None if shown is None else round(shown),
        deviation=card.deviation,
        old_deviation=round(before.deviation, 2),
        career_games=card.career_games if card.listed else player.life_games,
    )
