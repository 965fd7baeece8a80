"""The challenge rule of a rule set in words."""

from __future__ import annotations

from core.wording import counted
from games.engine.play.challenges import ChallengeRule, rule_of
from games.engine.rulesets import RuleSet

VOID = (
    "There are no challenges in this division: an unacceptable play cannot be made, so there is "
    "nothing to rule on."
)


_GIVEN = "given to the opponent"


_COSTS = {
    "double": "costs the challenger's next turn",
    "single": "costs nothing",
    "triple": "costs the game",
}


def rule_words(rule: ChallengeRule) -> str:
    """Returns a rule of challenges as a sentence."""
    if rule.type == "void":
        return VOID
    said = wrong_challenge(rule)
    return f"{said[0].upper()}{said[1:]}."


def wrong_challenge(rule: ChallengeRule) -> str:
    """Returns the cost of challenging a good play as a clause, without a full stop."""
    if rule.type == "void":
        return "there are no challenges: only good plays can be made"
    if rule.type != "points" or not rule.points:
        return f"a wrong challenge {_COSTS.get(rule.type, 'costs nothing')}"
    each = "a word" if rule.per == "word" else "a play"
    points = counted(rule.points, "point")
    goes = "taken from the challenger" if rule.direction == "debit_challenger" else _GIVEN
    return f"a wrong challenge costs {points} {each}, {goes}"


def hold_words(rules: RuleSet) -> str:
    """Returns a clause on how long a play may be held, and when the opponent may draw."""
    limit = "no limit" if rules.hold_limit_s is None else f"at most {rules.hold_limit_s} s"
    if rules.courtesy_draw_s is None:
        draw = "the opponent must not draw during a hold"
    else:
        draw = f"the opponent may draw after {rules.courtesy_draw_s} s, tiles kept apart"
    return f"Hold: {limit}; {draw}."


def rules_line(rules: RuleSet) -> str:
    """Returns the rule of challenges and that of holding a play, as a line."""
    said = rule_words(rule_of(rules))
    return said if rules.challenge_type == "void" else f"{said} {hold_words(rules)}"
