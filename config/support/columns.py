"""The contents of a column in the admin, and the text beside the name of a field."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from django.contrib.admin import display
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import BinaryField, BooleanField, JSONField, Model
from django.utils.html import format_html

Column = str | Callable[[Any], Any]


def column(model: type[Model], name: str) -> Column:
    """Return the admin's column for a field: its name, or a function that shows it.

    `name` may lead to other rows by double underscores. The admin would draw a truth as an icon
    of the collected static files, among which its own are not.
    """
    field = get_fields_from_path(model, name)[-1]
    show = _SHOWN.get(type(field))
    if show is None and "__" not in name:
        return name
    steps = name.split("__")

    @display(description=" ".join(steps[-2:]).replace("_", " "), ordering=name, empty_value="–")
    def shown(row: Any) -> Any:
        value = reduce(lambda one, step: getattr(one, step, None), steps, row)
        return value if show is None or value is None else show(value)

    shown.__name__ = name
    return shown


def reached(columns: Sequence[str]) -> list[str]:
    """Return the paths of relations that columns lead along."""
    return sorted({name.rpartition("__")[0] for name in columns if "__" in name})


def _indented(value: Any) -> str:
    text = json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True)
    return format_html("<pre>{}</pre>", text)


_SHOWN: dict[type[Any], Callable[[Any], Any]] = {
    BooleanField: lambda value: "yes" if value else "no",
    BinaryField: lambda value: f"{len(value):,} bytes",
    JSONField: _indented,
}
