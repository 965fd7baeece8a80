"""Which state of a night its report was made from."""

from __future__ import annotations

from datetime import date

from django.db.models import Count, Max, Q, Sum

from clubs.kernel.queries.clubs import KnownClub, club_named
from clubs.kernel.queries.night_games import nights_of
from clubs.models import BookNews
from core.models import Stream
from ratings.selectors.page_versions import public_lists, version_of
from tournaments.kernel.queries.rights import club_scope
from tournaments.models import Tournament


def public_night(slug: str, day: str) -> tuple[KnownClub, Tournament, str] | None:
    """Returns a club that everybody may see, its night on a day, and the version of its report.

    None where there is no such night. The version rises with every command on the club, on the
    night or one before it, with the register, and with what the book of records learns of it.
    """
    club = club_named(slug)
    if club is None or not club.home.is_public:
        return None
    try:
        held_on = date.fromisoformat(day)
    except ValueError:
        return None
    night = nights_of(slug).filter(starts_on=held_on).first()
    if night is None:
        return None
    seq = Stream.objects.filter(key=club_scope(slug)).values_list("seq", flat=True).first()
    news = BookNews.objects.filter(event=night.slug).aggregate(
        count=Count("pk"), last=Max("pk"), stands=Count("pk", filter=Q(stands=True))
    )
    told = f"{news['count']}.{news['last']}.{news['stands']}"
    before = nights_of(slug).filter(starts_on__lte=held_on).aggregate(Sum("version"), Count("pk"))
    return club, night, version_of(public_lists(), night.slug, seq, told, *before.values())
