"""A row's own validation, worded as a refusal."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from functools import cache
from typing import Any, TypeVar
from unicodedata import category

from django.core.exceptions import ValidationError
from django.db.models import CheckConstraint, Model, Q

from core.journal.errors import Refused
from core.phrases import phrase

M = TypeVar("M", bound=Model)


def checked(row: M, *, as_it_came: Collection[str] = ()) -> M:
    """Returns the row when its fields are valid in themselves and with the other rows.

    Fields `as_it_came` may hold any characters: a record that somebody wrote, line by line. Raises
    Refused naming the first wrong field.
    """
    fields_checked(row, as_it_came=as_it_came)
    try:
        _check_constraints(row)
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages), code="row.invalid") from wrong
    return row


_KEPT = 2_000
_found_good: set[Hashable] = set()
"""Checks of tables with values for which they hold: to ask the database takes three statements."""


def _check_constraints(row: Model) -> None:
    """Raises ValidationError where a constraint of the row does not hold.

    Whether a check holds is decided by the values that it names alone, so these are asked for once.
    """
    wrong: list[ValidationError] = []
    for model, some in row.get_constraints():
        for one in some:
            held: Hashable = None
            if isinstance(one, CheckConstraint):
                values = tuple(getattr(row, name) for name in _named(model, one.name))
                held = model, one.name, values
                if held in _found_good:
                    continue
            try:
                one.validate(model, row)
            except ValidationError as found:
                wrong.append(found)
                continue
            if held is not None:
                if len(_found_good) > _KEPT:
                    _found_good.clear()
                _found_good.add(held)
    if wrong:
        raise ValidationError(wrong)


@cache
def _named(model: type[Model], name: str) -> tuple[str, ...]:
    """Returns the fields that a check of a table names."""
    (check,) = (one for one in model._meta.constraints if one.name == name)
    assert isinstance(check, CheckConstraint)
    return tuple(sorted(Q(check.condition).referenced_base_fields))


def change_checked(row: M, values: Mapping[str, Any], *, as_it_came: Collection[str] = ()) -> M:
    """Returns the row unchanged, once it would be valid with these values; Refused otherwise."""
    before = {name: getattr(row, name) for name in values}
    try:
        for name, value in values.items():
            setattr(row, name, value)
        return checked(row, as_it_came=as_it_came)
    finally:
        for name, value in before.items():
            setattr(row, name, value)


def fields_checked(row: M, *, as_it_came: Collection[str] = ()) -> M:
    """Returns the row when its own fields are valid, links and uniqueness aside."""
    links = {field.name for field in row._meta.fields if field.is_relation}
    try:
        row.clean_fields(exclude=links | {"id"})
    except ValidationError as wrong:
        field, messages = sorted(wrong.message_dict.items())[0]
        label = field.replace("_", " ")
        raise Refused(f"{label}: {messages[0]}", code="field.invalid", field=field) from wrong
    for column in row._meta.fields:
        if column.name in as_it_came:
            continue
        value = getattr(row, column.attname)
        if isinstance(value, str) and any(category(letter) == "Cc" for letter in value):
            label = column.name.replace("_", " ")
            raise Refused(
                phrase("{label}: it contains a character that cannot be printed.", label=label),
                code="field.invalid",
                field=column.name,
            )
    return row
