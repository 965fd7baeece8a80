"""The frame of every page of ratings: which list it is, how far, and its sister pages."""

from __future__ import annotations

from django.template.loader import get_template
from django.utils import timezone

from core.web.frame import Context, site_frame
from core.web.site import Site
from core.wording import moment
from ratings.models import RatingList
from ratings.pages.addresses import list_path, moves_path
from ratings.selectors.page_versions import public_lists
from ratings.systems.registry import SYSTEMS, is_estimate
from ratings.wording import proof_of, system_name

STYLES = "css/public.css"


def render(template: str, context: Context) -> str:
    """Returns a page; nothing of the reader's request gets into what is stored for all."""
    return get_template(f"ratings/{template}.html").render(context)


def page_frame(site: Site, title: str) -> Context:
    """Returns the context that every page of ratings has."""
    frame = site_frame(site, at=timezone.now())
    frame["styles"] = [*frame["styles"], (site.asset(STYLES), "")]
    return {**frame, "title": title, "footer": f"{title} · as at {frame['as_at']}"}


def list_frame(rating_list: RatingList, site: Site, *, title: str, section: str) -> Context:
    """Returns the context of a page of a list; `section` is the tab that is open."""
    key = rating_list.key
    sections = [("Standings", site.href(list_path(key)), section == "Standings")]
    if not rating_list.is_imported:
        moves = site.href(moves_path(key, "event"))
        sections.append(("Biggest moves", moves, section == "Biggest moves"))
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
    """Returns how a list comes about: its system's name, and whether that is an estimate."""
    if rating_list.is_imported:
        return {"system": "published elsewhere", "estimate": False, "proof": ""}
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
