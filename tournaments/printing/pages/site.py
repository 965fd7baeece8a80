"""Paper as a site: nothing on it can be followed."""

from __future__ import annotations

from core.web.site import WEB


class Paper:
    """The site of printed documents: it has no pages, and the style sheets of the web."""

    def href(self, path: str) -> str | None:
        return None

    def asset(self, name: str) -> str:
        return WEB.asset(name)


PAPER = Paper()
