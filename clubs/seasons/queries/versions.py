"""The versions of the pages of seasons: what they were made from."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Season
from clubs.seasons.queries.championships import made_from
from clubs.seasons.queries.seasons import season_of
from core.models import Stream
from ratings.selectors.page_versions import public_lists, version_of
from tournaments.kernel.queries.rights import club_scope
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class VersionedSeason:
    """A season, and the version of pages about it."""

    season: Season
    version: str


def versioned_season(club: str, key: str) -> VersionedSeason | None:
    """Returns a season that everybody may see with its version, None where there is none.

    The version changes with everything that is decided in the club, with every night up to the
    last day of the season and every night or event of its championship, with the names in the
    register, with the rating lists, which make the profiles that it leads to, and with the program.
    Six queries.
    """
    season = season_of(club, key)
    if season is None or not season.club.is_public:
        return None
    seq = Stream.objects.filter(key=club_scope(club)).values_list("seq", flat=True).first()
    events = Tournament.objects.filter(made_from(season)).order_by("pk")
    marks = [f"{pk}.{version}" for pk, version in events.values_list("pk", "version")]
    return VersionedSeason(season, version_of(public_lists(), "season", season.pk, seq, *marks))
