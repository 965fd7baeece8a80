"""The places of a division that is over: stored when it is, so that no profile reads its sheet."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from core.models import StoredPage
from core.web.store import JSON, Made, store, stored_below, text_of
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds, standings_after
from tournaments.models import Board, Division, Round
from tournaments.standings.table import places_of

PLACES = "places:"
"""The path of every division's places begins so."""
AT_ONCE = 500
"""How many divisions a question names: databases limit it."""
_RULES = 1
"""To be raised when places come out otherwise than before: they outlast the program's versions."""


class FinalPlaces(NamedTuple):
    """Who came where: the place by entry key, those who share theirs, and how many have one.

    Nobody has a place while rounds are to come.
    """

    places: dict[int, int]
    shared: frozenset[int]
    field: int


NO_PLACES = FinalPlaces({}, frozenset(), 0)


def store_places(division: Division) -> FinalPlaces:
    """Returns the places of a division, read from its sheet, and stores them.

    The sheet is read for this alone: what a process remembers of running divisions stays as it is.
    """
    sheet = load_sheet(division)
    found = _places(sheet)
    text = msgspec.json.encode(found).decode()
    store(_path(division.pk), Made(_version(sheet.division), text, JSON))
    return found


def stored_places(divisions: Iterable[Division]) -> dict[int, FinalPlaces]:
    """Returns the places of divisions by row, of those alone that are stored.

    One query for each `AT_ONCE` divisions.
    """
    wanted = {_path(division.pk): division for division in divisions}
    return {
        wanted[page.path].pk: msgspec.json.decode(text_of(page), type=FinalPlaces)
        for pages in _pages_at(list(wanted))
        for page in pages
        if page.version == _version(wanted[page.path])
    }


def count_stored(divisions: Iterable[Division]) -> int:
    """Returns of how many divisions the places are stored, without reading them."""
    return len(stored_at(divisions))


def stored_at(divisions: Iterable[Division]) -> frozenset[int]:
    """Returns the rows of those divisions whose places are stored.

    One query for each `AT_ONCE` divisions.
    """
    wanted = {_path(one.pk): (one.pk, _version(one)) for one in divisions}
    return frozenset(
        wanted[path][0]
        for pages in _pages_at(list(wanted))
        for path, version in pages.values_list("path", "version")
        if wanted[path][1] == version
    )


def version_of_places() -> str:
    """Returns what changes whenever the places of a division are stored otherwise; one query.

    When they were stored does not tell: a clock may have been set back.
    """
    pages = stored_below(PLACES).order_by("path").values_list("path", "version", "etag")
    return hashlib.sha256(repr(list(pages)).encode()).hexdigest()[:16]


def without_places(slug: str = "") -> list[Division]:
    """Returns the divisions that are over and whose places are not stored as they are now.

    Of one event or, without a name, of all; those that everybody may see. Three queries, of all
    one more for each `AT_ONCE` that are not stored.
    """
    seen = Division.objects.filter(tournament__rehearsal=False, tournament__night_of="")
    of_event = seen.filter(tournament__slug=slug) if slug else seen
    versions = {
        _path(key): (key, _version_of(version, closed=closed))
        for key, version, closed in of_event.values_list("pk", "version", "tournament__closed")
    }
    if not versions:
        return []
    pages = StoredPage.objects.filter(path__in=list(versions)) if slug else stored_below(PLACES)
    stored = set(pages.values_list("path", "version"))
    missing = [key for path, (key, version) in versions.items() if (path, version) not in stored]
    chunks = [missing[start : start + AT_ONCE] for start in range(0, len(missing), AT_ONCE)]
    return [division for chunk in chunks for division in _over(seen.filter(pk__in=chunk))]


def _over(divisions: QuerySet[Division]) -> QuerySet[Division]:
    """Returns those in which all planned rounds are in, or whose event was closed before."""
    published = Round.objects.filter(division=OuterRef("pk"), stage=Round.Stage.PUBLISHED)
    open_boards = Board.objects.filter(
        round__division=OuterRef("pk"), round__stage=Round.Stage.PUBLISHED, result=None
    )
    last = published.filter(number__gte=F("division__planned_rounds"))
    is_over = Q(Exists(last)) & ~Q(Exists(open_boards))
    closed = Q(Exists(published), tournament__closed=True)
    return divisions.filter(is_over | closed).select_related("tournament").order_by("-pk")


def _pages_at(paths: Sequence[str]) -> Iterator[QuerySet[StoredPage]]:
    for start in range(0, len(paths), AT_ONCE):
        yield StoredPage.objects.filter(path__in=paths[start : start + AT_ONCE])


def _path(division: int) -> str:
    return f"{PLACES}{division}"


def _version(division: Division) -> str:
    return _version_of(division.version, closed=division.tournament.closed)


def _version_of(version: int, *, closed: bool) -> str:
    return f"{_RULES}.{version}.{int(closed)}"


def _places(sheet: Sheet) -> FinalPlaces:
    division, complete = sheet.division, complete_rounds(sheet)
    is_over = complete >= division.planned_rounds or division.tournament.closed
    if not complete or not is_over:
        return NO_PLACES
    found = places_of(standings_after(sheet, complete))
    entries = sheet.entries
    ranks = {entries[one].key: place.rank for one, place in found.items() if place.rank is not None}
    shared = frozenset(entries[one].key for one, place in found.items() if place.is_shared)
    return FinalPlaces(ranks, shared, len(ranks))
