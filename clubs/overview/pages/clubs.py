"""All clubs that everybody may see, and those that somebody looks for."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from clubs.club.queries.meetings import first_of_each, meetings_of
from clubs.club.wording import meeting_day_words, meeting_words
from clubs.kernel.queries.clubs import KnownClub, known_clubs
from clubs.models import ClubHome
from clubs.overview.pages.frame import club_path, clubs_frame, render
from core.names import has_words, plain_words
from core.phrases import phrase
from core.web.sharing import shared_as
from core.web.site import CLUBS, WEB, Site


class ShownClub(NamedTuple):
    """A club in the list."""

    name: str
    href: str | None
    town: str
    meets: list[str]
    coming: str


def clubs_page(site: Site, words: str, at: datetime) -> str:
    """Returns the list of clubs, or of those in whose name, town or venue each word is."""
    every = known_clubs(ClubHome.objects.filter(is_public=True))
    found = [club for club in every if _is_meant(club, plain_words(words))]
    first = first_of_each([club.home for club in found], at)
    coming = {slug: meeting_day_words(one) for slug, one in first.items()}
    context = {
        **clubs_frame(site, phrase("Clubs"), at),
        **shared_as(site, CLUBS, title=phrase("Clubs"), about=phrase("Where clubs meet, and when")),
        "words": words,
        "clubs": [
            ShownClub(
                name=club.name,
                href=site.href(club_path(club.slug)),
                town=club.town,
                meets=[meeting_words(one) for one in meetings_of(club.home)],
                coming=coming.get(club.slug, ""),
            )
            for club in found
        ],
        "can_search": bool(every) and site is WEB,
    }
    return render("public_clubs", context)


def _is_meant(club: KnownClub, wanted: list[str]) -> bool:
    return has_words(f"{club.name} {club.town} {club.home.venue} {club.home.address}", wanted)
