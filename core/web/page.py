"""A public page: where it is, what it was made from, and how it is made for a site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from core.web.site import WEB, Site
from core.web.store import Made


@dataclass(frozen=True, slots=True)
class Page:
    """A page: where it is, what it was made from, and how it is made for a site.

    `mark` returns the mark of all that it shows, which may be the same in another version; without
    it, the version alone says whether the page is another one. One that shows what is so at a time
    is right `good_until` then, and another version from then on.
    """

    path: str
    version: str
    make: Callable[[Site], str | bytes]
    mark: Callable[[], str] | None = None
    good_until: datetime | None = None

    def draft(self) -> Made:
        """Returns the page as the web shows it, made now."""
        return Made(self.version, self.make(WEB))
