"""Faults of the pure packages, put into words."""

from __future__ import annotations

from core.phrases import phrase
from games.engine.rulesets import RuleSetError

_KINDS = {
    "whole": phrase("a whole number"),
    "yes_no": phrase("yes or no"),
    "choice": phrase("one of its choices"),
    "several": phrase("a list of its choices"),
    "wholes": phrase("a list of whole numbers"),
    "text": "text",
}


def ruleset_sentence(wrong: RuleSetError) -> str:
    """Returns the sentence for a rule set or a parameter that cannot be."""
    given = wrong.params
    if wrong.code == "ruleset.unknown":
        return phrase(
            "There is no rule set {key}; choose one of {listed}.",
            key=given["key"],
            listed=_listed(given["known"]),
        )
    name = str(given["name"]).replace("_", " ")
    if wrong.code == "ruleset.parameter_unknown":
        return phrase("There is no rule called {name}.", name=name)
    if wrong.code == "ruleset.value_choice":
        return phrase(
            "{name} must be one of {listed}, not {value}.",
            name=name,
            listed=_listed(given["choices"]),
            value=given["value"],
        )
    if wrong.code == "ruleset.value_range":
        return phrase(
            "{name} must be between {minimum} and {maximum}, not {value}.",
            name=name,
            minimum=given["minimum"],
            maximum=given["maximum"],
            value=given["value"],
        )
    return phrase(
        "{name} must be {kinds}, not {value}.",
        name=name,
        kinds=_KINDS[str(given["kind"])],
        value=given["value"],
    )


def _listed(names: object) -> str:
    return ", ".join(map(str, names)) if isinstance(names, (tuple, list)) else str(names)
