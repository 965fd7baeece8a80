"""A row's own validation, worded as a refusal."""

from __future__ import annotations

from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model

from core.journal.errors import Refused

M = TypeVar("M", bound=Model)


def checked(row: M) -> M:
    """Returns the row when its fields are valid in themselves.

    Raises Refused naming the first wrong field. Links and uniqueness are the command's own to
    check, because it can say more than the database.
    """
    links = {field.name for field in row._meta.fields if field.is_relation}
    try:
        row.clean_fields(exclude=links | {"id"})
    except ValidationError as wrong:
        field, messages = sorted(wrong.message_dict.items())[0]
        label = field.replace("_", " ")
        raise Refused(f"{label}: {messages[0]}", code="field.invalid", field=field) from wrong
    try:
        row.validate_constraints(exclude=None)
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages), code="row.invalid") from wrong
    return row
