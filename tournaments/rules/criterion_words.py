"""What the criteria of a pairing and the rules that put two together are called."""

from __future__ import annotations

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
    "distance": "ranks off the wanted distance, squared",
    "upper": "boards within the top group that could not be had",
    "spread": "difference in spread",
    "byes": "earlier byes",
    "bye_repeats": "earlier byes",
    "ranks": "ranks between them, by contention",
    "contention": "pairs a contender with somebody who does not matter",
    "gibson": "a clinched player meets somebody in the money",
    "total": "total",
}


def criterion_words(name: str) -> str:
    """Returns what a criterion is called; one that has no words stands for itself."""
    return CRITERIA.get(name, name.replace("_", " "))


RULES: dict[str, str] = {}


def rule_words(code: str) -> str:
    """Returns in words why two had to meet; a code without words stands for itself."""
    return RULES.get(code, code.replace("_", " ").replace(".", ": "))
