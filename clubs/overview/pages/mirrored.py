"""Every public page of the clubs, their nights, seasons and leagues, and of the book."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache, partial

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from clubs.kernel.queries.night_games import nights_of
from clubs.leagues.pages.public import (
    league_page,
    league_path,
    match_page,
    match_path,
    trophy_page,
    trophy_path,
    year_page,
    year_path,
)
from clubs.leagues.queries.leagues import leagues_of, matches_of
from clubs.leagues.queries.tables import computed_league
from clubs.leagues.queries.trophies import computed_trophy, trophies_of
from clubs.leagues.queries.versions import (
    VersionedLeague,
    VersionedMatch,
    VersionedTrophy,
    VersionedYear,
    versioned_league,
    versioned_trophy,
    versioned_year,
)
from clubs.leagues.queries.years import computed_year, years_of
from clubs.models import BookPart, BookPlayer, Championship, ClubHome, PointsYear, Trophy
from clubs.nights.pages.report import report_page, report_path
from clubs.nights.queries.report_version import public_night
from clubs.overview.pages.calendar import club_calendar
from clubs.overview.pages.club import club_page
from clubs.overview.pages.clubs import clubs_page
from clubs.overview.pages.frame import calendar_path, club_path, club_records_path
from clubs.overview.queries.page_versions import club_version, clubs_version
from clubs.records.book.scopes import EVERYTHING, TOURNAMENTS, BookScope, ScopeKind, club_scope
from clubs.records.pages.addresses import (
    NEWS,
    event_records_path,
    player_records_path,
    records_path,
    records_table_path,
)
from clubs.records.pages.book import Shelf, first_shelf, known_families, records_csv, records_page
from clubs.records.pages.event import event_records_page
from clubs.records.pages.news import news_page
from clubs.records.pages.player import player_records_page
from clubs.records.queries.lists import event_places
from clubs.records.queries.stored_book import book_version, pages_version
from clubs.seasons.pages.season import poster_page, season_csv, season_page, season_path
from clubs.seasons.queries.computed import computed
from clubs.seasons.queries.seasons import seasons_of
from clubs.seasons.queries.versions import VersionedSeason, versioned_season
from core.mirror.parts import MirrorPart
from core.models import Stream
from core.web.page import Page
from core.web.sharing import public_address
from core.web.site import CLUBS, RECORDS
from people.selectors import ShownPlayer, shown_players
from ratings.selectors.page_versions import public_lists, version_of
from ratings.selectors.profile import with_profile
from tournaments.kernel.queries.rights import CLUB
from tournaments.models import Round, Tournament
from tournaments.public.queries.shelves import everybodys_events


def parts(at: datetime) -> Iterator[MirrorPart]:
    """Yields the clubs that everybody may see, one by one, and the book of records."""
    today, others = timezone.localdate(at), _version_of_clubs()
    listed = clubs_version()
    yield MirrorPart(
        CLUBS, listed, lambda: [Page(CLUBS, listed, lambda site: clubs_page(site, "", at))]
    )
    for slug in ClubHome.objects.filter(is_public=True).values_list("slug", flat=True):
        yield MirrorPart(club_path(slug), f"{others}.{today}", partial(_pages_of_club, slug, at))
    version = pages_version()
    events = list(_events_in_the_book())
    state = " ".join(f"{event.pk}.{event.version}" for event in events)
    mark = hashlib.sha256(state.encode()).hexdigest()[:16]
    yield MirrorPart(RECORDS, f"{version}.{mark}", partial(_of_book, version, events))


def _version_of_clubs() -> str:
    """Returns a version that changes with whatever a page of any club was made from.

    Events that count for no club are none of it, but for what the book of records learns of them.
    """
    years = PointsYear.objects.values_list("events", flat=True)
    named = {slug for events in years for slug, _ in events}
    counted = Q(slug__in=named) | ~Q(night_of="")
    if Trophy.objects.exists() or Championship.objects.exists():
        counted = Q()  # Any event may be one of a trophy's, or of a championship's.
    events = Tournament.objects.filter(counted).aggregate(
        many=Count("pk"), last=Max("pk"), commands=Sum("version")
    )
    clubs = Stream.objects.filter(key__startswith=f"{CLUB}:").aggregate(Count("pk"), Sum("seq"))
    return version_of(public_lists(), book_version(), *events.values(), *clubs.values())


def _pages_of_club(slug: str, at: datetime) -> Iterator[Page]:
    yield from _of_club(slug, at)
    for night in nights_of(slug).filter(starts_on__isnull=False):
        yield from _of_night(slug, str(night.starts_on), at)
    for season in seasons_of(slug):
        versioned = versioned_season(slug, season.key)
        if versioned is not None:
            yield from _of_season(slug, versioned)
    yield from _of_leagues(slug)
    yield from _of_honours(slug)


def _of_club(slug: str, at: datetime) -> Iterator[Page]:
    found = club_version(slug)
    if found is None:
        return
    known, version = found
    yield Page(club_path(slug), version, lambda site: club_page(known, site, at))
    base = public_address()
    if base:  # A calendar tells whole addresses or none.
        url = f"{base}{club_path(slug)}"
        yield Page(calendar_path(slug), version, lambda _: club_calendar(known, url, at))


def _of_night(slug: str, day: str, at: datetime) -> Iterator[Page]:
    found = public_night(slug, day)
    if found is not None and found[1].starts_on is not None:
        club, night, version = found
        path = report_path(slug, found[1].starts_on)
        yield Page(path, version, lambda site: report_page(club, night, site, at))


def _of_season(slug: str, versioned: VersionedSeason) -> Iterator[Page]:
    found, season, version = club_version(slug), versioned.season, versioned.version
    if found is None:
        return
    club, path = found.club, season_path(slug, season.key)
    yield Page(path, version, lambda site: season_page(club, computed(season), site))
    yield Page(f"{path}poster/", version, lambda site: poster_page(club, computed(season), site))
    yield Page(f"{path}table.csv", version, lambda _: season_csv(computed(season)).decode())


def _of_leagues(slug: str) -> Iterator[Page]:
    for league in leagues_of(slug):
        found = versioned_league(slug, league.key)
        if found is not None:
            yield _league_page(found)
            for match in matches_of(found.row):
                yield _match_page(VersionedMatch(found.club, match, found.version))


def _of_honours(slug: str) -> Iterator[Page]:
    for year in years_of(slug):
        counted = versioned_year(slug, year.key)
        if counted is not None:
            yield _year_page(counted)
    for trophy in trophies_of(slug):
        played_for = versioned_trophy(slug, trophy.key)
        if played_for is not None:
            yield _trophy_page(played_for)


def _league_page(now: VersionedLeague) -> Page:
    path = league_path(now.club.slug, now.row.key)
    return Page(
        path, now.version, lambda site: league_page(now.club, computed_league(now.row), site)
    )


def _match_page(now: VersionedMatch) -> Page:
    path = match_path(now.club.slug, now.match.league.key, now.match.number)
    return Page(path, now.version, lambda site: match_page(now.club, now.match, site))


def _year_page(now: VersionedYear) -> Page:
    path = year_path(now.club.slug, now.row.key)
    return Page(path, now.version, lambda site: year_page(now.club, computed_year(now.row), site))


def _trophy_page(now: VersionedTrophy) -> Page:
    path = trophy_path(now.club.slug, now.row.key)
    return Page(
        path, now.version, lambda site: trophy_page(now.club, computed_trophy(now.row), site)
    )


def _events_in_the_book() -> QuerySet[Tournament]:
    """Returns the events with a page of records: those in play, too, which lead to it."""
    told = BookPart.objects.order_by("event").values_list("event", flat=True).distinct()
    begun = Round.objects.filter(stage=Round.Stage.PUBLISHED).order_by()
    has_page = Q(slug__in=told) | Q(pk__in=begun.values("division__tournament"))
    return everybodys_events().filter(has_page).order_by("slug")


def _of_book(version: str, events: Iterable[Tournament]) -> Iterator[Page]:
    yield _shelf_page(RECORDS, version, first_shelf())
    yield Page(NEWS, version, news_page)
    for scope in _scopes():
        if scope.kind is ScopeKind.CLUB:
            yield _shelf_page(club_records_path(scope.key), version, first_shelf(scope))
        for family in sorted({*known_families(scope), first_shelf(scope).family}):
            for is_clean in (False, True):
                path = records_path(scope, family, is_clean=is_clean)
                shelf = Shelf(scope, family, is_clean)
                yield _shelf_page(path, version, shelf)
                table = records_table_path(scope, family, is_clean=is_clean)
                yield Page(table, version, partial(records_csv, shelf))
    for event in events:
        yield from _of_event(version, event)
    profiles = set(with_profile())
    people = shown_players(BookPlayer.objects.values_list("player", flat=True).distinct())
    for player in sorted(people.values(), key=lambda one: one.number):
        yield _player_page(version, player, has_profile=player.key in profiles)


def _scopes() -> list[BookScope]:
    """Returns everything, the tournaments, and each club that is public."""
    public = ClubHome.objects.filter(is_public=True).values_list("slug", flat=True)
    return [EVERYTHING, TOURNAMENTS, *map(club_scope, sorted(public))]


def _of_event(version: str, event: Tournament) -> Iterator[Page]:
    made_from = f"{version}.{event.version}"
    path, clean = event_records_path(event.slug), event_records_path(event.slug, is_clean=True)
    # Both are of the same games, which are gone through once, and only where one is asked for.
    places = cache(lambda: event_places(event, is_followed=True))
    for where, is_clean in ((path, False), (clean, True)):
        yield Page(
            where,
            made_from,
            lambda site, is_clean=is_clean: event_records_page(  # type: ignore[misc] # a lambda's default has no type
                event, site, is_clean=is_clean, every=places()
            ),
        )


def _shelf_page(path: str, version: str, shelf: Shelf) -> Page:
    return Page(path, version, lambda site: records_page(shelf, site))


def _player_page(version: str, player: ShownPlayer, *, has_profile: bool) -> Page:
    return Page(
        player_records_path(player.number),
        f"{version}.{has_profile}",
        lambda site: player_records_page(player, site, has_profile=has_profile),
    )
