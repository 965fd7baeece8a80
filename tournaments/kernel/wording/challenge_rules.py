"""The challenge rule of a rule set in words."""

from __future__ import annotations

from core.phrases import phrase, phrase_count
from games.engine.play.challenges import ChallengeRule, rule_of
from games.engine.rulesets import RuleSet

VOID = phrase(
    "There are no challenges in this division: an unacceptable play cannot be made, so there is "
    "nothing to rule on."
)


_GIVEN = phrase("given to the opponent")


_COSTS = {
    "double": phrase("costs the challenger's next turn"),
    "single": phrase("costs nothing"),
    "triple": phrase("costs the game"),
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
        return phrase("there are no challenges: only good plays can be made")
    if rule.type != "points" or not rule.points:
        return phrase("a wrong challenge {costs}", costs=_COSTS.get(rule.type, "costs nothing"))
    each = phrase("a word") if rule.per == "word" else phrase("a play")
    points = phrase_count("{count} point", "{count} points", count=rule.points)
    goes = phrase("taken from the challenger") if rule.direction == "debit_challenger" else _GIVEN
    return phrase(
        "a wrong challenge costs {points} {each}, {goes}", points=points, each=each, goes=goes
    )


def hold_words(rules: RuleSet) -> str:
    """Returns a clause on how long a play may be held, and when the opponent may draw."""
    limit = (
        phrase("no limit")
        if rules.hold_limit_s is None
        else phrase("at most {hold_limit_s} s", hold_limit_s=rules.hold_limit_s)
    )
    if rules.courtesy_draw_s is None:
        draw = phrase("the opponent must not draw during a hold")
    else:
        draw = phrase(
            "the opponent may draw after {courtesy_draw_s} s, tiles kept apart",
            courtesy_draw_s=rules.courtesy_draw_s,
        )
    return phrase("Hold: {limit}; {draw}.", limit=limit, draw=draw)


def rules_line(rules: RuleSet) -> str:
    """Returns the rule of challenges and that of holding a play, as a line."""
    said = rule_words(rule_of(rules))
    return said if rules.challenge_type == "void" else f"{said} {hold_words(rules)}"
