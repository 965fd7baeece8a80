"""One form field for every parameter of a rule set; left empty, the rule set's value holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from games.engine.rulesets import Parameter, RuleSet, parameters

PREFIX = "rule_"
NONE = "none"
# A division carries its rating system itself.
OFFERED = tuple(p for p in parameters() if p.name != "rating_system")


class WholeField(forms.Field):
    """A whole number, or the word "none" where the rule may be left out."""

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.parameter = parameter

    def clean(self, value: Any) -> Any:
        """Returns the number, NONE, or "" for the rule set's own value."""
        text = str(value or "").strip().lower()
        if not text or (text == NONE and self.parameter.optional):
            return text
        return _whole(self.parameter, text)


class WholesField(forms.Field):
    """Whole numbers with commas between, or the word "none"."""

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.parameter = parameter

    def clean(self, value: Any) -> Any:
        """Returns the numbers, or "" for the rule set's own value."""
        text = str(value or "").strip().lower()
        if text in ("", NONE):
            return [] if text == NONE else ""
        return [_whole(self.parameter, part) for part in text.replace(",", " ").split()]


def rule_field_names() -> tuple[str, ...]:
    """Returns the names of the fields, in the order of the rule set."""
    return tuple(PREFIX + parameter.name for parameter in OFFERED)


def add_rule_fields(form: forms.Form, base: RuleSet | None, overrides: Mapping[str, Any]) -> None:
    """Adds a field for each parameter, filled with the division's own values.

    `base` None is a rule set that is chosen in the same form; its values cannot be shown then.
    """
    for parameter in OFFERED:
        usual = "" if base is None else f" Rule set: {_shown(getattr(base, parameter.name))}."
        field = _field(parameter, label=parameter.meaning, help_text=_range(parameter) + usual)
        if parameter.name in overrides:
            field.initial = _shown(overrides[parameter.name])
        if parameter.kind == "several" and parameter.name in overrides:
            field.initial = list(overrides[parameter.name])
        form.fields[PREFIX + parameter.name] = field


def overrides_from(given: Mapping[str, Any], base: RuleSet) -> dict[str, Any]:
    """Returns the parameters that were filled in and differ from the rule set's."""
    changed: dict[str, Any] = {}
    for parameter in OFFERED:
        value = given[PREFIX + parameter.name]
        if (value in ("", []) and parameter.kind != "wholes") or value == "":
            continue
        value = _as_value(parameter, value)
        held = getattr(base, parameter.name)
        if value != (list(held) if isinstance(held, tuple) else held):
            changed[parameter.name] = value
    return changed


def _field(parameter: Parameter, **more: Any) -> forms.Field:
    if parameter.kind == "whole":
        return WholeField(parameter, **more)
    if parameter.kind == "wholes":
        return WholesField(parameter, **more)
    if parameter.kind == "yes_no":
        choices = [("", "as the rule set says"), ("yes", "yes"), ("no", "no")]
        return forms.ChoiceField(choices=choices, required=False, **more)
    words = [(choice, choice.replace("_", " ")) for choice in parameter.choices]
    if parameter.kind == "several":
        return forms.MultipleChoiceField(
            choices=words, required=False, widget=forms.CheckboxSelectMultiple, **more
        )
    return forms.ChoiceField(choices=[("", "as the rule set says"), *words], required=False, **more)


def _as_value(parameter: Parameter, value: Any) -> Any:
    if parameter.kind == "yes_no":
        return value == "yes"
    return None if value == NONE and parameter.kind == "whole" else value


def _whole(parameter: Parameter, text: str) -> int:
    low, high = parameter.minimum, parameter.maximum
    try:
        number = int(text)
    except ValueError:
        raise forms.ValidationError(f"{text} is not a whole number.") from None
    if (low is not None and number < low) or (high is not None and number > high):
        raise forms.ValidationError(f"{number} is not between {low} and {high}.")
    return number


def _range(parameter: Parameter) -> str:
    if parameter.minimum is None:
        return ""
    limits = f"{parameter.minimum} to {parameter.maximum}"
    if parameter.kind == "wholes":
        return f"{limits} each, commas between; or none."
    return f"{limits}, or none." if parameter.optional else f"{limits}."


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(part).replace("_", " ") for part in value) or NONE
    return NONE if value is None else str(value)
