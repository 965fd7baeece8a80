"""The stored standings of a list: ranked, filtered, searched and sorted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from core.memo import memo_of
from core.names import has_words, plain_words
from people.selectors import ShownPlayer, shown_players
from ratings.models import ImportedRating, RatingList, Standing
from ratings.selectors.openings import import_in_force
from ratings.selectors.page_versions import ListVersion

ACTIVE, ALL, PROVISIONAL = "active", "all", "provisional"


class Rank(NamedTuple):
    """A place in a list, and whether several players with one rating share it."""

    number: int
    is_shared: bool


class StandingLine(NamedTuple):
    """A player in a list; `player` is None for a name that is nobody's in the register.

    `rank` is among those whose rating has not expired. `played_on`, `change` and `expires_on` are
    None where the list does not know them.
    """

    rank: Rank | None
    player: ShownPlayer | None
    name: str
    rating: int
    deviation: float | None
    games: int | None
    played_on: date | None
    change: int | None
    is_provisional: bool
    is_expired: bool
    expires_on: date | None


@dataclass(frozen=True, slots=True)
class StandingsSearch:
    """The part of a list that is wanted, and its order; `club` is a slug, `words` are of a name."""

    show: str = ACTIVE
    club: str = ""
    words: str = ""
    sort: str = "rating"
    rising: bool = False


_ORDERS: dict[str, Callable[[StandingLine], int | str]] = {
    "rating": lambda line: line.rating,
    "name": lambda line: line.name.casefold(),
    "games": lambda line: line.games or 0,
    "played": lambda line: line.played_on.toordinal() if line.played_on else 0,
    "change": lambda line: line.change or 0,
}
SORTS = tuple(_ORDERS)
SHOWN = (ACTIVE, ALL, PROVISIONAL)


def standings_of(rating_list: RatingList, today: date) -> list[StandingLine]:
    """Returns all lines of a list, the highest rating first, in two queries or three.

    `today` decides which ratings of an imported list have expired; a computed list knows.
    """
    lines = _imported(rating_list, today) if rating_list.is_imported else _computed(rating_list)
    return sorted(lines, key=lambda line: (-line.rating, line.name.casefold()))


def standings_now(edition: ListVersion, today: date) -> Sequence[StandingLine]:
    """Returns all lines of a list as `standings_of` does, those of before where nothing changed.

    Whoever walks through a long list page by page has it made once. Nobody changes what it returns.
    """
    kept = memo_of(f"standings {edition.rating_list.key}")
    return kept.derived(
        "lines",
        (edition.version, today),
        lambda: tuple(standings_of(edition.rating_list, today)),
    )


def chosen(lines: Sequence[StandingLine], choice: StandingsSearch) -> list[StandingLine]:
    """Returns the lines that are wanted; equal ones stay in the order of the list."""
    wanted = plain_words(choice.words)
    kept = [line for line in lines if _is_wanted(line, choice) and has_words(line.name, wanted)]
    return sorted(kept, key=_ORDERS[choice.sort], reverse=not choice.rising)


def clubs_of(lines: Sequence[StandingLine]) -> list[tuple[str, str]]:
    """Returns the clubs of a list's players as pairs of slug and name, in order of name."""
    clubs = {line.player.club: line.player.club_name for line in lines if line.player}
    clubs.pop("", None)
    return sorted(clubs.items(), key=lambda pair: (pair[1].casefold(), pair[0]))


def _is_wanted(line: StandingLine, choice: StandingsSearch) -> bool:
    if choice.club and (line.player is None or line.player.club != choice.club):
        return False
    if choice.show == PROVISIONAL:
        return line.is_provisional
    return choice.show == ALL or not line.is_expired


def _computed(rating_list: RatingList) -> list[StandingLine]:
    rows = Standing.objects.filter(rating_list=rating_list)
    players = shown_players(rows.order_by().values_list("player", flat=True))
    known = [(row, players[row.player]) for row in rows if row.player in players]
    ranks = _ranks([row.rating for row, _ in known if not row.is_expired])
    return [
        StandingLine(
            rank=None if row.is_expired else ranks[row.rating],
            player=player,
            name=player.name,
            rating=row.rating,
            deviation=row.deviation_now,
            games=row.games,
            played_on=row.played_on,
            change=row.last_change,
            is_provisional=row.is_provisional,
            is_expired=row.is_expired,
            expires_on=None,
        )
        for row, player in known
    ]


def _imported(rating_list: RatingList, today: date) -> list[StandingLine]:
    last = import_in_force(rating_list)
    if last is None:
        return []
    rows = list(ImportedRating.objects.filter(list_import=last))
    matched = ImportedRating.objects.filter(list_import=last).exclude(player="").order_by()
    players = shown_players(matched.values_list("player", flat=True))
    expired = {row.pk for row in rows if row.expires_on is not None and row.expires_on < today}
    ranks = _ranks([row.rating for row in rows if row.pk not in expired])
    few = rating_list.provisional_games
    return [
        StandingLine(
            rank=None if row.pk in expired else ranks[row.rating],
            player=(player := players.get(row.player)),
            name=player.name if player else row.name,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
            played_on=None,
            change=None,
            is_provisional=row.games is not None and row.games < few,
            is_expired=row.pk in expired,
            expires_on=row.expires_on,
        )
        for row in rows
    ]


def _ranks(ratings: Sequence[int]) -> dict[int, Rank]:
    """Returns the rank of every rating: one more than there are higher ones."""
    ranks, ahead = {}, 0
    for rating, sharing in sorted(Counter(ratings).items(), reverse=True):
        ranks[rating] = Rank(ahead + 1, sharing > 1)
        ahead += sharing
    return ranks
