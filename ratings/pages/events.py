"""The table of a player's events: the latest on the profile, all of them on pages of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.phrases import phrase
from core.web.frame import Context
from core.web.page_strip import page_strip
from core.web.sharing import shared_as
from core.web.site import Site
from core.web.store import NoSuchPage
from people.selectors import ShownPlayer
from ratings.models import RatingList
from ratings.pages.event_lines import EventLine, event_lines
from ratings.pages.frame import events_path, page_frame, player_path, render
from ratings.selectors.heads import whole_career
from ratings.selectors.profile import RatedCareer, career_of, contents_of

PAGE = 100
"""How many lines a page of all events has."""


def events_page(player: ShownPlayer, lists: Sequence[RatingList], page: int, site: Site) -> str:
    """Returns a page of all that a player played, the latest first; NoSuchPage beyond the last."""
    career = career_of(player.key, lists)
    contents = contents_of(career.rated)
    played = whole_career(player.key, career.rated, contents)
    lines = event_lines(player, career, contents, played, site)
    pages = pages_for(lines)
    if not 1 <= page <= pages:
        raise NoSuchPage
    title = phrase("Events of {name}", name=player.name)
    shown = lines[PAGE * (page - 1) : PAGE * page]
    context = {
        **page_frame(site, title),
        "player": player,
        "player_href": site.href(player_path(player.number)),
        "heading": phrase("Events"),
        **events_told(lines, shown, several=len(lists_with(career, lists)) > 1),
        "pages": page_strip(
            page, pages, lambda number: site.href(events_path(player.number, number))
        ),
    }
    about = phrase("Everything that {name} played, rated or not", name=player.name)
    context |= shared_as(site, events_path(player.number, page), title=title, about=about)
    return render("events", context)


def pages_for(lines: Sequence[EventLine]) -> int:
    """Returns how many pages these lines take, at least 1."""
    return max(1, -(-len(lines) // PAGE))


def events_told(
    every: Sequence[EventLine], shown: Sequence[EventLine], *, several: bool
) -> Context:
    """Returns what the table of events reads: those `shown`, and the columns that there are.

    `several` says that more than one list has rated them.
    """
    return {
        "events": shown,
        "several": several,
        "has_places": any(line.place for line in shown),
        "has_ratings": any(line.new for line in every),
    }


def lists_with(career: RatedCareer, lists: Sequence[RatingList]) -> list[RatingList]:
    """Returns the lists that have rated a player, or published a rating of theirs."""
    published = {row.list_import.rating_list_id for row in career.published}
    known = {row.rating_list_id for row in career.rated} | published
    return [one for one in lists if one.pk in known]


def way_to_lines(
    player: ShownPlayer, lines: Sequence[EventLine], here: int, site: Site
) -> Callable[[str], str | None]:
    """Returns what leads to a line by its name: on the profile, which has the first `here` lines,

    or on the page of all events that has it.
    """
    at = {line.row: number for number, line in enumerate(lines)}

    def way(row: str) -> str | None:
        if at[row] < here:
            return f"#{row}"
        page = site.href(events_path(player.number, at[row] // PAGE + 1))
        return f"{page}#{row}" if page else None

    return way
