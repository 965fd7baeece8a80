"""The table of a player's events: each with its place, and what every list made of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from core.phrases import numeral, phrase
from core.web.site import Site
from core.wording import DASH, day, record
from people.played import GamesPlayed, OwnGame, PlayedEvent
from people.selectors import ShownPlayer
from ratings.models import EventRating, ImportedRating
from ratings.pages.frame import inspection_path, is_unproved
from ratings.pages.graph import row_id
from ratings.pages.wording import change, kind_of_change, place_words, record_of
from ratings.selectors.profile import RatedCareer
from ratings.selectors.stored import Content
from ratings.wording import rating


class EventLine(NamedTuple):
    """A line of the table in words; `card` leads to the player's card, `steps` to how the rating
    came about.
    """

    row: str
    on: str
    name: str
    href: str | None
    place: str = ""
    card: str | None = None
    of_list: str = ""
    record: str = ""
    old: str = ""
    new: int | str = ""
    change: str = ""
    kind: str = ""
    performance: str = ""
    expected: str = ""
    steps: str | None = None
    estimate: bool = False


def event_lines(
    player: ShownPlayer,
    career: RatedCareer,
    contents: Mapping[int, Content],
    played: GamesPlayed,
    site: Site,
) -> list[EventLine]:
    """Returns the lines of all events, rated or not, and published ratings, the latest first."""
    dated: list[tuple[date, str, EventLine]] = []
    for row in career.rated:
        system = contents[row.event_id].system
        line = _rated(row, player, system, played.events.get(row.event.key), site)
        dated.append((row.held_on, row.event.key, line))
    rated = {row.event.key for row in career.rated}
    games: dict[str, list[OwnGame]] = {}
    for game in played.games:
        games.setdefault(game.event, []).append(game)
    for number, (key, event) in enumerate(played.events.items()):
        if key not in rated:
            line = _unrated(number, event, games.get(key, []), site)
            dated.append((event.held_on or date.min, key, line))
    published = ((row.list_import.effective_on, _published(row)) for row in career.published)
    dated += [(on, "", line) for on, line in published]
    dated.sort(key=lambda one: one[:2], reverse=True)
    return [line for _, _, line in dated]


def _rated(
    row: EventRating, player: ShownPlayer, system: str, played: PlayedEvent | None, site: Site
) -> EventLine:
    """Returns the line of a rating; `system` rated the event, empty for that of the list."""
    steps = inspection_path(row.rating_list.key, player.number, row.event_id)
    return EventLine(
        row=row_id(row),
        on=day(row.held_on),
        name=row.event.name,
        href=site.href(row.event.path) if row.event.path.startswith("/") else None,
        place=place_words(played) if played else "",
        card=site.href(played.path) if played else None,
        of_list=row.rating_list.name,
        record=record_of(row),
        old=rating(row.old),
        new=row.new,
        change=change(row),
        kind=kind_of_change(row),
        performance=str(row.performance) if row.performance is not None else DASH,
        expected=numeral(row.expected, ".2f"),
        steps=site.href(steps),
        estimate=bool(system) and is_unproved(system) and not is_unproved(row.rating_list.system),
    )


def _unrated(number: int, event: PlayedEvent, games: list[OwnGame], site: Site) -> EventLine:
    """Returns the line of an event that no list has rated, or not yet."""
    won = sum(game.half_wins for game in games)
    return EventLine(
        row=f"u{number}",
        on=day(event.held_on) if event.held_on else event.when,
        name=event.name,
        href=site.href(event.path),
        place=place_words(event),
        card=site.href(event.path),
        record=record(won, 2 * len(games) - won) if games else "",
    )


def _published(row: ImportedRating) -> EventLine:
    return EventLine(
        row=row_id(row),
        on=day(row.list_import.effective_on),
        name=phrase("published rating"),
        href=None,
        of_list=row.list_import.rating_list.name,
        new=row.rating,
    )
