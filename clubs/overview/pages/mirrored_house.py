"""What a mirror has of the house as a whole: where programs find all of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from clubs.overview.pages.sitemap import sitemap
from core.mirror.parts import MirrorPart
from core.web.page import Page
from core.web.sharing import public_address
from tournaments.readmodel.page_versions import home_version

SITEMAP = "/sitemap.xml"


def parts(_: datetime) -> Iterator[MirrorPart]:
    """Yields the sitemap, which tells whole addresses, where one is known."""
    base = public_address()
    if base:
        version = home_version()
        page = Page(SITEMAP, version, lambda _: sitemap(base))
        yield MirrorPart(SITEMAP, version, lambda: [page])
