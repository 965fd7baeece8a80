"""Numbers of rows in addresses."""

from __future__ import annotations

from django.urls import register_converter

ROW = "row"
"""The converter of a row's number, in the one spelling that names its page."""


class RowNumber:
    """A row's number without leading zeros."""

    regex = r"[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(RowNumber, ROW)
