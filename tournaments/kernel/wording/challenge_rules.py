"""The challenge rule of a rule set in words."""

from __future__ import annotations

from core.phrases import phrase, phrase_count
from games.engine.play.challenges import ChallengeRule, rule_of
from games.engine.rulesets import RuleSet

VOID = phrase(
    "There are no challenges in this division: an unacceptable play cannot be made, so there is "
    "nothing to rule on."
)


_COSTS = {
    "double": phrase("a wrong challenge costs the challenger's next turn"),
    "triple": phrase("a wrong challenge costs the game"),
}


def rule_words(rule: ChallengeRule) -> str:
    """Returns a rule of challenges as a sentence."""
    if rule.type == "void":
        return VOID
    said = str(wrong_challenge(rule))
    return f"{said[0].upper()}{said[1:]}."


def wrong_challenge(rule: ChallengeRule) -> str:
    """Returns the cost of challenging a good play as a clause, without a full stop."""
    if rule.type == "void":
        return phrase("there are no challenges: only good plays can be made")
    if rule.type != "points" or not rule.points:
        return _COSTS.get(rule.type, phrase("a wrong challenge costs nothing"))
    return _points_lost(rule) if rule.direction == "debit_challenger" else _points_given(rule)


def _points_lost(rule: ChallengeRule) -> str:
    if rule.per == "word":
        return phrase_count(
            "a wrong challenge costs {count} point a word, taken from the challenger",
            "a wrong challenge costs {count} points a word, taken from the challenger",
            count=rule.points,
        )
    return phrase_count(
        "a wrong challenge costs {count} point a play, taken from the challenger",
        "a wrong challenge costs {count} points a play, taken from the challenger",
        count=rule.points,
    )


def _points_given(rule: ChallengeRule) -> str:
    if rule.per == "word":
        return phrase_count(
            "a wrong challenge costs {count} point a word, given to the opponent",
            "a wrong challenge costs {count} points a word, given to the opponent",
            count=rule.points,
        )
    return phrase_count(
        "a wrong challenge costs {count} point a play, given to the opponent",
        "a wrong challenge costs {count} points a play, given to the opponent",
        count=rule.points,
    )


def hold_words(rules: RuleSet) -> str:
    """Returns a clause on how long a play may be held, and when the opponent may draw."""
    limit = (
        phrase("no limit")
        if rules.hold_limit_s is None
        else phrase("at most {seconds} s", seconds=rules.hold_limit_s)
    )
    if rules.courtesy_draw_s is None:
        draw = phrase("the opponent must not draw during a hold")
    else:
        draw = phrase(
            "the opponent may draw after {seconds} s, tiles kept apart",
            seconds=rules.courtesy_draw_s,
        )
    return phrase("Hold: {limit}; {draw}.", limit=limit, draw=draw)


def rules_line(rules: RuleSet) -> str:
    """Returns the rule of challenges and that of holding a play, as a line."""
    said = rule_words(rule_of(rules))
    return said if rules.challenge_type == "void" else f"{said} {hold_words(rules)}"
