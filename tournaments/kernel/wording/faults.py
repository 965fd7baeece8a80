"""Faults of the pure packages, put into words."""

from __future__ import annotations

from games.engine.rulesets import RuleSetError

_KINDS = {
    "whole": "a whole number",
    "yes_no": "yes or no",
    "choice": "one of its choices",
    "several": "a list of its choices",
    "wholes": "a list of whole numbers",
    "text": "text",
}


def ruleset_sentence(wrong: RuleSetError) -> str:
    """Returns the sentence for a rule set or a parameter that cannot be."""
    given = wrong.params
    if wrong.code == "ruleset.unknown":
        return f"There is no rule set {given['key']}; choose one of {_listed(given['known'])}."
    name = str(given["name"]).replace("_", " ")
    if wrong.code == "ruleset.parameter_unknown":
        return f"There is no rule called {name}."
    if wrong.code == "ruleset.value_choice":
        return f"{name} must be one of {_listed(given['choices'])}, not {given['value']}."
    if wrong.code == "ruleset.value_range":
        return (
            f"{name} must be between {given['minimum']} and {given['maximum']}, not "
            f"{given['value']}."
        )
    return f"{name} must be {_KINDS[str(given['kind'])]}, not {given['value']}."


def _listed(names: object) -> str:
    return ", ".join(map(str, names)) if isinstance(names, (tuple, list)) else str(names)
