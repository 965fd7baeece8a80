"""The addresses of the public pages of clubs, and their frame."""

from __future__ import annotations

from datetime import datetime

from django.template.loader import get_template

from core.phrases import phrase
from core.web.frame import Context, readers_frame
from core.web.site import CLUBS, RECORDS, Site
from core.wording import moment

STYLES = "css/public.css"


def club_path(slug: str) -> str:
    """Returns the path of a club's own page."""
    return f"{CLUBS}{slug}/"


def club_records_path(slug: str) -> str:
    """Returns the path of the records of a club."""
    return f"{RECORDS}club/{slug}/"


def calendar_path(slug: str) -> str:
    """Returns the path of a club's calendar."""
    return f"{club_path(slug)}calendar.ics"


def render(template: str, context: Context) -> str:
    """Returns a page; nothing of the reader's request gets into what is stored for all."""
    return get_template(f"clubs/overview/{template}.html").render(context)


def clubs_frame(site: Site, title: str, at: datetime) -> Context:
    """Returns the context that every public page of clubs has."""
    frame = readers_frame(site, at=at)
    return {
        **frame,
        "styles": [*frame["styles"], (site.asset(STYLES), "")],
        "title": title,
        "footer": phrase("{title} · as at {as_at}", title=title, as_at=moment(at)),
    }
