"""The rating lists that count a division: by the rule of the list, or by somebody's choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

from ratings.models import EventChoice, RatingList
from ratings.systems.registry import is_counted
from tournaments.models import Division, Tournament


def rated_key(slug: str, division: str) -> str:
    """Returns the key under which lists keep a division."""
    return f"{slug}/{division}"


def divisions_counted(
    rating_list: RatingList,
    slug: str,
    divisions: Iterable[Division],
    held_on: date | None,
    choices: Mapping[str, bool],
) -> list[Division]:
    """Returns the divisions of an event that count in a list, whether or not it has them yet.

    `choices` are those that somebody made for the list, by the key of the division; `held_on` is
    None for an event that has no day yet, which no list leaves out for that.
    """
    return [
        division
        for division in divisions
        if choices.get(rated_key(slug, division.name), _is_ruled_in(rating_list, division, held_on))
    ]


def choices_about(slug: str) -> Mapping[int, Mapping[str, bool]]:
    """Returns whether each list counts a division by choice: list's row, then key. One query."""
    choices: dict[int, dict[str, bool]] = defaultdict(dict)
    rows = EventChoice.objects.filter(event__startswith=rated_key(slug, ""))
    for rating_list, key, counts in rows.values_list("rating_list", "event", "counts"):
        choices[rating_list][key] = counts
    return choices


def counting_lists(event: Tournament) -> Mapping[str, tuple[str, ...]]:
    """Returns the names of the lists computed here that count each division, open or closed.

    A rehearsal counts in none.
    """
    lists = [] if event.rehearsal else list(RatingList.objects.exclude(system=""))
    if not lists:
        return {}
    divisions, choices = list(event.divisions.all()), choices_about(event.slug)
    found: dict[str, tuple[str, ...]] = {}
    for one in lists:
        counted = divisions_counted(
            one, event.slug, divisions, event.starts_on, choices.get(one.pk, {})
        )
        for division in counted:
            found[division.name] = (*found.get(division.name, ()), one.name)
    return found


def _is_ruled_in(rating_list: RatingList, division: Division, held_on: date | None) -> bool:
    if not is_counted(division.rating_system, rating_list.counts):
        return False
    if rating_list.rulesets and division.ruleset not in rating_list.rulesets:
        return False
    first = rating_list.counts_from
    return first is None or held_on is None or first <= held_on
