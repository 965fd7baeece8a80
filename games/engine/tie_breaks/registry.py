"""The tie-breaks that a rule set may ask for. A new one is one class and one line here."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.engine.tie_breaks.tie_break import TieBreak, Value
from games.engine.tie_breaks.total_score import TotalScore

TIE_BREAKS: dict[str, TieBreak] = {tie_break.rule: tie_break for tie_break in (TotalScore(),)}
"""Every tie-break by its rule; where several rank, the first one here comes first."""


def ranking_by(rules: Collection[str]) -> tuple[TieBreak, ...]:
    """Returns the tie-breaks with these rules, the one that ranks first first."""
    return tuple(tie_break for rule, tie_break in TIE_BREAKS.items() if rule in rules)


def tie_break(key: str) -> TieBreak | None:
    """Returns the tie-break with this key, None where it is not installed here."""
    return next((found for found in TIE_BREAKS.values() if found.key == key), None)


def known_of(values: Iterable[Value]) -> tuple[TieBreak, ...]:
    """Returns the tie-breaks of the figures that are known here, in their order."""
    found = (tie_break(value.key) for value in values)
    return tuple(one for one in found if one is not None)


def shown_of(values: Iterable[Value]) -> tuple[str, ...]:
    """Returns the figures of the tie-breaks that are known here, as their columns show them."""
    found = ((tie_break(value.key), value.points) for value in values)
    return tuple(one.shown(points) for one, points in found if one is not None)


def headed(values: Iterable[Value]) -> tuple[tuple[str, str], ...]:
    """Returns the same, each after the head of its column."""
    known = list(values)
    heads = (one.head for one in known_of(known))
    return tuple(zip(heads, shown_of(known), strict=True))
