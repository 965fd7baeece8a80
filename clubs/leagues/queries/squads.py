"""The ratings by which the boards of a squad are ordered."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ratings.models import RatingList
from ratings.selectors.standings import standings_of


def rating_lists() -> list[tuple[str, str]]:
    """Returns the key and the name of every rating list; one query."""
    return list(RatingList.objects.values_list("key", "name"))


def ratings_in(rating_list: str, today: date) -> Mapping[str, int]:
    """Returns the rating of everybody in a list by key; nothing where there is no such list."""
    found = RatingList.objects.filter(key=rating_list).first() if rating_list else None
    if found is None:
        return {}
    lines = standings_of(found, today)
    return {line.player.key: line.rating for line in lines if line.player is not None}
