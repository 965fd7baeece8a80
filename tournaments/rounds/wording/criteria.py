"""The names of the criteria of a pairing, and of the rules that put two together."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.methods import METHODS
from tournaments.pairing.wording import rule_in_words

_SHARED = {
    "repeats": phrase("earlier meetings"),
    "back_to_back": phrase("met in the round before"),
    "avoid": phrase("kept apart where possible"),
    "wins": phrase("difference in half wins, squared"),
    "starts": phrase("uneven firsts and seconds"),
    "fold": phrase("distance from half the group, squared"),
    "nearest": phrase("ranks between them, squared"),
    "skipped": phrase("ranks between them, squared"),
    "off": phrase("ranks off the wanted distance, squared"),
    "byes": phrase("earlier byes"),
    "total": phrase("total"),
}


CRITERIA = {**_SHARED, **{k: v for method in METHODS.values() for k, v in method.criteria.items()}}
"""The name of every criterion; those of one method are in its own module."""


def criterion_words(name: str) -> str:
    """Returns the words for a criterion, the name itself where it has none."""
    named = (_SHARED, *(method.criteria for method in METHODS.values()))
    return next((words[name] for words in named if name in words), name.replace("_", " "))


def rule_words(code: str) -> str:
    """Returns in a sentence why two had to meet, empty where no rule put them together.

    A code that no method gives stands for itself, so that an old round can still be read.
    """
    try:
        return rule_in_words(code) if code else ""
    except KeyError:
        return code
