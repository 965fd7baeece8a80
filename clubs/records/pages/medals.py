"""The medals of games in words, for the pages of the rooms below."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clubs.models import BookPlace
from clubs.records.book.categories import RULES, RecordCategory
from clubs.records.book.places import RecordHolding
from clubs.records.book.scopes import ScopeKind, Section
from clubs.records.pages.addresses import records_path
from clubs.records.pages.book import family_name, scope_name
from clubs.records.pages.cards import Feat, Link
from clubs.records.queries.holders import holders_named
from clubs.records.queries.lists import PlayedAt
from clubs.records.queries.medals import rows_with_medals
from clubs.records.queries.stored_book import hidden_clubs, holding_from_text, section_of, slot_of
from clubs.records.wording.categories import category_name, value_words
from core.phrases import phrase
from core.web.site import Site
from games.medals import Medal, Place

_WIDEST_FIRST = (ScopeKind.ALL, ScopeKind.TOURNAMENTS, ScopeKind.CLUB, ScopeKind.EVENT)
_ORDER = {category: place for place, category in enumerate(RULES)}


class MedalRow(NamedTuple):
    """A stored place that is worth a medal, read."""

    section: Section
    category: RecordCategory
    is_clean: bool
    medal: int
    holding: RecordHolding


def medals_of_source(source: str) -> list[Medal]:
    """Returns the medals of the game with this key in the book, in words."""
    return _in_words([_read(row) for _, row in rows_with_medals(source=source)])


def medals_by_board(event: str, division: str) -> Mapping[Place, list[Medal]]:
    """Returns the medals of a division's games in words, by round and slot."""
    found: dict[PlayedAt, list[MedalRow]] = defaultdict(list)
    for played, row in rows_with_medals([event]):
        if played.division == division:
            found[played].append(_read(row))
    names = _Names()
    names.people({key for rows in found.values() for row in rows for key in row.holding.holders})
    return {(at.round, at.slot): _in_words(rows, names) for at, rows in found.items()}


def records_elsewhere(event: str, site: Site) -> Mapping[Feat, list[Link]]:
    """Returns the lists in which feats of an event's games are the record, as words and links."""
    found: dict[Feat, list[MedalRow]] = defaultdict(list)
    names = _Names()
    for _, row in rows_with_medals([event]):
        read = _read(row)
        if read.medal == 1 and names.shows(read):
            found[read.category, read.holding.source, read.holding.holders].append(read)
    return {
        feat: [(words, site.href(path)) for words, path in _lists(rows, names)]
        for feat, rows in found.items()
    }


class _Names:
    """The names of scopes and people, each looked up once."""

    def __init__(self) -> None:
        self._scopes: dict[object, str] = {}
        self._people: dict[str, str] = {}
        self._hidden: frozenset[str] | None = None

    def shows(self, row: MedalRow) -> bool:
        """Returns whether everybody may see the list of a row: not that of a hidden club."""
        scope = row.section.scope
        if scope.kind is not ScopeKind.CLUB:
            return True
        if self._hidden is None:
            self._hidden = hidden_clubs()
        return scope.key not in self._hidden

    def where(self, row: MedalRow) -> str:
        """Returns the list of a row in words."""
        scope = row.section.scope
        if scope not in self._scopes:
            self._scopes[scope] = scope_name(scope)
        pieces = [self._scopes[scope], family_name(row.section.family)]
        if row.is_clean:
            pieces.append(phrase("without phoneys"))
        return ", ".join(pieces)

    def people(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Returns the public names behind keys."""
        wanted = list(keys)
        new = {key for key in wanted if key not in self._people}
        if new:
            self._people.update((key, one.name) for key, one in holders_named(new).items())
        return tuple(self._people[key] for key in wanted if key in self._people)


def _in_words(rows: list[MedalRow], names: _Names | None = None) -> list[Medal]:
    """Returns medals in the order of the book, those of one feat on one place together."""
    known = names or _Names()
    rows = [row for row in rows if known.shows(row)]
    together: dict[tuple[object, ...], list[MedalRow]] = defaultdict(list)
    for row in rows:
        holding = row.holding
        key = (row.medal, _ORDER[row.category], holding.worth, holding.holders)
        together[key].append(row)
    known.people({key for row in rows for key in row.holding.holders})
    return [
        Medal(
            place=row.medal,
            name=category_name(row.category),
            value=value_words(row.category, row.holding.value_in(row.category)),
            holders=known.people(row.holding.holders),
            lists=_lists(alike, known),
        )
        for _, alike in sorted(together.items(), key=lambda pair: pair[0])
        for row in alike[:1]
    ]


def _lists(rows: Iterable[MedalRow], names: _Names) -> tuple[tuple[str, str], ...]:
    """Returns the lists of medals in words with their paths, the widest first."""
    ordered = sorted(rows, key=lambda row: (_rank(row.section), row.section, row.is_clean))
    return tuple(
        (
            names.where(row),
            records_path(row.section.scope, row.section.family, is_clean=row.is_clean),
        )
        for row in ordered
    )


def _read(row: BookPlace) -> MedalRow:
    slot = slot_of(row)
    holding = holding_from_text(row.holding)
    return MedalRow(section_of(row), slot.category, slot.is_clean, row.medal, holding)


def _rank(section: Section) -> int:
    return _WIDEST_FIRST.index(section.scope.kind)
