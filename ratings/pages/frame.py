"""The addresses of the pages of ratings, and the frame of each of them.

A path is the page's own name, as `Site` takes it.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.template.loader import get_template
from django.utils import timezone

from core.phrases import phrase
from core.web.frame import Context, readers_frame
from core.web.site import RATINGS, Site
from core.wording import moment
from ratings.models import RatingList
from ratings.selectors.moves import LAST_EVENT
from ratings.selectors.page_versions import public_lists
from ratings.selectors.standings import StandingsSearch
from ratings.systems.registry import SYSTEMS, is_estimate
from ratings.wording import proof_of, system_name

STANDINGS, MOVES = "standings", "moves"
"""The sections of the pages of a list."""

STYLES = "css/public.css"
_PLAIN = StandingsSearch()


def render(template: str, context: Context) -> str:
    """Returns a page; nothing of the reader's request gets into what is stored for all."""
    return get_template(f"ratings/{template}.html").render(context)


def page_frame(site: Site, title: str) -> Context:
    """Returns the context that every page of ratings has."""
    frame = readers_frame(site, at=timezone.now())
    frame["styles"] = [*frame["styles"], (site.asset(STYLES), "")]
    return {
        **frame,
        "title": title,
        "footer": phrase("{title} · as at {as_at}", title=title, as_at=frame["as_at"]),
    }


def list_frame(rating_list: RatingList, site: Site, *, title: str, section: str) -> Context:
    """Returns the context of a page of a list; `section` is the tab that is open."""
    key = rating_list.key
    sections = [(phrase("Standings"), site.href(list_path(key)), section == STANDINGS)]
    if not rating_list.is_imported:
        moves = site.href(moves_path(key, "event"))
        sections.append((phrase("Biggest moves"), moves, section == MOVES))
    lists = public_lists()
    siblings = [
        (one.name, site.href(list_path(one.key)), one.pk == rating_list.pk) for one in lists
    ]
    return {
        **page_frame(site, title),
        "name": rating_list.name,
        "sections": sections if len(sections) > 1 else [],
        "siblings": siblings if len(siblings) > 1 else [],
        "method": method_of(rating_list),
        "rated_at": rated_at(rating_list),
    }


def method_of(rating_list: RatingList) -> Context:
    """Returns the method of a list: its system's name, and whether its ratings are estimates."""
    if rating_list.is_imported:
        return {"system": phrase("published elsewhere"), "estimate": False, "proof": ""}
    return {
        "system": system_name(rating_list.system),
        "estimate": is_unproved(rating_list.system),
        "proof": proof_of(rating_list.system),
    }


def is_unproved(key: str) -> bool:
    """Returns whether ratings by this system are estimates, as those of an unknown one are."""
    system = SYSTEMS.get(key)
    return system is None or is_estimate(system)


def rated_at(rating_list: RatingList) -> str:
    """Returns when a list was last computed, empty where it never was."""
    state = getattr(rating_list, "state", None)
    return moment(state.rated_at) if state and state.rated_at else ""


def list_path(key: str) -> str:
    """Returns the path of a rating list."""
    return f"{RATINGS}{key}/"


def moves_path(key: str, period: str) -> str:
    """Returns the path of a list's biggest moves in a period."""
    below = "" if period == LAST_EVENT else f"{period}/"
    return f"{RATINGS}{key}/moves/{below}"


def player_path(number: int) -> str:
    """Returns the path of a player's profile."""
    return f"/players/{number}/"


def events_path(number: int, page: int = 1) -> str:
    """Returns the path of a page of all that a player played."""
    below = "" if page == 1 else f"{page}/"
    return f"/players/{number}/events/{below}"


def choosing_path(number: int) -> str:
    """Returns the path where a second player is chosen, to compare with this one."""
    return f"/players/{number}/vs/"


def heads_path(one: int, two: int) -> str:
    """Returns the path of two players' games with each other, from the side of the first."""
    return f"/players/{one}/vs/{two}/"


def inspection_path(key: str, player: int, event: int) -> str:
    """Returns the path of the steps by which a list rated a player in an event."""
    return f"{RATINGS}{key}/{player}/{event}/"


def query(choice: StandingsSearch, page: int = 1) -> str:
    """Returns the query of the address of a list for this choice, "?" for what it shows first.

    One choice has one address: what is as it would be anyhow is left out.
    """
    parts = {
        "q": choice.words,
        "show": "" if choice.show == _PLAIN.show else choice.show,
        "club": choice.club,
        "sort": sort_word(choice),
        "page": "" if page == 1 else str(page),
    }
    return f"?{urlencode({name: value for name, value in parts.items() if value})}"


def sort_word(choice: StandingsSearch) -> str:
    """Returns the column that sorts a list, "-" before it for the highest first; empty as usual."""
    word = f"{'' if choice.rising else '-'}{choice.sort}"
    return "" if word == f"-{_PLAIN.sort}" else word
