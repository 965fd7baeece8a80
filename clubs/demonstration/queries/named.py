"""Who is named in what clubs and lists keep: rows that have keys of players among their words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from clubs.models import (
    Championship,
    KeptLedgerRow,
    LeagueMatch,
    LeagueTeam,
    SeasonAward,
    Trophy,
    TrophyMeetingRow,
)
from ratings.models import NameMatch

_OF_CLUBS = (
    (KeptLedgerRow, "club__slug", ("member",)),
    (SeasonAward, "season__club__slug", ("players",)),
    (Championship, "season__club__slug", ("players", "reserves", "declined")),
    (Trophy, "club__slug", ("one", "other", "holder")),
    (TrophyMeetingRow, "trophy__club__slug", ("one", "other")),
    (LeagueTeam, "league__club__slug", ("squad",)),
    (LeagueMatch, "league__club__slug", ("home_line_up", "away_line_up")),
)
"""Rows, how each leads to its club, and where keys of players are in it."""


def named_by_others(
    keys: Collection[str], *, clubs: Collection[str], lists: Collection[str]
) -> set[str]:
    """Returns those of these keys that rows of other clubs and lists than these name.

    One query for each kind of row, however many there are.
    """
    named: set[str] = set()
    for model, scope, fields in _OF_CLUBS:
        rows = model._default_manager.exclude(**{f"{scope}__in": clubs})
        for values in rows.order_by().values_list(*fields).distinct():
            named.update(_words(values))
    matches = NameMatch.objects.filter(player__in=keys).exclude(rating_list__key__in=lists)
    named.update(matches.values_list("player", flat=True))
    return named & set(keys)


def _words(value: Any) -> Iterator[str]:
    """Yields the texts in a value of JSON, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)
