"""A player's profile: who they are, their ratings, what they played, where, and against whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.charts.spark import spark_line
from core.charts.svg import Svg
from core.names import initials
from core.phrases import phrase, phrase_count
from core.web.frame import Context
from core.web.sharing import PICTURE, has_own_picture, shared_as
from core.web.site import Site
from core.wording import day, signed
from people.player_pages import PlayerPage
from people.portraits.showing import face_of
from people.selectors import ShownPlayer
from ratings.models import EventRating, ImportedRating, RatingList, Standing
from ratings.pages.event_lines import event_lines
from ratings.pages.events import events_told, lists_with, way_to_lines
from ratings.pages.frame import (
    choosing_path,
    events_path,
    heads_path,
    list_path,
    method_of,
    page_frame,
    player_path,
    render,
)
from ratings.pages.graph import graph_of, row_id
from ratings.pages.tiles import tiles_of
from ratings.pages.wording import (
    change,
    kind_of_change,
    score_words,
    spread_words,
    ties_words,
)
from ratings.selectors.heads import Opponent, opponents_of, whole_career
from ratings.selectors.profile import RatedCareer, career_of, contents_of, highlights_of

RIVALS = 15
EVENTS = 30
"""So many lines of events, the latest, are on the page; all are on pages of their own."""
SPARKS = 24
"""How many ratings a sparkline shows at most, the latest."""


def profile_page(
    player: ShownPlayer, lists: Sequence[RatingList], others: Sequence[PlayerPage], site: Site
) -> str:
    """Returns the page of a player, who may have no rating in these lists; it leads to `others`."""
    career = career_of(player.key, lists)
    contents = contents_of(career.rated)
    played = whole_career(player.key, career.rated, contents)
    shown = lists_with(career, lists)
    events = event_lines(player, career, contents, played, site)
    every = site.href(events_path(player.number))
    first = EVENTS if every else len(events)  # a mirror has no other pages of them
    context = {
        **page_frame(site, player.name),
        "player": player,
        "disc": initials(player.name),
        **_face(player, site),
        "others": [(other.words, site.href(other.path), other.told) for other in others],
        "lists": [_list(one, career, site) for one in shown],
        "tiles": tiles_of(played),
        "graph": graph_of(player.name, career, shown, most_told=EVENTS),
        **events_told(events, events[:first], several=len(shown) > 1),
        "all_events": every if first < len(events) else None,
        "highlights": [
            _highlights(one, career, way_to_lines(player, events, first, site))
            for one in shown
            if not one.is_imported
        ],
        "rivals": [_rival(player, one, site) for one in opponents_of(played.games, at_most=RIVALS)],
        "choosing": site.href(choosing_path(player.number)),
    }
    about = phrase("Ratings, games and records of {name}", name=player.name)
    context |= shared_as(
        site,
        player_path(player.number),
        title=player.name,
        about=about,
        picture=f"{player_path(player.number)}{PICTURE}" if has_own_picture(site) else "",
    )
    return render("profile", context)


def _face(player: ShownPlayer, site: Site) -> Context:
    """Returns the picture and the country of a player who agreed to be seen with them."""
    face = face_of(player.key)
    if face is None:
        return {}
    return {
        "portrait": site.href(face.path) if face.path else None,
        "country": face.country_name,
    }


def _list(rating_list: RatingList, career: RatedCareer, site: Site) -> Context:
    """Returns where the player stands in a list, and the way their rating went there."""
    standing = career.standings.get(rating_list.pk)
    rated = [row for row in career.rated if row.rating_list_id == rating_list.pk]
    published = [r for r in career.published if r.list_import.rating_list_id == rating_list.pk]
    values = [row.new for row in rated] or [row.rating for row in published]
    facts = _standing_facts(standing) if standing else _published_facts(published[-1:])
    moved = rated[-1] if rated and rated[-1].old else None
    return {
        "name": rating_list.name,
        "href": site.href(list_path(rating_list.key)),
        "method": method_of(rating_list),
        "rating": standing.rating if standing else values[-1],
        "change": signed(moved.change) if moved else "",
        "kind": kind_of_change(moved) if moved else "",
        "spark": _spark(values[-SPARKS:]),
        "facts": facts,
        "provisional": standing is not None and standing.is_provisional,
        "expired": standing is not None and standing.is_expired,
    }


def _spark(values: Sequence[int]) -> Svg:
    said = phrase(
        "The last {count} ratings, from {first} to {last}",
        count=len(values),
        first=values[0],
        last=values[-1],
    )
    return spark_line(values, name=said)


def _standing_facts(standing: Standing) -> list[str]:
    deviation, games = standing.deviation_now, standing.games
    rated = phrase_count("{count} event", "{count} events", count=standing.events)
    career = () if games is None else (phrase_count("{count} game", "{count} games", count=games),)
    return [
        *([] if deviation is None else [f"±{deviation:.0f}"]),
        *career,
        rated,
        phrase("last played {day}", day=day(standing.played_on)),
    ]


def _published_facts(rows: Sequence[ImportedRating]) -> list[str]:
    return [phrase("published {day}", day=day(row.list_import.effective_on)) for row in rows]


def _highlights(
    rating_list: RatingList, career: RatedCareer, to_line: Callable[[str], str | None]
) -> Context:
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
            (what, figure(row), to_line(row_id(row)), row.event.name, day(row.held_on))
            for what, row, figure in figures
            if row is not None
        ],
    }


def _rival(player: ShownPlayer, met: Opponent, site: Site) -> Context:
    return {
        "name": met.player.name,
        "href": site.href(player_path(met.player.number)),
        "heads": site.href(heads_path(player.number, met.player.number)),
        "games": met.tally.games,
        "score": score_words(met.tally),
        "ties": ties_words(met.tally),
        "spread": spread_words(met.tally),
    }
