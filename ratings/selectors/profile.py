"""One player in the lists that everybody may see: every rated event, and the highlights."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.names import has_words, plain_words
from people.merging import asked_keys_of
from people.models import Player
from people.played import have_played
from people.selectors import ShownPlayer, shown_players
from ratings.models import EventRating, ImportedRating, RatedEvent, RatingList, Standing
from ratings.selectors.stored import Content, content_of


@dataclass(frozen=True, slots=True)
class RatedCareer:
    """All that the lists hold of a player: rated events and published ratings, earliest first."""

    standings: dict[int, Standing]
    rated: list[EventRating]
    published: list[ImportedRating]


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights among rated events; None where no event qualifies."""

    best_performance: EventRating | None
    highest: EventRating | None
    biggest_gain: EventRating | None
    biggest_loss: EventRating | None


def career_of(player: str, lists: Collection[RatingList]) -> RatedCareer:
    """Returns a player's ratings in these lists by their key, in three queries.

    What was rated under a key that was merged into theirs is among the events; where both have a
    standing, theirs counts.
    """
    keys = asked_keys_of(player)
    standings = sorted(
        Standing.objects.filter(rating_list__in=lists, player__in=keys),
        key=lambda row: row.player == player,
    )
    rated = EventRating.objects.filter(
        rating_list__in=lists, player__in=keys, event__is_gone=False
    ).select_related("event", "rating_list")
    published = ImportedRating.objects.filter(
        player__in=keys,
        list_import__rating_list__in=[one.pk for one in lists if one.is_imported],
    ).select_related("list_import__rating_list")
    return RatedCareer(
        standings={row.rating_list_id: row for row in standings},
        rated=sorted(rated.defer("event__content"), key=lambda r: (r.held_on, r.event.key)),
        published=sorted(
            published, key=lambda r: (r.list_import.effective_on, r.list_import.number)
        ),
    )


def with_profile() -> QuerySet[Player, str]:
    """Returns the keys of those who have a profile, as a query that can be narrowed.

    They stand in a public list, were rated by one, are meant by a line of a published one, or have
    entered an event that everybody may see and whose games are published.
    """
    of_player = OuterRef("key")
    standing = Standing.objects.filter(rating_list__is_public=True, player=of_player)
    rated = EventRating.objects.filter(
        rating_list__is_public=True, event__is_gone=False, player=of_player
    )
    published = ImportedRating.objects.filter(
        list_import__rating_list__is_public=True,
        list_import__rating_list__system="",
        player=of_player,
    )
    known = (standing, rated, published)
    is_known = reduce(or_, map(Q, [*map(Exists, known), *have_played(of_player)]))
    return Player.objects.filter(is_known).order_by().values_list("key", flat=True)


def contents_of(rated: Sequence[EventRating]) -> dict[int, Content]:
    """Returns the kept content of these rated events by row, in one query."""
    events = RatedEvent.objects.filter(pk__in={row.event_id for row in rated})
    return {event.pk: content_of(event) for event in events.only("content")}


def highlights_of(rated: Sequence[EventRating]) -> Highlights:
    """Returns the highlights of one list; of equals the earlier."""
    moved = [row for row in rated if row.old]
    return Highlights(
        best_performance=_most([r for r in rated if r.performance], lambda r: r.performance or 0),
        highest=_most(rated, lambda row: row.new),
        biggest_gain=_most([r for r in moved if r.change > 0], lambda row: row.change),
        biggest_loss=_most([r for r in moved if r.change < 0], lambda row: -row.change),
    )


def player_with_profile(number: int) -> ShownPlayer | None:
    """Returns the player whom the number of a row means, None without a profile; one query.

    The number of who was found to be somebody else means them.
    """
    same = Q(pk=number) | Q(merged=number) | Q(merged_into=number)
    return next(iter(shown_players(with_profile().filter(same)).values()), None)


def players_named(words: str, *, at_most: int) -> list[ShownPlayer]:
    """Returns those with a profile whose public names have words that begin so, by name."""
    players = shown_players(with_profile()).values()
    wanted = plain_words(words)
    named = [player for player in players if has_words(player.name, wanted)]
    return sorted(named, key=lambda player: (player.name.casefold(), player.number))[:at_most]


def _most(rows: Sequence[EventRating], figure: Callable[[EventRating], int]) -> EventRating | None:
    return max(rows, key=figure, default=None)
