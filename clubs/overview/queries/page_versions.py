"""The clubs that everybody may see, and which state of them a page was made from."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Max, Q, Sum
from django.utils import timezone

from clubs.kernel.queries.clubs import KnownClub, club_named
from clubs.records.queries.stored_book import book_version
from core.models import Stream
from core.web.build import build
from core.web.store import lasting
from people.selectors import REGISTER
from ratings.selectors.page_versions import public_lists, version_of
from tournaments.kernel.queries.rights import CLUB, club_scope
from tournaments.models import Tournament


class ClubVersion(NamedTuple):
    """A club with a public page, and the version of what is shown of it today."""

    club: KnownClub
    version: str


def club_version(slug: str) -> ClubVersion | None:
    """Returns a club that everybody may see with its pages' version, None where there is none.

    It rises with every command on the club or on one of its nights, with the register, the
    rating lists, the book of records and the day: a page says what comes next. Seven queries.
    """
    club = club_named(slug)
    if club is None or not club.home.is_public:
        return None
    seq = Stream.objects.filter(key=club_scope(slug)).values_list("seq", flat=True).first()
    nights = Tournament.objects.filter(night_of=slug).aggregate(
        count=Count("pk"), last=Max("pk"), commands=Sum("version")
    )
    played = f"{nights['count']}.{nights['last']}.{nights['commands']}"
    # Whether members have a profile to lead to depends on the lists.
    today = timezone.localdate()
    version = version_of(public_lists(), CLUB, seq, played, book_version(), today)
    return ClubVersion(club, version)


def clubs_version() -> str:
    """Returns the version of the list of clubs: of all their commands and the day; one query."""
    told = Stream.objects.aggregate(
        clubs=Sum("seq", filter=Q(key__startswith=f"{CLUB}:"), default=0),
        names=Sum("seq", filter=Q(key=REGISTER), default=0),
    )
    return lasting(told["names"], build(), f"k{told['clubs']}.{timezone.localdate()}")
