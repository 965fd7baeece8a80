"""The cost of overtime. Times are whole seconds; the final reading of the clock counts, once.

Sources: NASPA, ABSP, WSC and CoCo take 10 points for a minute or part of one; rules.md section 5.
"""

from __future__ import annotations

from games.engine.rulesets import RuleSet


def seconds_over(rules: RuleSet, used_s: int, turns: int = 0) -> int:
    """Returns by how much a player who made `turns` turns exceeded the time; 0 for within it."""
    return max(0, used_s - rules.base_time_s - rules.increment_s * turns)


def penalty(rules: RuleSet, over_s: int) -> int:
    """Returns the points, 0 or more, that a clock `over_s` seconds over costs.

    No more time is penalised than the rule set's most overtime.
    """
    over_s = max(0, over_s)
    if rules.overtime_max_minutes is not None:
        over_s = min(over_s, rules.overtime_max_minutes * 60)
    units, part = divmod(over_s, rules.overtime_unit_s)
    if part and rules.overtime_rounding == "ceil":
        units += 1
    return units * rules.overtime_points


def breaks_limit(rules: RuleSet, over_s: int) -> bool:
    """Whether a clock is over the most overtime there is.

    With a limit of 600 s, 600 s break it where it is broken by reaching it, 601 s everywhere.
    """
    if rules.overtime_max_minutes is None or over_s <= 0:
        return False
    limit = rules.overtime_max_minutes * 60
    return over_s > limit or (over_s == limit and rules.overtime_limit_when == "reached")


def loses_on_time(rules: RuleSet, over_s: int) -> bool:
    """Whether the clock loses the game: the limit is broken, and that is what happens at it."""
    return rules.overtime_at_limit == "lose_game" and breaks_limit(rules, over_s)
