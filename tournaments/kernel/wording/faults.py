"""Faults of the pure packages, put into words."""

from __future__ import annotations

from core.phrases import phrase
from games.engine.rulesets import RuleSetError

_KINDS = {
    "whole": phrase("{rule} must be a whole number, not {value}."),
    "yes_no": phrase("{rule} must be yes or no, not {value}."),
    "choice": phrase("{rule} must be one of its choices, not {value}."),
    "several": phrase("{rule} must be a list of its choices, not {value}."),
    "wholes": phrase("{rule} must be a list of whole numbers, not {value}."),
    "text": phrase("{rule} must be text, not {value}."),
}


def ruleset_sentence(wrong: RuleSetError) -> str:
    """Returns the sentence for a rule set or a parameter that cannot be."""
    given = wrong.params
    if wrong.code == "ruleset.unknown":
        return phrase(
            "There is no rule set {key}; choose one of {known}.",
            key=given["key"],
            known=_listed(given["known"]),
        )
    name = str(given["name"]).replace("_", " ")
    if wrong.code == "ruleset.parameter_unknown":
        return phrase("There is no rule called {rule}.", rule=name)
    if wrong.code == "ruleset.value_choice":
        return phrase(
            "{rule} must be one of {choices}, not {value}.",
            rule=name,
            choices=_listed(given["choices"]),
            value=given["value"],
        )
    if wrong.code == "ruleset.value_range":
        return phrase(
            "{rule} must be between {minimum} and {maximum}, not {value}.",
            rule=name,
            minimum=given["minimum"],
            maximum=given["maximum"],
            value=given["value"],
        )
    return _KINDS[str(given["kind"])].format(rule=name, value=given["value"])


def _listed(names: object) -> str:
    return ", ".join(map(str, names)) if isinstance(names, (tuple, list)) else str(names)
