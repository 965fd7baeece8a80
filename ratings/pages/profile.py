"""A player's profile: ratings over time, rated events, and opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from core.phrases import numeral, phrase
from core.web.frame import Context
from core.web.sharing import shared_as
from core.web.site import Site
from core.wording import DASH, day
from people.player_pages import PlayerPage
from people.selectors import ShownPlayer
from ratings.models import EventRating, ImportedRating, RatingList, Standing
from ratings.pages.frame import (
    choosing_path,
    heads_path,
    inspection_path,
    is_unproved,
    list_path,
    method_of,
    page_frame,
    player_path,
    render,
)
from ratings.pages.graph import graph_of, row_id
from ratings.pages.wording import change, kind_of_change, record_of, spread_words, tally_words
from ratings.selectors.heads import Opponent, opponents_of
from ratings.selectors.profile import RatedCareer, career_of, contents_of, highlights_of
from ratings.selectors.stored import Content
from ratings.wording import rating

OPPONENTS = 15


class EventLine(NamedTuple):
    """A line of the table in words; `steps` leads to how the rating came about."""

    row: str
    on: str
    name: str
    href: str | None
    of_list: str
    record: str
    old: str
    new: int
    change: str
    kind: str
    performance: str
    expected: str
    steps: str | None
    estimate: bool


def profile_page(
    player: ShownPlayer, lists: Sequence[RatingList], others: Sequence[PlayerPage], site: Site
) -> str:
    """Returns the page of a player, who may have no rating in these lists; it leads to `others`."""
    career = career_of(player.key, lists)
    contents = contents_of(career.rated)
    shown = [one for one in lists if _is_in(one, career)]
    context = {
        **page_frame(site, player.name),
        "player": player,
        "others": [(other.words, site.href(other.path), other.told) for other in others],
        "lists": [_list(one, career, site) for one in shown],
        "several": len(shown) > 1,
        "graph": graph_of(player.name, career, shown),
        "events": _events(player, career, contents, site),
        "highlights": [_highlights(one, career) for one in shown if not one.is_imported],
        "opponents": [
            _opponent(player, one, site)
            for one in opponents_of(player.key, career.rated, contents, at_most=OPPONENTS)
        ],
        "choosing": site.href(choosing_path(player.number)),
    }
    about = phrase("Ratings, games and records of {name}", name=player.name)
    context |= shared_as(site, player_path(player.number), title=player.name, about=about)
    return render("profile", context)


def _is_in(rating_list: RatingList, career: RatedCareer) -> bool:
    published = {row.list_import.rating_list_id for row in career.published}
    return rating_list.pk in {row.rating_list_id for row in career.rated} | published


def _list(rating_list: RatingList, career: RatedCareer, site: Site) -> Context:
    """Returns where the player stands in a list."""
    standing = career.standings.get(rating_list.pk)
    published = [r for r in career.published if r.list_import.rating_list_id == rating_list.pk]
    facts = _standing_facts(standing) if standing else _published_facts(published[-1:])
    return {
        "name": rating_list.name,
        "href": site.href(list_path(rating_list.key)),
        "method": method_of(rating_list),
        "facts": facts,
        "provisional": standing is not None and standing.is_provisional,
        "expired": standing is not None and standing.is_expired,
    }


def _standing_facts(standing: Standing) -> list[tuple[str, str]]:
    deviation = standing.deviation_now
    return [
        (phrase("Rating"), f"{standing.rating}"),
        *([] if deviation is None else [(phrase("Deviation"), f"±{deviation:.0f}")]),
        *([] if standing.games is None else [(phrase("Games"), f"{standing.games}")]),
        (phrase("Events"), f"{standing.events}"),
        (phrase("Last played"), day(standing.played_on)),
    ]


def _published_facts(rows: Sequence[ImportedRating]) -> list[tuple[str, str]]:
    return [
        fact
        for row in rows
        for fact in (
            (phrase("Rating"), f"{row.rating}"),
            (phrase("Published"), day(row.list_import.effective_on)),
        )
    ]


def _events(
    player: ShownPlayer, career: RatedCareer, contents: Mapping[int, Content], site: Site
) -> list[EventLine]:
    """Returns the lines of all rated events and published ratings, the latest first."""
    rated: list[tuple[date, EventLine]] = [
        (row.held_on, _event(row, player, contents[row.event_id].system, site))
        for row in career.rated
    ]
    published = [(row.list_import.effective_on, _published(row)) for row in career.published]
    dated = sorted([*rated, *published], key=lambda pair: pair[0])
    return [line for _, line in reversed(dated)]


def _event(row: EventRating, player: ShownPlayer, system: str, site: Site) -> EventLine:
    """Returns the line of a rating; `system` rated the event, empty for that of the list."""
    steps = inspection_path(row.rating_list.key, player.number, row.event_id)
    return EventLine(
        row=row_id(row),
        on=day(row.held_on),
        name=row.event.name,
        href=site.href(row.event.path) if row.event.path.startswith("/") else None,
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


def _published(row: ImportedRating) -> EventLine:
    return EventLine(
        row=row_id(row),
        on=day(row.list_import.effective_on),
        name=phrase("published rating"),
        href=None,
        of_list=row.list_import.rating_list.name,
        record="",
        old="",
        new=row.rating,
        change="",
        kind="",
        performance="",
        expected="",
        steps=None,
        estimate=False,
    )


def _highlights(rating_list: RatingList, career: RatedCareer) -> Context:
    """Returns the highlights of a list, each as its name, its figure and its event."""
    found = highlights_of([row for row in career.rated if row.rating_list_id == rating_list.pk])
    figures: list[tuple[str, EventRating | None, Callable[[EventRating], object]]] = [
        (phrase("Highest rating"), found.highest, lambda row: row.new),
        (phrase("Best performance"), found.best_performance, lambda row: row.performance),
        (phrase("Biggest gain"), found.biggest_gain, change),
        (phrase("Biggest loss"), found.biggest_loss, change),
    ]
    return {
        "name": rating_list.name,
        "lines": [
            (what, figure(row), f"#{row_id(row)}", row.event.name, day(row.held_on))
            for what, row, figure in figures
            if row is not None
        ],
    }


def _opponent(player: ShownPlayer, met: Opponent, site: Site) -> Context:
    return {
        "name": met.player.name,
        "href": site.href(player_path(met.player.number)),
        "heads": site.href(heads_path(player.number, met.player.number)),
        "games": met.tally.games,
        "record": tally_words(met.tally),
        "spread": spread_words(met.tally),
    }
