"""The links of a page to other pages, and to its style sheets.

A path is the page's own name everywhere: unquoted, starting and ending with a slash; what is chosen
on a page follows a question mark, as it stands in the address. A `Site` turns it into what stands
in an `href`; the site on the web and a mirror on disk differ in nothing else.
"""

from __future__ import annotations

from typing import Protocol
from urllib.parse import quote

from django.conf import settings
from django.templatetags.static import static

HOME = "/"
RATINGS = "/ratings/"
GAMES = "/games/"
RECORDS = "/records/"
CLUBS = "/clubs/"
SEARCH = "/search/"
STYLE_SHEETS = (
    ("css/tokens.css", ""),
    ("css/components.css", ""),
    ("css/print.css", "print"),
)
ICON = "icon.svg"
TOUCH_ICON = "icon-180.png"
MANIFEST = "/site.webmanifest"
FONT = "fonts/wallchart-sans.woff2"
FONT_LICENCE = "fonts/wallchart-sans-OFL.txt"


class Site(Protocol):
    """The links of a page to others, and to its style sheets."""

    def href(self, path: str) -> str | None:
        """Returns the reference to a page, None where that page is not to be had."""
        ...

    def asset(self, name: str) -> str:
        """Returns the reference to a static file."""
        ...


class Web:
    """The site that the web server answers for: it has every page."""

    def href(self, path: str) -> str | None:
        place, mark, query = path.partition("?")
        return f"{quote(place)}{mark}{query}"

    def asset(self, name: str) -> str:
        try:
            return static(name)
        except ValueError:
            # A command at the console of an installation that has not been served yet: the files
            # are not collected and have no hashed names. Their plain names will do.
            return f"{settings.STATIC_URL}{name}"


WEB = Web()


def depth_of(site: Site) -> int:
    """Returns how deep a page is in a folder of files, 0 on the web.

    Pages of one depth have the same references to the same pages.
    """
    depth: int = getattr(site, "depth", 0)
    return depth
