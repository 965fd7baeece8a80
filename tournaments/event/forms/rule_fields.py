"""The rules of a division as form fields, in groups, filled with the values that hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from core.phrases import phrase
from games.engine.rulesets import Parameter, RuleSet, parameters, with_overrides
from tournaments.kernel.wording.rule_groups import GROUPS
from tournaments.kernel.wording.rule_values import (
    CHOICES,
    LEFT_OUT,
    MINUTES,
    NONE,
    NONE_TYPED,
    UNIT_TITLES,
    UNITS,
    is_in_seconds,
    value_words,
)

PREFIX = "rule_"
ALL = "all"
_CLOCK = re.compile(r"([0-9]{1,4})(?::([0-5][0-9]))?")


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A field on the page; `usual` is the rule set's value in words where the division differs.

    `goes_back` says that it was ticked to go back to that.
    """

    field: forms.BoundField
    name: str
    usual: str = ""
    goes_back: bool = False


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """A fold-out of the page: what holds, in a sentence, and the fields that change it.

    `href` leads to where the rest of it is changed, in the words of `link`.
    """

    title: str
    says: str
    lines: tuple[RuleLine, ...] = ()
    href: str = ""
    link: str = ""

    @property
    def marks(self) -> str:
        """The number of rules that differ from the rule set, in words; empty for none."""
        many = sum(bool(line.usual) for line in self.lines)
        return phrase("{number} changed", number=many) if many else ""

    @property
    def is_open(self) -> bool:
        """Whether something in it needs correcting."""
        return any(line.field.errors for line in self.lines)


class WholeField(forms.Field):
    """A whole number, or the word "none" where the rule may be left out."""

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.parameter = parameter

    def clean(self, value: Any) -> Any:
        """Returns the number, NONE, or "" for the rule set's own value."""
        text = _typed_text(value)
        if not text or (text == NONE and self.parameter.optional):
            return text
        return self.number(text)

    def number(self, text: str) -> int:
        """Returns the number that was typed."""
        return _whole(self.parameter, text)


class MinutesField(WholeField):
    """A time typed in minutes, with seconds after a colon, and kept in seconds."""

    def number(self, text: str) -> int:
        """Returns the time in seconds."""
        match = _CLOCK.fullmatch(text)
        if match is None:
            raise forms.ValidationError(
                phrase("{text} is not a time such as 25 or 22:30.", text=text[:20])
            )
        seconds = int(match[1]) * 60 + int(match[2] or 0)
        low, high = _limits(self.parameter)
        if not low <= seconds <= high:
            raise forms.ValidationError(
                phrase(
                    "{text} is not between {low} and {high} minutes.",
                    text=text,
                    low=_clock(low),
                    high=_clock(high),
                )
            )
        return seconds


class WholesField(forms.Field):
    """Whole numbers with commas between, or the word "none"."""

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.parameter = parameter

    def clean(self, value: Any) -> Any:
        """Returns the numbers, or "" for the rule set's own value."""
        text = _typed_text(value)
        if text in ("", NONE):
            return [] if text == NONE else ""
        return [_whole(self.parameter, part) for part in text.replace(",", " ").split()]


def _typed_text(value: object) -> str:
    """Returns what was typed, in small letters; NONE for that word in the reader's language too."""
    text = str(value or "").strip().lower()
    return NONE if text == str(NONE_TYPED).lower() else text


def _offered() -> dict[str, Parameter]:
    """Returns the parameters by name; a division carries its rating system itself."""
    return {p.name: p for p in parameters() if p.name != "rating_system"}


def rule_field_names() -> tuple[str, ...]:
    """Returns the names of the fields, in the order of the rule set."""
    return tuple(PREFIX + name for name in _offered())


def add_rule_fields(form: forms.Form, base: RuleSet, overrides: Mapping[str, Any]) -> None:
    """Adds a field for each parameter, filled with the values that hold in the division."""
    rules = with_overrides(base, overrides)
    for name, parameter in _offered().items():
        value = getattr(rules, name)
        field = _field(parameter, label=parameter.meaning, help_text=_hint(parameter))
        field.initial = list(value) if parameter.kind == "several" else _typed(parameter, value)
        form.fields[PREFIX + name] = field


def rule_groups(
    form: forms.Form, base: RuleSet, overrides: Mapping[str, Any], back: Collection[str]
) -> list[RuleGroup]:
    """Returns the groups of a form that has the fields of the rules; `back` is what was ticked."""
    rules, offered = with_overrides(base, overrides), _offered()
    return [
        RuleGroup(
            group.title,
            group.says(rules),
            tuple(
                RuleLine(
                    form[PREFIX + name],
                    name,
                    value_words(offered[name], getattr(base, name)) if name in overrides else "",
                    name in back,
                )
                for name in group.names
            ),
        )
        for group in GROUPS
    ]


def overrides_from(
    given: Mapping[str, Any],
    chosen: RuleSet,
    *,
    shown: RuleSet | None = None,
    back: Collection[str] = (),
) -> dict[str, Any]:
    """Returns the parameters that differ from the rule set that is chosen.

    The fields were filled from the rule set `shown`: where its value still stands, that of the
    chosen one holds. So it does where nothing was typed, and for the names in `back`, which may be
    `ALL`.
    """
    if ALL in back:
        return {}
    bases = (chosen, shown or chosen)
    return {
        name: value
        for name, value in _values(given)
        if name not in back and all(value != _plain(getattr(base, name)) for base in bases)
    }


def _values(given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yields the parameters that were filled in."""
    for name, parameter in _offered().items():
        value = given[PREFIX + name]
        if value == "" or (value == [] and parameter.kind != "wholes"):
            continue
        if parameter.kind == "yes_no":
            value = value == "yes"
        elif parameter.kind == "whole" and value == NONE:
            value = None
        yield name, value


def _field(parameter: Parameter, **more: Any) -> forms.Field:
    if parameter.kind == "whole":
        in_minutes = UNITS[parameter.name] == MINUTES and is_in_seconds(parameter.name)
        return (MinutesField if in_minutes else WholeField)(parameter, **more)
    if parameter.kind == "wholes":
        return WholesField(parameter, **more)
    if parameter.kind == "yes_no":
        choices = [("yes", phrase("yes")), ("no", phrase("no"))]
        return forms.ChoiceField(choices=choices, required=False, **more)
    words = [(choice, CHOICES[parameter.name][choice]) for choice in parameter.choices]
    if parameter.kind == "several":
        return forms.MultipleChoiceField(
            choices=words, required=False, widget=forms.CheckboxSelectMultiple, **more
        )
    return forms.ChoiceField(choices=words, required=False, **more)


def _whole(parameter: Parameter, text: str) -> int:
    low, high = _limits(parameter)
    try:
        number = int(text)
    except ValueError:
        raise forms.ValidationError(
            phrase("{text} is not a whole number.", text=text[:20])
        ) from None
    if not low <= number <= high:
        raise forms.ValidationError(
            phrase("{number} is not between {low} and {high}.", number=number, low=low, high=high)
        )
    return number


def _limits(parameter: Parameter) -> tuple[int, int]:
    assert parameter.minimum is not None
    assert parameter.maximum is not None
    return parameter.minimum, parameter.maximum


def _hint(parameter: Parameter) -> str:
    """Returns the unit of a number and what else may be typed, empty for other rules."""
    if parameter.name not in UNITS:
        return ""
    unit = UNIT_TITLES[UNITS[parameter.name]]
    if parameter.kind == "wholes":
        return phrase("{unit}, separated by commas; or {none}.", unit=unit, none=NONE_TYPED)
    if not parameter.optional:
        return f"{unit}."
    return phrase(
        "{unit}; or {none}: {meaning}.",
        unit=unit,
        none=NONE_TYPED,
        meaning=LEFT_OUT[parameter.name],
    )


def _typed(parameter: Parameter, value: Any) -> str:
    """Returns a value as it stands in its field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or str(NONE_TYPED)
    if value is None:
        return str(NONE_TYPED)
    in_minutes = UNITS.get(parameter.name) == MINUTES and is_in_seconds(parameter.name)
    return _clock(value) if in_minutes else str(value)


def _clock(seconds: int) -> str:
    minutes, left = divmod(seconds, 60)
    return f"{minutes}:{left:02}" if left else str(minutes)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
