"""The steps of a player's rating in a past event, made again from what the list keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from people.selectors import shown_players
from ratings.models import RatedEvent, RatingList
from ratings.selectors.names import PublicPlayer, names_in
from ratings.selectors.stored import cards_of, content_of, steps_of
from ratings.systems.career import CareerStep, EventCards, field_of, opening, system_for
from ratings.systems.explained import Explained, explained
from ratings.systems.registry import RatingSystem, rating_system


class RatingMissing(LookupError):
    """The list has no such event, or did not rate the player in it."""


@dataclass(frozen=True, slots=True)
class PastRating:
    """The stored data of one player in one event of a list.

    `number` is the player's in the event as it is now, None where a correction took them out of it.
    """

    event: RatedEvent
    cards: EventCards
    stored: CareerStep
    steps: Mapping[str, CareerStep]
    names: Mapping[int, PublicPlayer]
    number: int | None

    def explained(self, of_list: RatingSystem) -> Explained:
        """Returns the steps of everybody in the event, from the ratings stored before it.

        Players without one, because the list was not computed since they joined, begin with
        what the event says of them. Raises RatingError where the event cannot be rated.
        """
        before = {
            card.player: self.steps[card.player].before
            if card.player in self.steps
            else opening(card, {})
            for card in self.cards.cards
        }
        return explained(system_for(self.cards, of_list), field_of(self.cards, before))

    def is_outdated(self, done: Explained) -> bool:
        """Returns whether the list waits to be computed: the steps end elsewhere than it does."""
        if self.event.is_stale or self.number is None:
            return True
        return done.inspections[self.number].new != self.stored.change.new


def past_rating(rating_list: RatingList, player: str, event: int) -> PastRating:
    """Returns a player's rating (by key) in an event (by row) as the list keeps it; three queries.

    Raises RatingMissing where it has not rated them in such an event.
    """
    row = RatedEvent.objects.filter(rating_list=rating_list, pk=event, is_gone=False).first()
    steps = steps_of([event]).get(event, {}) if row else {}
    if row is None or player not in steps:
        raise RatingMissing(f"{player} in event {event}")
    content, cards = content_of(row), cards_of(row)
    known = shown_players([card.player for card in cards.cards])
    return PastRating(
        event=row,
        cards=cards,
        stored=steps[player],
        steps=steps,
        names=names_in(content, known),
        number=next((card.number for card in cards.cards if card.player == player), None),
    )


def system_of(rating_list: RatingList) -> RatingSystem:
    """Returns the system of a list; raises RatingError where it is not installed."""
    return rating_system(rating_list.system)
