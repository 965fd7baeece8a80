"""What the criteria of a pairing and the rules that put two together are called."""

from __future__ import annotations

from tournaments.pairing.wording import rule_in_words

CRITERIA = {
    "repeats": "earlier meetings",
    "back_to_back": "met in the round before",
    "avoid": "kept apart where possible",
    "wins": "difference in half wins, squared",
    "starts": "uneven firsts and seconds",
    "fold": "distance from half the group, squared",
    "same_half": "of the same half of the group",
    "nearest": "ranks between them, squared",
    "skipped": "ranks between them, squared",
    "passed_over": "better opponents passed over",
    "off": "ranks off the wanted distance, squared",
    "quartile": "not between the two quarters that should meet",
    "upper": "ranks off the wanted distance, the top counting most",
    "spread": "difference in spread",
    "byes": "earlier byes",
    "bye_cost": "cost of earlier byes",
    "repeat_cost": "cost of earlier meetings",
    "back_to_back_cost": "cost of a meeting in the round before",
    "ranks": "ranks between them, by contention",
    "contention": "pairs a contender with somebody out of contention",
    "rules": "breaks a rule of COP",
    "gibson": "a clinched player meets a player who can win a prize",
    "total": "total",
}


def criterion_words(name: str) -> str:
    """Returns what a criterion is called; one that has no words stands for itself."""
    return CRITERIA.get(name, name.replace("_", " "))


def rule_words(code: str) -> str:
    """Returns in a sentence why two had to meet, empty where no rule put them together.

    A code that no method gives stands for itself, so that an old round can still be read.
    """
    try:
        return rule_in_words(code) if code else ""
    except KeyError:
        return code
