"""The highest figures of games by their results, as the room of recorded games shows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from clubs.models import BookPlace
from clubs.records.book.categories import RecordCategory
from clubs.records.book.scopes import EVERYTHING
from clubs.records.queries.evidence import evidence_for
from clubs.records.queries.game_facts import NO_FAMILY
from clubs.records.queries.holders import NamedHolder, holders_named
from clubs.records.queries.stored_book import holding_from_text
from games.medals import EnteredFeat


def entered_feats_in_book(
    categories: Collection[str], family: str | None
) -> Mapping[str, list[EnteredFeat]]:
    """Returns the stored first places of categories of everything, the highest first.

    Of one family of lexica, or with None of each. One query where there is nothing, else seven.
    """
    rows = BookPlace.objects.filter(
        scope=EVERYTHING.kind.value, category__in=categories, is_clean=False
    )
    if family is not None:
        rows = rows.filter(family=family)
    held = [(row, holding_from_text(row.holding)) for row in rows]
    if not held:
        return {}
    holdings = [holding for _, holding in held]
    evidence = evidence_for(holdings)
    named = holders_named({key for one in holdings for key in (*one.holders, *one.opponents)})
    found: dict[str, list[EnteredFeat]] = defaultdict(list)
    for row, holding in held:
        feat = EnteredFeat(
            value=int(holding.value_in(RecordCategory(row.category))),
            holders=_people(holding.holders, named),
            others=_people(holding.opponents, named),
            event=evidence.event_of(holding)[0],
            path=evidence.board_of(holding),
            day=holding.day,
            family=row.family if row.family != NO_FAMILY else "",
            recorded=evidence.games.get(holding.source, ""),
        )
        if feat.path:
            found[row.category].append(feat)
    return {
        category: sorted(feats, key=lambda one: (-one.value, one.day))
        for category, feats in found.items()
    }


def _people(keys: Iterable[str], named: Mapping[str, NamedHolder]) -> tuple[str, ...]:
    return tuple(named[key].name for key in keys if key in named)
