"""The frame of every public page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from core.web.languages import language_links, words_path
from core.web.site import (
    CLUBS,
    FONT,
    GAMES,
    HOME,
    ICON,
    MANIFEST,
    RATINGS,
    RECORDS,
    SEARCH,
    STYLE_SHEETS,
    TOUCH_ICON,
    WEB,
    Site,
)
from core.wording import moment

Context = dict[str, Any]


def site_frame(site: Site, *, at: Any) -> Context:
    """Returns the context that every page has: styles, the ways home and on, the moment.

    All pages of a mirror are of the one moment at which it is made, whatever they are asked with:
    a page that is otherwise the same is not written again.
    """
    at = getattr(site, "made_at", None) or at
    return {
        "styles": [(site.asset(name), media) for name, media in STYLE_SHEETS],
        "icon": site.asset(ICON),
        "touch_icon": site.asset(TOUCH_ICON) if site is WEB else "",
        "manifest": site.href(MANIFEST),
        # What opens from a disk may not ask for a font ahead of its style sheet.
        "font": site.asset(FONT) if site is WEB else "",
        "is_web": site is WEB,
        "in_files": site is not WEB,
        "script_words": None if site is WEB else site.href(words_path()),
        "home": site.href(HOME),
        "ratings": site.href(RATINGS),
        "recorded_games": site.href(GAMES),
        "book_of_records": site.href(RECORDS),
        "clubs_home": site.href(CLUBS),
        "search": site.href(SEARCH),
        "as_at": moment(at),
        "as_at_iso": timezone.localtime(at).isoformat(timespec="seconds"),
    }


def readers_frame(site: Site, *, at: Any, sheets: Sequence[str] = ()) -> Context:
    """Returns the same for a page that is in the language of its reader, with the switch, which on
    a mirror leads to the languages that it has; and with the style `sheets` that it has besides.
    """
    links = language_links() if site is WEB else getattr(site, "languages", [])
    frame = site_frame(site, at=at)
    styles = [*frame["styles"], *((site.asset(name), "") for name in sheets)]
    return {**frame, "styles": styles, "languages": links}
