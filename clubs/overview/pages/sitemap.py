"""Every page worth finding, as sitemaps.org writes it: what everybody may see, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from urllib.parse import quote
from xml.sax.saxutils import escape

from clubs.models import ClubHome
from clubs.overview.pages.frame import club_path
from core.web.site import CLUBS, GAMES, HOME, RATINGS, RECORDS
from games.pages.addresses import game_path
from games.selectors.games import public_games
from people.models import Player
from ratings.pages.frame import list_path, player_path
from ratings.selectors.page_versions import public_lists
from ratings.selectors.profile import with_profile
from tournaments.models import Division
from tournaments.readmodel.addresses import division_path, hub_path

MOST = 50_000
"""The most addresses that a sitemap may have."""

CONTENT_TYPE = "application/xml; charset=utf-8"
TABS = ("standings", "pairings", "results", "wallchart")
_FORM = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(base: str) -> str:
    """Returns the sitemap of a site at `base`, which ends without a slash; six queries."""
    lines = (
        f"<url><loc>{escape(base + quote(path))}</loc></url>\n"
        for path in islice(public_paths(), MOST)
    )
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{_FORM}">\n'
    return f"{head}{''.join(lines)}</urlset>\n"


def public_paths() -> Iterator[str]:
    """Yields the paths of every page worth finding; six queries."""
    yield from (HOME, RATINGS, CLUBS, GAMES, RECORDS)
    rows = Division.objects.filter(tournament__rehearsal=False, tournament__night_of="")
    last = ""
    for division in rows.select_related("tournament").order_by("-tournament__pk", "position"):
        slug = division.tournament.slug
        if slug != last:
            yield hub_path(slug)
        last = slug
        yield from (division_path(division, tab) for tab in TABS)
    yield from (list_path(one.key) for one in public_lists())
    clubs = ClubHome.objects.filter(is_public=True).order_by("pk")
    yield from (club_path(slug) for slug in clubs.values_list("slug", flat=True))
    people = Player.objects.filter(key__in=with_profile(), merged_into=None).order_by("pk")
    yield from (player_path(number) for number in people.values_list("pk", flat=True)[:MOST])
    yield from (game_path(key) for key in public_games().values_list("key", flat=True)[:MOST])
