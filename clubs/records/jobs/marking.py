"""The marks by which the pages of events learn that other games of theirs hold records."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping

from clubs.records.book.scopes import ScopeKind
from clubs.records.queries.medals import rows_with_medals
from clubs.records.queries.stored_book import hidden_clubs
from tournaments.models import Division, DivisionMedals

_Where = tuple[str, str]
"""An event and the name of a division."""


def mark_divisions(events: Collection[str] | None = None) -> int:
    """Marks the divisions of these events, or of all, by the records that their games hold now.

    Returns how many marks differed. A division without any has no mark.
    """
    wanted = _marks(events)
    stored = DivisionMedals.objects.select_related("division__tournament")
    if events is not None:
        stored = stored.filter(division__tournament__slug__in=events)
    known = {(row.division.tournament.slug, row.division.name): row for row in stored}
    changed = 0
    for where in known.keys() | wanted.keys():
        row, mark = known.get(where), wanted.get(where, "")
        if row is None:
            changed += _mark_new(where, mark)
        elif not mark:
            row.delete()
            changed += 1
        elif row.mark != mark:
            row.mark = mark
            row.save(update_fields=["mark"])
            changed += 1
    return changed


def _mark_new(where: _Where, mark: str) -> bool:
    """Marks a division that has no mark yet; one that is gone meanwhile needs none."""
    event, name = where
    division = Division.objects.filter(tournament__slug=event, name=name).first()
    if division is not None:
        DivisionMedals.objects.create(division=division, mark=mark)
    return division is not None


def _marks(events: Collection[str] | None) -> Mapping[_Where, str]:
    told: dict[_Where, list[str]] = defaultdict(list)
    hidden = hidden_clubs()
    for played, row in rows_with_medals(events):
        if row.scope == ScopeKind.CLUB.value and row.scope_key in hidden:
            continue
        words = (row.scope, row.scope_key, row.family, row.category, row.is_clean, row.medal)
        told[played.event, played.division].append(repr((*words, row.holding)))
    return {
        where: hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]
        for where, lines in told.items()
    }
