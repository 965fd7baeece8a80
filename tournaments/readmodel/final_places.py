"""The places of a division that is over, stored like a page, so that no profile reads its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from core.models import StoredPage
from core.web.store import JSON, Made, store, text_of
from tournaments.models import Division
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedDivision

PLACES = "places:"
"""The path of every division's places begins so."""
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


def store_places(read_model: DivisionReadModel) -> FinalPlaces:
    """Returns the places of a division and stores them."""
    found = _places(read_model)
    text = msgspec.json.encode(found).decode()
    store(_path(read_model.division.pk), Made(_version(read_model.division), text, JSON))
    return found


def stored_places(divisions: Iterable[Division]) -> dict[int, FinalPlaces]:
    """Returns the places of divisions by row, of those alone that are stored; one query."""
    wanted = {_path(division.pk): division for division in divisions}
    pages = StoredPage.objects.filter(path__in=list(wanted))
    return {
        wanted[page.path].pk: msgspec.json.decode(text_of(page), type=FinalPlaces)
        for page in pages
        if page.version == _version(wanted[page.path])
    }


def count_stored(divisions: Iterable[Division]) -> int:
    """Returns of how many divisions the places are stored; one query, which reads none of them."""
    return len(stored_at(divisions))


def stored_at(divisions: Iterable[Division]) -> frozenset[int]:
    """Returns the rows of those divisions whose places are stored; one query."""
    wanted = {_path(one.pk): (one.pk, _version(one)) for one in divisions}
    pages = StoredPage.objects.filter(path__in=list(wanted)).values_list("path", "version")
    return frozenset(wanted[path][0] for path, version in pages if wanted[path][1] == version)


def made_places(versioned: VersionedDivision) -> FinalPlaces:
    """Returns the places of a division, read from its sheet, and stores them."""
    return store_places(DivisionReadModel(versioned))


def _path(division: int) -> str:
    return f"{PLACES}{division}"


def _version(division: Division) -> str:
    return f"{_RULES}.{division.version}.{int(division.tournament.closed)}"


def _places(read_model: DivisionReadModel) -> FinalPlaces:
    division, complete = read_model.division, read_model.complete
    is_over = complete >= division.planned_rounds or division.tournament.closed
    if not complete or not is_over:
        return NO_PLACES
    entries = read_model.sheet.entries
    ranks = {
        entries[row.number].key: row.rank
        for row in read_model.table(complete)
        if row.rank is not None
    }
    many = Counter(ranks.values())
    shared = frozenset(key for key, rank in ranks.items() if many[rank] > 1)
    return FinalPlaces(ranks, shared, len(ranks))
